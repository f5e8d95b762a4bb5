package io.github.limiter.spring.web.reactive;

import io.github.limiter.spring.web.ProblemResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Carries a {@link ProblemResponse}, or another answer, into the response of an exchange. */
public final class ExchangeProblem {

    private static final Logger log = LoggerFactory.getLogger(ExchangeProblem.class);

    private ExchangeProblem() {}

    /**
     * Writes the answer; other fields that the response has are kept.
     *
     * @param problem the answer
     * @param exchange whose response it becomes
     * @return completes when it is written, or if the response is committed already
     */
    public static Mono<Void> write(ProblemResponse problem, ServerWebExchange exchange) {
        return write(problem.status(), problem.headers(), problem.body(), exchange);
    }

    /** A body in ASCII. */
    static Mono<Void> write(int status, Map<String, String> fields, String text, ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        if (!response.setStatusCode(HttpStatusCode.valueOf(status))) {
            log.debug("Response is committed, there is no other answer: {}", status);
            return Mono.empty();
        }
        byte[] body = text.getBytes(StandardCharsets.US_ASCII);
        HttpHeaders headers = response.getHeaders();
        headers.clearContentHeaders();
        fields.forEach((name, value) -> {
            if (name.equals(HttpHeaders.SET_COOKIE)) {
                headers.add(name, value);
            } else {
                headers.set(name, value);
            }
        });
        headers.setContentLength(body.length);
        // Of a HEAD request, Spring sends the fields alone.
        return response.writeWith(Mono.just(response.bufferFactory().wrap(body)));
    }
}
