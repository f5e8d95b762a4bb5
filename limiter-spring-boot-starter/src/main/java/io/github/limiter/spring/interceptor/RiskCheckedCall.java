package io.github.limiter.spring.interceptor;

import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.RiskCheck;
import io.github.limiter.risk.RequestFacts;
import io.github.limiter.risk.RiskEvent;
import io.github.limiter.risk.RiskResult;
import io.github.limiter.subject.Caller;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One check of a method.
 *
 * @param scene name of the scene
 * @param key what a call is about; null for nothing in particular
 * @param dimensions whose behaviour is looked at; empty: all
 * @param step {@link RiskEvent#BEGIN}, or null
 * @param shadow whether it only looks
 * @param outcome which calls failed
 * @param fallback answers in the place of a refused call; null for nobody
 */
record RiskCheckedCall(
        String scene,
        @Nullable CallExpression key,
        Set<String> dimensions,
        @Nullable String step,
        boolean shadow,
        CallOutcome outcome,
        @Nullable Fallback fallback) {

    static boolean isShadow(RiskCheck annotation) {
        return annotation.mode() == Mode.SHADOW;
    }

    /** What a call is about. */
    @Nullable
    String key(Call call) {
        Object about = key == null ? null : key.evaluate(call);
        return about == null ? null : about.toString();
    }

    RiskEvent event(@Nullable String about, Caller caller, @Nullable RequestFacts facts) {
        RiskEvent event = new RiskEvent(caller, facts, about, step);
        return event.lookingAt(dimensions, shadow);
    }

    RiskResult result(@Nullable Object result, @Nullable Throwable failure) {
        return outcome.of(result, failure);
    }
}
