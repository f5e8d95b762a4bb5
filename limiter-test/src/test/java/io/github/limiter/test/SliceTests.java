package io.github.limiter.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Slices import the auto-configurations that an annotation lists; the examples try it with a slice of each Boot line. */
class SliceTests {

    @Test
    void getAllThatTheStarterConfigures() throws IOException {
        assertThat(lines("META-INF/spring/" + LimiterTest.class.getName() + ".imports"))
                .containsExactlyElementsOf(
                        lines("META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports")
                                .stream()
                                .filter(name -> name.startsWith("io.github.limiter."))
                                .toList());
    }

    private static List<String> lines(String resource) throws IOException {
        StringBuilder all = new StringBuilder();
        var found = SliceTests.class.getClassLoader().getResources(resource);
        while (found.hasMoreElements()) {
            try (InputStream in = found.nextElement().openStream()) {
                all.append(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                        .append('\n');
            }
        }
        return all.toString().lines().filter(line -> !line.isBlank()).toList();
    }
}
