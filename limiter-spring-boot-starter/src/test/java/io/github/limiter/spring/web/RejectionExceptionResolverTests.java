package io.github.limiter.spring.web;

import static io.github.limiter.spring.web.Given.limit;
import static io.github.limiter.spring.web.Given.limited;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.github.limiter.guard.CostException;
import io.github.limiter.guard.Decision;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.spring.json.Json;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.Ordered;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.servlet.ModelAndView;

class RejectionExceptionResolverTests {

    private static final Decision DECISION = limited(limit("p").refused(1));
    private static final RejectedException REJECTED = new RejectedException(DECISION);

    private final List<Decision> handled = new ArrayList<>();
    private final RejectionExceptionResolver resolver =
            new RejectionExceptionResolver((request, response, decision) -> handled.add(decision));
    private final MockHttpServletResponse response = new MockHttpServletResponse();

    @ParameterizedTest
    @MethodSource
    void handsTheDecisionToTheHandler(Exception refusal) {
        ModelAndView answer = resolve(resolver, refusal);

        assertThat(answer).isNotNull();
        assertThat(answer.isEmpty()).isTrue();
        assertThat(handled).containsExactly(DECISION);
    }

    static List<Arguments> handsTheDecisionToTheHandler() {
        return List.of(
                argumentSet("as thrown", REJECTED),
                argumentSet("of a future", new ExecutionException(REJECTED)),
                argumentSet("of a stage", new CompletionException(REJECTED)),
                argumentSet("of a proxy", new UndeclaredThrowableException(REJECTED)),
                argumentSet("of a forward", new ServletException(REJECTED)),
                argumentSet("several deep", new ServletException(new ExecutionException(new Error(REJECTED)))),
                argumentSet("15 deep", wrapped(REJECTED, 15)));
    }

    @ParameterizedTest
    @MethodSource
    void leavesToOthers(Exception exception) {
        assertThat(resolve(resolver, exception)).isNull();
        assertThat(handled).isEmpty();
        assertThat(response.getStatus()).isEqualTo(200);
        assertThat(response.getContentAsByteArray()).isEmpty();
    }

    static List<Arguments> leavesToOthers() {
        IllegalStateException one = new IllegalStateException();
        one.initCause(new IllegalStateException(one));
        IllegalStateException suppressing = new IllegalStateException();
        suppressing.addSuppressed(REJECTED);
        return List.of(
                argumentSet("anything else", new IllegalStateException("broken")),
                argumentSet("anything else with a cause", new IOException(new IllegalArgumentException())),
                argumentSet("a circle of causes", one),
                argumentSet("a refusal that is not the cause", suppressing),
                argumentSet("a cause deeper than any wrapper", wrapped(REJECTED, 16)));
    }

    @ParameterizedTest
    @MethodSource("costs")
    void answersAnImpossibleCostAsABadRequest(Exception exception, String detail) throws IOException {
        ModelAndView answer = resolve(resolver, exception);

        assertThat(answer).isNotNull();
        assertThat(answer.isEmpty()).isTrue();
        assertThat(handled).isEmpty();
        assertThat(response.getStatus()).isEqualTo(400);
        assertThat(response.getContentType()).isEqualTo("application/problem+json");
        assertThat(Json.object(response.getContentAsString()))
                .containsEntry("type", "about:blank")
                .containsEntry("title", "Bad Request")
                .containsEntry("status", 400)
                .containsEntry("detail", detail);
    }

    static List<Arguments> costs() {
        CostException cost = Given.impossibleCost();
        return List.of(
                argumentSet("as thrown", cost, cost.getMessage()),
                argumentSet("of a stage", new CompletionException("failed", cost), cost.getMessage()));
    }

    @ParameterizedTest
    @MethodSource("costs")
    @MethodSource("handsTheDecisionToTheHandler")
    void saysNothingOnACommittedResponse(Exception exception) throws IOException {
        response.getWriter().write("half");
        response.flushBuffer();

        assertThat(resolve(resolver, exception)).isNull();
        assertThat(handled).isEmpty();
        assertThat(response.getContentAsString()).isEqualTo("half");
    }

    @Test
    void failsTheRequestIfTheHandlerFails() {
        IOException broken = new IOException("broken pipe");
        RejectionExceptionResolver failing = new RejectionExceptionResolver((request, response, decision) -> {
            throw broken;
        });

        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> resolve(failing, REJECTED))
                .withCause(broken);
    }

    @Test
    void standsBeforeAllOthers() {
        assertThat(resolver.getOrder()).isEqualTo(Ordered.HIGHEST_PRECEDENCE);
    }

    private ModelAndView resolve(RejectionExceptionResolver resolver, Exception exception) {
        return resolver.resolveException(new MockHttpServletRequest("GET", "/"), response, null, exception);
    }

    private static Exception wrapped(Exception exception, int times) {
        return times == 0 ? exception : new RuntimeException(wrapped(exception, times - 1));
    }
}
