package io.github.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.json.JsonParserFactory;

/** What the IDE knows about the properties. */
class ConfigurationMetadataTests {

    private final Map<String, Map<?, ?>> properties = new TreeMap<>();

    ConfigurationMetadataTests() throws IOException {
        try (InputStream in =
                LimiterProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            String json = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            Object all = JsonParserFactory.getJsonParser().parseMap(json).get("properties");
            for (Object property : (List<?>) all) {
                properties.put((String) ((Map<?, ?>) property).get("name"), (Map<?, ?>) property);
            }
        }
    }

    @Test
    void everyPropertyIsDescribedInASentence() {
        assertThat(properties)
                .isNotEmpty()
                .allSatisfy((name, property) -> assertThat(property.get("description"))
                        .asString()
                        .as(name)
                        .matches("(?s)\\p{Upper}.*\\."));
    }

    @ParameterizedTest
    @CsvSource({
        "limiter.enabled, true",
        "limiter.mode, enforce",
        "limiter.store, auto",
        "limiter.headers, draft",
        "limiter.memory.max-keys, 100000",
        "limiter.redis.client, auto",
        "limiter.redis.deadline, 50ms",
        "limiter.defaults.algorithm, sliding-window",
        "limiter.defaults.limit, 60",
        "limiter.defaults.window, 1m",
        "limiter.defaults.dimension, ip",
        "limiter.client-ip.header, X-Forwarded-For",
        "limiter.client-ip.ipv6-prefix, 64",
        "limiter.user.missing, ip",
        "limiter.wait.max-async-callers, 10000",
        "limiter.wait.max-callers, 64",
        "limiter.decisions.remembered, 1000"
    })
    void hasTheDefault(String name, String value) {
        assertThat(properties.get(name).get("defaultValue")).asString().isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "limiter.allow-list",
                "limiter.client-ip.trusted-proxies",
                "limiter.global.algorithm",
                "limiter.global.limit",
                "limiter.global.window",
                "limiter.policies",
                "limiter.redis.key-prefix",
                "limiter.tiers.p0.algorithm",
                "limiter.tiers.p1.limit",
                "limiter.tiers.p2.window",
                "limiter.tiers.p2.failure-mode"
            })
    void knows(String name) {
        assertThat(properties).containsKey(name);
    }
}
