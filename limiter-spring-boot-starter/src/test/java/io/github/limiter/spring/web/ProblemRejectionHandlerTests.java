package io.github.limiter.spring.web;

import static io.github.limiter.spring.web.Given.blocked;
import static io.github.limiter.spring.web.Given.limit;
import static io.github.limiter.spring.web.Given.limited;
import static io.github.limiter.spring.web.Given.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.guard.Decision;
import io.github.limiter.spring.json.Json;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class ProblemRejectionHandlerTests {

    private final Decision limited = limited(limit("order-create").refused(seconds(4.2)));
    private final RejectionHandler handler = new ProblemRejectionHandler(new RateLimitFields(HeaderMode.BOTH), null);
    private final MockHttpServletResponse response = new MockHttpServletResponse();

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE"})
    void writesTheProblem(String method) throws IOException {
        handle(method, limited);

        assertThat(response.getStatus()).isEqualTo(429);
        assertThat(response.getContentType()).isEqualTo("application/problem+json");
        assertThat(response.getHeader("Cache-Control")).isEqualTo("no-store");
        assertThat(response.getHeader("Retry-After")).isEqualTo("5");
        assertThat(response.getHeader("RateLimit")).isEqualTo("\"order-create\";r=0;t=5");
        assertThat(response.getHeader("X-RateLimit-Reset")).isEqualTo("5");
        assertThat(Json.object(response.getContentAsString())).containsEntry("decision", limited.id());
        assertThat(response.getContentLength()).isEqualTo(response.getContentAsByteArray().length);
    }

    @Test
    void writesNoBodyForHead() throws IOException {
        handle("GET", limited);
        int length = response.getContentLength();
        response.reset();
        handle("HEAD", limited);

        assertThat(response.getStatus()).isEqualTo(429);
        assertThat(response.getContentType()).isEqualTo("application/problem+json");
        assertThat(response.getHeader("Retry-After")).isEqualTo("5");
        assertThat(response.getContentLength()).as("that of GET").isEqualTo(length);
        assertThat(response.getContentAsByteArray()).isEmpty();
    }

    @Test
    void keepsWhatOthersHaveSet() throws IOException {
        response.setHeader("Access-Control-Allow-Origin", "https://shop.example");
        response.addHeader("Vary", "Origin");
        response.addHeader("Vary", "Accept");
        response.setHeader("X-Request-Id", "42");

        handle("GET", limited);

        assertThat(response.getHeader("Access-Control-Allow-Origin")).isEqualTo("https://shop.example");
        assertThat(response.getHeaders("Vary")).containsExactly("Origin", "Accept");
        assertThat(response.getHeader("X-Request-Id")).isEqualTo("42");
    }

    @Test
    void replacesTheFieldsOfAnEarlierDecision() throws IOException {
        response.setHeader("RateLimit", "\"per-address\";r=50;t=60");
        response.setHeader("Cache-Control", "max-age=60");

        handle("GET", limited);

        assertThat(response.getHeaders("RateLimit")).containsExactly("\"order-create\";r=0;t=5");
        assertThat(response.getHeaders("Cache-Control")).containsExactly("no-store");
    }

    @Test
    void replacesABodyThatWasBegun() throws IOException {
        response.setStatus(201);
        response.setContentType("text/html");
        response.setContentLength(100_000);
        response.getWriter().write("<html>");

        handle("GET", blocked());

        assertThat(response.getStatus()).isEqualTo(403);
        assertThat(Json.object(response.getContentAsString())).containsEntry("status", 403);
        assertThat(response.getContentLength()).isEqualTo(response.getContentAsByteArray().length);
        assertThat(response.getContentType()).startsWith("application/problem+json");
    }

    @Test
    void leavesACommittedResponseAlone() throws IOException {
        response.getWriter().write("half of ");
        response.flushBuffer();

        handle("GET", limited);

        assertThat(response.getStatus()).isEqualTo(200);
        assertThat(response.getContentAsString()).isEqualTo("half of ");
        assertThat(response.getHeaderNames()).isEmpty();
    }

    private void handle(String method, Decision decision) throws IOException {
        handler.handle(new MockHttpServletRequest(method, "/orders"), response, decision);
    }
}
