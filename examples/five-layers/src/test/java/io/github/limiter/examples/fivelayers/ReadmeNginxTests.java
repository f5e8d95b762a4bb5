package io.github.limiter.examples.fivelayers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What README.md shows of nginx is what the example runs. */
class ReadmeNginxTests {

    private static final Pattern BLOCK = Pattern.compile("```nginx\n(.*?)```", Pattern.DOTALL);

    @Test
    void showsLinesOfTheExamples() throws IOException {
        List<List<String>> examples = List.of(lines(Path.of("nginx/layers.conf")), lines(Path.of("nginx/geo.conf")));
        List<String> blocks = BLOCK.matcher(Files.readString(Path.of("../../README.md")))
                .results()
                .map(block -> block.group(1))
                .toList();

        assertThat(blocks).isNotEmpty();
        for (String block : blocks) {
            List<String> shown = block.lines().map(String::strip).toList();
            assertThat(examples).as(block).anyMatch(example -> example.containsAll(shown));
        }
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.readString(file).lines().map(String::strip).toList();
    }
}
