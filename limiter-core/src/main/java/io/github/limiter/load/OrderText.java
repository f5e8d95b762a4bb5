package io.github.limiter.load;

import io.github.limiter.annotation.Tier;
import io.github.limiter.load.LoadStore.Kept;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An order as text: {@code 1|PEAK|P2|export,reports|admin}. What a later version has written says nothing here. */
final class OrderText {

    private static final String VERSION = "1";
    private static final int PARTS = 5;

    private OrderText() {}

    static String of(LoadOrder order, String by) {
        return String.join(
                "|",
                VERSION,
                order.level() == null ? "" : order.level().name(),
                order.tiers().stream().map(Tier::name).sorted().collect(Collectors.joining(",")),
                order.policies().stream().sorted().collect(Collectors.joining(",")),
                by);
    }

    static @Nullable Kept read(String text, long rest) {
        String[] parts = text.split("\\|", PARTS);
        if (parts.length != PARTS || !parts[0].equals(VERSION)) {
            return null;
        }
        try {
            LoadLevel level = parts[1].isEmpty() ? null : LoadLevel.valueOf(parts[1]);
            Set<Tier> tiers = words(parts[2]).map(Tier::valueOf).collect(Collectors.toSet());
            Set<String> policies = words(parts[3]).collect(Collectors.toSet());
            return new Kept(new LoadOrder(level, tiers, policies), parts[4], rest);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static Stream<String> words(String list) {
        return Stream.of(list.split(",")).filter(word -> !word.isEmpty());
    }
}
