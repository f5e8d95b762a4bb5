package io.github.limiter.examples.fivelayers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What README.md shows of nginx is what the example runs. */
class ReadmeNginxTests {

    private static final Pattern BLOCK = Pattern.compile("```nginx\n(.*?)```", Pattern.DOTALL);

    @Test
    void showsLinesOfTheExample() throws IOException {
        List<String> example = Files.readString(Path.of("nginx/layers.conf"))
                .lines()
                .map(String::strip)
                .toList();
        List<String> blocks = BLOCK.matcher(Files.readString(Path.of("../../README.md")))
                .results()
                .map(MatchResult::group)
                .toList();

        assertThat(blocks).isNotEmpty();
        for (String block : blocks) {
            assertThat(example)
                    .containsAll(block.lines()
                            .map(String::strip)
                            .filter(line -> !line.startsWith("```"))
                            .toList());
        }
    }
}
