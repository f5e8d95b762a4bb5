package io.github.limiter.spring.captcha;

import io.github.limiter.captcha.Captcha;
import io.github.limiter.captcha.Issued;
import io.github.limiter.captcha.Verdict;
import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Guard;
import io.github.limiter.guard.GuardRequest;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.spring.json.JsonObject;
import io.github.limiter.spring.json.JsonReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The endpoint that gives out challenges and takes answers, and the page. They ask nobody to log in, take no form of another
 * site (so they need no CSRF token: what is not JSON is refused before it is read), and read no more of a body than the
 * longest answer. Thread-safe.
 *
 * <p>Stages complete with {@link RejectedException} if the caller is limited: it is answered like any other.
 */
public final class CaptchaEndpoints {

    /** Gives out challenges and takes answers. */
    public static final String CAPTCHA = "/limiter/captcha";

    /** The page. */
    public static final String PAGE = "/limiter/challenge";

    private static final Logger log = LoggerFactory.getLogger(CaptchaEndpoints.class);

    /** JSON around the longest answer, with every character of it escaped, would still be no answer that is right. */
    private static final int MAX_BODY = Captcha.MAX_ANSWER + 1_024;

    private final Captcha captcha;
    private final ChallengePage page;
    private final Guard guard;
    private final List<Charge> issueCharges;
    private final List<Charge> answerCharges;

    /**
     * Endpoints.
     *
     * @param captcha gives out challenges and judges answers
     * @param page what browsers are shown
     * @param guard decides whether somebody has asked too often
     * @param issueCharges what a challenge costs
     * @param answerCharges what an answer costs
     */
    public CaptchaEndpoints(
            Captcha captcha, ChallengePage page, Guard guard, List<Charge> issueCharges, List<Charge> answerCharges) {
        this.captcha = captcha;
        this.page = page;
        this.guard = guard;
        this.issueCharges = List.copyOf(issueCharges);
        this.answerCharges = List.copyOf(answerCharges);
    }

    /**
     * Whether a request is for one of the endpoints.
     *
     * @param path within the application, as it was sent
     * @return whether {@link #answer} answers it
     */
    public static boolean serves(String path) {
        return path.equals(CAPTCHA) || path.equals(PAGE);
    }

    /**
     * Answers a request.
     *
     * @param request for one of the endpoints
     * @param worker draws pictures, which takes some milliseconds, and reads bodies, once the caller is admitted; not a
     *     thread of the store, on which all others wait
     * @return the answer; completes with {@link RejectedException} if the caller is limited
     */
    public CompletionStage<CaptchaReply> answer(CaptchaRequest request, Executor worker) {
        boolean get = request.method().equals("GET") || request.method().equals("HEAD");
        if (request.path().equals(PAGE)) {
            return get ? now(page.reply(request)) : now(methodNotAllowed("GET, HEAD"));
        }
        if (get) {
            return admitted(request, issueCharges, worker, () -> issue(request))
                    .exceptionally(CaptchaEndpoints::unavailable);
        }
        return request.method().equals("POST") ? post(request, worker) : now(methodNotAllowed("GET, HEAD, POST"));
    }

    private CompletionStage<CaptchaReply> issue(CaptchaRequest request) {
        return captcha.issue(QueryParameters.first(request.query(), "provider")).thenApply(CaptchaEndpoints::issued);
    }

    private static CaptchaReply issued(Issued issued) {
        return CaptchaReply.json(new JsonObject()
                .add("id", issued.id())
                .add("provider", issued.provider())
                .addAll(issued.shown())
                .add("expiresIn", (int) issued.lifetime().toSeconds()));
    }

    private CompletionStage<CaptchaReply> post(CaptchaRequest request, Executor worker) {
        if (!isJson(request.header("Content-Type"))) {
            return now(CaptchaReply.problem(
                    415, "about:blank", "Unsupported Media Type", "an answer is application/json"));
        }
        if (isTooLong(request.header("Content-Length"))) {
            return now(tooLarge());
        }
        return admitted(
                        request,
                        answerCharges,
                        worker,
                        () -> request.body(MAX_BODY).thenCompose(body -> judge(request, body)))
                .exceptionally(CaptchaEndpoints::unavailable);
    }

