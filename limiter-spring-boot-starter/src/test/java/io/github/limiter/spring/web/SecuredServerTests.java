package io.github.limiter.spring.web;

import static io.github.limiter.annotation.Dimensions.INTERFACE;
import static io.github.limiter.annotation.Dimensions.IP;
import static io.github.limiter.annotation.Dimensions.USER;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.guard.Decision;
import io.github.limiter.spring.Decisions;
import io.github.limiter.spring.RunningServer;
import io.github.limiter.store.LimitResult;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Limits behind Spring Security, and behind its and other filters' idea of a request. */
class SecuredServerTests {

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.secured("""
                server.forward-headers-strategy=framework
                limiter.global.limit=1000
                """, Security.class, Users.class, Handlers.class);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void forget() {
        server.forget();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableMethodSecurity
    static class Security {

        @Bean
        SecurityFilterChain chain(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(requests -> requests.requestMatchers("/open", "/error")
                            .permitAll()
                            .anyRequest()
                            .authenticated())
                    .httpBasic(Customizer.withDefaults())
                    .build();
        }
    }

    /** Is called by a filter, before anybody knows who is logged in. */
    static class Users implements UserDetailsService {

        @Override
        @RateLimit(name = "log-in", dimension = IP, limit = 5)
        public UserDetails loadUserByUsername(String name) {
            if (name.equals("mallory")) {
                throw new UsernameNotFoundException(name);
            }
            return User.withUsername(name).password("{noop}secret").build();
        }
    }

    @RestController
    static class Handlers {

        @RateLimit(name = "user", dimension = USER, limit = 3)
        @GetMapping({"/mine", "/open"})
        String mine() {
            return "mine";
        }

        @RateLimit(name = "secret", dimension = INTERFACE, limit = 2)
        @PreAuthorize("denyAll")
        @GetMapping("/secret")
        String secret() {
            return "secret";
        }
    }

    @Test
    void usersAreCountedWhereverTheyComeFrom() {
        for (int request = 0; request < 3; request++) {
            assertThat(get("/mine", "carol", "203.0.113." + request).statusCode())
                    .isEqualTo(200);
        }
        assertThat(get("/mine", "carol", "203.0.113.9").statusCode()).isEqualTo(429);
        assertThat(subject("user")).isEqualTo("user:carol");
        assertThat(get("/mine", "dave", "203.0.113.9").statusCode()).isEqualTo(200);
    }

    @Test
    void whoIsLoggedInIsKnownEvenIfAFilterHasCalledALimitedBeanBefore() {
        get("/mine", "erin", "203.0.113.1");
        assertThat(subject("user")).isEqualTo("user:erin");
        assertThat(get("/mine", "erin", "203.0.113.1").headers().firstValue("RateLimit"))
                .get()
                .asString()
                .as("limits of filter and handler are told together")
                .contains("\"log-in\";r=3;", "\"user\";r=1;");
    }

    @Test
    void whoIsNotLoggedInIsCountedByAddress() {
        server.get("/open", "X-Forwarded-For", "203.0.113.7");
        assertThat(subject("user")).isEqualTo("ip:203.0.113.7");
    }

    @Test
    void unauthenticatedRequestsAreNotCharged() {
        int before = decisions().size();
        for (int request = 0; request < 9; request++) {
            assertThat(server.get("/mine").statusCode()).isEqualTo(401);
        }
        assertThat(decisions()).as("nobody was even asked").hasSize(before);
    }

    @Test
    void whoTriesWhatIsForbiddenIsCounted() {
        assertThat(get("/secret", "carol", "203.0.113.1").statusCode()).isEqualTo(403);
        assertThat(get("/secret", "carol", "203.0.113.1").statusCode()).isEqualTo(403);
        assertThat(get("/secret", "carol", "203.0.113.1").statusCode()).isEqualTo(429);
    }

    @Test
    void aFilterThatBelievesAnybodyDoesNotChooseTheAddress() {
        for (int request = 0; request < 3; request++) {
            server.get("/open", "X-Forwarded-For", "6.6.6." + request + ", 203.0.113.7");
            assertThat(subject("user")).isEqualTo("ip:203.0.113.7");
        }
        assertThat(server.get("/open", "X-Forwarded-For", "6.6.6.6, 203.0.113.7")
                        .statusCode())
                .isEqualTo(429);
    }

    private static HttpResponse<String> get(String path, String user, String address) {
        String credentials = Base64.getEncoder().encodeToString((user + ":secret").getBytes(StandardCharsets.UTF_8));
        return server.get(path, "Authorization", "Basic " + credentials, "X-Forwarded-For", address);
    }

    private static List<Decision> decisions() {
        return server.bean(Decisions.class).all();
    }

    /** Whom the newest decision counted by a policy. */
    private static String subject(String policy) {
        return server.bean(Decisions.class).last().limits().stream()
                .map(LimitResult::check)
                .filter(check -> check.policy().name().equals(policy))
                .map(check -> check.key().subject().text())
                .findFirst()
                .orElseThrow();
    }
}
