package io.github.limiter.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.limiter.ban.Bans;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.context.WebApplicationContext;

@SpringBootTest(classes = Shop.class)
@LimiterTest
class BanAssertTests {

    private static final String ADDRESS = "ip:127.0.0.1";

    private final MockMvcTester mvc;
    private final ManualTime time;
    private final Bans bans;
    private final BanAssertions assertions;

    BanAssertTests(
            @Autowired WebApplicationContext application,
            @Autowired ManualTime time,
            @Autowired Bans bans,
            @Autowired BanAssertions assertions) {
        this.mvc = MockMvcTester.from(application);
        this.time = time;
        this.bans = bans;
        this.assertions = assertions;
    }

    private int status(String path) {
        return mvc.get().uri(path).exchange().getResponse().getStatus();
    }

    private BanAssert address() {
        return assertions.assertThatSubject(ADDRESS);
    }

    @RepeatedTest(2)
    void eachStepOfALadderCanBeAsserted() {
        status("/coupons");
        address().isInTheClear().wasStruck("limited", 0);

        assertThat(status("/coupons")).isEqualTo(429);
        address().isInTheClear();
        time.advance(Duration.ofSeconds(5));
        status("/coupons");
        address().isChallenged();
    }

    @Test
    void bansByHandCanBeAsserted() {
        Subject user = Subject.of("user", "mallory");
        ban(user, Duration.ofMinutes(5));
        time.advance(Duration.ofMinutes(1));
        assertions.assertThatSubject("user:mallory").isBanned().isBannedFor(Duration.ofMinutes(4));

        ban(user, null);
        assertions.assertThatSubject(user).isBannedUntilLifted();
        assertThat(status("/products")).as("another one").isEqualTo(200);
    }

    private void ban(Subject subject, Duration duration) {
        bans.ban(subject, duration, "a test", "nobody").toCompletableFuture().join();
    }

    @Test
    void whatIsNotSoFails() {
        ban(Subject.of("user", "eve"), Duration.ofMinutes(5));
        ban(Subject.of("user", "trudy"), null);

        fails("user:bob", BanAssert::isBanned, "Expecting it to be BANNED, but it is CLEAR");
        fails("user:bob", BanAssert::isChallenged, "Expecting it to be CHALLENGED, but it is CLEAR");
        fails("user:bob", BanAssert::isBannedUntilLifted, "but it is CLEAR");
        fails("user:eve", BanAssert::isInTheClear, "Expecting it to be CLEAR, but it is BANNED");
        fails("user:eve", BanAssert::isBannedUntilLifted, "but it has one");
        fails("user:eve", one -> one.isBannedFor(Duration.ofMinutes(4)), "for PT4M, but it is for PT5M");
        fails("user:trudy", one -> one.isBannedFor(Duration.ofMinutes(4)), "until it is lifted");
        fails("user:eve", one -> one.wasStruck("limited", 2), "Expecting 2 strikes by limited, but there are 0");
        assertThatIllegalArgumentException().isThrownBy(() -> assertions.assertThatSubject("nobody"));
    }

    private void fails(String subject, Consumer<BanAssert> assertion, String message) {
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> assertion.accept(assertions.assertThatSubject(subject)))
                .withMessageContaining(message)
                .withMessageContaining(subject);
    }
}