    private static boolean isJson(@Nullable String contentType) {
        return contentType != null && contentType.split(";", 2)[0].strip().equalsIgnoreCase("application/json");
    }

    private static boolean isTooLong(@Nullable String contentLength) {
        return contentLength != null
                && (contentLength.length() > 9
                        || contentLength.chars().allMatch(c -> c >= '0' && c <= '9')
                                && !contentLength.isEmpty()
                                && Integer.parseInt(contentLength) > MAX_BODY);
    }

    private CompletionStage<CaptchaReply> judge(CaptchaRequest request, byte[] body) {
        if (body.length > MAX_BODY) {
            return now(tooLarge());
        }
        Map<String, @Nullable Object> members;
        try {
            members = JsonReader.object(new String(body, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return now(failed("the body is no JSON object"));
        }
        return members.get("id") instanceof String id && members.get("answer") instanceof String answer
                ? captcha.answer(id, answer, request.caller()).thenApply(verdict -> judged(verdict, request))
                : now(failed("the body has no id and answer that are text"));
    }

    private CaptchaReply judged(Verdict verdict, CaptchaRequest request) {
        String pass = verdict.pass();
        if (pass != null) {
            return CaptchaReply.json(new JsonObject().add("pass", pass).add("expiresIn", (int)
                            captcha.passLifetime().toSeconds()))
                    .with(
                            "Set-Cookie",
                            PassCookie.of(pass, captcha.passLifetime(), request.contextPath(), request.isSecure()));
        }
        return switch (verdict.kind()) {
            case UNJUDGED ->
                CaptchaReply.problem(
                                503,
                                "urn:limiter:captcha-unavailable",
                                "CAPTCHA Unavailable",
                                "answers cannot be judged now")
                        .with("Retry-After", "5");
            case WRONG -> failed("the answer is wrong");
            default -> failed("the challenge is not there: it was answered, or it has expired");
        };
    }

    private static CaptchaReply failed(String detail) {
        return CaptchaReply.problem(400, "urn:limiter:captcha-failed", "CAPTCHA Failed", detail);
    }

    private static CaptchaReply tooLarge() {
        return CaptchaReply.problem(413, "about:blank", "Content Too Large", "no answer is that long");
    }

    private static CaptchaReply methodNotAllowed(String allowed) {
        return CaptchaReply.problem(405, "about:blank", "Method Not Allowed", "use " + allowed)
                .with("Allow", allowed);
    }

    private CompletionStage<CaptchaReply> admitted(
            CaptchaRequest request,
            List<Charge> charges,
            Executor worker,
            Supplier<CompletionStage<CaptchaReply>> then) {
        return guard.decideAsync(GuardRequest.aboutChallenges(request.caller(), charges))
                .thenComposeAsync(decision -> goOn(decision, then), worker);
    }

    private static CompletionStage<CaptchaReply> goOn(Decision decision, Supplier<CompletionStage<CaptchaReply>> then) {
        return decision.isAllowed() ? then.get() : CompletableFuture.failedFuture(new RejectedException(decision));
    }

    /** The store cannot be reached; nobody has done anything wrong. */
    private static CaptchaReply unavailable(Throwable thrown) {
        Throwable failure = thrown instanceof CompletionException wrapper && wrapper.getCause() != null
                ? wrapper.getCause()
                : thrown;
        if (failure instanceof RejectedException rejected) {
            throw rejected;
        }
        if (failure instanceof IOException) {
            return failed("the body could not be read");
        }
        log.warn("A request for a challenge fails: {}", failure.toString());
        return CaptchaReply.problem(
                        503, "urn:limiter:store-unavailable", "Store Unavailable", "the store does not answer")
                .with("Retry-After", "1");
    }

    private static CompletionStage<CaptchaReply> now(CaptchaReply reply) {
        return CompletableFuture.completedFuture(reply);
    }
}
