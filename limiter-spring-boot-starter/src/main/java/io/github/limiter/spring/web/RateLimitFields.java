package io.github.limiter.spring.web;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimitResult.Basis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.BiConsumer;

/**
 * What limits say about themselves in HTTP header fields, in no web technology. Thread-safe.
 *
 * <p>{@code RateLimit-Policy: "name";q=60;w=60} and {@code RateLimit: "name";r=59;t=60} follow
 * draft-ietf-httpapi-ratelimit-headers-11 and are Lists of RFC 9651:
 *
 * <table>
 * <caption>Parameters</caption>
 * <tr><th>parameter</th><th>meaning</th></tr>
 * <tr><td>{@code q}</td><td>units per window</td></tr>
 * <tr><td>{@code w}</td><td>window in seconds; left out unless whole</td></tr>
 * <tr><td>{@code limiter-burst}</td><td>capacity of a token bucket</td></tr>
 * <tr><td>{@code qu}</td><td>{@code "concurrent-requests"} where calls under way are counted: there is neither {@code w}
 *     nor {@code t} then, since it is not time that makes room</td></tr>
 * <tr><td>{@code r}</td><td>units available now</td></tr>
 * <tr><td>{@code t}</td><td>seconds, rounded up, until more than {@code r} become available; 0 if never</td></tr>
 * </table>
 *
 * <p>The limit nearest to its end, by the share of its capacity that is left, comes first. If any limit refused, only
 * those that did are told. Of several results of one policy, the nearest to its end is told. Limits in shadow are never
 * told, nor those whose count is not known.
 *
 * <p>The older fields describe the first of these limits alone: {@code X-RateLimit-Limit} is {@code q},
 * {@code X-RateLimit-Remaining} is {@code r}, and {@code X-RateLimit-Reset} is {@code t}: seconds from now, not a time.
 */
public final class RateLimitFields {

    /** Largest Integer of a structured field: 15 digits (RFC 9651, section 3.3.1). */
    private static final long MAX_INTEGER = 999_999_999_999_999L;

    private static final long MICROS_PER_SECOND = 1_000_000;

    /** Of two with the same share left, the one that keeps the caller waiting longer. */
    private static final Comparator<LimitResult> NEAREST_FIRST = Comparator.comparingDouble(RateLimitFields::shareLeft)
            .thenComparing(LimitResult::resetAfter, Comparator.reverseOrder());

    private final HeaderMode mode;

    /**
     * Fields of the chosen kind.
     *
     * @param mode which
     */
    public RateLimitFields(HeaderMode mode) {
        this.mode = mode;
    }

    /**
     * Tells the fields of a decision's limits.
     *
     * @param limits the results of one decision or of all that were made for the answer, in any order; may be empty
     * @param answer takes name and value of each field, such as {@code response::setHeader}; not called if there is
     *     nothing to tell
     */
    public void write(List<LimitResult> limits, BiConsumer<String, String> answer) {
        if (mode == HeaderMode.OFF) {
            return;
        }
        List<LimitResult> told = told(limits);
        if (told.isEmpty()) {
            return;
        }
        if (mode.hasDraft()) {
            StringJoiner policies = new StringJoiner(", ");
            StringJoiner states = new StringJoiner(", ");
            for (LimitResult limit : told) {
                policies.add(policyItem(limit.check()));
                states.add(stateItem(limit));
            }
            answer.accept("RateLimit-Policy", policies.toString());
            answer.accept("RateLimit", states.toString());
        }
        if (mode.hasLegacy()) {
            LimitResult nearest = told.get(0);
            answer.accept("X-RateLimit-Limit", integer(nearest.check().quota().limit()));
            answer.accept("X-RateLimit-Remaining", integer(nearest.remaining()));
            answer.accept("X-RateLimit-Reset", seconds(nearest.resetAfter()));
        }
    }

    private static List<LimitResult> told(List<LimitResult> limits) {
        boolean refused = false;
        for (LimitResult limit : limits) {
            refused |= limit.refuses();
        }
        List<LimitResult> told = new ArrayList<>(limits.size());
        for (LimitResult limit : limits) {
            if (limit.basis() != Basis.NONE
                    && (refused ? limit.refuses() : limit.check().enforced())) {
                told.add(limit);
            }
        }
        if (told.size() > 1) {
            told.sort(NEAREST_FIRST);
            Set<String> names = new HashSet<>();
            told.removeIf(limit -> !names.add(limit.check().policy().name()));
        }
        return told;
    }

    private static double shareLeft(LimitResult limit) {
        LimitCheck check = limit.check();
        return (double) limit.remaining() / check.algorithm().capacity(check.quota());
    }

    private static String policyItem(LimitCheck check) {
        Quota quota = check.quota();
        String item = name(check) + ";q=" + integer(quota.limit());
        if (check.algorithm().lends()) {
            return item + ";qu=\"concurrent-requests\"";
        }
        if (quota.windowMicros() % MICROS_PER_SECOND == 0) {
            item += ";w=" + quota.windowMicros() / MICROS_PER_SECOND;
        }
        if (check.policy().algorithm().equals(Algorithms.TOKEN_BUCKET)) {
            item += ";limiter-burst=" + integer(quota.burst());
        }
        return item;
    }

    private static String stateItem(LimitResult limit) {
        String item = name(limit.check()) + ";r=" + integer(limit.remaining());
        return limit.check().algorithm().lends() ? item : item + ";t=" + seconds(limit.resetAfter());
    }

    /** A policy's name has no character that a String of a structured field would escape. */
    private static String name(LimitCheck check) {
        return '"' + check.policy().name() + '"';
    }

    private static String seconds(long micros) {
        return integer(micros / MICROS_PER_SECOND + (micros % MICROS_PER_SECOND > 0 ? 1 : 0));
    }

    /** The nearest number that the draft allows: the algorithm may be the application's own. */
    private static String integer(long number) {
        return Long.toString(Math.max(0, Math.min(number, MAX_INTEGER)));
    }
}
