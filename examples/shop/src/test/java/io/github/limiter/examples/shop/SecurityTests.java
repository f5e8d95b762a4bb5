package io.github.limiter.examples.shop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

@ShopTest
class SecurityTests {

    @Autowired
    Customers customers;

    @ParameterizedTest
    @ValueSource(strings = {"alice", "bob", "carol", "admin"})
    void thePasswordIsTheName(String user) {
        assertThat(customers.visitor().as(user).post("/payments").<String>body("$.user"))
                .isEqualTo(user);
    }

    @ParameterizedTest
    @CsvSource({"admin, 200", "alice, 403", ", 401"})
    void theActuatorIsTheAdministrators(String user, int status) {
        Customer visitor = customers.visitor();

        assertThat((user == null ? visitor : visitor.as(user)).get("/actuator").status())
                .isEqualTo(status);
    }

    @Test
    void healthIsOpen() {
        assertThat(customers.visitor().get("/actuator/health").<String>body("$.status"))
                .isEqualTo("UP");
    }

    @Test
    void anUnknownPathIsJustUnknown() {
        assertThat(customers.visitor().get("/nothing/here").status()).isEqualTo(404);
    }

    @Test
    void nobodyGetsASession() {
        Answer answer = customers.user().post("/payments");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Set-Cookie")).isEmpty();
    }
}
