package io.github.limiter.spring.ban;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.github.limiter.ban.Ban;
import io.github.limiter.ban.BanPage;
import io.github.limiter.ban.Bans;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.subject.Subject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;

/** The file of banned addresses, for an nginx without Lua. */
@Timeout(120)
class BanFileTests {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration SOON = Duration.ofSeconds(10);

    @TempDir
    private Path directory;

    private Path path;

    @BeforeEach
    void place() {
        path = directory.resolve("banned.inc");
    }

    @Nested
    class Writing {

        private final List<Ban> bans = new ArrayList<>();

        /** One ban a page. */
        private CompletionStage<BanPage> page(String cursor) {
            int index = cursor == null ? 0 : Integer.parseInt(cursor);
            String next = index + 1 < bans.size() ? String.valueOf(index + 1) : null;
            return CompletableFuture.completedFuture(
                    new BanPage(bans.isEmpty() ? List.of() : bans.subList(index, index + 1), next, NOW));
        }

        private BanFile file(int most) {
            return new BanFile(path, most, 64, this::page);
        }

        private void ban(String subject, Duration length) {
            Instant until = length == null ? null : NOW.plus(length);
            bans.add(new Ban(Subject.ofText(subject, null), NOW, until, "limited", "", "", false));
        }

        @Test
        void namesAddressesAndNetworksAsGeoReadsThem() throws IOException {
            ban("ip:203.0.113.7", Duration.ofMinutes(5));
            ban("ip:2001:db8:1:1::", null);
            ban("subnet:198.51.100.0/24", Duration.ofHours(1));
            ban("subnet:2001:db8:2::/48", Duration.ofHours(1));

            BanFile.Written written = file(100).write();

            assertThat(path).hasContent("""
                            198.51.100.0/24 1;
                            2001:db8:1:1::/64 1;
                            2001:db8:2::/48 1;
                            203.0.113.7/32 1;
                            """);
            assertThat(written).isEqualTo(new BanFile.Written(true, 4, 0, Duration.ofMinutes(5)));
        }

        @Test
        void leavesOutWhatIsNoAddress() throws IOException {
            ban("user:carol", null);
            ban("device:1", null);
            ban("ip:unknown", null);
            ban("ip:203.0.113.7 1; } server { listen 80;", null);
            ban("subnet:0.0.0.0/0; evil", null);

            assertThat(file(100).write().lines()).isZero();
            assertThat(path).isEmptyFile();
        }

        @Test
        void ofMoreThanItHoldsKeepsThoseThatLastLongest() throws IOException {
            for (int i = 1; i <= 5; i++) {
                ban("ip:203.0.113." + i, Duration.ofMinutes(i));
            }
            ban("ip:203.0.113.6", null);

            assertThat(file(2).write()).isEqualTo(new BanFile.Written(true, 2, 4, Duration.ofMinutes(5)));
            assertThat(path).hasContent("203.0.113.5/32 1;\n203.0.113.6/32 1;\n");
        }

        @Test
        void touchesNothingIfNothingHasChanged() throws IOException {
            ban("ip:203.0.113.7", Duration.ofMinutes(5));
            BanFile file = file(100);

            assertThat(file.write().changed()).isTrue();
            assertThat(file.write().changed()).isFalse();
            bans.clear();
            assertThat(file.write().changed()).isTrue();
            assertThat(directory).isDirectoryNotContaining("glob:**.next");
        }

        /** Two nodes on one machine may have been given the same properties. */
        @Test
        void isWholeThoughTwoWriteIt() throws Exception {
            for (int i = 0; i < 2_000; i++) {
                ban("ip:203.0." + i / 250 + '.' + i % 250, Duration.ofMinutes(5));
            }
            BanPage all = new BanPage(List.copyOf(bans), null, NOW);
            BanPage half = new BanPage(List.copyOf(bans.subList(0, 1_000)), null, NOW);
            CompletableFuture<Void> other = CompletableFuture.runAsync(() -> writeOften(half));
            CompletableFuture<Void> one = CompletableFuture.runAsync(() -> writeOften(all));

            while (!one.isDone() || !other.isDone()) {
                if (Files.exists(path)) {
                    assertThat(Files.readAllLines(path).size()).isIn(1_000, 2_000);
                }
            }
            one.get();
            other.get();
        }

