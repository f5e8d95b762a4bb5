package io.github.limiter.test;

import io.github.limiter.ban.Bans;
import io.github.limiter.ban.Evidence;
import io.github.limiter.store.Standing;
import io.github.limiter.store.Standing.State;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.AbstractObjectAssert;

/**
 * Asserts how a subject stands at this moment of the application's clock: which a test with {@link LimiterTest} moves by
 * hand, so that lengths are exact. Not thread-safe.
 */
public final class BanAssert extends AbstractObjectAssert<BanAssert, Subject> {

    private static final long PATIENCE_SECONDS = 10;

    private final Bans bans;

    BanAssert(Bans bans, Subject subject) {
        super(subject, BanAssert.class);
        this.bans = bans;
        info.description("%s", subject);
    }

    /**
     * Nothing holds against the subject; strikes it may have.
     *
     * @return this
     */
    public BanAssert isInTheClear() {
        return stands(State.CLEAR);
    }

    /**
     * The subject is asked for a CAPTCHA.
     *
     * @return this
     */
    public BanAssert isChallenged() {
        return stands(State.CHALLENGED);
    }

    /**
     * The subject is banned, for however long.
     *
     * @return this
     */
    public BanAssert isBanned() {
        return stands(State.BANNED);
    }

    /**
     * The subject is banned for exactly so long from now on.
     *
     * @param left what is left of the ban
     * @return this
     */
    public BanAssert isBannedFor(Duration left) {
        isBanned();
        Standing standing = bans.find(actual);
        Duration found = Duration.of(standing.left(), ChronoUnit.MICROS);
        if (standing.isPermanent()) {
            failWithMessage("Expecting a ban for %s, but it lasts until it is lifted", left);
        } else if (!found.equals(left)) {
            failWithMessage("Expecting a ban for %s, but it is for %s", left, found);
        }
        return this;
    }

    /**
     * The subject is banned until somebody lifts that.
     *
     * @return this
     */
    public BanAssert isBannedUntilLifted() {
        isBanned();
        if (!bans.find(actual).isPermanent()) {
            failWithMessage("Expecting a ban without an end, but it has one");
        }
        return this;
    }

    /**
     * So many offences were counted by a rule, those that began a ban included, whatever has become of them since. Those
     * that came over HTTP are counted.
     *
     * @param rule name of the rule, such as {@code limited} or {@code probing}
     * @param number how many, since the test method began
     * @return this
     */
    public BanAssert wasStruck(String rule, long number) {
        Evidence evidence = bans.evidence(actual)
                .toCompletableFuture()
                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .join();
        long found = evidence.strikes().getOrDefault(rule, 0L);
        if (found != number) {
            failWithMessage(
                    "Expecting %d strikes by %s, but there are %d; all: %s", number, rule, found, evidence.strikes());
        }
        return this;
    }

    private BanAssert stands(State state) {
        State found = bans.find(actual).state();
        if (found != state) {
            failWithMessage("Expecting it to be %s, but it is %s", state, found);
        }
        return this;
    }
}
