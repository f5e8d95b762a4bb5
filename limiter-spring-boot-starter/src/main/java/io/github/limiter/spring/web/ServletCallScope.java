package io.github.limiter.spring.web;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.load.RequestTime;
import io.github.limiter.path.RequestPath;
import io.github.limiter.spring.interceptor.CallScope;
import io.github.limiter.spring.load.LoadFilter;
import io.github.limiter.spring.watch.RequestMarks;
import io.github.limiter.spring.watch.Watched;
import io.github.limiter.store.LimitResult;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.ClientAddress;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpEntity;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** One request: who makes it, what it still owes, and what was decided about it so far. */
final class ServletCallScope implements CallScope, Watched {

    private final ServletCallers callers;
    private final RateLimitFields fields;
    private final ClientAddress address;
    private HttpServletRequest request;
    private @Nullable HttpServletResponse response;
    private final List<LimitResult> results = new ArrayList<>(4);
    private final Queue<Runnable> atEnd = new ConcurrentLinkedQueue<>();
    private final RequestMarks marks = new RequestMarks();
    private List<Charge> owed = List.of();
    private @Nullable RequestPath path;
    private @Nullable String userSeen;
    private boolean answered;

    ServletCallScope(
            HttpServletRequest request,
            @Nullable HttpServletResponse response,
            ServletCallers callers,
            RateLimitFields fields) {
        this.request = request;
        this.response = response;
        this.callers = callers;
        this.fields = fields;
        this.address = callers.address(request);
    }

    /** What filters have wrapped it in since, such as Spring Security's, knows more than what was seen first. */
    void seenAs(HttpServletRequest request, @Nullable HttpServletResponse response) {
        this.request = request;
        this.response = response;
    }

    /** Leaves charges to the first guarded call of the request. */
    void owe(List<Charge> charges) {
        owed = charges;
    }

    /** Has something done when the request has ended. */
    void atEnd(Runnable last) {
        atEnd.add(last);
    }

    /** The request has ended. */
    void ended() {
        for (Runnable last = atEnd.poll(); last != null; last = atEnd.poll()) {
            last.run();
        }
    }

    @Override
    public boolean goesOn(@Nullable Object answer, Runnable atEnd) {
        Object body = answer instanceof HttpEntity<?> entity ? entity.getBody() : answer;
        boolean goesOn = body instanceof Callable
                || body instanceof WebAsyncTask
                || body instanceof DeferredResult
                || body instanceof ResponseBodyEmitter
                || body instanceof StreamingResponseBody;
        if (goesOn) {
            atEnd(atEnd);
        }
        return goesOn;
    }

    @Override
    public RequestMarks marks() {
        return marks;
    }

    /** What it asks for, in one spelling. */
    RequestPath path() {
        RequestPath known = path;
        if (known == null) {
            known = ServletSighting.path(ServletCallers.asReceived(request));
            path = known;
        }
        return known;
    }

    /** Notes that the limiter itself has answered. */
    void answered() {
        answered = true;
    }

    boolean wasAnswered() {
        return answered;
    }

    /** Null where nobody will read an answer. */
    @Nullable
    HttpServletResponse response() {
        return response;
    }

    /** The user is looked up each time: who is logged in may become known during the request. */
    @Override
    public Caller caller() {
        userSeen = callers.user(request);
        return new Caller(address, userSeen, request);
    }

    /** The caller before anybody can know who is logged in. */
    Caller callerByAddress() {
        return new Caller(address, null, request);
    }

    /** The caller as it was known last: at the end, the security context is gone. */
    Caller callerSeen() {
        return new Caller(address, userSeen, null);
    }

    @Override
    public List<Charge> takeOver() {
        List<Charge> taken = owed;
        owed = List.of();
        return taken;
    }

    @Override
    public void decided(Decision decision) {
        RequestTime time = decision.delayMicros() > 0 ? LoadFilter.timeOf(request) : null;
        if (time != null) {
            // It has waited for its departure.
            time.resume();
        }
        results.addAll(decision.limits());
        if (response != null && !response.isCommitted()) {
            fields.write(results, response::setHeader);
        }
    }
}
