package io.github.limiter.spring.ban;

import io.github.limiter.guard.Decision;
import io.github.limiter.subject.Subject;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * A request of somebody who is banned that may log in, for a path that his ban leaves open. Where it may not, it is
 * answered like any request that a ban refuses, so that the answer tells nothing. Thread-safe.
 */
public final class LoginAttempt {

    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    private final BannedLogins logins;
    private final Subject address;
    private final LoginCredentials credentials;
    private final boolean hasAuthority;
    private final Supplier<CompletableFuture<Optional<Decision>>> refusal;
    private final AtomicBoolean over = new AtomicBoolean();

    LoginAttempt(
            BannedLogins logins,
            Subject address,
            LoginCredentials credentials,
            boolean hasAuthority,
            Supplier<CompletableFuture<Optional<Decision>>> refusal) {
        this.logins = logins;
        this.address = address;
        this.credentials = credentials;
        this.hasAuthority = hasAuthority;
        this.refusal = refusal;
    }

    /**
     * Whether an answer says that the credentials are wrong; at an endpoint with an authority of its own, also that they
     * are good for nothing there.
     *
     * @param status of the answer
     * @param loginFailed whether somebody has said that a login failed, whatever the answer
     * @return true if {@link #fail} is to be called
     */
    public boolean isFailure(int status, boolean loginFailed) {
        return loginFailed
                || credentials == LoginCredentials.FIELD
                        && (status == UNAUTHORIZED || hasAuthority && status == FORBIDDEN);
    }

    /**
     * The credentials are wrong.
     *
     * @return what to answer instead; empty if the ban has ended meanwhile; never completes exceptionally
     */
    public CompletableFuture<Optional<Decision>> fail() {
        end(true);
        return refusal.get();
    }

    /** The request has ended. Unless it has failed, it counts for nothing. */
    public void end() {
        end(false);
    }

    private void end(boolean failed) {
        if (over.compareAndSet(false, true)) {
            logins.end(address, failed);
        }
    }
}
