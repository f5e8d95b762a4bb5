package io.github.limiter.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** More addresses than there is memory for. */
class HeapShareTests {

    private static final int LINES = 200_000;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        //  MB, addresses, risk subjects, counts
        "   16,      1000,          1000,   1000",
        "  128,     67108,         15978,  20971",
        "  512,    469762,        100000, 100000",
        " 4096,   1000000,        100000, 100000",
    })
    void goesByTheHeap(long megabytes, int addresses, int riskSubjects, int counts) {
        HeapShare share = new HeapShare(megabytes << 20);

        assertThat(List.of(share.addresses(), share.riskSubjects(), share.counts()))
                .containsExactly(addresses, riskSubjects, counts);
    }

    @Test
    void leavesRequestsOutAndSaysSo() throws IOException, InterruptedException {
        assertThat(replay("96m"))
                .contains("200,000 lines", "requests are left out", "raise --max-addresses, or the memory")
                .endsWith("exit 0");
    }

    @Test
    void isNotLeftToLuckByWhoeverWantsMore() throws IOException, InterruptedException {
        assertThat(replay("40m", "--max-addresses", "1000000"))
                .contains("More than fits in 3", "--max-addresses")
                .doesNotContain("\tat ")
                .endsWith("exit 1");
    }

    private String replay(String heap, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Replay.class.getName(),
                "--quiet",
                "--property",
                "limiter.risk.scenes.crawler.mode=enforce",
                "--log",
                "-"));
        command.addAll(List.of(more));
        Path output = directory.resolve("output");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try (Writer log = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8)) {
            for (int i = 0; i < LINES; i++) {
                log.write("10." + (i >> 16) + '.' + (i >> 8 & 255) + '.' + (i & 255) + " - - [01/Jan/2026:00:0"
                        + i / 40_000
                        + ":" + (10 + i / 1_000 % 40) + " +0000] \"GET /product/" + i
                        + " HTTP/1.1\" 200 1 \"-\" \"Mozilla/5.0 (X11; " + i + ") Firefox/140\"\n");
            }
        } catch (IOException e) {
            // It has given up.
        }
        int exit = process.waitFor();
        return Files.readString(output) + "exit " + exit;
    }
}
