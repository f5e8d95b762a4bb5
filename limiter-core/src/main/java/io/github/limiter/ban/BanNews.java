package io.github.limiter.ban;

import io.github.limiter.ban.BanStore.Follower;
import io.github.limiter.store.Standing;
import io.github.limiter.store.Standing.State;
import io.github.limiter.store.redis.RedisNews;
import io.github.limiter.subject.Subject;

/** What nodes tell each other about bans, as announce.lua writes it, for one who follows. */
record BanNews(Follower follower) implements RedisNews.TimedReader {

    @Override
    public void onNews(String text, long notBefore, long notAfter) {
        String[] fields = text.split("\t");
        if (fields.length < 2) {
            follower.onGap();
            return;
        }
        Subject subject = Subject.ofText(fields[1], null);
        // In doubt it was later, so that what follows in the stream also comes after; and it ends sooner.
        long ticks = notAfter / 1_000;
        long doubt = ticks - notBefore / 1_000;
        switch (fields[0]) {
            case "ban" -> follower.onStanding(subject, found(State.BANNED, fields[2], doubt), ticks);
            case "challenge" -> follower.onStanding(subject, found(State.CHALLENGED, fields[2], doubt), ticks);
            case "lift" -> follower.onClear(subject, ticks, true);
            case "pardon" -> follower.onClear(subject, ticks, false);
            default -> follower.onGap();
        }
    }

    @Override
    public void onGap() {
        follower.onGap();
    }

    @Override
    public void onLoss() {
        follower.onLoss();
    }

    private static Standing found(State state, String left, long doubt) {
        long micros = Long.parseLong(left);
        return Standing.found(state, micros < 0 ? Standing.PERMANENT : Math.max(0, micros - doubt));
    }
}
