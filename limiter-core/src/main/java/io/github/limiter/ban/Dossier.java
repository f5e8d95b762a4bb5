package io.github.limiter.ban;

import io.github.limiter.policy.BanRule;
import io.github.limiter.policy.BanRule.Repeat;
import io.github.limiter.store.Standing;
import io.github.limiter.store.Standing.Change;
import io.github.limiter.store.Standing.State;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All about one subject, under the lock of its owner. The steps are those of strike.lua, one by one. */
final class Dossier {

    private static final String SPARED = "; spared a longer ban";
    private static final String WHILE_BANNED = " while banned";

    private final Subject subject;
    private final Map<String, Strikes> strikes = new HashMap<>();

    /** Rules that refused calls were counted by. */
    private final Set<String> limiting = new HashSet<>();

    private final Deque<Long> earlierBans = new ArrayDeque<>();
    private final Deque<Long> pardons = new ArrayDeque<>();
    private final Exhibits exhibits = new Exhibits();
    private final GoodUsers users = new GoodUsers();
    private @Nullable Ban ban;
    private long challengedUntil;

    /** Until then it is not spared again what no challenge hinders. */
    private long sparedUntil;

    private long expiresAt;

    Dossier(Subject subject) {
        this.subject = subject;
    }

    Subject subject() {
        return subject;
    }

    Exhibits exhibits() {
        return exhibits;
    }

    /** The ban in force. */
    @Nullable
    Ban ban(long now) {
        Ban current = ban;
        Instant lapses = current == null ? null : current.lapses();
        return lapses != null && Micros.of(lapses) <= now ? null : current;
    }

    Standing standing(long now) {
        Ban current = ban(now);
        if (current != null) {
            return current.standing(Micros.instant(now));
        }
        return challengedUntil > now ? Standing.found(State.CHALLENGED, challengedUntil - now) : Standing.CLEAR;
    }

    /** A call that a limit refused: the only strikes that a pardon clears. */
    Standing strikeRefused(BanRule rule, @Nullable String item, long now) {
        Standing after = strike(rule, item, true, now);
        if (strikes.containsKey(rule.name())) {
            limiting.add(rule.name());
        }
        return after;
    }

    Standing strike(BanRule rule, @Nullable String item, long now) {
        return strike(rule, item, rule.name().equals(BanRule.LIMITED.name()), now);
    }

    private Standing strike(BanRule rule, @Nullable String item, boolean refused, long now) {
        Standing before = standing(now);
        if (before.isBanned() && !rule.whileBanned()) {
            return before;
        }
        Strikes ofRule = strikes.computeIfAbsent(rule.name(), name -> new Strikes());
        long quiet = ofRule.quiet(rule, now);
        long spacing = Micros.of(rule.spacing());
        if (quiet > 0) {
            return new Standing(before.state(), before.left(), Change.NONE, quiet);
        }
        boolean counted = ofRule.add(rule, item, now);
        keepUntil(ofRule.expiresAt());
        if (!counted) {
            return new Standing(before.state(), before.left(), Change.NONE, spacing);
        }
        int count = ofRule.count();
        if (count >= rule.strikes()) {
            strikes.remove(rule.name());
            return convict(rule, count, refused, before, now);
        }
        boolean challenge = rule.challengeAt() > 0 && count >= rule.challengeAt() && !rule.isShadow();
        if (!challenge) {
            return new Standing(before.state(), before.left(), Change.STRUCK, spacing);
        }
        Standing after = challenge(now);
        return new Standing(after.state(), after.left(), before.isClear() ? Change.BEGAN : Change.STRUCK, spacing);
    }

    private Standing convict(BanRule rule, int count, boolean refused, Standing before, long now) {
        if (rule.isShadow()) {
            return new Standing(before.state(), before.left(), Change.WOULD_HAVE_BEGUN, 0);
        }
        boolean spared = rule.onlyChallenges() || users.areMany(now);
        if (before.isBanned()) {
            return spared || !outlasts(rule, before)
                    ? new Standing(before.state(), before.left(), Change.STRUCK, 0)
                    : begin(rule, first(rule), reason(count) + WHILE_BANNED, now);
        }
        if (spared) {
            return spare(rule, count, refused, before, now);
        }
        Duration length = length(rule, now);
        return begin(rule, length, reason(count), now);
    }

