package io.github.limiter.subject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.limiter.subject.CaseTable.Row;
import io.github.limiter.subject.ClientAddress.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Cases of other projects' test suites; the tables say where each is from and where ours differs. */
class ClientAddressCasesTests {

    static Stream<Row> trustedRange() {
        return CaseTable.read("trusted-range.table").stream();
    }

    static Stream<Row> neighbours() {
        return CaseTable.read("neighbours.table").stream();
    }

    static Stream<Row> nodes() {
        return CaseTable.read("nodes.table").stream();
    }

    @ParameterizedTest
    @MethodSource("trustedRange")
    void trustedRange(Row row) {
        check(row, "X-Forwarded-For");
    }

    @ParameterizedTest
    @MethodSource("neighbours")
    void neighbours(Row row) {
        check(row, row.get("header"));
    }

    private static void check(Row row, String header) {
        List<String> trusted = split(row.get("trusted"), " ");
        if (row.get("we say").equals("refused")) {
            assertThatIllegalArgumentException().isThrownBy(() -> CidrSet.parse(trusted));
            return;
        }
        ClientAddressResolver resolver = new ClientAddressResolver(CidrSet.parse(trusted), header);
        String peer = row.get("peer").equals("-") ? null : row.get("peer");

        ClientAddress client = resolver.resolve(peer, split(row.get("header lines"), " // "));

        assertThat(client.text()).isEqualTo(row.get("we say"));
        boolean trustedProxy = client.address() != null && resolver.trusts(client.address());
        assertThat(client.origin() == Origin.TRUSTED_PROXY).isEqualTo(trustedProxy);
    }

    private static List<String> split(String text, String separator) {
        return text.isEmpty() ? List.of() : List.of(text.split(separator));
    }

    @ParameterizedTest
    @MethodSource("nodes")
    void nodes(Row row) {
        String proxy = "10.11.12.13";
        ClientAddressResolver resolver = ClientAddressResolverTests.trusting(row.get("header"), proxy);

        ClientAddress client = resolver.resolve(proxy, List.of(row.get("entry")));

        assertThat(client.text()).isEqualTo(row.get("we say").equals("-") ? proxy : row.get("we say"));
    }

    /** RFC 9110 section 5.6.1: white space around the commas of a list is no part of its members. */
    @Test
    void splitting() { // apache/tomcat, TestRemoteIpValve
        String line = "element1  , element2,\t element3";
        List<String> parts = new ArrayList<>();
        for (int end = line.length(); end >= 0; ) {
            int start = HopSyntax.LIST.startOf(line, 0, end);
            parts.add(0, line.substring(start, end).strip());
            end = start - 1;
        }

        assertThat(parts).containsExactly("element1", "element2", "element3");
    }

    @Test
    void noCaseIsLeftOut() {
        assertThat(trustedRange()).hasSize(29);
        assertThat(neighbours()).hasSize(41);
        assertThat(nodes()).hasSize(21);
    }

    @Test
    void everyDifferenceIsExplained() {
        Stream.of(trustedRange(), neighbours(), nodes()).flatMap(rows -> rows).forEach(row -> {
            boolean same = row.get("source says").equals(row.get("we say"));
            switch (row.get("rule")) {
                case "same" -> assertThat(same).as("%s", row).isTrue();
                case "differs" -> assertThat(row.get("note")).as("%s", row).isNotEmpty();
                default -> assertThat(row.get("source says")).as("%s", row).isEqualTo("-");
            }
            assertThat(row.get("source")).as("%s", row).isNotEmpty();
        });
    }
}
