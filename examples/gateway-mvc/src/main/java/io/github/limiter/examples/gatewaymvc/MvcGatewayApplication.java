package io.github.limiter.examples.gatewaymvc;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The gateway: all that it does is in {@code application.yaml}. */
@SpringBootApplication
public class MvcGatewayApplication {

    /** Starts it. */
    public static void main(String[] arguments) {
        SpringApplication.run(MvcGatewayApplication.class, arguments);
    }
}
