package io.github.limiter.ban;

import io.github.limiter.policy.InvalidConfigurationException;
import java.time.Duration;

/**
 * How a node goes about bans.
 *
 * @param cached bans and challenges that it knows at most, about 150 bytes each
 * @param deadline longest wait for an answer of the store on the way of a request, such as 50 ms
 * @param evidenceKept how long evidence is kept after the latest offence
 * @param budget share of the logged-in users seen in ten minutes that rules may ban, at least 5 of them; beyond it they
 *     are challenged; 0: no bound
 * @param challenges whether somebody asks for CAPTCHAs; else who is to be spared a ban is banned for a moment
 */
public record BanSettings(int cached, Duration deadline, Duration evidenceKept, double budget, boolean challenges) {

    /** 100,000 bans, 50 ms, 30 days, one user in twenty, CAPTCHAs. */
    public static final BanSettings DEFAULT =
            new BanSettings(100_000, Duration.ofMillis(50), Duration.ofDays(30), 0.05, true);

    /**
     * Validates.
     *
     * @param cached bans and challenges that it knows at most
     * @param deadline longest wait for an answer of the store
     * @param evidenceKept how long evidence is kept
     * @param budget share of the logged-in users that rules may ban
     * @param challenges whether somebody asks for CAPTCHAs
     */
    public BanSettings {
        if (cached < 1) {
            throw new InvalidConfigurationException(
                    "cached", cached, "is not a positive number of bans", "Set 1 or more, such as 100000");
        }
        if (deadline.isNegative() || deadline.isZero()) {
            throw new InvalidConfigurationException(
                    "deadline", deadline, "is not a positive length of time", "Set a deadline such as 50ms");
        }
        if (evidenceKept.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new InvalidConfigurationException(
                    "evidence.kept", evidenceKept, "is shorter than a second", "Set a time such as 30d");
        }
        if (!(budget >= 0 && budget <= 1)) {
            throw new InvalidConfigurationException("budget", budget, "is no share", "Set 0 to 1, such as 0.05");
        }
    }
}
