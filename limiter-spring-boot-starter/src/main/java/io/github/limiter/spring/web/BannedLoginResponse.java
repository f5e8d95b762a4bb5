package io.github.limiter.spring.web;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.spring.ban.LoginAttempt;
import io.github.limiter.spring.watch.RequestMarks;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The answer to somebody who is banned and tries to log in: where it would say that he may not, he is refused as banned. */
final class BannedLoginResponse extends HttpServletResponseWrapper {

    private final LoginAttempt attempt;
    private final RequestMarks marks;
    private boolean failed;
    private @Nullable Decision refusal;

    BannedLoginResponse(HttpServletResponse response, LoginAttempt attempt, RequestMarks marks) {
        super(response);
        this.attempt = attempt;
        this.marks = marks;
    }

    /** A form login says so by where it leads to. */
    @Override
    public void sendRedirect(String location) throws IOException {
        refuseIfFailed(SC_FOUND);
        super.sendRedirect(location);
    }

    @Override
    public void setStatus(int status) {
        refuseIfFailed(status);
        super.setStatus(status);
    }

    @Override
    public void sendError(int status) throws IOException {
        refuseIfFailed(status);
        super.sendError(status);
    }

    @Override
    public void sendError(int status, String message) throws IOException {
        refuseIfFailed(status);
        super.sendError(status, message);
    }

    /** What takes the place of the answer; null: the answer stands. */
    @Nullable
    Decision refusal() {
        return refusal;
    }

    /** Counts what was answered without a word of it. */
    void ended() {
        refuseIfFailed(getStatus());
    }

    /** Once: the refusal has such a status too. */
    private void refuseIfFailed(int status) {
        if (failed || !attempt.isFailure(status, marks.hasFailedLogin())) {
            return;
        }
        failed = true;
        refusal = attempt.fail().join().orElse(null);
        if (refusal != null) {
            throw new RejectedException(refusal);
        }
    }
}
