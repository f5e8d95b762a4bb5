package io.github.limiter.examples.shop;

import static io.github.limiter.examples.shop.Answers.assertLimited;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

@ShopTest
class LoginTests {

    @Autowired
    Customers customers;

    @Test
    void theRightPasswordIsAnsweredByTheUserAndAWrongOneBy401() {
        Customer visitor = customers.visitor();

        Answer right = visitor.login("alice", "alice");
        Answer wrong = visitor.login("alice", "guess");

        assertThat(right.status()).isEqualTo(200);
        assertThat(right.<String>body("$.user")).isEqualTo("alice");
        assertThat(right.header("RateLimit-Policy")).isEqualTo("\"login\";q=5;w=60");
        assertThat(right.header("RateLimit")).isEqualTo("\"login\";r=4;t=60");
        assertThat(wrong.status()).isEqualTo(401);
        assertThat(wrong.remaining("login")).isEqualTo(3);
    }

    @Test
    void theSixthAttemptAtAUserNameIsRefusedEvenWithTheRightPassword() {
        Customer guesser = customers.visitor();
        Stopwatch watch = Stopwatch.start();

        for (int attempt = 1; attempt <= 5; attempt++) {
            assertThat(guesser.login("bob", "guess" + attempt).status()).isEqualTo(401);
        }

        Answer refused = guesser.login("bob", "bob");
        assertLimited(refused, 60 - watch.secondsRoundedUp(), 60, "login");
        assertThat(refused.header("RateLimit")).isEqualTo("\"login\";r=0;t=" + refused.header("Retry-After"));
    }

    @Test
    void whoeverGuessesLocksOutNeitherTheUserElsewhereNorOtherUsersOfTheAddress() {
        Customer guesser = customers.visitor();
        for (int attempt = 1; attempt <= 6; attempt++) {
            guesser.login("bob", "guess" + attempt);
        }

        assertThat(customers.visitor().login("bob", "bob").status()).isEqualTo(200);
        assertThat(guesser.login("carol", "carol").status()).isEqualTo(200);
    }

    @Test
    void anAttemptWithoutAPasswordIsNone() {
        Customer visitor = customers.visitor();

        assertThat(visitor.post("/login?username=alice").status()).isEqualTo(400);

        assertThat(visitor.login("alice", "alice").remaining("login")).isEqualTo(4);
    }
}
