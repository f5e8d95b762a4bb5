package io.github.limiter.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.load.AdaptiveLoad;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The load of a gateway is that of its routes, whatever the paths are by which they are called. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class LoadOfRoutesTests {

    @Test
    void areToldApartByTheirIds() {
        try (Backend service = new Backend();
                TestGateway gateway = TestGateway.start(service, """
                        limiter.store=memory
                        limiter.load.adaptive.enabled=true
                        route orders=/orders/**
                        route reports=/reports/**
                        """)) {
            for (int request = 0; request < 50; request++) {
                assertThat(gateway.get("/orders/" + request).statusCode()).isEqualTo(200);
                assertThat(gateway.get("/reports/" + request).statusCode()).isEqualTo(200);
                assertThat(gateway.bean(AdaptiveLoad.class).handlers()).isEqualTo(2);
            }
        }
    }
}
