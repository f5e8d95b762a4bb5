package io.github.limiter.spring.autoconfigure;

import io.github.limiter.annotation.Mode;
import io.github.limiter.policy.RiskAction;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;

/**
 * Business risk control. A duration without unit is in seconds.
 *
 * @param enabled Whether scenes are looked at at all.
 * @param maxSubjects Subjects known at most where they are kept in memory, counted once a scene.
 * @param signalDeadline How long a RiskSignal bean may take; later it counts as 0.
 * @param scenes Scenes by name. Naming a built-in one (crawler, login, coupon, order, enumeration) turns it on.
 * @param goodBots Crawlers that are let be.
 */
public record RiskProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("100000") int maxSubjects,

        @DefaultValue("100ms") @DurationUnit(ChronoUnit.SECONDS)
        Duration signalDeadline,

        @DefaultValue Map<String, SceneProperties> scenes,
        @DefaultValue GoodBotProperties goodBots) {

    /** How far a scene goes. */
    public enum SceneMode {
        /** Nothing is looked at. */
        OFF,
        /** Looked at, counted and reported as "would have"; nobody is asked, refused or banned. */
        SHADOW,
        /** Acts. */
        ENFORCE;

        /** The same in the words of policies, off apart. */
        Mode mode() {
            return this == ENFORCE ? Mode.ENFORCE : Mode.SHADOW;
        }
    }

    /**
     * A scene.
     *
     * @param mode Whether it is looked at, and whether it acts. Begin in shadow.
     * @param challengeAt Score from which on a CAPTCHA is asked for; by default 50.
     * @param blockAt Score from which on a call is refused; by default 80.
     * @param banAt Score from which on the subject is banned; by default 120.
     * @param ban How long; by default 30m.
     * @param coolDown How long a solved CAPTCHA lowers the score, less and less; by default 30m.
     * @param relief Points by which it does at first; by default 40.
     * @param exclude Requests that the scene crawler does not look at, such as /api/** or POST /webhooks/**; for that scene
     *     alone, since the others look only where they are asked to.
     * @param signals Rules by name: those of the built-in scene, changed, and more.
     */
    public record SceneProperties(
            @DefaultValue("shadow") SceneMode mode,
            @Nullable Integer challengeAt,
            @Nullable Integer blockAt,
            @Nullable Integer banAt,
            @DurationUnit(ChronoUnit.SECONDS) @Nullable Duration ban,
            @DurationUnit(ChronoUnit.SECONDS) @Nullable Duration coolDown,
            @Nullable Integer relief,
            @DefaultValue List<String> exclude,
            @DefaultValue Map<String, SignalProperties> signals) {}

    /**
     * A rule of a scene.
     *
     * @param signal Name of the signal; by default the rule's own name.
     * @param condition In the place of a signal, SpEL that is true for what is suspicious, about #method, #path, #agent,
     *     #referrer, #language, #user, #address and #key.
     * @param dimension Whose behaviour it is; by default ip. With key what the call is about, whoever makes it.
     * @param threshold Value from which on it fires.
     * @param window How long what was seen counts.
     * @param points What it adds to the score at its threshold; 0 turns it off.
     * @param cap The most that it adds.
     * @param atLeast What it leads to whatever the score: challenge or block.
     */
    public record SignalProperties(
            @Nullable String signal,
            @Nullable String condition,
            @Nullable String dimension,
            @Nullable Long threshold,
            @DurationUnit(ChronoUnit.SECONDS) @Nullable Duration window,
            @Nullable Integer points,
            @Nullable Integer cap,
            @Nullable RiskAction atLeast) {}

    /**
     * Crawlers that are let be: not assessed, and nothing counts as an offence.
     *
     * @param enabled Whether there are any.
     * @param dns Whether an address in no published range is looked up by name, off the request path.
     * @param refresh How often ranges are read again that are not the ones that ship with the library.
     * @param ranges Where the ranges of a bot are, by its name (google, bing, or one of the others): a resource such as
     *     file:google.json or https://…, in the engines' JSON or one block a line.
     * @param others More bots by name.
     */
    public record GoodBotProperties(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("true") boolean dns,

            @DefaultValue("1d") @DurationUnit(ChronoUnit.SECONDS)
            Duration refresh,

            @DefaultValue Map<String, String> ranges,
            @DefaultValue Map<String, OtherBot> others) {}

    /**
     * Another crawler.
     *
     * @param token What its User-Agent contains.
     * @param domains What the names of its addresses end with, such as .search.example.
     */
    public record OtherBot(String token, @DefaultValue List<String> domains) {}
}
