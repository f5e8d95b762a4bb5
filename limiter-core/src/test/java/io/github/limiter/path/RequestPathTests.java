package io.github.limiter.path;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestPathTests {

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "/products/7,                 /products/7",
        "/products/7?a=b#c,           /products/7",
        "/products/,                  /products",
        "//products///7,              /products/7",
        "/./products/./7,             /products/7",
        "/products;jsessionid=1/7;a,  /products/7",
        "/caf%C3%A9,                  /café",
        "/café,                       /café",
        "/a%20b,                      /a b",
        "/a+b:c@d,                    /a+b:c@d",
        "/actuator/ip:2001:db8::,     /actuator/ip:2001:db8::",
        "'',                          /",
        "/,                           /",
        "*,                           /*",
        "/100%25-cotton,              /100%-cotton",
        "/tag/AC%2FDC,                /tag/AC/DC",
        "/50%-off,                    /50%-off",
        "/a%zz,                       /a%zz",
        "/a%2,                        /a%2",
        "/a.b/.c,                     /a.b/.c",
    })
    void hasOneSpelling(String written, String text) {
        assertThat(RequestPath.of(written)).isEqualTo(new RequestPath(text, false));
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "/../etc/passwd,              /etc/passwd",
        "/a/../../.env,               /.env",
        "/a/%2e%2e/b,                 /b",
        "/a/%252e%252e/b,             /a/%2e%2e/b",
        "/a%255cb,                    /a%5cb",
        "/a%2500,                     /a%00",
        "/a/..;/b,                    /b",
        "/a/..%2f..%2fb,              /b",
        "/a%5c..%5cb,                 /b",
        "/a\\b,                       /a/b",
        "/%2eenv,                     /.env",
        "/a%252e,                     /a%2e",
        "/a%00b,                      /a?b",
        "/a%0d%0aSet-Cookie,          /a??Set-Cookie",
    })
    void isIllegalWhereNoHonestClientWritesIt(String written, String text) {
        assertThat(RequestPath.of(written)).isEqualTo(new RequestPath(text, true));
    }

    @Test
    void isBounded() {
        String longPath = "/a".repeat(5_000);

        RequestPath one = RequestPath.of(longPath);
        RequestPath other = RequestPath.of("/b" + longPath.substring(2));

        assertThat(one.text()).hasSize(256);
        assertThat(other.text()).hasSize(256).isNotEqualTo(one.text());
        assertThat(RequestPath.of("/".repeat(1_000_000)).text()).isEqualTo("/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "%%%", "/%c3%28", "\ud800", "/\u0000", ";", "..", "?", "/%ff%fe"})
    void readsWhateverComes(String garbage) {
        assertThat(RequestPath.of(garbage).text()).startsWith("/").doesNotContainPattern("\\p{Cntrl}");
    }
}
