package io.github.limiter.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;
import org.springframework.cloud.gateway.filter.GlobalFilter;

/** The tests run on the lines that the build says. */
class GatewayLineTests {

    @Test
    void ofSpringBoot() {
        assertThat(SpringBootVersion.getVersion()).isEqualTo(System.getProperty("spring-boot.version"));
    }

    @Test
    void ofTheGateway() {
        String jar = GlobalFilter.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        assertThat(jar)
                .containsPattern("spring-cloud-gateway-server[a-z-]*-"
                        + System.getProperty("spring-cloud-gateway.major") + "\\.");
    }
}
