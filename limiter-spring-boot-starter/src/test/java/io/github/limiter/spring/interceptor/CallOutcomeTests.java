package io.github.limiter.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.policy.Written;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.server.ResponseStatusException;

/** Which calls are failures of the caller's making. */
class CallOutcomeTests {

    /** What an order was answered. */
    public record Payment(boolean approved) {}

    @ResponseStatus(HttpStatus.GONE)
    private static final class Gone extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static CallOutcome outcome(String result, int... statuses) {
        ResultExpression expression = result.isEmpty()
                ? null
                : new CallExpressions(new DefaultListableBeanFactory(), null)
                        .aboutResult(
                                new Written(result, "here"),
                                Objects.requireNonNull(ReflectionUtils.findMethod(Supplier.class, "get")));
        return new CallOutcome(List.of(IllegalStateException.class), statuses, expression);
    }

    @Test
    void exceptionsThatAreAnsweredWithAStatusOfTheCallers() {
        assertThat(outcome("")
                        .of(null, new ResponseStatusException(HttpStatus.UNAUTHORIZED))
                        .failed())
                .isTrue();
        assertThat(outcome("").of(null, new BadCredentialsException("no")).failed())
                .isTrue();
        assertThat(outcome("").of(null, new Gone()).failed()).isTrue();
        assertThat(outcome("").of(null, new CompletionException(new Gone())).status())
                .isEqualTo(410);
        assertThat(outcome("")
                        .of(null, new ResponseStatusException(HttpStatus.BAD_GATEWAY))
                        .failed())
                .isFalse();
        assertThat(outcome("").of(null, new NullPointerException()).failed()).isFalse();
    }

    @Test
    void exceptionsThatAreNamed() {
        assertThat(outcome("").of(null, new IllegalStateException()).failed()).isTrue();
    }

    @Test
    void statusesThatAreNamed() {
        assertThat(outcome("").of(ResponseEntity.notFound().build(), null).failed())
                .isTrue();
        assertThat(outcome("", 402).of(ResponseEntity.status(402).build(), null).failed())
                .isTrue();
        assertThat(outcome("", 402).of(ResponseEntity.notFound().build(), null).failed())
                .isFalse();
        assertThat(outcome("").of(ResponseEntity.ok().build(), null).failed()).isFalse();
    }

    @Test
    void resultsThatSaySo() {
        assertThat(outcome("!approved").of(new Payment(false), null).failed()).isTrue();
        assertThat(outcome("!approved").of(new Payment(true), null).failed()).isFalse();
        assertThat(outcome("#root == 'declined'").of("declined", null).failed()).isTrue();
        assertThat(outcome("!approved").of("of another type", null).failed()).isFalse();
        assertThat(outcome("!approved").of(null, null).failed()).isFalse();
    }

    @Test
    void whatIsNoExpressionStopsTheStart() {
        assertThatThrownBy(() -> outcome("!("))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("here: '!(' is not SpEL");
    }
}
