package io.github.limiter.examples.shop;

import java.net.http.HttpClient;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.core.env.Environment;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.provisioning.UserDetailsManager;

/** Makes customers whom nobody has counted yet, so that no test waits for a window that another one has filled. */
class Customers {

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Environment environment;
    private final UserDetailsManager users;

    Customers(Environment environment, UserDetailsManager users) {
        this.environment = environment;
        this.users = users;
    }

    /** Somebody on this machine who is not logged in. */
    Customer local() {
        String port = environment.getRequiredProperty("local.server.port");
        return new Customer(http, "http://localhost:" + port, null, List.of());
    }

    /** Somebody at a new address who is not logged in. */
    Customer visitor() {
        return local().at(newAddress());
    }

    /** A new user at a new address. */
    Customer user() {
        return visitor().as(newUser());
    }

    /** An address of the range for benchmarks, RFC 2544. */
    String newAddress() {
        int number = NUMBERS.incrementAndGet();
        return "198.18." + number / 250 + "." + (number % 250 + 1);
    }

    private String newUser() {
        String name = "customer" + NUMBERS.incrementAndGet();
        users.createUser(
                User.withUsername(name).password(name).roles("CUSTOMER").build());
        return name;
    }
}
