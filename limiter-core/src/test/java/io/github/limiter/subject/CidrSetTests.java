package io.github.limiter.subject;

import static io.github.limiter.subject.IpAddressTests.ip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CidrSetTests {

    @Test
    void containsWhatAnyOfItsBlocksContains() {
        CidrSet set = CidrSet.parse(List.of("192.168.0.0/16", "2001:db8::/32", "10.0.0.0/8", "203.0.113.7"));

        assertThat(List.of("10.1.2.3", "192.168.255.255", "203.0.113.7", "2001:db8::1", "::ffff:10.1.2.3"))
                .allMatch(text -> set.contains(ip(text)));
        assertThat(List.of("9.0.0.0", "11.0.0.0", "203.0.113.6", "203.0.113.8", "2001:db9::", "::", "ffff::"))
                .noneMatch(text -> set.contains(ip(text)));
    }

    @Test
    void overlapsWhateverHoldsOneOfItsBlocksOrIsInOne() {
        CidrSet set = CidrSet.parse(List.of("10.0.0.0/8", "2001:db8:1:1::5"));

        assertThat(List.of("10.1.0.0/16", "0.0.0.0/0", "10.1.2.3", "2001:db8:1:1::/64", "2001:db8:1:1::5"))
                .allMatch(text -> set.overlaps(Cidr.parse(text)));
        assertThat(List.of("11.0.0.0/8", "2001:db8:1:2::/64", "2001:db8:1:1::6"))
                .noneMatch(text -> set.overlaps(Cidr.parse(text)));
        assertThat(CidrSet.empty().overlaps(Cidr.parse("0.0.0.0/0"))).isFalse();
    }

    @Test
    void withoutBlocksContainsNothing() {
        assertThat(CidrSet.empty().isEmpty()).isTrue();
        assertThat(CidrSet.empty().contains(ip("0.0.0.0"))).isFalse();
        assertThat(CidrSet.parse(List.of())).isEqualTo(CidrSet.empty());
    }

    @Test
    void ofEverythingTellsTheFamiliesApart() {
        assertThat(CidrSet.parse(List.of("::/0")).contains(ip("1.2.3.4"))).isFalse();
        assertThat(CidrSet.parse(List.of("0.0.0.0/0")).contains(ip("::1"))).isFalse();
        assertThat(CidrSet.parse(List.of("::/0", "0.0.0.0/0")).contains(ip("1.2.3.4")))
                .isTrue();
        assertThat(CidrSet.parse(List.of("::/0", "0.0.0.0/0")).contains(ip("::1")))
                .isTrue();
    }

    @Test
    void keepsTheWidestOfBlocksInsideOneAnother() {
        CidrSet set = CidrSet.parse(List.of("10.1.0.0/16", "10.0.0.0/8", "10.1.2.3", "10.0.0.0/16", "10.0.0.0/8"));

        assertThat(set).hasToString("[10.0.0.0/8]").isEqualTo(CidrSet.parse(List.of("10.0.0.0/8")));
        assertThat(set.contains(ip("10.200.0.1"))).isTrue();
    }

    @Test
    void isNotChangedThroughTheListItWasMadeFrom() {
        List<Cidr> blocks = new ArrayList<>(List.of(Cidr.parse("10.0.0.0/8")));
        CidrSet set = CidrSet.of(blocks);

        blocks.set(0, Cidr.parse("0.0.0.0/0"));

        assertThat(set.contains(ip("1.2.3.4"))).isFalse();
    }

    @Test
    void namesTheTextThatIsNoBlock() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CidrSet.parse(List.of("10.0.0.0/8", "proxy1")))
                .withMessageStartingWith("'proxy1' is neither");
    }

    @Test
    void agreesWithLookingAtEveryBlock() {
        Random random = new Random(4632);
        for (int round = 0; round < 200; round++) {
            List<Cidr> blocks = new ArrayList<>();
            for (int i = random.nextInt(40); i > 0; i--) {
                IpAddress address = randomAddress(random);
                int prefix = random.nextInt(address.maxPrefix() + 1);
                blocks.add(new Cidr(address.network(prefix), prefix));
            }
            CidrSet set = CidrSet.of(blocks);
            for (int i = 0; i < 200; i++) {
                IpAddress address = randomAddress(random);
                assertThat(set.contains(address))
                        .as("%s in %s", address, blocks)
                        .isEqualTo(blocks.stream().anyMatch(block -> block.contains(address)));
            }
        }
    }

    /** From few bits, so that blocks are hit, adjoin and overlap. */
    private static IpAddress randomAddress(Random random) {
        int sparse = random.nextInt() & random.nextInt() & random.nextInt();
        return switch (random.nextInt(3)) {
            case 0 -> IpAddress.v4(sparse);
            case 1 -> IpAddress.v6(0, sparse);
            default -> IpAddress.v6((long) sparse << 32, (long) sparse << 40);
        };
    }
}
