package io.github.limiter.spring.interceptor;

import static io.github.limiter.annotation.Dimensions.INTERFACE;
import static io.github.limiter.annotation.Dimensions.IP;
import static io.github.limiter.annotation.Dimensions.USER;
import static io.github.limiter.spring.Applications.admitted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.guard.Outcome;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.spring.Applications;
import io.github.limiter.spring.Decisions;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContextHolder;

/** Jobs and consumers: limited beans that no request calls. */
class CallsOutsideOfRequestsTests {

    /** Public, since one test proxies it from another class loader. */
    public static class Jobs {

        @RateLimit(name = "all", dimension = INTERFACE, limit = 3)
        public void all() {}

        @RateLimit(name = "by-user", dimension = USER, limit = 2)
        public void byUser() {}

        @RateLimit(name = "by-ip", dimension = IP, limit = 2)
        public void byAddress() {}
    }

    private final ApplicationContextRunner application = Applications.with(Jobs.class, Decisions.class);

    @AfterEach
    void logOut() {
        SecurityContextHolder.clearContext();
    }

    @Test
    void areRefusedByAnExceptionThatCarriesTheDecision() {
        application.run(context -> {
            Jobs jobs = context.getBean(Jobs.class);
            assertThat(admitted(jobs::all)).isEqualTo(3);
            assertThatExceptionOfType(RejectedException.class)
                    .isThrownBy(jobs::all)
                    .satisfies(refused -> {
                        assertThat(refused.decision().outcome()).isEqualTo(Outcome.LIMITED);
                        assertThat(refused.decision().retryAfter()).isEqualTo(Duration.ofMinutes(1));
                    });
        });
    }

    @Test
    void countTheUserOfTheThread() {
        application.run(context -> {
            logIn("carol");
            assertThat(admitted(context.getBean(Jobs.class)::byUser)).isEqualTo(2);
            logIn("dave");
            assertThat(admitted(context.getBean(Jobs.class)::byUser)).isEqualTo(2);
        });
    }

    @Test
    void areNotCountedByAUserOrAnAddressThatThereIsNot() {
        application.run(context -> {
            SecurityContextHolder.getContext()
                    .setAuthentication(new AnonymousAuthenticationToken(
                            "key", "anonymous", AuthorityUtils.createAuthorityList("ROLE_ANONYMOUS")));
            assertThat(admitted(context.getBean(Jobs.class)::byUser)).isEqualTo(12);
            assertThat(admitted(context.getBean(Jobs.class)::byAddress)).isEqualTo(12);
        });
    }

    @Test
    void knowNoUserWithoutSpringSecurity() {
        application
                .withClassLoader(new FilteredClassLoader("org.springframework.security"))
                .run(context -> {
                    logIn("carol");
                    assertThat(admitted(context.getBean(Jobs.class)::byUser)).isEqualTo(12);
                    assertThat(admitted(context.getBean(Jobs.class)::all)).isEqualTo(3);
                });
    }

    @Test
    void countForTheLastNetEachForItself() {
        application.withPropertyValues("limiter.global.limit=2").run(context -> {
            assertThat(admitted(context.getBean(Jobs.class)::all)).isEqualTo(2);
            assertThat(context.getBean(Decisions.class).lastPolicies()).containsExactly("all", "global");
        });
    }

    private static void logIn(String user) {
        SecurityContextHolder.getContext()
                .setAuthentication(new UsernamePasswordAuthenticationToken(user, "", AuthorityUtils.NO_AUTHORITIES));
    }
}
