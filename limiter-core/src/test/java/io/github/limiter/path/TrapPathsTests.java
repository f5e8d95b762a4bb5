package io.github.limiter.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.limiter.policy.InvalidConfigurationException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrapPathsTests {

    private final TrapPaths traps = TrapPaths.of(List.of("/.env", "/wp-admin/**"), "limiter.ban.honeypot.paths");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/.env",
                "/.ENV",
                "/.env/",
                "//.env",
                "/%2eenv",
                "/./.env",
                "/x/../.env",
                "/.env;x=y",
                "/.env?a",
                "/wp-admin",
                "/wp-admin/setup.php",
                "/WP-Admin//a/b"
            })
    void catchEverySpelling(String path) {
        assertThat(traps.contains(RequestPath.of(path))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/env", "/.environment", "/shop/.env", "/wp-administrators", "/products?x=/.env"})
    void leaveTheRestAlone(String path) {
        assertThat(traps.contains(RequestPath.of(path))).isFalse();
    }

    @Test
    void noneCatchNothing() {
        TrapPaths none = TrapPaths.of(List.of(), "paths");

        assertThat(none.isEmpty()).isTrue();
        assertThat(none.contains(RequestPath.of("/.env"))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/**", ".env", "/*/x", "/a/*", "/a**", "//"})
    void refuseWhatWouldCatchEverybodyOrIsNoPath(String path) {
        assertThatExceptionOfType(InvalidConfigurationException.class)
                .isThrownBy(() -> TrapPaths.of(List.of(path), "limiter.ban.honeypot.paths"))
                .withMessageStartingWith("limiter.ban.honeypot.paths: '" + path + "' is no path that could be a trap")
                .withMessageContaining("such as /.env");
    }
}
