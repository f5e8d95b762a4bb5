package io.github.limiter.spring.web;

import static io.github.limiter.annotation.Dimensions.INTERFACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.annotation.Unlimited;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.spring.Decisions;
import io.github.limiter.spring.RunningServer;
import io.github.limiter.store.LimitResult;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.server.ResponseStatusException;

/** {@code limiter.global} is the last net: it counts each request once, whatever happens to it. */
class GlobalLimitTests {

    private static final int LIMIT = 20;

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.start(
                "limiter.global.limit=" + LIMIT + "\nmanagement.endpoints.web.exposure.include=*",
                Handlers.class,
                Prices.class,
                Stock.class);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void forget() {
        server.forget();
    }

    public static class Stock {

        @RateLimit(name = "stock", dimension = INTERFACE, limit = 100)
        public int count() {
            return 3;
        }
    }

    public static class Prices {

        private final Stock stock;

        Prices(Stock stock) {
            this.stock = stock;
        }

        @RateLimit(name = "prices", dimension = INTERFACE, limit = 100)
        public int price() {
            return 100 + stock.count();
        }

        @RateLimit(name = "strict", dimension = INTERFACE, limit = 1)
        public int strict() {
            return 1;
        }
    }

    @RestController
    public static class Handlers {

        private final Prices prices;
        private final Stock stock;

        Handlers(Prices prices, Stock stock) {
            this.prices = prices;
            this.stock = stock;
        }

        @GetMapping("/plain")
        public String plain() {
            return "plain";
        }

        @RateLimit(name = "annotated", dimension = INTERFACE, limit = 100)
        @GetMapping("/annotated")
        public String annotated() {
            return "annotated";
        }

        @Unlimited
        @GetMapping("/unlimited")
        public String unlimited() {
            return "unlimited";
        }

        @GetMapping("/nested")
        public String nested() {
            return "" + prices.price() + stock.count();
        }

        @RateLimit(name = "annotated", dimension = INTERFACE, limit = 100)
        @GetMapping("/annotated-nested")
        public String annotatedNested() {
            return "" + prices.price() + stock.count();
        }

        @GetMapping("/forward")
        public void forward(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            request.getRequestDispatcher("/annotated").forward(request, response);
        }

        @RateLimit(name = "annotated", dimension = INTERFACE, limit = 100)
        @GetMapping("/annotated-forward")
        public void annotatedForward(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            RequestDispatcher dispatcher = request.getRequestDispatcher("/plain");
            dispatcher.forward(request, response);
        }

        @RateLimit(name = "annotated", dimension = INTERFACE, limit = 100)
        @GetMapping("/callable")
        public Callable<String> callable() {
            return () -> "callable" + stock.count();
        }

        @GetMapping("/deferred")
        public DeferredResult<String> deferred() {
            DeferredResult<String> result = new DeferredResult<>();
            CompletableFuture.runAsync(() -> result.setResult("deferred"));
            return result;
        }

        @RateLimit(name = "annotated", dimension = INTERFACE, limit = 100)
        @GetMapping("/future")
        public CompletableFuture<String> future() {
            return CompletableFuture.supplyAsync(() -> "future");
        }

        @GetMapping("/failing")
        public String failing() {
            throw new ResponseStatusException(HttpStatus.INTERNAL_SERVER_ERROR);
        }

        @RateLimit(name = "annotated", dimension = INTERFACE, limit = 100)
        @GetMapping("/broken")
        public String broken() {
            throw new IllegalStateException("for the error dispatch");
        }

        @CrossOrigin("https://shop.example")
        @RateLimit(name = "annotated", dimension = INTERFACE, limit = 100)
        @GetMapping("/shared")
        public String shared() {
            return "shared";
        }

        @GetMapping("/caught")
        public String caught() {
            try {
                return "" + prices.strict();
            } catch (RejectedException e) {
                return "caught";
            }
        }
    }

