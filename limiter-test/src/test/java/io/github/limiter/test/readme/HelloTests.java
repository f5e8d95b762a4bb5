package io.github.limiter.test.readme;

// tag::testing[]
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.test.LimiterTest;
import io.github.limiter.test.PolicyAssertions;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.context.WebApplicationContext;

@SpringBootTest
@LimiterTest
class HelloTests {

    @Autowired
    PolicyAssertions policies;

    @Autowired
    ManualTime time;

    @Autowired
    WebApplicationContext application;

    @Test
    void fiveGreetingsInTenSeconds() {
        policies.assertThatPolicy("hello-controller-hello")
                .admits(5)
                .thenRefusesFor(Duration.ofSeconds(10))
                .after(Duration.ofSeconds(10))
                .admits(5);
    }

    @Test
    void aGuestIsGreetedAgainTenSecondsLater() {
        MockMvcTester guest = MockMvcTester.from(application);
        for (int greeting = 1; greeting <= 5; greeting++) {
            assertThat(guest.get().uri("/hello")).hasStatusOk();
        }
        assertThat(guest.get().uri("/hello")).hasStatus(429);
        time.advance(Duration.ofSeconds(10));
        assertThat(guest.get().uri("/hello")).hasStatusOk();
    }
}
// end::testing[]
