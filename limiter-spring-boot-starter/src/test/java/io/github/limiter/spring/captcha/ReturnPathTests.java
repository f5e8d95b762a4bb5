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
                "/ /evil.example",
                "/\u0000",
                "/\u4e2d",
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