    @ParameterizedTest
    @MethodSource
    void countsARequestOnce(String path, int status) {
        for (int request = 1; request <= 3; request++) {
            HttpResponse<String> answer = server.get(path);
            assertThat(answer.statusCode()).isEqualTo(status);
            if (status < 500) {
                assertThat(answer.headers().firstValue("RateLimit").orElse(""))
                        .contains("\"global\";r=" + (LIMIT - request) + ";");
            }
        }
        assertThat(used()).isEqualTo(3);
    }

    static List<Arguments> countsARequestOnce() {
        return List.of(
                argumentSet("to a handler without limit", "/plain", 200),
                argumentSet("to a limited handler", "/annotated", 200),
                argumentSet("to an unlimited handler: it is over everything", "/unlimited", 200),
                argumentSet("that calls limited beans", "/nested", 200),
                argumentSet("to a limited handler that calls limited beans", "/annotated-nested", 200),
                argumentSet("forwarded to a limited handler", "/forward", 200),
                argumentSet("forwarded by a limited handler", "/annotated-forward", 200),
                argumentSet("answered by a Callable that calls a limited bean", "/callable", 200),
                argumentSet("answered by a DeferredResult", "/deferred", 200),
                argumentSet("answered by a CompletableFuture", "/future", 200),
                argumentSet("that fails, and is dispatched to the error page", "/failing", 500),
                argumentSet("that a limited handler fails, and is dispatched to the error page", "/broken", 500),
                argumentSet("that finds no handler", "/nothing", 404));
    }

    @Test
    void countsARequestThatCatchesARefusalOnce() {
        assertThat(server.get("/caught").body()).isEqualTo("1");
        assertThat(server.get("/caught").body()).isEqualTo("caught");
        assertThat(used()).isEqualTo(2);
    }

    @Test
    void isOneDecisionWithTheLimitsOfTheHandler() {
        server.get("/annotated");
        assertThat(server.bean(Decisions.class).lastPolicies()).containsExactly("annotated", "global");
    }

    @Test
    void refusesForEverybodyWhatIsBeyondIt() {
        for (int request = 0; request < LIMIT; request++) {
            assertThat(server.get("/plain", "X-Forwarded-For", "203.0.113." + request)
                            .statusCode())
                    .isEqualTo(200);
        }
        assertThat(server.get("/plain").statusCode()).isEqualTo(429);
        assertThat(server.get("/annotated").statusCode()).isEqualTo(429);
        assertThat(server.get("/unlimited").statusCode()).isEqualTo(429);
        assertThat(server.get("/unlimited").body()).contains("\"violated-policies\":[\"global\"]");
    }

    @Test
    void takesNothingFromALimitThatItRefuses() {
        for (int request = 0; request < LIMIT; request++) {
            server.get("/plain");
        }
        server.get("/annotated");
        LimitResult annotated = server.bean(Decisions.class).last().limits().get(0);
        assertThat(annotated.check().policy().name()).isEqualTo("annotated");
        assertThat(annotated.charged()).isFalse();
        assertThat(annotated.remaining()).isEqualTo(100);
    }

    @Test
    void doesNotCountPreflights() {
        HttpResponse<String> preflight = server.send(
                "OPTIONS", "/shared", "Origin", "https://shop.example", "Access-Control-Request-Method", "GET");
        assertThat(preflight.statusCode()).isEqualTo(200);
        assertThat(preflight.headers().firstValue("Access-Control-Allow-Origin"))
                .contains("https://shop.example");
        assertThat(used()).isZero();
        server.get("/shared", "Origin", "https://shop.example");
        assertThat(used()).as("the request itself, and the one before").isEqualTo(2);
    }

    @Test
    void doesNotCountTheActuator() {
        for (String endpoint : List.of("", "/health", "/info", "/beans")) {
            assertThat(server.get("/actuator" + endpoint).statusCode()).isEqualTo(200);
        }
        assertThat(used()).isZero();
    }

    /** What the global quota had lost before this asked. */
    private static int used() {
        server.get("/plain");
        List<LimitResult> limits = server.bean(Decisions.class).last().limits();
        assertThat(limits).hasSize(1);
        return (int) (LIMIT - limits.get(0).remaining() - 1);
    }
}
