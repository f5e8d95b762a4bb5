package io.github.limiter.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineFormatTests {

    private static long micros(String instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(instant));
    }

    @Nested
    class Combined {

        private final LineFormat format = new CombinedFormat(Columns.USUAL);

        @Test
        void isReadWhole() {
            assertThat(format.parse("203.0.113.7 - carol [22/Jan/2019:03:56:14 +0330] \"GET /a/b?c=d HTTP/1.1\" 200 512"
                            + " \"https://shop.example/\" \"Mozilla/5.0 (X11)\" \"-\""))
                    .isEqualTo(new LogLine(
                            micros("2019-01-22T00:26:14Z"),
                            "203.0.113.7",
                            null,
                            "carol",
                            "GET",
                            "/a/b?c=d",
                            200,
                            "https://shop.example/",
                            "Mozilla/5.0 (X11)"));
        }

        @Test
        void mayEndAfterTheSizeAsTheCommonOneDoes() {
            LogLine line = format.parse("2001:db8::7 - - [01/Dec/2025:00:00:00 -0800] \"GET / HTTP/1.0\" 404 -");

            assertThat(line).isNotNull();
            assertThat(line.micros()).isEqualTo(micros("2025-12-01T08:00:00Z"));
            assertThat(line.agent()).isNull();
        }

        @Test
        void mayHaveEscapedQuotes() {
            LogLine line = format.parse(
                    "192.0.2.1 - - [01/Dec/2025:00:00:00 +0000] \"GET /?q=\\\"x HTTP/1.1\" 200 1 \"-\" \"a \\\"b\\\\\" \"z\"");

            assertThat(line).isNotNull();
            assertThat(line.target()).isEqualTo("/?q=\\\"x");
            assertThat(line.agent()).isEqualTo("a \\\"b\\\\");
        }

        @ParameterizedTest
        @ValueSource(strings = {"- 408", "- 400", " 400"})
        void mayBeOfAConnectionOnWhichNothingWasAskedFor(String requestAndStatus) {
            int space = requestAndStatus.indexOf(' ');
            String line = "192.0.2.1 - - [01/Dec/2025:00:00:00 +0000] \"" + requestAndStatus.substring(0, space) + "\" "
                    + requestAndStatus.substring(space + 1) + " 0 \"-\" \"-\"";

            assertThat(format.parse(line)).isSameAs(LogLine.NO_REQUEST);
        }

        @Test
        void keepsNoMoreOfWhatStrangersWriteThanIsLookedAt() {
            LogLine line = format.parse("192.0.2.1 - - [01/Dec/2025:00:00:00 +0000] \"GET /" + "a".repeat(10_000)
                    + " HTTP/1.1\" 200 1 \"" + "b".repeat(10_000) + "\" \"" + "c".repeat(10_000) + "\"");

            assertThat(line).isNotNull();
            assertThat(line.target()).hasSize(8_192);
            assertThat(line.referrer()).hasSize(1_024);
            assertThat(line.agent()).hasSize(1_024);
        }

        @Test
        void mayHaveARequestThatIsNone() {
            LogLine line = format.parse("192.0.2.1 - - [01/Dec/2025:00:00:00 +0000] \"\\x16\\x03\" 400 1 \"-\" \"-\"");

            assertThat(line).isNotNull();
            assertThat(line.method()).isEqualTo("-");
            assertThat(line.status()).isEqualTo(400);
        }

        @Test
        void hasWhatElseThereIsInColumns() {
            LogLine line = new CombinedFormat(new Columns("2", "10", "1"))
                    .parse(
                            "me 192.0.2.1 - [01/Dec/2025:00:00:00 +0000] \"GET / HTTP/1.1\" 200 1 \"-\" \"-\" \"1.2.3.4, 5.6.7.8\"");

            assertThat(line).isNotNull();
            assertThat(line.address()).isEqualTo("192.0.2.1");
            assertThat(line.forwarded()).isEqualTo("1.2.3.4, 5.6.7.8");
            assertThat(line.user()).isEqualTo("me");
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
            shop.example:443 203.0.113.7 - carol    | 203.0.113.7   | carol
            203.0.113.7:50123 - carol               | 203.0.113.7   | carol
            203.0.113.7 - John Doe                  | 203.0.113.7   | John Doe
            2001:db8::7 - John van Doe              | 2001:db8::7   | John van Doe
            shop.example 2001:db8::7 - -            | 2001:db8::7   |
            """)
        void mayHaveASiteAPortOrAUserOfSeveralWords(String begin, String address, String user) {
            LogLine line = format.parse(begin + " [01/Dec/2025:00:00:00 +0000] \"GET /a HTTP/1.1\" 404 1 \"-\" \"x\"");

            assertThat(line).isNotNull();
            assertThat(line.address()).isEqualTo(address);
            assertThat(line.user()).isEqualTo(user);
            assertThat(line.target()).isEqualTo("/a");
            assertThat(line.status()).isEqualTo(404);
            assertThat(line.agent()).isEqualTo("x");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    "nonsense",
                    "192.0.2.1 - - [01/Dec/2025:24:00:00 +0000] \"GET / HTTP/1.1\" 200 1",
                    "192.0.2.1 - - [01/Dec/2025:00:99:00 +0000] \"GET / HTTP/1.1\" 200 1",
                    "192.0.2.1 [01/Dec/2025:00:00:00 +0000] \"GET / HTTP/1.1\" 200 1",
                    "192.0.2.1 - - [01/Dec/2025:00:00:00 +0000] \"GET / HTTP/1.1\" 2000 1",
                    "192.0.2.1 - - [01/Xyz/2025:00:00:00 +0000] \"GET / HTTP/1.1\" 200 1",
                    "192.0.2.1 - - [01/Dec/2025:0a:00:00 +0000] \"GET / HTTP/1.1\" 200 1",
                    "192.0.2.1 - - [99/Dec/2025:00:00:00 +0000] \"GET / HTTP/1.1\" 200 1",
                    "192.0.2.1 - - [01/Dec/2025:00:00:00 +0000] \"GET / HTTP/1.1 200 1",
                    "192.0.2.1 - - 01/Dec/2025 \"GET / HTTP/1.1\" 200 1"
                })
        void elseItIsNone(String line) {
            assertThat(format.parse(line)).isNull();
            // And the next one is read all the same.
            assertThat(format.parse("192.0.2.1 - - [01/Dec/2025:00:00:00 +0000] \"GET / HTTP/1.1\" 200 1"))
                    .isNotNull();
        }
    }

    @Nested
    class Json {

        private final LineFormat format = new JsonFormat(Columns.USUAL);

        @Test
        void isReadInTheWordsOfNginx() {
            assertThat(format.parse("{\"time_iso8601\":\"2025-12-01T10:00:00+01:00\",\"remote_addr\":\"203.0.113.7\","
                            + "\"remote_user\":\"\",\"request\":\"GET /a HTTP/1.1\",\"status\":200,"
                            + "\"http_referer\":\"-\",\"http_user_agent\":\"x \\\"y\\\" \\u00e4\"}"))
                    .isEqualTo(new LogLine(
                            micros("2025-12-01T09:00:00Z"),
                            "203.0.113.7",
                            null,
                            null,
                            "GET",
                            "/a",
                            200,
                            null,
                            "x \"y\" ä"));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"\"request\":\"\"", "\"request\":\"-\"", "\"request_method\":\"\",\"request_uri\":\"\""})
        void mayBeOfAConnectionOnWhichNothingWasAskedFor(String members) {
            assertThat(format.parse(
                            "{\"time\":1764583200,\"remote_addr\":\"192.0.2.1\",\"status\":400," + members + "}"))
                    .isSameAs(LogLine.NO_REQUEST);
        }

        @Test
        void isReadInTheWordsOfCaddy() {
            LogLine line =
                    format.parse("{\"ts\":1764583200.25,\"request\":{\"remote_ip\":\"203.0.113.7\",\"method\":\"GET\","
                            + "\"uri\":\"/b\",\"headers\":{\"User-Agent\":[\"agent\",\"other\"]}},\"status\":404}");

            assertThat(line).isNotNull();
            assertThat(line.micros()).isEqualTo(1_764_583_200_250_000L);
            assertThat(line.target()).isEqualTo("/b");
            assertThat(line.agent()).isEqualTo("agent");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{",
                    "{}",
                    "[1]",
                    "{\"a\":}",
                    "{\"remote_addr\":\"1.2.3.4\"}",
                    "{\"a\":{\"b\":1}",
                    "{\"a\" 1}",
                    "{\"time\":1e300,\"remote_addr\":\"192.0.2.1\",\"status\":200,\"uri\":\"/\"}",
                    "{\"time\":1764583200,\"host\":\"shop.example\",\"status\":200,\"uri\":\"/\"}"
                })
        void elseItIsNone(String line) {
            assertThat(format.parse(line)).isNull();
        }

        @Test
        void isReadInTheWordsOfElastic() {
            assertThat(format.parse("{\"@timestamp\":\"2025-12-01T09:00:00Z\",\"agent\":{\"name\":\"filebeat\"},"
                            + "\"user_agent\":{\"original\":\"Mozilla/5.0 (X11)\"},\"url\":{\"original\":\"/a?b\"},"
                            + "\"client\":{\"ip\":\"203.0.113.7\"},\"host\":{\"ip\":[\"10.0.0.1\"]},"
                            + "\"http\":{\"request\":{\"method\":\"GET\",\"referrer\":\"https://x/\"},"
                            + "\"response\":{\"status_code\":404}},\"user\":{\"name\":\"carol\"},"
                            + "\"body\":{\"user\":\"mallory\"}}"))
                    .isEqualTo(new LogLine(
                            micros("2025-12-01T09:00:00Z"),
                            "203.0.113.7",
                            null,
                            "carol",
                            "GET",
                            "/a?b",
                            404,
                            "https://x/",
                            "Mozilla/5.0 (X11)"));
        }

        @Test
        void isReadInTheWordsOfGooglesBalancers() {
            LogLine line =
                    format.parse("{\"timestamp\":\"2025-12-01T09:00:00.5Z\",\"httpRequest\":{\"requestMethod\":\"GET\","
                            + "\"requestUrl\":\"https://shop.example/a?b\",\"status\":200,\"userAgent\":\"x\","
                            + "\"remoteIp\":\"203.0.113.7\",\"referer\":\"https://y/\"}}");

            assertThat(line)
                    .isEqualTo(new LogLine(
                            micros("2025-12-01T09:00:00Z") + 500_000,
                            "203.0.113.7",
                            null,
                            null,
                            "GET",
                            "/a?b",
                            200,
                            "https://y/",
                            "x"));
        }

        @Test
        void knowsTheClientsAddressFromTheNameOfTheSite() {
            LogLine line = format.parse("{\"host\":\"shop.example\",\"remoteAddr\":\"203.0.113.7:5555\","
                    + "\"time\":1764583200,\"status\":200,\"uri\":\"/\"}");

            assertThat(line).isNotNull();
            assertThat(line.address()).isEqualTo("203.0.113.7");
        }

        @Test
        void doesNotGoAsDeepAsAnAttackerWants() {
            assertThat(format.parse("{\"a\":".repeat(100_000))).isNull();
            assertThat(format.parse("{\"a\":" + "[".repeat(100_000))).isNull();
        }
    }
}
