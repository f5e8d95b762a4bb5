package io.github.limiter.subject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpAddressTests {

    static IpAddress ip(String text) {
        IpAddress address = IpAddress.tryParse(text);
        assertThat(address).as(text).isNotNull();
        return address;
    }

    @Nested
    class Reads {

        @ParameterizedTest
        @ValueSource(strings = {"0.0.0.0", "203.0.113.7", "1.2.3.4", "10.200.30.0", "255.255.255.255"})
        void ipv4InItsOneSpelling(String text) {
            assertThat(ip(text).isV4()).isTrue();
            assertThat(ip(text)).hasToString(text);
        }

        @ParameterizedTest
        @CsvSource({
            // RFC 4291 section 2.2
            "ABCD:EF01:2345:6789:ABCD:EF01:2345:6789, abcd:ef01:2345:6789:abcd:ef01:2345:6789",
            "2001:DB8:0:0:8:800:200C:417A, 2001:db8::8:800:200c:417a",
            "2001:DB8::8:800:200C:417A, 2001:db8::8:800:200c:417a",
            "FF01:0:0:0:0:0:0:101, ff01::101",
            "FF01::101, ff01::101",
            "0:0:0:0:0:0:0:1, ::1",
            "::, ::",
            "0:0:0:0:0:0:13.1.68.3, ::d01:4403",
            "::13.1.68.3, ::d01:4403",
            "64:ff9b::192.0.2.33, 64:ff9b::c000:221",
            "1:2:3:4:5:6:1.2.3.4, 1:2:3:4:5:6:102:304",
            // "::" for one group, at either end
            "::2:3:4:5:6:7:8, 0:2:3:4:5:6:7:8",
            "1:2:3:4:5:6:7::, 1:2:3:4:5:6:7:0",
            "1:2:3::5:6:7:8, 1:2:3:0:5:6:7:8",
            "1::, 1::",
            "1:2:3:4::, 1:2:3:4::",
            "1:2:3:4:5::8, 1:2:3:4:5::8",
            "::5:6:7:8, ::5:6:7:8",
        })
        void ipv6InAllItsForms(String text, String canonical) {
            assertThat(ip(text).isV4()).isFalse();
            assertThat(ip(text)).hasToString(canonical);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "::ffff:203.0.113.7",
                    "::FFFF:203.0.113.7",
                    "::ffff:cb00:7107",
                    "0:0:0:0:0:ffff:203.0.113.7",
                    "0000:0000:0000:0000:0000:ffff:cb00:7107",
                    "0::ffff:cb00:7107",
                })
        void mappedAddressesAsIpv4(String text) {
            assertThat(ip(text)).isEqualTo(ip("203.0.113.7")).hasToString("203.0.113.7");
            assertThat(ip(text).isV4()).isTrue();
        }

        @ParameterizedTest
        @ValueSource(strings = {"::fffe:203.0.113.7", "::1:ffff:203.0.113.7", "::203.0.113.7", "::ffff:0:203.0.113.7"})
        void otherEmbeddingsAsIpv6(String text) {
            assertThat(ip(text).isV4()).isFalse();
        }
    }

    @Nested
    class Refuses {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    // nothing, or something else
                    "",
                    " ",
                    ".",
                    ":",
                    "...",
                    "localhost",
                    "unknown",
                    "_hidden",
                    "23189987",
                    "3405803783",
                    "-1",
                    "ffff",
                    // other spellings of IPv4
                    "127.1",
                    "1.2.3",
                    "0x7f.1",
                    "0x7f.0.0.1",
                    "0177.0.0.1",
                    "01.2.3.4",
                    "1.2.3.00",
                    "1.2.3.04",
                    // too much, too little, too large
                    "1.2.3.4.5",
                    "1.2.3.4.",
                    ".1.2.3.4",
                    "1..3.4",
                    "1.2.3.256",
                    "1.2.3.999",
                    "1.2.3.4294967297",
                    "1.2.3.-4",
                    "1.2.3.+4",
                    // what belongs around an address, not into it
                    " 1.2.3.4",
                    "1.2.3.4 ",
                    "1.2.3.4\t",
                    "1.2.3.4\n",
                    "1.2.3.4\0",
                    "1.2\0.3.4",
                    "1.2.3.4:80",
                    "1.2.3.4/8",
                    "1.2.3.4%eth0",
                    "\"1.2.3.4\"",
                    "[::1]",
                    "[::1]:80",
                    "::1%eth0",
                    "::1/64",
                    "::1 ",
                    " ::1",
                    "::1\0",
                    // other digits
                    "１.2.3.4",
                    "1.2.3.٤",
                    "1。2。3。4",
                    "::１",
                    "::ａ",
                    "::\u0131",
                    "::\u212a",
                    // IPv6
                    ":::",
                    "::1::",
                    "1::2::3",
                    ":1",
                    "1:",
                    "1:2",
                    "1:2:3:4:5:6:7",
                    "1:2:3:4:5:6:7:8:9",
                    "1:2:3:4:5:6:7:8::",
                    "::1:2:3:4:5:6:7:8",
                    "1:2:3:4::5:6:7:8",
                    ":1:2:3:4:5:6:7:8",
                    "1:2:3:4:5:6:7:8:",
                    "1:2:3:4:5:6:7:",
                    ":::1",
                    "1:::2",
                    "12345::",
                    "::00001",
                    "::g",
                    "::-1",
                    "::0x1",
                    "::1.2.3",
                    "::1.2.3.4.5",
                    "::1.2.3.256",
                    "::01.2.3.4",
                    "1.2.3.4::",
                    "::1.2.3.4:5",
                    "1:2:3:4:5:6:7:1.2.3.4",
                    "1:2:3:4:5:1.2.3.4",
                    "1:2:3:4:5:6::7:1.2.3.4",
                    "::a.2.3.4",
                })
        void whatIsNotExactlyOneLiteral(String text) {
            assertThat(IpAddress.tryParse(text)).isNull();
        }

        @ParameterizedTest
        @ValueSource(strings = {"1", "0", ":", "::", ".", "1.", "1:", "f", "ffff:", " ", "\0", "é"})
        void textsOfAnyLength(String part) {
            assertThat(IpAddress.tryParse(part.repeat(1_000_000))).isNull();
        }

        @Test
        void everyValidLiteralWithAnyOneCharacterPutIn() {
            for (String literal : List.of("203.0.113.70", "2001:db8:1:2:3:4:5:6666", "::ffff:203.0.113.70")) {
                for (int i = 0; i <= literal.length(); i++) {
                    for (char c :
                            new char[] {'\0', ' ', '\t', '/', ';', '@', 'G', '`', 'g', '\u0661', '\uff11', '\uffff'}) {
                        String text = literal.substring(0, i) + c + literal.substring(i);
                        assertThat(IpAddress.tryParse(text)).as(text).isNull();
                    }
                }
            }
        }
    }

    @Nested
    class Writes {

        @ParameterizedTest
        @CsvSource({
            // RFC 5952 section 4.1: no leading zeros
            "2001:0db8::0001, 2001:db8::1",
            "2001:db8:aaaa:bbbb:cccc:dddd:eeee:0001, 2001:db8:aaaa:bbbb:cccc:dddd:eeee:1",
            // 4.2.1: as short as possible
            "2001:db8:0:0:0:0:2:1, 2001:db8::2:1",
            // 4.2.2: not for one group
            "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
            "2001:db8::1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
            // 4.2.3: the longest run, the first of equals
            "2001:0:0:1:0:0:0:1, 2001:0:0:1::1",
            "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
            "0:0:1:1:0:0:0:0, 0:0:1:1::",
            "0:0:0:1:0:0:0:1, ::1:0:0:0:1",
            "1:0:0:0:1:0:0:0, 1::1:0:0:0",
            "1:0:1:0:1:0:0:0, 1:0:1:0:1::",
            // 4.3: lower case
            "2001:DB8::ABCD, 2001:db8::abcd",
        })
        void ipv6AsRfc5952Says(String text, String canonical) {
            assertThat(ip(text)).hasToString(canonical);
        }
    }

    @Nested
    class Values {

        @Test
        void areEqualHoweverWritten() {
            assertThat(ip("2001:db8::1"))
                    .isEqualTo(ip("2001:DB8:0:0:0:0:0:1"))
                    .hasSameHashCodeAs(ip("2001:DB8:0:0:0:0:0:1"))
                    .isNotEqualTo(ip("2001:db8::2"))
                    .isNotEqualTo(ip("2001:db9::1"));
            assertThat(ip("1.2.3.4")).isNotEqualTo(ip("::1.2.3.4"));
        }

        @Test
        void areOrderedByFamilyThenNumber() {
            List<IpAddress> ordered = Stream.of(
                            "0.0.0.0",
                            "9.255.255.255",
                            "10.0.0.0",
                            "127.0.0.1",
                            "128.0.0.1",
                            "255.255.255.255",
                            "::",
                            "::1",
                            "::8000:0:0:0",
                            "1::",
                            "7fff::",
                            "8000::",
                            "ffff::1")
                    .map(IpAddressTests::ip)
                    .toList();

            assertThat(ordered).isSorted();
            assertThat(ordered).doesNotHaveDuplicates();
        }
    }

    @Nested
    class Networks {

        @ParameterizedTest
        @CsvSource({
            "203.0.113.7, 32, 203.0.113.7",
            "203.0.113.7, 31, 203.0.113.6",
            "203.0.113.7, 24, 203.0.113.0",
            "203.0.113.7, 1, 128.0.0.0",
            "203.0.113.7, 0, 0.0.0.0",
            "2001:db8:1:2:3:4:5:6, 128, 2001:db8:1:2:3:4:5:6",
            "2001:db8:1:2:3:4:5:6, 127, 2001:db8:1:2:3:4:5:6",
            "2001:db8:1:2:3:4:5:7, 127, 2001:db8:1:2:3:4:5:6",
            "2001:db8:1:2:ffff:4:5:6, 65, 2001:db8:1:2:8000::",
            "2001:db8:1:2:3:4:5:6, 64, 2001:db8:1:2::",
            "2001:db8:1:3:3:4:5:6, 63, 2001:db8:1:2::",
            "2001:db8:1:2:3:4:5:6, 48, 2001:db8:1::",
            "2001:db8:1:2:3:4:5:6, 1, ::",
            "ffff::1, 1, 8000::",
            "ffff::1, 0, ::",
        })
        void keepTheBitsOfThePrefix(String address, int prefix, String network) {
            assertThat(ip(address).network(prefix)).isEqualTo(ip(network));
        }

        @ParameterizedTest
        @CsvSource({"203.0.113.7, 33, 32", "203.0.113.7, -1, 32", "2001:db8::1, 129, 128", "2001:db8::1, -1, 128"})
        void refusePrefixesOutOfRange(String address, int prefix, int most) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ip(address).network(prefix))
                    .withMessage("prefix length %d for %s is out of range; use 0 to %d bits", prefix, address, most);
        }

        @ParameterizedTest
        @CsvSource({
            "203.0.113.7, 203.0.113.7",
            "::ffff:203.0.113.7, 203.0.113.7",
            "2001:db8:1:1:a:b:c:d, 2001:db8:1:1::",
            "2001:db8:1:1::, 2001:db8:1:1::",
            "2001:db8::a:b:c:d, 2001:db8::",
            "::1, ::",
        })
        void ofOneCustomerAreCountedTogether(String address, String counted) {
            assertThat(ip(address).countedAs(IpAddress.DEFAULT_IPV6_PREFIX)).hasToString(counted);
        }

        static Stream<CaseTable.Row> countedAs() {
            return CaseTable.read("counted-as.table").stream();
        }

        @ParameterizedTest
        @MethodSource("countedAs")
        void areCountedTogetherAsElsewhere(CaseTable.Row row) {
            IpAddress counted = ip(row.get("address")).countedAs(Integer.parseInt(row.get("prefix")));

            assertThat(counted).hasToString(row.get("we say"));
            assertThat(row.get("source says").equals(counted + "/" + row.get("prefix")))
                    .isEqualTo(row.get("rule").equals("same"));
        }

        @Test
        void ofTheCountedCasesAreAllThatWereHandedOver() {
            assertThat(countedAs()).hasSize(7);
        }

        @ParameterizedTest
        @CsvSource({
            "203.0.113.7, 203.0.113.0/24",
            "::ffff:203.0.113.7, 203.0.113.0/24",
            "2001:db8:1:1:a:b:c:d, 2001:db8:1::/48",
            "::1, ::/48",
        })
        void ofOneNeighbourhoodAreASubnet(String address, String subnet) {
            assertThat(ip(address).subnet()).hasToString(subnet);
            assertThat(ip(address).subnet().contains(ip(address))).isTrue();
        }
    }

    @Nested
    class Private {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "10.0.0.0", "10.255.255.255", "172.16.0.0", "172.31.255.255", "192.168.0.0", "192.168.255.255",
                    "127.0.0.1", "127.255.255.255", "169.254.0.1", "169.254.255.255", "100.64.0.0", "100.127.255.255",
                    "::1", "fe80::1", "febf::1", "fc00::", "fdff:ffff::1", "::ffff:10.1.2.3",
                })
        void areTheInternetsInnerRanges(String text) {
            assertThat(ip(text).isPrivate()).isTrue();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "9.255.255.255",
                    "11.0.0.0",
                    "172.15.255.255",
                    "172.32.0.0",
                    "192.167.255.255",
                    "192.169.0.0",
                    "126.255.255.255",
                    "128.0.0.0",
                    "169.253.255.255",
                    "169.255.0.0",
                    "100.63.255.255",
                    "100.128.0.0",
                    "0.0.0.0",
                    "::",
                    "::2",
                    "fec0::1",
                    "fe7f::1",
                    "fbff::1",
                    "fe00::1",
                    "2001:db8::1",
                    "::10.1.2.3",
                })
        void areNotTheirNeighbours(String text) {
            assertThat(ip(text).isPrivate()).isFalse();
        }
    }

    @Nested
    class AgreesWithTheJdk {

        private final Random random = new Random(20_261_130);

        @Test
        void onWhatIsWritten() throws UnknownHostException {
            for (int i = 0; i < 50_000; i++) {
                byte[] bytes = randomBytes();
                InetAddress expected = InetAddress.getByAddress(bytes);

                IpAddress address = ip(expected.getHostAddress());

                assertThat(InetAddress.getByName(address.toString()))
                        .as(address.toString())
                        .isEqualTo(expected);
                assertThat(ip(address.toString())).isEqualTo(address);
                assertThat(address.isV4()).isEqualTo(expected.getAddress().length == 4);
            }
        }

        @Test
        void onWhatIsRead() throws UnknownHostException {
            for (int i = 0; i < 50_000; i++) {
                String text = randomSpelling(randomBytes());
                InetAddress expected = InetAddress.getByName(text);

                assertThat(ip(text)).as(text).isEqualTo(ip(expected.getHostAddress()));
            }
        }

        @Test
        void onWhatIsPrivateAsFarAsItKnows() throws UnknownHostException {
            for (int i = 0; i < 50_000; i++) {
                InetAddress address = InetAddress.getByAddress(randomBytes());
                if (address.isLoopbackAddress()
                        || address.isLinkLocalAddress()
                        || address.isSiteLocalAddress() && address.getAddress().length == 4) {
                    assertThat(ip(address.getHostAddress()).isPrivate())
                            .as(address.getHostAddress())
                            .isTrue();
                }
            }
        }

        /** IPv4, IPv6 with many zero groups, and mapped ones. */
        private byte[] randomBytes() {
            byte[] bytes = new byte[random.nextInt(3) == 0 ? 4 : 16];
            random.nextBytes(bytes);
            if (bytes.length == 16) {
                for (int group = 0; group < 16; group += 2) {
                    if (random.nextBoolean()) {
                        bytes[group] = 0;
                        bytes[group + 1] = (byte) random.nextInt(2);
                    }
                }
                if (random.nextInt(8) == 0) {
                    Arrays.fill(bytes, 0, 10, (byte) 0);
                    Arrays.fill(bytes, 10, 12, (byte) 0xff);
                }
            } else {
                bytes[0] = List.of((byte) 10, (byte) 127, (byte) 172, (byte) 192, bytes[0])
                        .get(random.nextInt(5));
            }
            return bytes;
        }

        /** Upper or lower case, leading zeros, {@code ::} for any run of zeros, a dotted end. */
        private String randomSpelling(byte[] bytes) {
            if (bytes.length == 4) {
                return (bytes[0] & 0xff) + "." + (bytes[1] & 0xff) + "." + (bytes[2] & 0xff) + "." + (bytes[3] & 0xff);
            }
            boolean dotted = random.nextInt(4) == 0;
            int groups = dotted ? 6 : 8;
            int gapStart = random.nextInt(groups + 1);
            int gapEnd = gapStart;
            while (gapEnd < groups && group(bytes, gapEnd) == 0 && random.nextInt(8) > 0) {
                gapEnd++;
            }
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < groups; i++) {
                if (i >= gapStart && i < gapEnd) {
                    text.append(i == gapStart ? "::" : "");
                } else {
                    text.append(i == 0 || i == gapEnd && gapEnd > gapStart ? "" : ":");
                    text.append(String.format("%0" + (1 + random.nextInt(4)) + "x", group(bytes, i)));
                }
            }
            if (dotted) {
                text.append(gapEnd == groups && gapEnd > gapStart ? "" : ":");
                text.append(randomSpelling(Arrays.copyOfRange(bytes, 12, 16)));
            }
            return random.nextBoolean() ? text.toString() : text.toString().toUpperCase(Locale.ROOT);
        }

        private static int group(byte[] bytes, int index) {
            return (bytes[2 * index] & 0xff) << 8 | bytes[2 * index + 1] & 0xff;
        }
    }
}