        private void writeOften(BanPage page) {
            BanFile file = new BanFile(path, 10_000, 64, cursor -> CompletableFuture.completedFuture(page));
            try {
                for (int i = 0; i < 50; i++) {
                    file.write();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Test
        void isThereWithoutABanToo() throws IOException {
            assertThat(file(100).write()).isEqualTo(new BanFile.Written(true, 0, 0, null));
            assertThat(path).isEmptyFile();
        }

        @Test
        void staysAsItWasIfBansCannotBeRead() throws IOException {
            ban("ip:203.0.113.7", Duration.ofMinutes(5));
            file(100).write();
            BanFile broken = new BanFile(path, 100, 64, cursor -> CompletableFuture.failedStage(new IOException("no")));

            assertThatExceptionOfType(CompletionException.class).isThrownBy(broken::write);
            assertThat(path).hasContent("203.0.113.7/32 1;");
        }

        @Test
        void losesBansThatHaveEndedThoughNoneCanBeRead() throws IOException {
            ban("ip:203.0.113.7", Duration.ofNanos(1_000));
            ban("ip:203.0.113.8", Duration.ofMinutes(5));
            ban("ip:203.0.113.9", null);
            BanFile file = file(100);
            file.write();

            assertThat(file.leaveOutWhatHasEnded()).isTrue();
            assertThat(path).hasContent("203.0.113.8/32 1;\n203.0.113.9/32 1;");
            assertThat(file.leaveOutWhatHasEnded()).isFalse();
        }
    }

    @Nested
    class InAnApplication {

        private BanTestServer node() {
            return node("true");
        }

        /** Says that it told nginx, and whether that went well. */
        private BanTestServer node(String success) {
            return new BanTestServer(
                    WebApplicationType.SERVLET,
                    "--limiter.edge.ban-file.path=" + path,
                    "--limiter.edge.ban-file.interval=100ms",
                    "--limiter.edge.ban-file.reload[0]=sh",
                    "--limiter.edge.ban-file.reload[1]=-c",
                    "--limiter.edge.ban-file.reload[2]=echo told >>" + directory.resolve("reloads") + "; " + success);
        }

        private int reloads() throws IOException {
            Path log = directory.resolve("reloads");
            return Files.exists(log) ? Files.readAllLines(log).size() : 0;
        }

        @Test
        void followsBansAndLiftsAndTellsNginxOnceForEachChange() throws IOException {
            try (BanTestServer node = node()) {
                await().atMost(SOON).until(() -> reloads() == 1);
                assertThat(path).isEmptyFile();

                node.at("203.0.113.2").get("/.env");
                await().atMost(SOON).until(() -> reloads() == 2);
                assertThat(path).hasContent("203.0.113.2/32 1;");

                node.bean(Bans.class)
                        .ban(Subject.ofText("user:mallory", null), Duration.ofHours(1), "test", "test")
                        .toCompletableFuture()
                        .join();
                node.bean(Bans.class)
                        .lift(Subject.ofText("ip:203.0.113.2", null), "test")
                        .toCompletableFuture()
                        .join();
                await().atMost(SOON).until(() -> reloads() == 3);
                assertThat(path).isEmptyFile();
            }
        }

        @Test
        void tellsNginxAgainUntilThatSucceeds() throws IOException {
            Path repaired = directory.resolve("repaired");
            try (BanTestServer node = node("test -e " + repaired)) {
                await().atMost(SOON).until(() -> reloads() >= 3);
                assertThat(path).isEmptyFile();
                Files.createFile(repaired);
            }
        }

        /** It may have ended before it could. */
        @Test
        void tellsNginxAtStartOfAFileThatIsThereAlready() throws IOException {
            for (int starts = 1; starts <= 2; starts++) {
                int expected = starts;
                try (BanTestServer node = node()) {
                    await().atMost(SOON).until(() -> reloads() == expected);
                }
            }
        }

        @Test
        void dropsBansThatEnd() throws IOException {
            try (BanTestServer node = node()) {
                node.bean(Bans.class)
                        .ban(Subject.ofText("ip:203.0.113.3", null), Duration.ofSeconds(1), "test", "test")
                        .toCompletableFuture()
                        .join();
                await().atMost(SOON).until(() -> Files.exists(path) && Files.size(path) > 0);

                node.time().advance(Duration.ofSeconds(1));

                await().atMost(SOON).until(() -> Files.size(path) == 0);
            }
        }

        @Test
        void isNotThereUnlessItIsAskedFor() {
            try (BanTestServer node = new BanTestServer(WebApplicationType.SERVLET)) {
                node.at("203.0.113.2").get("/.env");
                assertThat(directory).isEmptyDirectory();
            }
        }

        @ParameterizedTest
        @CsvSource({
            "path, /nowhere/banned.inc, is in no directory that can be written to",
            "entries, 0, is out of range",
            "interval, 1ms, is too short"
        })
        void mistakesStopTheStart(String property, String value, String problem) {
            String name = "limiter.edge.ban-file." + property;
            assertThatExceptionOfType(RuntimeException.class)
                    .isThrownBy(() -> new BanTestServer(
                                    WebApplicationType.SERVLET,
                                    property.equals("path")
                                            ? "--server.port=0"
                                            : "--limiter.edge.ban-file.path=" + path,
                                    "--" + name + "=" + value)
                            .close())
                    .havingRootCause()
                    .isInstanceOf(InvalidConfigurationException.class)
                    .withMessageContaining(name)
                    .withMessageContaining(problem);
        }
    }
}
