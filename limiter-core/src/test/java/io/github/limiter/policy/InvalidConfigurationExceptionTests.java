package io.github.limiter.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InvalidConfigurationExceptionTests {

    private final InvalidConfigurationException problem =
            new InvalidConfigurationException("limit", 0, "is not positive", "Set 1 or more");

    @Test
    void saysWhatIsWrongAndWhatToDo() {
        assertThat(problem).hasMessage("limit: '0' is not positive. Set 1 or more.");
        assertThat(problem.element()).isEqualTo("limit");
        assertThat(problem.description()).isEqualTo("limit: '0' is not positive.");
        assertThat(problem.fix()).isEqualTo("Set 1 or more.");
    }

    @Test
    void saysWhereSeenFromOutside() {
        InvalidConfigurationException outside = problem.at("@RateLimit on Orders.create");

        assertThat(outside)
                .hasMessage("@RateLimit on Orders.create: limit: '0' is not positive. Set 1 or more.")
                .hasCause(problem);
        assertThat(outside.fix()).isEqualTo("Set 1 or more.");
    }
}
