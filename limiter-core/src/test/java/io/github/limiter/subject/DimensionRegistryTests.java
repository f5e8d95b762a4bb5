package io.github.limiter.subject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.policy.InvalidConfigurationException;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DimensionRegistryTests {

    private final DimensionRegistry registry = new DimensionRegistry(64, MissingUser.IP, List.of());

    private record Own(String name) implements DimensionResolver {
        @Override
        public Subject resolve(Caller caller, String policy) {
            return Subject.of(name, "value");
        }
    }

    private static Caller caller(String address, String user) {
        ClientAddressResolver resolver = new ClientAddressResolver(CidrSet.empty(), "X-Forwarded-For");
        return new Caller(resolver.resolve(address, List.of()), user, null);
    }

    private String text(String dimension, Caller caller) {
        Subject subject = registry.get(dimension).resolve(caller, "orders");
        return subject == null ? "nobody" : subject.text();
    }

    @ParameterizedTest
    @CsvSource({
        "global,    203.0.113.7,                carol, global",
        "interface, 203.0.113.7,                carol, interface:orders",
        "ip,        203.0.113.7,                carol, ip:203.0.113.7",
        "ip,        ::ffff:203.0.113.7,         carol, ip:203.0.113.7",
        "ip,        2001:db8:1:1:2:3:4:5,       carol, ip:2001:db8:1:1::",
        "subnet,    203.0.113.7,                carol, subnet:203.0.113.0/24",
        "subnet,    2001:db8:1:1:2:3:4:5,       carol, subnet:2001:db8:1::/48",
        "user,      203.0.113.7,                carol, user:carol",
        "user,      203.0.113.7,                ,      ip:203.0.113.7",
        "USER,      203.0.113.7,                carol, user:carol",
        "ip,        unix:,                      carol, ip:unknown",
        "subnet,    unix:,                      carol, subnet:unknown",
        "user,      unix:,                      ,      ip:unknown",
    })
    void everyCallerHasASubject(String dimension, String address, String user, String text) {
        assertThat(text(dimension, caller(address, user))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"global, global", "interface, interface:orders", "ip, nobody", "subnet, nobody", "user, nobody"})
    void outsideOfARequestThereIsNoAddress(String dimension, String text) {
        assertThat(text(dimension, Caller.NONE)).isEqualTo(text);
    }

    @Test
    void thePrefixOfIpv6IsConfigured() {
        DimensionRegistry narrow = new DimensionRegistry(56, MissingUser.IP, List.of());

        assertThat(narrow.get(Dimensions.IP).resolve(caller("2001:db8:1:1ff:2:3:4:5", null), "orders"))
                .hasToString("ip:2001:db8:1:100::");
    }

    @Test
    void aUserOfAnyNameHasAShortAndSafeText() {
        assertThat(text("user", caller("203.0.113.7", "Zoë {admin}\n"))).matches("user:sha256-[0-9a-f]{32}");
    }

    @Nested
    class WithoutAUser {

        private DimensionResolver user(MissingUser missingUser) {
            return new DimensionRegistry(64, missingUser, List.of()).get(Dimensions.USER);
        }

        @Test
        void theAddressIsCounted() {
            assertThat(user(MissingUser.IP).resolve(caller("203.0.113.7", null), "orders"))
                    .hasToString("ip:203.0.113.7");
        }

        @Test
        void orNobody() {
            assertThat(user(MissingUser.SKIP).resolve(caller("203.0.113.7", null), "orders"))
                    .isNull();
        }

        @Test
        void orTheCallIsRefused() {
            assertThatThrownBy(() -> user(MissingUser.REJECT).resolve(caller("203.0.113.7", null), "orders"))
                    .isInstanceOf(SubjectRequiredException.class)
                    .hasMessage("no user is known for this call");
        }
    }

    @Test
    void tellsTheKnownNamesWhenAskedForAnother() {
        DimensionRegistry more = new DimensionRegistry(64, MissingUser.IP, List.of(new Own("tenant")));

        assertThatThrownBy(() -> more.get("client"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage(
                        "dimension: 'client' is not known. Use one of device, global, interface, ip, subnet, tenant,"
                                + " user, or declare a DimensionResolver bean of that name.");
    }

    @Test
    void takesADimensionOfTheApplicationAlsoInPlaceOfABuiltIn() {
        Own tenant = new Own("Tenant_Id");
        Own ip = new Own("ip");
        DimensionRegistry more = new DimensionRegistry(64, MissingUser.IP, List.of(tenant, ip));

        assertThat(more.get("tenant-id")).isSameAs(tenant);
        assertThat(more.get(Dimensions.IP)).isSameAs(ip);
    }

    @Test
    void refusesTwoOfOneName() {
        assertThatThrownBy(
                        () -> new DimensionRegistry(64, MissingUser.IP, List.of(new Own("tenant"), new Own("TENANT"))))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage("dimension: 'TENANT' is the name of two DimensionResolver beans. Rename one of them.");
    }

    @ParameterizedTest
    @CsvSource({
        "ip:203.0.113.7, ip:203.0.113.7",
        "IP:203.0.113.7, ip:203.0.113.7",
        "ip:::ffff:203.0.113.7, ip:203.0.113.7",
        "ip:2001:DB8:1:1::17, ip:2001:db8:1:1::",
        "ip:unknown, ip:unknown",
        "subnet:203.0.113.0/24, subnet:203.0.113.0/24",
        "user:carol, user:carol",
        "user:sha256-00112233445566778899aabbccddeeff, user:sha256-00112233445566778899aabbccddeeff",
        "device:d-1, device:d-1",
        "global, global"
    })
    void readsTheSubjectsThatPeopleWrite(String written, String text) {
        Subject subject = registry.subject(written);

        assertThat(subject.text()).isEqualTo(text);
    }

    @Test
    void readsValuesAsTheyCame() {
        assertThat(registry.subject("user:Zoë:x")).isEqualTo(Subject.of("user", "Zoë:x"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "carol", "ip:", "ip:carol", "subnet:x", "nobody:carol", "global:x", "user:"})
    void refusesWhatIsNoSubject(String written) {
        assertThatIllegalArgumentException().isThrownBy(() -> registry.subject(written));
    }
}
