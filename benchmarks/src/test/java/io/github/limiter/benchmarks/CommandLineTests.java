package io.github.limiter.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTests {

    private static CommandLine parse(String... arguments) {
        return CommandLine.parse(List.of(arguments), List.of("memory", "advisor"));
    }

    @Test
    void runsEverySectionAtLengthByDefault() {
        assertThat(parse().plan().quick()).isFalse();
        assertThat(parse().plan().rounds()).isEqualTo(5);
        assertThat(parse().sections()).containsExactlyInAnyOrder("memory", "advisor");
        assertThat(parse().output()).isNull();
    }

    @Test
    void takesOptions() {
        CommandLine commandLine = parse("--quick", "--rounds=7", "--only=memory", "--output=out.md");

        assertThat(commandLine.plan().quick()).isTrue();
        assertThat(commandLine.plan().rounds()).isEqualTo(7);
        assertThat(commandLine.sections()).containsExactly("memory");
        assertThat(commandLine.output()).isEqualTo(Path.of("out.md"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--fast", "--rounds=0", "--rounds=many", "--rounds", "--only=disk", "quick"})
    void refusesWhatItDoesNotKnow(String argument) {
        assertThatIllegalArgumentException().isThrownBy(() -> parse(argument)).withMessageContaining(argument);
    }
}
