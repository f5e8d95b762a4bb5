package io.github.limiter.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Mode;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The built-in rules are whole, whichever of the two classes an application touches first. */
class BanRuleLoadingTests {

    @ParameterizedTest
    @ValueSource(strings = {"io.github.limiter.policy.BanRule$Repeat", "io.github.limiter.policy.BanRule"})
    void builtInRulesKnowWhatBecomesOfRepeatedBans(String first) throws Exception {
        URL[] classes = Stream.of(BanRule.class, Mode.class, NullMarked.class)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                .toArray(URL[]::new);
        try (URLClassLoader fresh = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader())) {
            Class.forName(first, true, fresh);
            Class<?> rule = Class.forName(BanRule.class.getName(), true, fresh);

            assertThat(rule.getMethod("repeat").invoke(rule.getField("LIMITED").get(null)))
                    .isNotNull();
        }
    }
}
