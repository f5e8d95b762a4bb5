package io.github.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.risk.GoodBots.Standing;
import io.github.limiter.spring.autoconfigure.RiskProperties.GoodBotProperties;
import io.github.limiter.spring.autoconfigure.RiskProperties.OtherBot;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.ClientAddress.Origin;
import io.github.limiter.subject.IpAddress;
import io.github.limiter.time.ManualTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.io.DefaultResourceLoader;

/** The ranges of good bots are read again; what cannot be read leaves them as they are. */
@ExtendWith(OutputCaptureExtension.class)
class KnownBotsTests {

    private static final String GOOGLE = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

    @TempDir
    Path directory;

    private static KnownBots bots(Map<String, String> ranges) {
        return bots(ranges, Map.of());
    }

    private static KnownBots bots(Map<String, String> ranges, Map<String, OtherBot> others) {
        return new KnownBots(
                new GoodBotProperties(true, false, Duration.ofDays(1), ranges, others),
                new DefaultResourceLoader(),
                new ManualTime(0));
    }

    private static Standing standing(KnownBots bots, String address) {
        IpAddress parsed = Objects.requireNonNull(IpAddress.tryParse(address));
        return bots.bots().standing(new Caller(new ClientAddress(parsed, Origin.PEER), null, null), GOOGLE);
    }

    @Test
    void aNewerFileTakesThePlaceOfTheOlderOne() throws IOException {
        Path file = Files.writeString(directory.resolve("google.txt"), "192.0.2.0/24\n");
        try (KnownBots bots = bots(Map.of("google", file.toUri().toString()))) {
            assertThat(standing(bots, "192.0.2.1")).isEqualTo(Standing.VERIFIED);

            Files.writeString(file, "{\"prefixes\": [{\"ipv4Prefix\": \"198.51.100.0/24\"}]}");
            bots.refresh();

            assertThat(standing(bots, "198.51.100.1")).isEqualTo(Standing.VERIFIED);
            assertThat(standing(bots, "192.0.2.1")).isEqualTo(Standing.FALSE_CLAIM);
        }
    }

    @Test
    void aBadFileLeavesThatBotAsItIsAndTheOthersAreReadAllTheSame(CapturedOutput output) throws IOException {
        Path google = Files.writeString(directory.resolve("google.txt"), "192.0.2.0/24\n");
        Path bing = Files.writeString(directory.resolve("bing.txt"), "198.51.100.0/24\n");
        try (KnownBots bots = bots(
                Map.of("google", google.toUri().toString(), "bing", bing.toUri().toString()))) {
            Files.writeString(google, "<html>Not found</html>");
            Files.writeString(bing, "203.0.113.0/24\n");
            bots.refresh();
            bots.refresh();

            assertThat(standing(bots, "192.0.2.1")).isEqualTo(Standing.VERIFIED);
            assertThat(standing(bots, "203.0.113.1")).isEqualTo(Standing.VERIFIED);
            assertThat(output)
                    .contains("The ranges of google stay as they are: limiter.risk.good-bots.ranges.google:")
                    .contains("has no range in it");
        }
    }

    @Test
    void anAddressOnTheWebIsReadAndIfItIsDownThoseThatShipHold(CapturedOutput output) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        byte[] ranges = "192.0.2.0/24".getBytes(StandardCharsets.US_ASCII);
        server.createContext("/google.json", exchange -> {
            exchange.sendResponseHeaders(200, ranges.length);
            exchange.getResponseBody().write(ranges);
            exchange.close();
        });
        server.start();
        String base = "http://127.0.0.1:" + server.getAddress().getPort();
        try (KnownBots bots = bots(Map.of("google", base + "/google.json", "bing", base + "/missing.json"))) {
            assertThat(standing(bots, "192.0.2.1")).isEqualTo(Standing.VERIFIED);
            assertThat(standing(bots, "40.77.167.129")).as("one of Bing's").isEqualTo(Standing.VERIFIED);
            assertThat(output).contains("The ranges of bing stay as they are");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aDomainThatOthersNamesEndWithTooStopsTheStart() {
        Map<String, OtherBot> others = Map.of("duck", new OtherBot("duckduckbot", List.of("com")));

        assertThatThrownBy(() -> bots(Map.of(), others).close())
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith(
                        "limiter.risk.good-bots.others.duck.domains: 'com' is no domain of somebody's own");
    }
}
