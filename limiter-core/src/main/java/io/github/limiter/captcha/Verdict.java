package io.github.limiter.captcha;

import org.jspecify.annotations.Nullable;

/**
 * What became of an answer.
 *
 * @param kind what became of it
 * @param pass the pass that it earned; null unless it is {@link Kind#RIGHT}
 */
public record Verdict(Kind kind, @Nullable String pass) {

    /** What became of an answer. */
    public enum Kind {
        /** It earned a pass. */
        RIGHT,
        /** It was judged, and is wrong. */
        WRONG,
        /** No such challenge: it was answered before, has expired, or never was. */
        GONE,
        /** The provider cannot judge at the moment. The challenge still waits for its answer. */
        UNJUDGED
    }

    static Verdict without(Kind kind) {
        return new Verdict(kind, null);
    }

    /** Without the pass, which is not for logs. */
    @Override
    public String toString() {
        return "Verdict[" + kind + "]";
    }
}
