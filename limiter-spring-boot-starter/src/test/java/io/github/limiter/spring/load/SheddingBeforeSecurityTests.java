package io.github.limiter.spring.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.RateLimit;
import io.github.limiter.annotation.Tier;
import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Outcome;
import io.github.limiter.load.Load;
import io.github.limiter.load.LoadLevel;
import io.github.limiter.load.LoadOrder;
import io.github.limiter.spring.Decisions;
import io.github.limiter.spring.RunningServer;
import io.github.limiter.spring.web.UserResolver;
import io.github.limiter.spring.web.reactive.ServerUserResolver;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity.CsrfSpec;
import org.springframework.security.core.userdetails.ReactiveUserDetailsService;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** What the load has no room for is refused before Spring Security looks at anybody's password. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class SheddingBeforeSecurityTests {

    private static final String PAGE = "https://shop.example";
    private static final String[] OPEN = {"/actuator/health", "/services/**", "/error"};

    /** How often somebody's password was asked for. */
    private static final AtomicInteger LOOKED_UP = new AtomicInteger();

    private static UserDetails lookUp(String name) {
        LOOKED_UP.incrementAndGet();
        return User.withUsername(name).password("{noop}secret").build();
    }

    @RestController
    public static class Shop {

        @RateLimit(tier = Tier.P0, limit = 1000)
        @PostMapping("/order")
        public String order(@RequestBody String body) {
            return "ordered " + body;
        }

        @RateLimit(limit = 1000)
        @GetMapping("/list/{id}")
        public String list(@PathVariable String id) {
            return "listed " + id;
        }

        @CrossOrigin(origins = PAGE)
        @RateLimit(tier = Tier.P2, limit = 1000)
        @GetMapping("/report/{id}")
        public String report(@PathVariable String id) {
            return "reported " + id;
        }

        @RateLimit(tier = Tier.P2, limit = 1000, fallback = "cached")
        @GetMapping("/statistics")
        public Mono<String> statistics() {
            return Mono.just("fresh");
        }

        public Mono<String> cached() {
            return Mono.just("cached");
        }

        @RateLimit(tier = Tier.P2, limit = 1000, condition = "#id != 'core'")
        @GetMapping("/sometimes/{id}")
        public Mono<String> sometimes(@PathVariable String id) {
            return Mono.just("sometimes");
        }

        @RateLimit(tier = Tier.P2, limit = 1000, mode = Mode.SHADOW)
        @GetMapping("/trial")
        public String trial() {
            return "tried";
        }

        @GetMapping("/plain")
        public String plain() {
            return "plain";
        }

        @GetMapping("/matched")
        public String matched() {
            return "matched";
        }
    }

    static class OnServlets {

        @Bean
        UserDetailsService users() {
            return SheddingBeforeSecurityTests::lookUp;
        }

        @Bean
        SecurityFilterChain chain(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(requests -> requests.requestMatchers(OPEN)
                            .permitAll()
                            .anyRequest()
                            .authenticated())
                    .httpBasic(Customizer.withDefaults())
                    .csrf(AbstractHttpConfigurer::disable)
                    .build();
        }

        @Bean
        ServletRegistrationBean<HttpServlet> another() {
            return new ServletRegistrationBean<>(
                    new HttpServlet() {
                        @Override
                        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                                throws IOException {
                            response.getWriter().print("served");
                        }
                    },
                    "/services/*");
        }
    }

    static class OnEventLoops {

        @Bean
        ReactiveUserDetailsService users() {
            return name -> Mono.fromSupplier(() -> lookUp(name));
        }

        @Bean
        SecurityWebFilterChain chain(ServerHttpSecurity http) {
            return http.authorizeExchange(exchanges -> exchanges
                            .pathMatchers(OPEN)
                            .permitAll()
                            .anyExchange()
                            .authenticated())
                    .httpBasic(Customizer.withDefaults())
                    .csrf(CsrfSpec::disable)
                    .build();
        }
    }

    static class UsersOfTheApplication {

        @Bean
        UserResolver ownUsers() {
            return request -> "ops";
        }
    }

    static class ReactiveUsersOfTheApplication {

        @Bean
        ServerUserResolver ownUsers() {
            return exchange -> Mono.just("ops");
        }
    }

    private static RunningServer servlets(String properties, Class<?>... more) {
        return RunningServer.secured(properties, with(OnServlets.class, more));
    }

    private static RunningServer eventLoops(String properties, Class<?>... more) {
        return RunningServer.onEventLoops(true, properties, with(OnEventLoops.class, more));
    }

    private static void order(RunningServer server, LoadOrder order) {
        server.bean(Load.class)
                .order(order, Duration.ofHours(1), "alice")
                .toCompletableFuture()
                .join();
    }

    private static void atPeak(RunningServer server) {
        order(server, LoadOrder.of(LoadLevel.PEAK));
    }

    private static String[] as(String user) {
        String credentials = Base64.getEncoder().encodeToString((user + ":secret").getBytes(StandardCharsets.UTF_8));
        return new String[] {"Authorization", "Basic " + credentials};
    }

    private static Class<?>[] with(Class<?> security, Class<?>... more) {
        return more.length == 0
                ? new Class<?>[] {security, Shop.class}
                : new Class<?>[] {security, Shop.class, more[0]};
    }

    @Nested
    class WithServlets extends AServer {

        WithServlets() {
            super(SheddingBeforeSecurityTests::servlets);
        }

        @Test
        void whatAnotherServletAnswersIsNotTakenForAHandlerOfThatName() {
            assertThat(get("/services/report/1").body()).isEqualTo("served");
        }
    }

    @Nested
    class WithoutServlets extends AServer {

        WithoutServlets() {
            super(SheddingBeforeSecurityTests::eventLoops);
        }
    }

    @Nested
    class AllowingUsersWithServlets extends AServerThatAllowsUsers {

        AllowingUsersWithServlets() {
            super(SheddingBeforeSecurityTests::servlets, UsersOfTheApplication.class);
        }
    }

    @Nested
    class AllowingUsersWithoutServlets extends AServerThatAllowsUsers {

        AllowingUsersWithoutServlets() {
            super(SheddingBeforeSecurityTests::eventLoops, ReactiveUsersOfTheApplication.class);
        }
    }

    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class AServer {

        private static final String PROPERTIES = """
                limiter.store=memory
                limiter.global.limit=100000
                limiter.policies.matched.match=/matched
                limiter.policies.matched.tier=p2
                limiter.allow-list=198.51.100.9""";

        private final RunningServer server;

        AServer(BiFunction<String, Class<?>[], RunningServer> start) {
            server = start.apply(PROPERTIES, new Class<?>[0]);
        }

        @AfterAll
        void stop() {
            server.close();
        }

        @BeforeEach
        void isAtPeak() {
            SheddingBeforeSecurityTests.atPeak(server);
            LOOKED_UP.set(0);
        }

        HttpResponse<String> get(String path, String... headers) {
            return server.get(path, headers);
        }

        @ParameterizedTest
        @CsvSource({
            "/report/1,       503",
            "/report/1?x=y,   503",
            "/matched,        503",
            "/list/1,         401",
            "/plain,          401",
            "/trial,          401",
            "/sometimes/1,    401",
            "/statistics,     401",
            "/order,          401",
            "/nothing,        401"
        })
        void whoeverAsks(String path, int status) {
            assertThat(get(path).statusCode()).isEqualTo(status);
        }

        @Test
        void theAnswerIsTheSameAsBehindSecurity() {
            HttpResponse<String> shed = get("/report/1");

            assertThat(shed.headers().firstValue("Retry-After")).contains("30");
            assertThat(shed.headers().firstValue("Cache-Control")).contains("no-store");
            assertThat(shed.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(shed.headers().firstValue("WWW-Authenticate")).isEmpty();
            assertThat(shed.body())
                    .contains(
                            "\"type\":\"https://iana.org/assignments/http-problem-types#temporary-reduced-capacity\"",
                            "\"detail\":\"load level PEAK has no room for P2\"");
            assertThat(shed.body())
                    .contains("\"decision\":\""
                            + server.bean(Decisions.class).last().id() + "\"");
        }

        @Test
        void nobodysPasswordIsLookedAt() {
            assertThat(get("/report/1", as("bob")).statusCode()).isEqualTo(503);
            assertThat(LOOKED_UP).hasValue(0);

            order(server, LoadOrder.of(LoadLevel.NORMAL));
            assertThat(get("/report/1", as("bob")).body()).isEqualTo("reported 1");
            assertThat(LOOKED_UP).hasValue(1);
        }

        @Test
        void eachRequestIsDecidedOnce() {
            int before = decisions().size();

            get("/report/1");
            get("/list/1", as("bob"));
            get("/report/1");

            assertThat(decisions().stream().skip(before).map(Decision::outcome))
                    .containsExactly(Outcome.SHED, Outcome.ALLOWED, Outcome.SHED);
        }

        private List<Decision> decisions() {
            return server.bean(Decisions.class).all();
        }

        @Test
        void nothingIsMissingFromARequestThatGoesOn() {
            String[] bob = as("bob");

            assertThat(server.post("/order", "a=b", bob[0], bob[1], "Content-Type", "text/plain")
                            .body())
                    .isEqualTo("ordered a=b");
            assertThat(get("/list/7", bob).body()).isEqualTo("listed 7");
            assertThat(get("/sometimes/core", bob).body()).isEqualTo("sometimes");
            assertThat(get("/sometimes/1", bob).statusCode()).isEqualTo(503);
        }

        @Test
        void aFallbackStillAnswersForWhatIsShed() {
            assertThat(get("/statistics", as("bob")).body()).isEqualTo("cached");
        }

        @Test
        void whatIsDiscardedByNameOrTierIsRefusedToo() {
            order(server, new LoadOrder(LoadLevel.NORMAL, Set.of(), Set.of("shop-list")));
            assertThat(get("/list/1").body()).contains("shop-list is switched off at the moment");
            assertThat(get("/report/1").statusCode()).isEqualTo(401);

            order(server, new LoadOrder(LoadLevel.NORMAL, Set.of(Tier.P1), Set.of()));
            assertThat(get("/list/1").statusCode()).isEqualTo(503);
            assertThat(get("/plain").statusCode()).isEqualTo(503);
            assertThat(server.send("POST", "/order").statusCode()).isEqualTo(401);
        }

        @Test
        void preflightsAndHealthAreNeverShed() {
            order(server, new LoadOrder(LoadLevel.CRITICAL, Set.of(Tier.P1, Tier.P2), Set.of()));
            int before = decisions().size();

            assertThat(get("/actuator/health").statusCode()).isEqualTo(200);
            assertThat(server.send("OPTIONS", "/report/1", "Origin", PAGE, "Access-Control-Request-Method", "GET")
                            .statusCode())
                    .isNotEqualTo(503);

            assertThat(decisions()).hasSize(before);
        }

        @Test
        void aPageOfAnotherOriginMayReadTheAnswerIfItMayReadOthers() {
            HttpResponse<String> shed = get("/report/1", "Origin", PAGE);
            assertThat(shed.statusCode()).isEqualTo(503);
            assertThat(shed.headers().allValues("Access-Control-Allow-Origin")).containsExactly(PAGE);

            HttpResponse<String> stranger = get("/report/1", "Origin", "https://stranger.example");
            assertThat(stranger.headers().firstValue("Access-Control-Allow-Origin"))
                    .isEmpty();
        }

        @Test
        void theAllowListSkipsIt() {
            assertThat(get("/report/1", "X-Forwarded-For", "198.51.100.9").statusCode())
                    .isEqualTo(401);
        }
    }

    /** One server at a time: those on event loops share them. */
    abstract static class AServerThatAllowsUsers {

        private static final String PROPERTIES = AServer.PROPERTIES + ",user:ops";

        private final BiFunction<String, Class<?>[], RunningServer> start;
        private final Class<?> ownUsers;

        AServerThatAllowsUsers(BiFunction<String, Class<?>[], RunningServer> start, Class<?> ownUsers) {
            this.start = start;
            this.ownUsers = ownUsers;
        }

        @Test
        void whoMayBeAUserOnTheAllowListIsLeftToTheGuard() {
            try (RunningServer naming = start.apply(PROPERTIES, new Class<?>[0])) {
                atPeak(naming);

                assertThat(naming.get("/report/1").statusCode()).isEqualTo(503);
                assertThat(naming.get("/report/1", as("ops")).body()).isEqualTo("reported 1");
                assertThat(naming.get("/report/1", as("bob")).statusCode()).isEqualTo(503);
                assertThat(naming.get("/report/1", "Cookie", "SESSION=1").statusCode())
                        .isEqualTo(401);
                assertThat(naming.get("/report/1", "X-Api-Key", "1").statusCode())
                        .isEqualTo(401);
            }
        }

        @Test
        void whereTheApplicationTellsUsersItselfAnybodyMayBeOne() {
            try (RunningServer naming = start.apply(PROPERTIES, new Class<?>[] {ownUsers})) {
                atPeak(naming);

                assertThat(naming.get("/report/1").statusCode()).isEqualTo(401);
                assertThat(naming.get("/report/1", as("bob")).body()).isEqualTo("reported 1");
            }
        }
    }
}
