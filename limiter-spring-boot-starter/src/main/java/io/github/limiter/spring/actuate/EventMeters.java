package io.github.limiter.spring.actuate;

import io.github.limiter.ban.BanEvent;
import io.github.limiter.ban.BanListener;
import io.github.limiter.captcha.CaptchaEvent;
import io.github.limiter.captcha.CaptchaListener;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what happens on this node to subjects, challenges and passes: the meters {@code limiter.bans} and {@code
 * limiter.captcha}, each with the tag {@code event}, whose values are the kinds of {@link BanEvent} and {@link CaptchaEvent},
 * such as {@code banned} and {@code pass-accepted}. Nothing that callers choose is in a tag. Thread-safe.
 */
public final class EventMeters implements MeterBinder, BanListener, CaptchaListener {

    private final Map<BanEvent.Kind, LongAdder> bans = counts(BanEvent.Kind.class);
    private final Map<CaptchaEvent.Kind, LongAdder> captcha = counts(CaptchaEvent.Kind.class);

    /** Nothing has happened yet. */
    public EventMeters() {}

    private static <K extends Enum<K>> Map<K, LongAdder> counts(Class<K> kinds) {
        Map<K, LongAdder> counts = new EnumMap<>(kinds);
        for (K kind : kinds.getEnumConstants()) {
            counts.put(kind, new LongAdder());
        }
        return counts;
    }

    private static <K> void count(Map<K, LongAdder> counts, K kind) {
        LongAdder count = counts.get(kind);
        if (count != null) {
            count.increment();
        }
    }

    @Override
    public void onBanEvent(BanEvent event) {
        count(bans, event.kind());
    }

    @Override
    public void onCaptchaEvent(CaptchaEvent event) {
        count(captcha, event.kind());
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        bind(registry, "limiter.bans", "What happened to subjects: strikes, challenges, bans, lifts", bans);
        bind(registry, "limiter.captcha", "What happened to challenges and passes", captcha);
    }

    private static <K extends Enum<K>> void bind(
            MeterRegistry registry, String name, String description, Map<K, LongAdder> counts) {
        counts.forEach((kind, count) -> FunctionCounter.builder(name, count, LongAdder::sum)
                .description(description)
                .tag("event", kind.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .register(registry));
    }
}
