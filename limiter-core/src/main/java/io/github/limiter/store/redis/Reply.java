package io.github.limiter.store.redis;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the elements of a script's reply are read as. */
final class Reply {

    private Reply() {}

    static List<Long> integers(List<?> elements) {
        return elements.stream().map(Long.class::cast).toList();
    }

    static List<@Nullable String> text(List<?> elements) {
        List<@Nullable String> texts = new ArrayList<>(elements.size());
        for (Object element : elements) {
            texts.add(element == null ? null : element.toString());
        }
        return texts;
    }
}
