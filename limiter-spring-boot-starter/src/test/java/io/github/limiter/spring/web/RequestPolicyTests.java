package io.github.limiter.spring.web;

import static io.github.limiter.annotation.Dimensions.INTERFACE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.annotation.Unlimited;
import io.github.limiter.spring.Decisions;
import io.github.limiter.spring.RunningServer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;
import org.springframework.web.util.UrlPathHelper;

/**
 * Policies that requests need no annotation for ({@code limiter.policies.<name>.match}), in an application with a
 * context path and a servlet path: both are left out of the match, as they are out of mappings.
 */
class RequestPolicyTests {

    private static final String PROPERTIES = """
            server.servlet.context-path=/app
            spring.mvc.servlet.path=/api
            limiter.policies.products.match=GET /products/**
            limiter.policies.products.limit=3
            limiter.policies.writes.match=POST,put /products/{id}
            limiter.policies.writes.limit=2
            limiter.policies.writes.permits=2
            limiter.policies.any.match=/any
            limiter.policies.any.limit=3
            limiter.policies.heads.match=HEAD /looked-at
            limiter.policies.heads.limit=1
            limiter.policies.function.match=/function
            limiter.policies.function.limit=1
            limiter.policies.static.match=/missing.css
            limiter.policies.static.limit=1
            limiter.policies.both.match=/annotated/**
            limiter.policies.both.limit=5
            limiter.policies.also.match=GET /annotated/one
            limiter.policies.also.limit=4
            limiter.policies.shadow.match=/shadow
            limiter.policies.shadow.limit=1
            limiter.policies.shadow.mode=shadow
            """;

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.start(PROPERTIES, Products.class, Annotated.class, Functions.class);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void forget() {
        server.forget();
    }

    @RestController
    static class Products {

        @GetMapping({"/products", "/products/{id}", "/products/{id}/reviews"})
        String get() {
            return "product";
        }

        @RequestMapping("/products/{id}/any")
        String any() {
            return "any";
        }

        @PostMapping("/products/{id}")
        String post() {
            return "written";
        }

        @RequestMapping({"/any", "/looked-at", "/shadow"})
        String anyMethod() {
            return "any";
        }
    }

    @RestController
    @RequestMapping("/annotated")
    public static class Annotated {

        @RateLimit(dimension = INTERFACE, limit = 3)
        @GetMapping("/one")
        public String one() {
            return "one";
        }

        @Unlimited
        @GetMapping("/free")
        public String free() {
            return "free";
        }

