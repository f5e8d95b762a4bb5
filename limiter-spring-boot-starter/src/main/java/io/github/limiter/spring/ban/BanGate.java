package io.github.limiter.spring.ban;

import io.github.limiter.ban.Bans;
import io.github.limiter.ban.Offence;
import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Guard;
import io.github.limiter.guard.GuardRequest;
import io.github.limiter.path.RequestPath;
import io.github.limiter.policy.BanRule;
import io.github.limiter.store.Standing;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests before anything else runs: those of banned callers, and those for traps. A request that neither concerns
 * costs some nanoseconds. Thread-safe.
 */
public final class BanGate {

    private static final int FORBIDDEN = 403;

    private final Guard guard;
    private final Bans bans;
    private final RequestRules rules;
    private final OpenPaths open;
    private final BannedLogins logins;
    private final boolean everywhere;
    private final Duration deadline;

    /**
     * A gate.
     *
     * @param guard decides about those who are banned, so that its listeners hear of it
     * @param bans knows them
     * @param rules what the traps are
     * @param open what a ban does not close
     * @param logins how often those who are banned may try to log in there
     * @param everywhere whether bans hold for all requests
     * @param deadline longest wait for a strike to be counted
     */
    public BanGate(
            Guard guard,
            Bans bans,
            RequestRules rules,
            OpenPaths open,
            BannedLogins logins,
            boolean everywhere,
            Duration deadline) {
        this.logins = logins;
        this.guard = guard;
        this.bans = bans;
        this.rules = rules;
        this.open = open;
        this.everywhere = everywhere;
        this.deadline = deadline;
    }

    /**
     * Whether a caller may have to be refused: a quick look that lets most through.
     *
     * @param caller who calls, as far as is known
     * @param credentials what the request may log in by
     * @return false if {@link #ask} need not be
     */
    public boolean mayRefuse(Caller caller, LoginCredentials credentials) {
        return (everywhere || credentials != LoginCredentials.NONE)
                && (bans.find(caller).isBanned() || !bans.isCertain());
    }

    /**
     * Takes note of a user who has logged in: an address with several good ones is nobody's alone.
     *
     * @param caller with address and user
     */
    public void met(Caller caller) {
        bans.met(caller);
    }

    /**
     * Whether a path is a trap.
     *
     * @param path what is asked for
     * @return true if {@link #spring} is to be called
     */
    public boolean isTrap(RequestPath path) {
        return rules.honeypot() != null && rules.traps().contains(path);
    }

    /**
     * Looks at who calls.
     *
     * @param caller who calls, as far as is known
     * @param path what is asked for
     * @param written as it came over the network
     * @param credentials what the request may log in by, and nobody has looked at yet
     * @return whether the request goes on; never completes exceptionally
     */
    public CompletableFuture<Passage> ask(
            Caller caller, RequestPath path, String written, LoginCredentials credentials) {
        boolean hasAuthority = open.contain(path, written);
        boolean isOpen = hasAuthority || !everywhere;
        // Forms are for people who use the application; endpoints are asked with a field, or with a session.
        LoginCredentials looked =
                hasAuthority && credentials == LoginCredentials.BODY ? LoginCredentials.NONE : credentials;
        if (isOpen && looked == LoginCredentials.NONE) {
            return CompletableFuture.completedFuture(Passage.FREE);
        }
        return bans.standing(caller)
                .thenCompose(standing -> {
                    if (!standing.isBanned()) {
                        return CompletableFuture.completedFuture(Passage.FREE);
                    }
                    return isOpen
                            ? tryLogin(caller, looked, hasAuthority)
                            : refuse(caller).thenApply(Passage::of);
                })
                .toCompletableFuture();
    }

    private CompletableFuture<Passage> tryLogin(Caller caller, LoginCredentials credentials, boolean hasAuthority) {
        Subject address = logins.begin(caller);
        return address == null
                ? refuse(caller).thenApply(Passage::of)
                : CompletableFuture.completedFuture(new Passage(
                        null, new LoginAttempt(logins, address, credentials, hasAuthority, () -> refuse(caller))));
    }

    /**
     * Springs a trap: the caller is struck and, mostly, banned at once; or asked for a CAPTCHA, if others share the address.
     *
     * @param caller who calls, as far as is known
     * @param method HTTP method
     * @param path what is asked for
     * @param agent what the sender calls itself
     * @return whether the request goes on; never completes exceptionally
     */
    public CompletableFuture<Passage> spring(Caller caller, String method, RequestPath path, @Nullable String agent) {
        BanRule rule = rules.honeypot();
        if (rule == null) {
            return CompletableFuture.completedFuture(Passage.FREE);
        }
        Offence offence =
                new Offence(Instant.now(), rule.name(), method, path.text(), FORBIDDEN, agent == null ? "" : agent);
        return bans.strike(caller, rule, path.text(), offence)
                .toCompletableFuture()
                .copy()
                .completeOnTimeout(Standing.CLEAR, deadline.toNanos(), TimeUnit.NANOSECONDS)
                .thenCompose(standing -> standing.isClear()
                        ? CompletableFuture.completedFuture(Passage.FREE)
                        : decide(caller, rule).thenApply(Passage::of));
    }

    /** A rule says that the ban holds here; without limits, nothing is counted by it. */
    private CompletableFuture<Optional<Decision>> refuse(Caller caller) {
        return decide(caller, everywhere ? null : BanRule.FAILED_LOGINS);
    }

    private CompletableFuture<Optional<Decision>> decide(Caller caller, @Nullable BanRule rule) {
        return guard.decideAsync(new GuardRequest(caller, List.of(), false, rule))
                .thenApply(decision -> decision.isAllowed() ? Optional.<Decision>empty() : Optional.of(decision))
                .toCompletableFuture();
    }
}
