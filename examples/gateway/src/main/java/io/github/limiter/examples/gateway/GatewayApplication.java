package io.github.limiter.examples.gateway;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The gateway: all that it does is in {@code application.yaml}. */
@SpringBootApplication
public class GatewayApplication {

    /** Starts it. */
    public static void main(String[] arguments) {
        SpringApplication.run(GatewayApplication.class, arguments);
    }
}