        @RateLimit(dimension = INTERFACE, limit = 3)
        @PostMapping("/body")
        public String body(@RequestBody List<Integer> body) {
            return "read";
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Functions {

        @Bean
        RouterFunction<ServerResponse> function() {
            return RouterFunctions.route()
                    .GET("/function", request -> ServerResponse.ok().body("function"))
                    .build();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/products",
                "/products/7",
                "/products/7/reviews",
                "/products/7?page=2",
                "/products;jsessionid=1/7",
                "/%70roducts/7",
                "/products/caf%C3%A9",
                "/products/7/any"
            })
    void limitThePathsThatTheyMatch(String path) {
        assertThat(admitted("GET", path)).isEqualTo(3);
    }

    @Test
    void countAllThatTheyMatchTogetherAndEachClientForItself() {
        assertThat(status("GET", "/products/1")).isEqualTo(200);
        assertThat(status("GET", "/products/2")).isEqualTo(200);
        assertThat(status("HEAD", "/products/3"))
                .as("HEAD runs the handler of GET")
                .isEqualTo(200);
        assertThat(status("GET", "/products/4")).isEqualTo(429);
        assertThat(server.get("/app/api/products/4", "X-Forwarded-For", "203.0.113.9")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void leaveOtherMethodsAlone() {
        assertThat(admitted("DELETE", "/products/7/any")).isEqualTo(10);
    }

    @ParameterizedTest
    @CsvSource({"POST, /products/7, 1", "GET, /any, 3", "POST, /any, 3", "PATCH, /any, 3"})
    void areForTheMethodsNamedOrForAll(String method, String path, int admitted) {
        assertThat(admitted(method, path)).isEqualTo(admitted);
    }

    @Test
    void mayBeForHeadAlone() {
        assertThat(admitted("GET", "/looked-at")).isEqualTo(10);
        assertThat(admitted("HEAD", "/looked-at")).isEqualTo(1);
    }

    @Test
    void limitHandlersOfEveryKind() {
        assertThat(admitted("GET", "/function")).as("a router function").isEqualTo(1);
        assertThat(status("GET", "/missing.css")).as("a static resource").isEqualTo(404);
        assertThat(status("GET", "/missing.css")).isEqualTo(429);
    }

    @Test
    void matchAsMappingsDo() {
        for (int request = 0; request < 5; request++) {
            assertThat(status("GET", "/any/"))
                    .as("with a slash it is no handler's path, so no policy's")
                    .isEqualTo(404);
        }
        assertThat(status("GET", "/any")).isEqualTo(200);
    }

    /** With {@code spring.mvc.pathmatch.matching-strategy=ant_path_matcher}, {@code //any} has the handler of /any. */
    @Test
    void matchThePathThatMappingsByAntPatternsSee() {
        MockHttpServletRequest request = new MockHttpServletRequest("GET", "/app//any");
        request.setContextPath("/app");
        assertThat(UrlPathHelper.defaultInstance.resolveAndCacheLookupPath(request))
                .isEqualTo("/any");
        assertThat(LimiterHandlerInterceptor.path(request).value()).isEqualTo("/any");
    }

    @Test
    void areOneDecisionWithTheLimitsOfAnAnnotatedHandler() {
        Decisions decisions = server.bean(Decisions.class);
        int before = decisions.all().size();
        assertThat(status("GET", "/annotated/one")).isEqualTo(200);
        assertThat(decisions.all()).hasSize(before + 1);
        assertThat(decisions.lastPolicies()).containsExactly("also", "annotated-one", "both");
    }

    @Test
    void areChargedTogetherWithThemOrNotAtAll() {
        assertThat(admitted("GET", "/annotated/one")).isEqualTo(3);
        assertThat(field("/annotated/one", "RateLimit"))
                .as("what the handler's own limit refused took nothing from the others")
                .isEqualTo("\"annotated-one\";r=0;t=60");
        assertThat(remaining("both", "/annotated/none"))
                .as("three of five, and this one")
                .isEqualTo(1);
    }

    @Test
    void doNotChargeARequestWhoseBodyCannotBeRead() {
        for (int request = 0; request < 9; request++) {
            assertThat(server.post("/app/api/annotated/body", "{", "Content-Type", "application/json")
                            .statusCode())
                    .isEqualTo(400);
        }
        assertThat(server.post("/app/api/annotated/body", "[1]", "Content-Type", "application/json")
                        .body())
                .isEqualTo("read");
        assertThat(remaining("both", "/annotated/none")).isEqualTo(3);
    }

    @Test
    void spareUnlimitedHandlers() {
        assertThat(admitted("GET", "/annotated/free")).isEqualTo(10);
    }

    @Test
    void onlyReportInShadow() {
        assertThat(admitted("GET", "/shadow")).isEqualTo(10);
        assertThat(server.bean(Decisions.class).last().wouldHaveViolated()).hasSize(1);
    }

    private static int admitted(String method, String path) {
        int admitted = 0;
        for (int request = 0; request < 10; request++) {
            admitted += status(method, path) == 429 ? 0 : 1;
        }
        return admitted;
    }

    private static int status(String method, String path) {
        return server.send(method, "/app/api" + path).statusCode();
    }

    private static String field(String path, String name) {
        return server.get("/app/api" + path).headers().firstValue(name).orElse("");
    }

    /** Units that a policy has left after one more request, which finds no handler. */
    private static int remaining(String policy, String path) {
        String field = field(path, "RateLimit");
        assertThat(field).startsWith("\"" + policy + "\";r=");
        return Integer.parseInt(field.replaceAll(".*?;r=(\\d+);.*", "$1"));
    }
}
