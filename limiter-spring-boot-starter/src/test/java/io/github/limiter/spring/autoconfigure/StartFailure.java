package io.github.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;

/**
 * Why an application does not start, as its log says.
 *
 * @param description what is wrong
 * @param action what to do about it
 */
public record StartFailure(String description, String action) {

    /** The failure of an application that must not start. */
    public static StartFailure of(AbstractApplicationContextRunner<?, ?, ?> application) {
        AtomicReference<FailureAnalysis> found = new AtomicReference<>();
        application.run(context -> {
            assertThat(context).hasFailed();
            found.set(new InvalidConfigurationFailureAnalyzer().analyze(context.getStartupFailure()));
        });
        assertThat(found.get()).as("a failure that says what to do").isNotNull();
        return new StartFailure(found.get().getDescription(), found.get().getAction());
    }
}
