package io.github.limiter.store.redis;

import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.UndecidedException;
import io.github.limiter.store.redis.ScriptedDecisions.Call;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What decide.lua and decide_one.lua answer. */
final class DecisionReply {

    private static final int NUMBERS_PER_LIMIT = 4;
    private static final int NUMBERS_PER_STRIKE = 5;
    private static final long UNDECIDED = -1;
    private static final long BANNED = -2;

    private final List<Long> numbers;

    private DecisionReply(List<Long> numbers, int limits) {
        if (numbers.size() < at(limits)) {
            throw new UndecidedException("A reply of " + numbers.size() + " numbers about " + limits + " limits");
        }
        this.numbers = numbers;
    }

    /** Of a call that strikes nobody, alone. */
    static List<LimitResult> toOne(List<LimitCheck> checks, List<Long> numbers) {
        return new DecisionReply(numbers, checks.size()).decided(checks, 0);
    }

    /** The results of each call; null for one of several that could not be decided. */
    static List<@Nullable List<LimitResult>> to(List<Call> calls, List<Long> numbers) {
        int limits = 0;
        for (Call call : calls) {
            limits += call.checks().size();
        }
        DecisionReply reply = new DecisionReply(numbers, limits);
        List<@Nullable List<LimitResult>> results = new ArrayList<>(calls.size());
        int first = 0;
        for (Call call : calls) {
            results.add(reply.to(call, first, limits));
            first += call.checks().size();
        }
        return results;
    }

    /** The results of a call whose limits come after the first so many, of all. */
    private @Nullable List<LimitResult> to(Call call, int first, int limits) {
        long what = retryAfter(first);
        if (what == UNDECIDED) {
            return null;
        }
        if (what == BANNED) {
            return banned(call.checks(), first);
        }
        List<LimitResult> decided = decided(call.checks(), first);
        return call.targets().subjects().isEmpty() ? decided : struck(decided, call, first, limits);
    }

    private List<LimitResult> decided(List<LimitCheck> checks, int first) {
        long now = numbers.get(0);
        boolean admitted = true;
        for (int i = 0; i < checks.size(); i++) {
            admitted &= retryAfter(first + i) == 0 || !checks.get(i).enforced();
        }
        LimitResult[] results = new LimitResult[checks.size()];
        for (int i = 0; i < results.length; i++) {
            int at = at(first + i);
            long retryAfter = numbers.get(at);
            long delay = numbers.get(at + 3);
            results[i] = new LimitResult(
                    checks.get(i),
                    retryAfter == 0,
                    retryAfter == 0 && admitted,
                    numbers.get(at + 1),
                    retryAfter,
                    numbers.get(at + 2),
                    delay,
                    now + delay);
        }
        return List.of(results);
    }

    private List<LimitResult> banned(List<LimitCheck> checks, int first) {
        List<LimitResult> results = new ArrayList<>(checks.size());
        for (int i = 0; i < checks.size(); i++) {
            long left = numbers.get(at(first + i) + 1);
            results.add(
                    left == 0
                            ? LimitResult.unknown(checks.get(i))
                            : LimitResult.banned(checks.get(i), Targets.banned(left)));
        }
        return results;
    }

    /** The results with the standings of those whom they struck, which follow the last limit of all calls. */
    private List<LimitResult> struck(List<LimitResult> decided, Call call, int first, int limits) {
        List<LimitResult> results = decided;
        for (int at = at(limits); at < numbers.size(); at += NUMBERS_PER_STRIKE) {
            int limit = Math.toIntExact(numbers.get(at)) - 1 - first;
            if (limit >= 0 && limit < decided.size()) {
                results = results == decided ? new ArrayList<>(decided) : results;
                call.targets().mark(results, limit, numbers.subList(at + 1, at + NUMBERS_PER_STRIKE));
            }
        }
        return results;
    }

    private long retryAfter(int limit) {
        return numbers.get(at(limit));
    }

    private static int at(int limit) {
        return 1 + limit * NUMBERS_PER_LIMIT;
    }
}
