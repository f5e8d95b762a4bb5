package io.github.limiter.subject;

import static io.github.limiter.subject.IpAddressTests.ip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CidrTests {

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.0.0.0/8",
        "0.0.0.0/0, 0.0.0.0/0",
        "203.0.113.7/32, 203.0.113.7/32",
        "203.0.113.7, 203.0.113.7/32",
        "2001:DB8:0::/32, 2001:db8::/32",
        "::/0, ::/0",
        "2001:db8::1, 2001:db8::1/128",
        "::ffff:10.0.0.0/104, 10.0.0.0/8",
        "::ffff:a00:0/104, 10.0.0.0/8",
        "::ffff:0:0/96, 0.0.0.0/0",
        "::ffff:10.0.0.1/128, 10.0.0.1/32",
        "::ffff:10.0.0.1, 10.0.0.1/32",
    })
    void readsBlocksAndSingleAddresses(String text, String canonical) {
        assertThat(Cidr.parse(text)).hasToString(canonical).isEqualTo(Cidr.parse(canonical));
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.0.0.0, true",
        "10.0.0.0/8, 10.255.255.255, true",
        "10.0.0.0/8, ::ffff:10.1.2.3, true",
        "10.0.0.0/8, 9.255.255.255, false",
        "10.0.0.0/8, 11.0.0.0, false",
        "10.0.0.0/8, ::10.0.0.1, false",
        "10.0.0.0/26, 10.0.0.63, true",
        "10.0.0.0/26, 10.0.0.64, false",
        "203.0.113.7, 203.0.113.7, true",
        "203.0.113.7, 203.0.113.6, false",
        "2001:db8::/32, 2001:db8:ffff::1, true",
        "2001:db8::/32, 2001:db9::, false",
        "fe80::/125, fe80::7, true",
        "fe80::/125, fe80::8, false",
        // a block holds addresses of its own family only
        "0.0.0.0/0, 255.255.255.255, true",
        "0.0.0.0/0, ::1, false",
        "0.0.0.0/0, ::, false",
        "::/0, ffff::1, true",
        "::/0, 203.0.113.7, false",
        "::/0, ::ffff:203.0.113.7, false",
        "::/64, 203.0.113.7, false",
        "::ffff:0:0/96, 203.0.113.7, true",
    })
    void containsWhatSharesItsPrefix(String block, String address, boolean contained) {
        assertThat(Cidr.parse(block).contains(ip(address))).isEqualTo(contained);
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.1, 8, 10.0.0.0",
        "10.0.0.2, 26, 10.0.0.0",
        "203.0.113.7, 0, 0.0.0.0",
        "2001:db8::1, 32, 2001:db8::",
    })
    void refusesBitsAfterThePrefix(String address, int prefix, String network) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Cidr.parse(address + "/" + prefix))
                .withMessage(
                        "'%s/%d' has bits set after its prefix; write %s/%d for the block or %s for the one address",
                        address, prefix, network, prefix, address);
    }

    @Test
    void refusesBitsAfterThePrefixOfAMappedBlock() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Cidr.parse("::ffff:10.0.0.1/104"))
                .withMessageContaining("write 10.0.0.0/8");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.0.0.0/33",
                "10.0.0.0/-1",
                "10.0.0.0/",
                "10.0.0.0/08",
                "10.0.0.0/+8",
                "10.0.0.0/8 ",
                "10.0.0.0/ 8",
                "10.0.0.0/8/8",
                "10.0.0.0/x",
                "10.0.0.0/٨",
                "10.0.0.0/4294967304",
                "10.0.0.0/255.0.0.0"
            })
    void refusesOtherPrefixLengths(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Cidr.parse(text))
                .withMessage(
                        "'%s' has no valid prefix length; after the slash write a number of bits from 0 to 32", text);
    }

    @ParameterizedTest
    @CsvSource({"2001:db8::/129, 0, 128", "::ffff:10.0.0.0/95, 96, 128", "::ffff:10.0.0.0/8, 96, 128"})
    void refusesPrefixLengthsOutOfTheFamilysRange(String text, int least, int most) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Cidr.parse(text))
                .withMessageContaining("'" + text + "'")
                .withMessageContaining("from %d to %d", least, most);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "/8",
                "localhost",
                "*",
                "10.*",
                "10/8",
                "10.0.0/24",
                " 10.0.0.0/8",
                "[::1]",
                "fe80::1%eth0",
                "10.0.0.1:80"
            })
    void refusesWhatIsNoAddress(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Cidr.parse(text))
                .withMessageStartingWith("'%s' is neither an IP address nor a CIDR block; write e.g. 10.0.0.0/8", text);
    }

    static Stream<CaseTable.Row> refusedElsewhere() {
        return CaseTable.read("refused-blocks.table").stream();
    }

    @ParameterizedTest
    @MethodSource("refusedElsewhere")
    void refusesWhatOthersRefuse(CaseTable.Row row) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Cidr.parse(row.get("block")))
                .withMessageContaining(row.get("block"));
    }

    @Test
    void knowsAllCasesThatOthersRefuse() {
        assertThat(refusedElsewhere()).hasSize(6);
    }

    @Test
    void refusesTheSameWhenBuiltFromParts() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Cidr(ip("10.0.0.1"), 8));
        assertThatIllegalArgumentException().isThrownBy(() -> new Cidr(ip("10.0.0.0"), 33));
        assertThat(new Cidr(ip("10.0.0.0"), 8)).isEqualTo(Cidr.parse("10.0.0.0/8"));
    }
}
