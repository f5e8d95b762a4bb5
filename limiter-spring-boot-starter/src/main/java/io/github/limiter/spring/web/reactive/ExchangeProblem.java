package io.github.limiter.spring.web.reactive;

import io.github.limiter.spring.web.ProblemResponse;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Carries a {@link ProblemResponse} into the response of an exchange. */
final class ExchangeProblem {

    private static final Logger log = LoggerFactory.getLogger(ExchangeProblem.class);

    private ExchangeProblem() {}

    static Mono<Void> write(ProblemResponse problem, ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        if (!response.setStatusCode(HttpStatusCode.valueOf(problem.status()))) {
            log.debug("Response is committed, problem is not written: {}", problem.body());
            return Mono.empty();
        }
        byte[] body = problem.body().getBytes(StandardCharsets.US_ASCII);
        HttpHeaders headers = response.getHeaders();
        headers.clearContentHeaders();
        problem.headers().forEach(headers::set);
        headers.setContentLength(body.length);
        // Of a HEAD request, Spring sends the fields alone.
        return response.writeWith(Mono.just(response.bufferFactory().wrap(body)));
    }
}
