package io.github.limiter.spring.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.load.AdaptiveLoad;
import io.github.limiter.spring.RunningServer;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;
import reactor.core.publisher.Mono;

/** The load of a node is that of its handlers, whatever the paths are by which they are called. */
class LoadOfHandlersTests {

    private static final String ADAPTIVE = """
            limiter.store=memory
            limiter.load.adaptive.enabled=true
            """;

    /** How many handlers are told apart, for the number of the round in all paths. */
    private static int handlers(RunningServer server, int rounds) {
        for (int round = 0; round < rounds; round++) {
            assertThat(server.get("/products/" + round).body()).isEqualTo("product");
            assertThat(server.get("/later/" + round).body()).isEqualTo("later");
            assertThat(server.get("/functions/a/" + round).body()).isEqualTo("a");
            assertThat(server.get("/functions/b/" + round).body()).isEqualTo("b");
            assertThat(server.get("/nothing/" + round).statusCode()).isEqualTo(404);
        }
        return server.bean(AdaptiveLoad.class).handlers();
    }

    @Nested
    class OnServlets {

        /** One for each request. */
        @RestController
        @Scope("prototype")
        public static class Shop {

            @GetMapping("/products/{id}")
            public String product(@PathVariable String id) {
                return "product";
            }

            @PostMapping("/products/{id}")
            public String change(@PathVariable String id) {
                return "changed";
            }

            @GetMapping("/later/{id}")
            public Callable<String> later(@PathVariable String id) {
                return () -> "later";
            }
        }

        @Configuration
        public static class Functions {

            @Bean
            RouterFunction<ServerResponse> routes() {
                return RouterFunctions.route()
                        .GET("/functions/a/{id}", request -> ServerResponse.ok().body("a"))
                        .GET("/functions/b/{id}", request -> ServerResponse.ok().body("b"))
                        // Makes another function of each, for each request.
                        .filter((request, next) -> next.handle(request))
                        .build();
            }
        }

        @Test
        void areToldApartByMethodsAndTemplates() {
            try (RunningServer server = RunningServer.start(ADAPTIVE, Shop.class, Functions.class)) {
                assertThat(handlers(server, 1)).isEqualTo(5);
                assertThat(handlers(server, 50)).isEqualTo(5);

                assertThat(server.post("/products/1", "").body()).isEqualTo("changed");
                assertThat(server.bean(AdaptiveLoad.class).handlers()).isEqualTo(6);
            }
        }
    }

    @Nested
    class OnEventLoops {

        /** One for each request. */
        @RestController
        @Scope("prototype")
        public static class Shop {

            @GetMapping("/products/{id}")
            public Mono<String> product(@PathVariable String id) {
                return Mono.just("product");
            }

            @GetMapping("/later/{id}")
            public Mono<String> later(@PathVariable String id) {
                return Mono.fromCallable(() -> "later");
            }
        }

        @Configuration
        public static class Functions {

            @Bean
            org.springframework.web.reactive.function.server.RouterFunction<?> routes() {
                return org.springframework.web.reactive.function.server.RouterFunctions.route()
                        .GET("/functions/a/{id}", request -> ok("a"))
                        .GET("/functions/b/{id}", request -> ok("b"))
                        .filter((request, next) -> next.handle(request))
                        .build();
            }

            private static Mono<org.springframework.web.reactive.function.server.ServerResponse> ok(String body) {
                return org.springframework.web.reactive.function.server.ServerResponse.ok()
                        .bodyValue(body);
            }
        }

        @Test
        void areToldApartByMethodsAndTemplates() {
            try (RunningServer server = RunningServer.onEventLoops(false, ADAPTIVE, Shop.class, Functions.class)) {
                assertThat(handlers(server, 1)).isEqualTo(5);
                assertThat(handlers(server, 50)).isEqualTo(5);
            }
        }
    }
}
