package io.github.limiter.spring.web.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.spring.RunningServer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.userdetails.MapReactiveUserDetailsService;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Users that Spring Security knows from HTTP Basic: two calls a minute each. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ReactiveUserTests {

    private final RunningServer server =
            RunningServer.onEventLoops(true, "limiter.store=memory", Security.class, Controller.class, Offers.class);

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/mono", "/plain", "/bean"})
    void eachCountsAlone(String path) {
        assertThat(statuses(path, "alice")).containsExactly(200, 200, 429);
        assertThat(statuses(path, "bob")).containsExactly(200, 200, 429);
    }

    @Test
    void whoIsTurnedAwayCountsForNobody() {
        assertThat(statuses("/mono", "mallory")).containsExactly(401, 401, 401);
        assertThat(statuses("/mono")).containsExactly(401, 401, 401);
        assertThat(statuses("/mono", "alice")).containsExactly(200, 200, 429);
    }

    /** Of three requests. */
    private List<Integer> statuses(String path, String... user) {
        String[] headers = Stream.of(user)
                .flatMap(name -> Stream.of("Authorization", basic(name)))
                .toArray(String[]::new);
        return Stream.of(1, 2, 3)
                .map(i -> server.get(path, headers).statusCode())
                .toList();
    }

    private static String basic(String user) {
        byte[] credentials = (user + ":secret").getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(credentials);
    }

    static class Security {

        @Bean
        MapReactiveUserDetailsService users() {
            return new MapReactiveUserDetailsService(user("alice"), user("bob"));
        }

        private static UserDetails user(String name) {
            return User.withUsername(name)
                    .password("{noop}secret")
                    .roles("USER")
                    .build();
        }

        @Bean
        SecurityWebFilterChain basic(ServerHttpSecurity http) {
            return http.authorizeExchange(exchanges -> exchanges.anyExchange().authenticated())
                    .httpBasic(Customizer.withDefaults())
                    .build();
        }
    }

    public static class Offers {

        @RateLimit(dimension = "user", limit = 2, window = "1m")
        public Mono<String> best() {
            return Mono.just("offer");
        }
    }

    @RestController
    public static class Controller {

        private final Offers offers;

        Controller(Offers offers) {
            this.offers = offers;
        }

        @RateLimit(dimension = "user", limit = 2, window = "1m")
        @GetMapping("/mono")
        public Mono<String> mono() {
            return Mono.just("ok");
        }

        @RateLimit(dimension = "user", limit = 2, window = "1m")
        @GetMapping("/plain")
        public String plain() {
            return "ok";
        }

        @GetMapping("/bean")
        public Mono<String> bean() {
            return offers.best();
        }
    }
}
