package io.github.limiter.store.redis;

import io.github.limiter.store.UndecidedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the elements of a script's reply are read as. */
final class Reply {

    private Reply() {}

    /**
     * Completes a call with what a script replied, or with why it did not. What is wrong with this call alone is told from
     * what is wrong with the server: an error of a script's own code names a place in the script, and a key of a foreign type
     * is that call's.
     */
    static <T> void settle(
            CompletableFuture<T> call,
            Function<List<?>, T> reader,
            @Nullable List<?> elements,
            @Nullable Throwable failure) {
        if (failure == null && elements != null) {
            try {
                call.complete(reader.apply(elements));
            } catch (RuntimeException e) {
                call.completeExceptionally(new UndecidedException("Not the reply of a script: " + e.getMessage()));
            }
        } else if (failure == null) {
            call.completeExceptionally(new IllegalStateException("no reply"));
        } else {
            String message = failure.getMessage();
            call.completeExceptionally(
                    message != null && (message.contains(" user_script:") || message.contains("WRONGTYPE "))
                            ? new UndecidedException(message)
                            : failure);
        }
    }

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
