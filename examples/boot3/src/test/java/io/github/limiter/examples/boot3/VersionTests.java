package io.github.limiter.examples.boot3;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;
import org.springframework.core.SpringVersion;

/** The application's Spring Boot is the one that its POM asks for: limiter brings no other. */
class VersionTests {

    private static final Pattern BOOT_JAR = Pattern.compile("/(spring-boot(?:-[a-z]+)*)-(\\d[^/]*)\\.jar!");

    private final String asked = System.getProperty("boot3.spring-boot.version");

    @Test
    void springBootIsTheOneAskedFor() {
        assertThat(asked).startsWith("3.5.");
        assertThat(SpringBootVersion.getVersion()).isEqualTo(asked);
        assertThat(SpringVersion.getVersion()).startsWith("6.2.");
    }

    @Test
    void noJarOfSpringBootHasAnotherVersion() throws Exception {
        Map<String, String> versions = new TreeMap<>();
        for (URL manifest : Collections.list(getClass().getClassLoader().getResources("META-INF/MANIFEST.MF"))) {
            Matcher jar = BOOT_JAR.matcher(manifest.toString());
            if (jar.find()) {
                versions.merge(jar.group(1), jar.group(2), (one, another) -> one + " and " + another);
            }
        }

        assertThat(versions)
                .containsKeys(
                        "spring-boot",
                        "spring-boot-autoconfigure",
                        "spring-boot-starter-web",
                        "spring-boot-starter-aop");
        assertThat(versions.values()).containsOnly(asked);
    }
}
