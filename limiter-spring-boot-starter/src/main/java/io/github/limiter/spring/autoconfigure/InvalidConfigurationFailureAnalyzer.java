package io.github.limiter.spring.autoconfigure;

import io.github.limiter.policy.InvalidConfigurationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Turns a wrong limit into a start-up message with what to do about it; first, since Boot's own know less. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class InvalidConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<InvalidConfigurationException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidConfigurationException cause) {
        return new FailureAnalysis(cause.description(), cause.fix(), rootFailure);
    }
}
