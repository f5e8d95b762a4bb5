package io.github.limiter.examples.shop;

import static io.github.limiter.examples.shop.Answers.assertBanned;
import static io.github.limiter.examples.shop.Answers.assertLimited;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/** The article's rules, to the letter. */
@ShopTest
class BlacklistTests {

    @Autowired
    Customers customers;

    @Test
    void sixtyPassThreeAreLimitedAndTheNextIsBannedOnEveryPath() {
        Customer crawler = customers.visitor();
        for (int request = 1; request <= 60; request++) {
            assertThat(crawler.get("/products").status()).isEqualTo(200);
        }

        assertLimited(crawler.get("/products"), 1, 60, "product-list");
        assertLimited(crawler.get("/products"), 1, 60, "product-list");
        Answer third = crawler.get("/products");
        assertLimited(third, 299, 300, "product-list");

        for (String path : new String[] {"/products", "/products/7", "/orders/settled", "/nowhere", "/.env"}) {
            assertBanned(crawler.get(path), 280, 300);
        }
        assertBanned(crawler.as("alice").post("/orders"), 280, 300);
        assertThat(customers.visitor().get("/products").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/.env", "/wp-login.php"})
    void whoeverLooksForHolesIsBannedAtOnce(String trap) {
        Customer prober = customers.visitor();

        assertBanned(prober.get(trap), 1799, 1800);
        assertBanned(prober.get("/products"), 1780, 1800);
    }

    @Test
    void tenMissingPathsAreProbingAndOneAskedForTenTimesIsNot() {
        Customer reader = customers.visitor();
        Customer prober = customers.visitor();

        for (int i = 0; i < 10; i++) {
            assertThat(reader.get("/gone?i=" + i).status()).isEqualTo(404);
            assertThat(prober.get("/admin/" + i).status()).isEqualTo(404);
        }

        assertThat(reader.get("/products").status()).isEqualTo(200);
        assertBanned(prober.get("/products"), 1780, 1800);
    }

    @Test
    void tenWrongPasswordsBanTheAddressAndNeverTheUser() {
        Customer guesser = customers.visitor();
        String[] users = {"alice", "bob", "carol"};

        for (int guess = 0; guess < 10; guess++) {
            assertThat(guesser.login(users[guess % 3], "guess").status()).isEqualTo(401);
        }

        assertBanned(guesser.get("/products"), 880, 900);
        assertThat(customers.visitor().login("alice", "alice").status()).isEqualTo(200);
    }

    @Test
    void aReportThatAllShareBansNobody() {
        Customer reader = customers.visitor();

        for (int i = 0; i < 20; i++) {
            reader.get("/reports/daily");
        }

        assertThat(reader.get("/products").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"admin, 200", "alice, 403", ", 401"})
    void theEndpointIsTheAdministrators(String user, int status) {
        Customer visitor = customers.visitor();

        assertThat((user == null ? visitor : visitor.as(user))
                        .get("/actuator/limiter")
                        .status())
                .isEqualTo(status);
    }

    @Test
    void theAdministratorSeesWhyAndLiftsEvenFromABannedAddress() {
        Customer banned = customers.visitor();
        banned.get("/.env");
        String subject = "ip:" + banned.forwardedFor().get(0);
        Customer admin = banned.as("admin");

        Answer ban = admin.get("/actuator/limiter/bans/" + subject);
        assertThat(ban.<String>body("$.rule")).isEqualTo("honeypot");
        assertThat(ban.<String>body("$.evidence.requests[0].path")).isEqualTo("/.env");
        assertThat(admin.get("/products").status()).isEqualTo(403);
        assertThat(admin.delete("/actuator/limiter/bans/" + subject).status()).isEqualTo(204);

        assertThat(banned.get("/products").status()).isEqualTo(200);
        assertThat(admin.get("/actuator/limiter/bans/" + subject).status()).isEqualTo(404);
    }
}
