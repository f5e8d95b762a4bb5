package io.github.limiter.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The README's chapter on the gateway says what is so. */
class GatewayReadmeTests {

    private static final Path ROOT = Path.of("..");

    @Test
    void routesAreThoseOfTheExample() throws IOException {
        List<String> blocks = matches("(?s)```yaml\n(.*?)\n```", read("README.md"));
        String routes = read("examples/gateway/src/main/resources/application.yaml")
                .lines()
                .map(line -> line.replaceFirst("^ {10}", ""))
                .reduce("", (text, line) -> text + line + "\n");
        String policies = read("examples/gateway-mvc/src/main/resources/application.yaml");

        assertThat(blocks)
                .isNotEmpty()
                .allSatisfy(block -> assertThat(routes + policies).contains(block + "\n"));
    }

    @Test
    void theTableListsEveryProperty() throws IOException {
        List<String> properties = matches(
                "\"name\": \"limiter\\.gateway\\.([\\w.-]+)\",\\s+\"type\": \"java",
                Files.readString(Path.of("target/classes/META-INF/spring-configuration-metadata.json")));
        List<String> rows = matches("\n\\| `((?:client-address|circuit-breaker)[\\w.-]+)` \\|", read("README.md"));

        assertThat(properties).isNotEmpty();
        assertThat(rows).containsExactlyInAnyOrderElementsOf(properties);
    }

    private static String read(String file) throws IOException {
        return Files.readString(ROOT.resolve(file));
    }

    private static List<String> matches(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }
}
