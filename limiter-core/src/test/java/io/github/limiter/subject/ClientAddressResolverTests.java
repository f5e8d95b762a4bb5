package io.github.limiter.subject;

import static io.github.limiter.subject.IpAddressTests.ip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.limiter.subject.ClientAddress.Origin;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientAddressResolverTests {

    private static final String PROXY = "10.0.0.1";
    private static final String CLIENT = "203.0.113.7";
    private static final String VICTIM = "198.51.100.9";

    private final ClientAddressResolver list = trusting("X-Forwarded-For", "10.0.0.0/8", "2001:db8:aaaa::/48");
    private final ClientAddressResolver forwarded = trusting("Forwarded", "10.0.0.0/8", "2001:db8:aaaa::/48");

    static ClientAddressResolver trusting(String header, String... proxies) {
        return new ClientAddressResolver(CidrSet.parse(List.of(proxies)), header);
    }

    private static ClientAddress client(String address, Origin origin) {
        return new ClientAddress(ip(address), origin);
    }

    private static ClientAddress byProxies(String address) {
        return client(address, Origin.FORWARDED);
    }

    @Nested
    class WithoutTrustedProxies {

        private final ClientAddressResolver resolver = trusting("X-Forwarded-For");

        @Test
        void theClientIsThePeer() {
            assertThat(resolver.resolve(CLIENT, List.of())).isEqualTo(client(CLIENT, Origin.PEER));
        }

        @Test
        void headersAreIgnored() {
            assertThat(resolver.resolve(CLIENT, List.of(VICTIM))).isEqualTo(client(CLIENT, Origin.PEER));
        }
    }

    @Nested
    class WithThePeerNotTrusted {

        @Test
        void theClientIsThePeerWhateverItSends() {
            assertThat(list.resolve(CLIENT, List.of(VICTIM, PROXY))).isEqualTo(client(CLIENT, Origin.PEER));
            assertThat(forwarded.resolve(CLIENT, List.of("for=" + VICTIM))).isEqualTo(client(CLIENT, Origin.PEER));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "192.168.1.1",
                    "127.0.0.1",
                    "::1",
                    "100.64.0.1",
                    "fd00::1",
                    "fe80::1%eth0",
                    "::ffff:172.17.0.1"
                })
        void aPrivatePeerThatForwardsIsAnUnconfiguredProxy(String peer) {
            ClientAddress client = list.resolve(peer, List.of(CLIENT));

            assertThat(client.origin()).isEqualTo(Origin.UNCONFIGURED_PROXY);
            assertThat(client.punishable()).isFalse();
        }

        @Test
        void aPrivatePeerThatDoesNotForwardIsAnOrdinaryClient() {
            assertThat(list.resolve("192.168.1.1", List.of())).isEqualTo(client("192.168.1.1", Origin.PEER));
        }

        @Test
        void aPublicPeerThatForwardsIsAnOrdinaryClient() {
            assertThat(list.resolve(CLIENT, List.of(VICTIM)).punishable()).isTrue();
        }
    }

    @Nested
    class WithThePeerTrusted {

        @Test
        void theClientIsTheFirstThatIsNotTrustedFromTheRight() {
            assertThat(list.resolve(PROXY, List.of("192.0.2.1, " + CLIENT + ", 10.0.0.2")))
                    .isEqualTo(byProxies(CLIENT));
            assertThat(forwarded.resolve(PROXY, List.of("for=192.0.2.1, for=" + CLIENT + ", for=10.0.0.2")))
                    .isEqualTo(byProxies(CLIENT));
        }

        @Test
        void allLinesAreOneList() {
            assertThat(list.resolve(PROXY, List.of("192.0.2.1", CLIENT, "10.0.0.3, 10.0.0.2")))
                    .isEqualTo(byProxies(CLIENT));
            assertThat(forwarded.resolve(
                            PROXY, List.of("for=192.0.2.1", "for=" + CLIENT, "for=10.0.0.3, for=10.0.0.2")))
                    .isEqualTo(byProxies(CLIENT));
        }

        @Test
        void aPrivateClientIsAClient() {
            assertThat(list.resolve(PROXY, List.of("192.168.7.7"))).isEqualTo(byProxies("192.168.7.7"));
        }

        @Test
        void theFurthestIsTakenWhenAllAreTrusted() {
            assertThat(list.resolve(PROXY, List.of("10.0.0.3, 10.0.0.2")))
                    .isEqualTo(client("10.0.0.3", Origin.TRUSTED_PROXY));
            assertThat(list.resolve(PROXY, List.of())).isEqualTo(client(PROXY, Origin.TRUSTED_PROXY));
        }

        @Test
        void aTrustedProxyIsNotPunishable() {
            assertThat(list.resolve(PROXY, List.of()).punishable()).isFalse();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "localhost",
                    "unknown",
                    "_hidden",
                    "unix:",
                    "203.0.113.7.9",
                    "203.0.113",
                    "0.0.0.0",
                    "::",
                    "",
                    " ",
                    "203.0.113.7%",
                    "203.0.113.7%eth0",
                    "203.0.113.7:",
                    "203.0.113.7:http",
                    "203.0.113.7:65536",
                    "203.0.113.7:000080",
                    "203.0.113.7:80:80",
                    "[203.0.113.7]",
                    "[203.0.113.7]:80",
                    "[2001:db8::1",
                    "2001:db8::1]",
                    "[2001:db8::1]80",
                    "[2001:db8::1]:",
                    "[]",
                    "[]:80",
                    "2001:db8::1%",
                    "[2001:db8::1%]",
                    "2001:db8::1%e th",
                    "\"203.0.113.7",
                    "203.0.113.7\"",
                    "\"",
                    "\"\"",
                    "\"\"203.0.113.7\"\"",
                    "203.0.113.7\0",
                    "203.0.113.7 192.0.2.1",
                    "203.0.113.7;192.0.2.1",
                    "\u00a0203.0.113.7",
                    "for=203.0.113.7"
                })
        void anEntryThatIsNoAddressEndsTheWalkAtTheLastValidHop(String entry) {
            assertThat(list.resolve(PROXY, List.of(VICTIM + ", " + entry + ", 10.0.0.2")))
                    .isEqualTo(client("10.0.0.2", Origin.TRUSTED_PROXY));
            assertThat(list.resolve(PROXY, List.of(VICTIM + "," + entry)))
                    .isEqualTo(client(PROXY, Origin.TRUSTED_PROXY));
            assertThat(list.resolve(PROXY, List.of(VICTIM, entry))).isEqualTo(client(PROXY, Origin.TRUSTED_PROXY));
        }

        @ParameterizedTest
        @CsvSource({
            "203.0.113.7, 203.0.113.7",
            "203.0.113.7:4711, 203.0.113.7",
            "203.0.113.7:0, 203.0.113.7",
            "203.0.113.7:65535, 203.0.113.7",
            "203.0.113.7:_port-1, 203.0.113.7",
            "::ffff:203.0.113.7, 203.0.113.7",
            "::ffff:cb00:7107, 203.0.113.7",
            "[::ffff:203.0.113.7]:4711, 203.0.113.7",
            "2001:DB8::1, 2001:db8::1",
            "[2001:db8::1], 2001:db8::1",
            "[2001:db8::1]:4711, 2001:db8::1",
            "fe80::1%eth0, fe80::1",
            "fe80::1%25eth0, fe80::1",
            "[fe80::1%eth0]:4711, fe80::1",
            "2001:db8:85a3:8d3:1319:8a2e:370:8080, 2001:db8:85a3:8d3:1319:8a2e:370:8080",
        })
        void portsBracketsZonesAndQuotesAreDropped(String entry, String address) {
            assertThat(list.resolve(PROXY, List.of(entry))).isEqualTo(byProxies(address));
            assertThat(list.resolve(PROXY, List.of("\t " + entry + "\t , 10.0.0.2 ")))
                    .isEqualTo(byProxies(address));
            assertThat(list.resolve(PROXY, List.of('"' + entry + '"'))).isEqualTo(byProxies(address));
            assertThat(forwarded.resolve(PROXY, List.of("for=" + entry))).isEqualTo(byProxies(address));
            assertThat(forwarded.resolve(PROXY, List.of("for=\"" + entry + '"')))
                    .isEqualTo(byProxies(address));
        }

        @Test
        void proxiesAreRecognisedInAnySpelling() {
            assertThat(list.resolve("::ffff:10.0.0.1", List.of(CLIENT + ", [2001:DB8:AAAA:0::5]:443, ::ffff:a00:2")))
                    .isEqualTo(byProxies(CLIENT));
        }
    }

    @Nested
    class WithoutAPeerAddress {

        @ParameterizedTest
        @NullSource
        @ValueSource(strings = {"", " ", "@", "unix:", "/run/app.sock", "localhost", "unknown"})
        void theClientIsUnknownAndHeadersAreNotRead(@Nullable String peer) {
            ClientAddressResolver all = trusting("X-Forwarded-For", "0.0.0.0/0", "::/0");

            ClientAddress client = all.resolve(peer, List.of(CLIENT));

            assertThat(client.address()).isNull();
            assertThat(client.origin()).isEqualTo(Origin.UNKNOWN);
            assertThat(client.text()).isEqualTo("unknown");
            assertThat(client.punishable()).isFalse();
        }

        @ParameterizedTest
        @CsvSource({
            "203.0.113.7:1234, 203.0.113.7",
            "[2001:db8::1]:1234, 2001:db8::1",
            "fe80::1%eth0, fe80::1",
            "0:0:0:0:0:0:0:1, ::1"
        })
        void addressesAreReadAsServersGiveThem(String peer, String address) {
            assertThat(list.resolve(peer, List.of()).text()).isEqualTo(address);
        }
    }

    @Nested
    class Forwarded {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    // RFC 7239 section 4
                    "for=203.0.113.7",
                    "For=203.0.113.7",
                    "for=\"203.0.113.7:4711\"",
                    "for=203.0.113.7;proto=http;by=10.0.0.1",
                    "proto=http;by=_secret;for=203.0.113.7",
                    "for=192.0.2.1, for=203.0.113.7",
                    // what stands in other parameters
                    "for=203.0.113.7;host=\"a, for=198.51.100.9\"",
                    "host=\"a;for=198.51.100.9\";for=203.0.113.7",
                    "for=203.0.113.7;ext=\"\\\", for=198.51.100.9, x=\\\"\"",
                    "for=203.0.113.7;ext=\"\\\\\"",
                    "for=203.0.113.7;ext=\"\\\\\\\"\"",
                    "for=203.0.113.7;ext=\"\"",
                    "for=203.0.113.7;by=\"[2001:db8::1]:80\"",
                    "for=203.0.113.7;by=[2001:db8::1]:80",
                    "before=198.51.100.9;for=203.0.113.7;xfor=198.51.100.9",
                    // loosely written
                    " for=203.0.113.7 ; proto=https ",
                    ";for=203.0.113.7;;proto=https;",
                })
        void namesTheClientByItsForParameter(String line) {
            assertThat(forwarded.resolve(PROXY, List.of(line))).isEqualTo(byProxies(CLIENT));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    "for=unknown",
                    "for=_hidden",
                    "for=\"_gazonk\"",
                    "for=_203.0.113.7",
                    "for=",
                    "for=\"\"",
                    "for",
                    "for;proto=http",
                    "proto=http",
                    "203.0.113.7",
                    "for =203.0.113.7",
                    "for= 203.0.113.7",
                    "for=203.0.113.7;for=203.0.113.7",
                    "for=203.0.113.7;For=198.51.100.9",
                    "for=\"203.0.113.7",
                    "for=203.0.113.7\"",
                    "for=\"203.0.113\\.7\"",
                    "for=\"203.0.113.7\"x",
                    "for=203.0.113.7;proto=\"http",
                    "for=203.0.113.7;proto=ht\"tp\"",
                    "for=203.0.113.7;\"proto\"=http",
                    "for=203.0.113.7;host=\"\\\"",
                    "for=203.0.113.7;=",
                    "for=203.0.113.7;x=\0",
                    "for:203.0.113.7",
                    "f\u00f6r=203.0.113.7",
                    "for=[203.0.113.7]",
                })
        void namesNobodyOtherwise(String line) {
            assertThat(forwarded.resolve(PROXY, List.of("for=" + VICTIM + ", " + line)))
                    .isEqualTo(client(PROXY, Origin.TRUSTED_PROXY));
        }

        @Test
        void isTheOnlyHeaderReadInItsSyntax() {
            assertThat(trusting("forwarded", PROXY).resolve(PROXY, List.of("for=" + CLIENT)))
                    .isEqualTo(byProxies(CLIENT));
            assertThat(trusting("X-Real-IP", PROXY).resolve(PROXY, List.of(CLIENT)))
                    .isEqualTo(byProxies(CLIENT));
            assertThat(trusting(" X-Real-IP ", PROXY).header()).isEqualTo("X-Real-IP");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> trusting(" "))
                    .withMessageContaining("X-Forwarded-For");
        }
    }

    /** The proxy appends the true client to whatever the client sent. */
    @Nested
    class AnAttacker {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    VICTIM,
                    "127.0.0.1",
                    "10.0.0.9",
                    "10.0.0.9, 10.0.0.8",
                    "unknown",
                    "",
                    ",",
                    ",,,",
                    "\"",
                    "\"\\",
                    "[",
                    "[::1",
                    "for=\"",
                    "\0",
                    "é",
                    "for=\"evil, for=" + VICTIM,
                    "for=" + VICTIM + ";x=\"",
                    "for=\"\\",
                    "a=\"b\", c=\"\\\"",
                })
        void cannotPassForAnotherOrHide(String sent) {
            assertThat(list.resolve(PROXY, List.of(sent + ", " + CLIENT))).isEqualTo(byProxies(CLIENT));
            assertThat(list.resolve(PROXY, List.of(sent, CLIENT))).isEqualTo(byProxies(CLIENT));
            for (String element :
                    List.of("for=203.0.113.7", "for=\"203.0.113.7:1\"", "host=\"a, b\";for=\"203.0.113.7\"")) {
                assertThat(forwarded.resolve(PROXY, List.of(sent + ", " + element)))
                        .isEqualTo(byProxies(CLIENT));
                assertThat(forwarded.resolve(PROXY, List.of(sent, element))).isEqualTo(byProxies(CLIENT));
            }
        }

        @Test
        void cannotHideBehindAnyRandomHeader() {
            Random random = new Random(7239);
            String alphabet = "\",;=\\ []:.%_for1\t\0";
            for (int i = 0; i < 20_000; i++) {
                String sent = random.ints(random.nextInt(30), 0, alphabet.length())
                        .mapToObj(index -> alphabet.substring(index, index + 1))
                        .collect(Collectors.joining());

                assertThat(list.resolve(PROXY, List.of(sent + "," + CLIENT)))
                        .as(sent)
                        .isEqualTo(byProxies(CLIENT));
                assertThat(forwarded.resolve(PROXY, List.of(sent + ",host=\"\\\",\";for=\"203.0.113.7:1\"")))
                        .as(sent)
                        .isEqualTo(byProxies(CLIENT));
            }
        }

        @Test
        void cannotPushTheTruthOutWithLength() {
            for (String filler : List.of("10.0.0.9, ", VICTIM + ", ", "x", ",", "\"", "\\", "for=\"\\\"", "[")) {
                String sent = filler.repeat(200_000);

                assertThat(list.resolve(PROXY, List.of(sent + "," + CLIENT))).isEqualTo(byProxies(CLIENT));
                assertThat(forwarded.resolve(PROXY, List.of(sent + ",for=" + CLIENT)))
                        .isEqualTo(byProxies(CLIENT));
            }
            List<String> lines = new ArrayList<>(Collections.nCopies(200_000, VICTIM));
            lines.add(CLIENT);
            assertThat(list.resolve(PROXY, lines)).isEqualTo(byProxies(CLIENT));
        }
    }

    @Nested
    class OfALongHeader {

        @Test
        void sixtyFourHopsAreRead() {
            List<String> proxies =
                    IntStream.rangeClosed(1, 64).mapToObj(i -> "10.0.1." + i).toList();

            assertThat(list.resolve(PROXY, List.of(CLIENT + "," + String.join(",", proxies.subList(1, 64)))))
                    .isEqualTo(byProxies(CLIENT));
            assertThat(list.resolve(PROXY, List.of(CLIENT + "," + String.join(",", proxies))))
                    .isEqualTo(client("10.0.1.1", Origin.TRUSTED_PROXY));
            List<String> lines = new ArrayList<>(proxies);
            lines.add(0, CLIENT);
            assertThat(list.resolve(PROXY, lines)).isEqualTo(client("10.0.1.1", Origin.TRUSTED_PROXY));
        }

        @Test
        void eightKibibytesAreRead() {
            String pad = " ".repeat(ClientAddressResolver.MAX_CHARS - CLIENT.length());

            assertThat(list.resolve(PROXY, List.of(CLIENT + pad))).isEqualTo(byProxies(CLIENT));
            assertThat(list.resolve(PROXY, List.of(CLIENT + " " + pad))).isEqualTo(client(PROXY, Origin.TRUSTED_PROXY));
            assertThat(list.resolve(PROXY, List.of("1" + CLIENT + pad))).isEqualTo(client(PROXY, Origin.TRUSTED_PROXY));
        }

        @Test
        void theBoundIsThatOfAllLinesTogether() {
            String half = "10.0.0.2" + " ".repeat(ClientAddressResolver.MAX_CHARS / 2);

            assertThat(list.resolve(PROXY, List.of(CLIENT, half))).isEqualTo(byProxies(CLIENT));
            assertThat(list.resolve(PROXY, List.of(CLIENT, half, half)))
                    .isEqualTo(client("10.0.0.2", Origin.TRUSTED_PROXY));
            String full = "10.0.0.2" + " ".repeat(ClientAddressResolver.MAX_CHARS - "10.0.0.2".length());
            assertThat(list.resolve(PROXY, List.of(CLIENT, full))).isEqualTo(client("10.0.0.2", Origin.TRUSTED_PROXY));
            assertThat(list.resolve(PROXY, List.of("", full))).isEqualTo(client("10.0.0.2", Origin.TRUSTED_PROXY));
        }
    }

    @Test
    void agreesWithTheRuleWrittenDownPlainly() {
        Random random = new Random(6890);
        List<String> entries =
                List.of(CLIENT, VICTIM, "10.0.0.2", "10.0.0.3", "2001:db8:aaaa::1", "2001:db8::1", "nope", "");
        for (int i = 0; i < 20_000; i++) {
            List<String> hops = random.ints(random.nextInt(6), 0, entries.size())
                    .mapToObj(entries::get)
                    .toList();
            List<String> lines = new ArrayList<>();
            for (String hop : hops) {
                if (lines.isEmpty() || random.nextInt(3) == 0) {
                    lines.add(hop);
                } else {
                    lines.add(lines.remove(lines.size() - 1) + (random.nextBoolean() ? ", " : ",") + hop);
                }
            }

            assertThat(list.resolve(PROXY, lines).text()).as("%s", lines).isEqualTo(plainly(hops));
        }
    }

    private static String plainly(List<String> hops) {
        String last = PROXY;
        for (int i = hops.size() - 1; i >= 0; i--) {
            String hop = hops.get(i);
            if (hop.isEmpty() || hop.equals("nope")) {
                return last;
            }
            last = hop;
            if (!hop.startsWith("10.") && !hop.startsWith("2001:db8:aaaa:")) {
                return last;
            }
        }
        return last;
    }

    @Test
    void anAnswerHasAnAddressOrIsUnknown() {
        assertThatIllegalArgumentException().isThrownBy(() -> new ClientAddress(null, Origin.PEER));
        assertThatIllegalArgumentException().isThrownBy(() -> client(CLIENT, Origin.UNKNOWN));
        assertThat(client(CLIENT, Origin.PEER).text()).isEqualTo(CLIENT);
    }
}
