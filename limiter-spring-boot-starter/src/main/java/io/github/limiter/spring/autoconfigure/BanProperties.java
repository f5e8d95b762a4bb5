package io.github.limiter.spring.autoconfigure;

import io.github.limiter.annotation.Mode;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;

/**
 * Who is refused altogether, for how long, and why. Nobody is banned by a rule unless a {@code @Blacklist} or one of
 * these rules is there.
 *
 * @param enabled Whether anybody is banned at all.
 * @param enforce Whether a ban holds for every request, or only for what has a @Blacklist.
 * @param challengeAt So many strikes ask for a CAPTCHA first; 0 for none. Beats every annotation.
 * @param cached Bans that a node knows at most, about 150 bytes each. Beyond it, it asks the store.
 * @param budget Share of the logged-in users of ten minutes that rules may ban on a node; beyond it they are asked for a
 *     CAPTCHA instead. 0: no bound.
 * @param limited Refusals by limits.
 * @param probing What is not there, not allowed, illegal or malformed.
 * @param honeypot Paths that nobody has a reason to ask for.
 * @param failedLogins Wrong passwords and tokens.
 * @param repeat Those who are banned again and again.
 * @param rules Rules of your own, by name.
 * @param evidence What is kept for who reviews a ban.
 */
public record BanProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("everywhere") Enforce enforce,
        @Nullable Integer challengeAt,
        @DefaultValue("100000") int cached,
        @DefaultValue("0.05") double budget,
        @DefaultValue Limited limited,
        @DefaultValue Probing probing,
        @DefaultValue Honeypot honeypot,
        @DefaultValue FailedLogins failedLogins,
        @DefaultValue Repeat repeat,
        @DefaultValue Map<String, OwnRule> rules,
        @DefaultValue Evidence evidence) {

    /** Where a ban holds. */
    public enum Enforce {
        /** For every request, before anything else runs. */
        EVERYWHERE,
        /** For methods with a {@code @Blacklist} alone. */
        ANNOTATED
    }

    /**
     * Refusals by limits.
     *
     * @param strikes Refused requests that a ban follows; 0 for none.
     * @param within Time within which they are counted.
     * @param ban How long the ban lasts; several are a ladder; or permanent.
     * @param spacing Refusals within it are one strike, so that a page that fires many requests at once is no attack.
     */
    public record Limited(
            @DefaultValue("3") int strikes,

            @DefaultValue("1m") @DurationUnit(ChronoUnit.SECONDS)
            Duration within,

            @DefaultValue("5m") List<String> ban,

            @DefaultValue("5s") @DurationUnit(ChronoUnit.SECONDS)
            Duration spacing) {}

    /**
     * What is not there, not allowed, illegal or malformed.
     *
     * @param strikes Distinct paths that a ban follows; 0 for none.
     * @param within Time within which they are counted.
     * @param ban How long the ban lasts; several are a ladder; or permanent.
     */
    public record Probing(
            @DefaultValue("10") int strikes,

            @DefaultValue("1m") @DurationUnit(ChronoUnit.SECONDS)
            Duration within,

            @DefaultValue("30m") List<String> ban) {}

    /**
     * Paths that nobody has a reason to ask for.
     *
     * @param paths The traps, such as /.env or, with all below it, /wp-admin/**.
     * @param strikes Requests that a ban follows; 0 for none.
     * @param within Time within which they are counted.
     * @param ban How long the ban lasts; several are a ladder; or permanent.
     */
    public record Honeypot(
            @DefaultValue List<String> paths,
            @DefaultValue("1") int strikes,

            @DefaultValue("1m") @DurationUnit(ChronoUnit.SECONDS)
            Duration within,

            @DefaultValue("30m") List<String> ban) {}

    /**
     * Wrong passwords and tokens. They strike the address, never the account.
     *
     * @param strikes Failed logins that a ban follows; 0 for none.
     * @param within Time within which they are counted.
     * @param ban How long the ban lasts; several are a ladder; or permanent.
     */
    public record FailedLogins(
            @DefaultValue("10") int strikes,

            @DefaultValue("5m") @DurationUnit(ChronoUnit.SECONDS)
            Duration within,

            @DefaultValue("15m") List<String> ban) {}

    /**
     * Those who are banned again and again.
     *
     * @param strikes Bans that a permanent one follows, which a person is to review; 0 for none.
     * @param within Time within which they are counted.
     * @param ban How long that ban lasts: permanent, until somebody has looked at it.
     */
    public record Repeat(
            @DefaultValue("3") int strikes,

            @DefaultValue("24h") @DurationUnit(ChronoUnit.SECONDS)
            Duration within,

            @DefaultValue("permanent") String ban) {}

    /**
     * A rule of your own.
     *
     * @param counts What it counts: not-found, method-not-allowed, illegal-path, malformed, failed-login, or statuses
     *     such as 403 or 5xx.
     * @param match Requests that it looks at: a path pattern, optionally after HTTP methods. None: all.
     * @param strikes Requests that a ban follows.
     * @param within Time within which they are counted.
     * @param ban How long the ban lasts; several are a ladder; or permanent.
     * @param dimension Who is struck: ip, user, device or a dimension of your own.
     * @param distinct Whether requests for one path are one strike.
     * @param mode Whether it acts, or only reports.
     */
    public record OwnRule(
            @DefaultValue List<String> counts,
            @Nullable String match,
            @DefaultValue("10") int strikes,

            @DefaultValue("1m") @DurationUnit(ChronoUnit.SECONDS)
            Duration within,

            @DefaultValue("5m") List<String> ban,
            @DefaultValue("ip") String dimension,
            @DefaultValue("false") boolean distinct,
            @DefaultValue("enforce") Mode mode) {}

    /**
     * What is kept for who reviews a ban: method, route, status and agent of the first and last requests.
     *
     * @param retention How long, after the latest offence.
     */
    public record Evidence(
            @DefaultValue("30d") @DurationUnit(ChronoUnit.SECONDS)
            Duration retention) {}
}
