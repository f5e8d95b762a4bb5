package io.github.limiter.spring.captcha;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReturnPathTests {

    @ParameterizedTest
    @ValueSource(
            strings = {"/", "/products/1", "/products?page=2&q=%E4%B8%AD", "/a//b", "/%2F%2Fevil.example", "/:80/@evil"
            })
    void isAPathOfThisSite(String path) {
        assertThat(ReturnPath.checked(path)).isEqualTo(path);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "products",
                "//evil.example",
                "///evil.example",
                "/\\evil.example",
                "\\\\evil.example",
                "/\t/evil.example",
                "/\n/evil.example",
                "/\u0000",
                "/\u007f",
                "https://evil.example/",
                "https:evil.example",
                "javascript:alert(1)",
                "data:text/html,x",
                " /products",
                "?to=//evil.example"
            })
    void isNothingElse(String path) {
        assertThat(ReturnPath.checked(path)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "/\u4ea7\u54c1/1?q=\u8336, /%E4%BA%A7%E5%93%81/1?q=%E8%8C%B6",
        "/a b,                    /a%20b",
        "/ /evil.example,         /%20/evil.example",
        "/\u2028/x,               /%E2%80%A8/x",
        "/\uff0f/evil.example,    /%EF%BC%8F/evil.example",
    })
    void isEncodedAsBrowsersDo(String path, String encoded) {
        assertThat(ReturnPath.checked(path)).isEqualTo(encoded);
    }

    @Test
    void isNoNovelInOtherLanguagesEither() {
        assertThat(ReturnPath.checked("/" + "\u4e2d".repeat(1_000))).isNull();
    }

    @Test
    void isNoNovel() {
        assertThat(ReturnPath.checked(null)).isNull();
        assertThat(ReturnPath.checked("/" + "x".repeat(2_048))).isNull();
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            # referer,                            host,              path
            https://shop.example/cart?step=2,     shop.example,      /cart?step=2
            http://shop.example:8080/cart,        SHOP.example:8080, /cart
            https://shop.example,                 shop.example,      -
            https://evil.example/cart,            shop.example,      -
            https://shop.example@evil.example/x,  shop.example,      -
            https://shop.example//evil.example,   shop.example,      -
            https://shop.example:8443/cart,       shop.example,      -
            /cart,                                shop.example,      -
            'https://shop.example/a b',           shop.example,      -
            javascript:alert(1),                  shop.example,      -
            -,                                    shop.example,      -
            https://shop.example/cart,            -,                 -
            """)
    void isThePageThatARequestWasSentFrom(String referer, String host, String path) {
        assertThat(ReturnPath.ofReferer(referer, host)).isEqualTo(path);
    }
}