    /**
     * A challenge in the place of a ban. It hinders nobody but those whom limits refuse: of the rest, whoever goes on is
     * banned for a moment, and so is everybody where nobody asks for CAPTCHAs. Neither leads to longer bans.
     */
    private Standing spare(BanRule rule, int count, boolean refused, Standing before, long now) {
        if (!rule.challenges() || !refused && sparedUntil > now) {
            return begin(rule, rule.shortBan(), reason(count) + SPARED, now);
        }
        if (!refused) {
            sparedUntil = now + Micros.of(BanStore.CHALLENGE_LASTS);
            keepUntil(sparedUntil);
        }
        Standing after = challenge(now);
        return new Standing(after.state(), after.left(), before.isClear() ? Change.BEGAN : Change.STRUCK, 0);
    }

    /** Whether a first ban by a rule would end after the one in force. */
    private static boolean outlasts(BanRule rule, Standing before) {
        Duration first = first(rule);
        return before.left() != Standing.PERMANENT && (first == null || Micros.of(first) > before.left());
    }

    private static @Nullable Duration first(BanRule rule) {
        return rule.bans().isEmpty() ? null : rule.bans().get(0);
    }

    private Standing begin(BanRule rule, @Nullable Duration length, String reason, long now) {
        Instant start = Micros.instant(now);
        put(new Ban(
                subject, start, length == null ? null : start.plus(length), rule.name(), reason, "", length == null));
        return new Standing(State.BANNED, standing(now).left(), Change.BEGAN, 0);
    }

    private static String reason(int count) {
        return count + (count == 1 ? " strike" : " strikes");
    }

    /** The next step of the ladder; null if it has no end. Notes that there is another ban. */
    private @Nullable Duration length(BanRule rule, long now) {
        Repeat repeat = rule.repeat();
        long window = Micros.of(repeat.within());
        earlierBans.removeIf(at -> at <= now - window);
        int earlier = earlierBans.size();
        earlierBans.addLast(now);
        if (earlierBans.size() > BanRule.MAX_STRIKES) {
            earlierBans.removeFirst();
        }
        keepUntil(now + window);
        List<Duration> ladder = rule.bans();
        boolean endless = ladder.isEmpty() || repeat.bans() > 0 && earlier + 1 >= repeat.bans();
        return endless ? null : ladder.get(Math.min(earlier, ladder.size() - 1));
    }

    void met(String user, boolean struck, long now) {
        users.met(user, struck, now);
        keepUntil(now + Micros.of(Duration.ofDays(7)));
    }

    void put(Ban ban) {
        this.ban = ban;
    }

    /** A banned subject has nothing to solve. */
    Standing challenge(long now) {
        if (ban(now) == null) {
            challengedUntil = now + Micros.of(BanStore.CHALLENGE_LASTS);
            keepUntil(challengedUntil);
        }
        return standing(now);
    }

    Standing pardon(long now) {
        challengedUntil = 0;
        long hour = Micros.of(Duration.ofHours(1));
        pardons.removeIf(at -> at <= now - hour);
        if (pardons.size() < BanStore.PARDONS) {
            pardons.addLast(now);
            keepUntil(now + hour);
            strikes.remove(BanRule.LIMITED.name());
            strikes.keySet().removeAll(limiting);
            limiting.clear();
        }
        return standing(now);
    }

    @Nullable
    Ban lift(long now) {
        Ban lifted = ban(now);
        ban = null;
        challengedUntil = 0;
        sparedUntil = 0;
        strikes.clear();
        limiting.clear();
        return lifted;
    }

    /** For what is kept besides the ban. */
    void keepUntil(long time) {
        expiresAt = Math.max(expiresAt, time);
    }

    /** From then on it is no different from a new one. */
    boolean isOver(long now) {
        return expiresAt <= now && ban(now) == null;
    }
}
