package io.github.limiter.path;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AssetPathsTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/app.css",
                "/deep/down/App.JS",
                "/logo.png?v=2",
                "/fonts/a.woff2",
                "/main.js.map",
                "/static/anything",
                "/shop/assets/7",
                "/image/7",
                "/_next/image?url=%2Fkettle.png&w=640",
                "/favicon.ico",
                "/favicon-32x32",
                "/apple-touch-icon-precomposed.png",
                "/.well-known/security.txt"
            })
    void whatPagesFetchByThemselves(String path) {
        assertThat(AssetPaths.contains(RequestPath.of(path))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/products/7",
                "/products/image",
                "/css",
                "/statics/x",
                "/.env",
                "/.css",
                "/backup.zip",
                "/wp-login.php",
                "/a.css/admin",
                "/static/../admin",
                "/admin?x=/static/",
                "/admin;.css",
                "/deep/.well-known/x"
            })
    void whatSomebodyAskedFor(String path) {
        assertThat(AssetPaths.contains(RequestPath.of(path))).isFalse();
    }
}
