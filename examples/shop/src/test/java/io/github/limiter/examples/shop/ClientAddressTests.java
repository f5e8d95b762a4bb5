package io.github.limiter.examples.shop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.context.WebApplicationContext;

/** Who is counted behind the trusted proxies of this machine: each test looks at what is left of 60. */
@ShopTest
class ClientAddressTests {

    @Autowired
    Customers customers;

    @Test
    void theHeaderPlaysAnyClient() {
        String address = customers.newAddress();

        assertThat(leftAt(address)).isEqualTo(59);
        assertThat(leftAt(address)).isEqualTo(58);
        assertThat(leftAt(customers.newAddress())).isEqualTo(59);
    }

    @Test
    void whatTheClientWroteItselfIsNotBelieved() {
        String address = customers.newAddress();

        assertThat(leftAt("192.0.2.1, " + address)).isEqualTo(59);
        assertThat(leftAt("192.0.2.2, " + address)).isEqualTo(58);
        assertThat(leftAt("192.0.2.3", address)).as("on a line of its own").isEqualTo(57);
        assertThat(leftAt("unknown, " + address)).isEqualTo(56);
    }

    @Test
    void trustedProxiesInTheListAreSkipped() {
        String address = customers.newAddress();

        leftAt(address);

        assertThat(leftAt(address + ", 127.0.0.3, ::1")).isEqualTo(58);
    }

    @ParameterizedTest
    @CsvSource({
        "2001:db8:1:1::1, 2001:DB8:1:1:ffff::2, 58",
        "2001:db8:2:1::1, 2001:db8:2:2::1, 59",
        "203.0.113.1, ::ffff:203.0.113.1, 58",
        "203.0.113.2, 203.0.113.2:4711, 58",
        "203.0.113.3, 203.0.113.4, 59"
    })
    void aNetworkOfIpv6IsOneClientAndEverySpellingOfAnAddressIsTheSame(String first, String second, int left) {
        leftAt(first);

        assertThat(leftAt(second)).isEqualTo(left);
    }

    @Test
    void garbageIsCountedAsTheProxyThatSentIt() {
        int left = customers.local().get("/products/7").remaining("product-detail");

        assertThat(leftAt("garbage")).isEqualTo(left - 1);
        assertThat(leftAt("")).isEqualTo(left - 2);
        assertThat(leftAt("203.0.113.5, 1.2.3.4.5")).isEqualTo(left - 3);
        assertThat(leftAt("' OR 1=1 --")).isEqualTo(left - 4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.1.2.3", "0:0:0:0:0:0:0:1"})
    void bothLoopbackNetworksAreTrusted(String peer, @Autowired WebApplicationContext context) {
        String address = customers.newAddress();
        leftAt(address);

        assertThat(MockMvcTester.from(context)
                        .get()
                        .uri("/products/7")
                        .header("X-Forwarded-For", address)
                        .with(request -> {
                            request.setRemoteAddr(peer);
                            return request;
                        }))
                .hasHeader("RateLimit", "\"product-detail\";r=58;t=60");
    }

    @Test
    void othersAreNotTrusted(@Autowired WebApplicationContext context) {
        String address = customers.newAddress();
        leftAt(address);

        assertThat(MockMvcTester.from(context)
                        .get()
                        .uri("/products/7")
                        .header("X-Forwarded-For", address)
                        .with(request -> {
                            request.setRemoteAddr("203.0.113.99");
                            return request;
                        }))
                .hasHeader("RateLimit", "\"product-detail\";r=59;t=60");
    }

    private int leftAt(String... forwardedFor) {
        return customers.local().at(forwardedFor).get("/products/7").remaining("product-detail");
    }
}
