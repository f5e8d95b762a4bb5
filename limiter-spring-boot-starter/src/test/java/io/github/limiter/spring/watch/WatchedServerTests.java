package io.github.limiter.spring.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Outcome;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.spring.Applications;
import io.github.limiter.subject.Caller;
import io.github.limiter.time.ManualTime;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Max;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.TypeMismatchException;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.userdetails.MapReactiveUserDetailsService;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.bind.support.WebExchangeBindException;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebInputException;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;

/** Real servers, with servlets and without, tell the same of the same requests. */
class WatchedServerTests {

    /** A request as it goes over the network, what it is answered, and what is told of it. */
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class Any {

        private ConfigurableApplicationContext context;

        abstract Class<?> application();

        abstract WebApplicationType type();

        @BeforeAll
        void start() {
            context = new SpringApplicationBuilder(application())
                    .web(type())
                    .run(
                            "--server.port=0",
                            "--limiter.store=memory",
                            "--spring.main.banner-mode=off",
                            "--management.health.redis.enabled=false",
                            "--limiter.client-ip.trusted-proxies=127.0.0.1");
        }

        @AfterAll
        void stop() {
            context.close();
        }

        @ParameterizedTest(name = "{0}")
        @CsvSource(quoteCharacter = '`', textBlock = """
            # request,                                   status, route,      offence
            GET /nowhere,                                404,    /**,        NOT_FOUND
            GET /nowhere.css,                            404,    /**,        null
            GET /missing/7,                              404,    /missing/{id}, NOT_FOUND
            DELETE /open,                                405,    null,          METHOD_NOT_ALLOWED
            GET /number?n=seven,                         400,    /number,    MALFORMED
            GET /number,                                 400,    /number,    MALFORMED
            GET /number?n=99,                            400,    /number,    MALFORMED
            POST /body {,                                400,    /body,      MALFORMED
            GET /open,                                   200,    /open,      null
            GET /business,                               400,    /business,  null
            GET /picky?n=seven,                          400,    /picky,     MALFORMED
            GET /picky?n=7,                              400,    /picky,     null
            GET /broken,                                 500,    /broken,    null
            GET /private,                                401,    null,          null
            GET /private|Authorization: Basic YTpi,      401,    null,          FAILED_LOGIN
            GET /private|Authorization: Basic YWxpY2U6YWxpY2U=, 200, /private, null
            GET /late,                                   404,    /late,      NOT_FOUND
            GET /a;b=c,                                  400,    null,          ILLEGAL_PATH
            """)
        void tellsWhatBecameOfIt(String request, int status, String route, String offence) throws Exception {
            assertThat(send(request)).isEqualTo(status);

            SeenRequest seen = next();
            assertThat(seen.status()).isEqualTo(status);
            assertThat(String.valueOf(seen.route())).isEqualTo(route);
            assertThat(String.valueOf(seen.offence())).isEqualTo(offence);
            assertThat(seen.caller().address().text()).isEqualTo("203.0.113.7");
            assertThat(seen.agent()).isEqualTo("test/1");
            assertThat(told()).as("once").isEmpty();
        }

        @Test
        void tellsNothingOfWhatTheLimiterRefusedItselfNorOfPreflights() throws Exception {
            assertThat(send("GET /limited")).isEqualTo(200);
            assertThat(next().offence()).isNull();

            assertThat(send("GET /limited")).isEqualTo(429);
            assertThat(send("OPTIONS /open|Origin: https://a.example|Access-Control-Request-Method: GET"))
                    .isEqualTo(200);
            assertThat(send("GET /open")).isEqualTo(200);

            assertThat(next().path().text()).isEqualTo("/open");
            assertThat(told()).isEmpty();
        }

        @Test
        void refusalsThrownInFiltersAreProblemsToo() throws Exception {
            assertThat(send("GET /filtered")).isEqualTo(429);
            assertThat(send("GET /open")).isEqualTo(200);

            assertThat(next().path().text()).isEqualTo("/open");
        }

        BlockingQueue<SeenRequest> told() {
            return context.getBean(Recorder.class).seen;
        }

        SeenRequest next() throws InterruptedException {
            SeenRequest seen = told().poll(20, TimeUnit.SECONDS);
            assertThat(seen).as("told within 20 seconds").isNotNull();
            return seen;
        }

        int send(String request) throws Exception {
            String[] parts = request.split("\\|");
            String[] line = parts[0].split(" ");
            String body = line.length > 2 ? line[2] : "";
            StringBuilder text = new StringBuilder(line[0] + " " + line[1] + " HTTP/1.1\r\nHost: localhost\r\n"
                    + "Connection: close\r\nUser-Agent: test/1\r\nX-Forwarded-For: 203.0.113.7\r\n");
            if (!body.isEmpty()) {
                text.append("Content-Type: application/json\r\nContent-Length: ")
                        .append(body.length())
                        .append("\r\n");
            }
            for (int i = 1; i < parts.length; i++) {
                text.append(parts[i]).append("\r\n");
            }
            int port = Integer.parseInt(context.getEnvironment().getProperty("local.server.port"));
            try (Socket socket = new Socket("127.0.0.1", port)) {
                socket.getOutputStream()
                        .write(text.append("\r\n").append(body).toString().getBytes(StandardCharsets.US_ASCII));
                String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
                return Integer.parseInt(answer.split(" ", 3)[1].strip());
            }
        }
    }

    @Nested
    class WithServlets extends Any {

        @Override
        Class<?> application() {
            return ServletApplication.class;
        }

        @Override
        WebApplicationType type() {
            return WebApplicationType.SERVLET;
        }
    }

    @Nested
    class WithoutServlets extends Any {

        @Override
        Class<?> application() {
            return ReactiveApplication.class;
        }

        @Override
        WebApplicationType type() {
            return WebApplicationType.REACTIVE;
        }
    }

    static class Recorder implements SeenRequestListener {

        private final BlockingQueue<SeenRequest> seen = new LinkedBlockingQueue<>();

        @Override
        public boolean isWatching() {
            return true;
        }

        @Override
        public void onRequest(SeenRequest request) {
            seen.add(request);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Recorder.class)
    static class Application {

        @Bean
        ManualTime time() {
            return Applications.clock();
        }

        static RejectedException refusal() {
            return new RejectedException(new Decision(7, Outcome.LIMITED, "too many", Caller.NONE, List.of()));
        }

        static UserDetails alice() {
            return User.withUsername("alice").password("{noop}alice").build();
        }
    }

    @Import({Application.class, Handlers.class, ServletHandlers.class, Picky.class, Advice.class})
    static class ServletApplication {

        @Bean
        SecurityFilterChain chain(HttpSecurity http) throws Exception {
            return http.csrf(csrf -> csrf.disable())
                    .cors(Customizer.withDefaults())
                    .httpBasic(Customizer.withDefaults())
                    .authorizeHttpRequests(requests -> requests.requestMatchers("/private")
                            .authenticated()
                            .anyRequest()
                            .permitAll())
                    .build();
        }

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(Application.alice());
        }

        @Bean
        Filter refusing() {
            return (request, response, chain) -> {
                if (((HttpServletRequest) request).getRequestURI().equals("/filtered")) {
                    throw new ServletException(Application.refusal());
                }
                chain.doFilter(request, response);
            };
        }
    }

    @Import({Application.class, Handlers.class, ReactiveHandlers.class, Picky.class, Advice.class})
    static class ReactiveApplication {

        @Bean
        SecurityWebFilterChain chain(ServerHttpSecurity http) {
            return http.csrf(csrf -> csrf.disable())
                    .cors(Customizer.withDefaults())
                    .httpBasic(Customizer.withDefaults())
                    .authorizeExchange(exchanges -> exchanges
                            .pathMatchers("/private")
                            .authenticated()
                            .anyExchange()
                            .permitAll())
                    .build();
        }

        @Bean
        MapReactiveUserDetailsService users() {
            return new MapReactiveUserDetailsService(Application.alice());
        }

        @Bean
        WebFilter refusing() {
            return (exchange, chain) -> exchange.getRequest().getURI().getPath().equals("/filtered")
                    ? Mono.error(Application.refusal())
                    : chain.filter(exchange);
        }
    }

    static class SoldOut extends RuntimeException {}

    /** The business has a 400 of its own. */
    @RestControllerAdvice
    static class Advice {

        @ExceptionHandler
        @ResponseStatus(HttpStatus.BAD_REQUEST)
        String no(SoldOut e) {
            return "no";
        }
    }

    @RestController
    @CrossOrigin
    static class Handlers {

        @GetMapping({"/open", "/private"})
        String open() {
            return "open";
        }

        @GetMapping("/missing/{id}")
        String missing(@PathVariable long id) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND);
        }

        @GetMapping("/number")
        String number(@RequestParam @Max(10) int n) {
            return "" + n;
        }

        @GetMapping("/business")
        String business() {
            throw new SoldOut();
        }

        @GetMapping("/broken")
        String broken() {
            throw new IllegalStateException();
        }
    }

    /** Answers malformed requests itself. */
    @RestController
    static class Picky {

        @GetMapping("/picky")
        String picky(@RequestParam int n) {
            throw new SoldOut();
        }

        @ExceptionHandler
        @ResponseStatus(HttpStatus.BAD_REQUEST)
        String no(TypeMismatchException e) {
            return "no";
        }

        @ExceptionHandler({ServerWebInputException.class, WebExchangeBindException.class})
        @ResponseStatus(HttpStatus.BAD_REQUEST)
        String noToo() {
            return "no";
        }
    }

    record Body(int n) {}

    @RestController
    static class ServletHandlers {

        @PostMapping("/body")
        String body(@RequestBody Body body) {
            return "" + body;
        }

        @GetMapping("/late")
        Callable<String> late() {
            return () -> {
                throw new ResponseStatusException(HttpStatus.NOT_FOUND);
            };
        }

        @RateLimit(name = "limited", limit = 1)
        @GetMapping("/limited")
        public String limited() {
            return "ok";
        }
    }

    @RestController
    static class ReactiveHandlers {

        @PostMapping("/body")
        Mono<String> body(@RequestBody Mono<Body> body) {
            return body.map(Body::toString);
        }

        @GetMapping("/late")
        Mono<String> late() {
            return Mono.delay(Duration.ofMillis(1)).then(Mono.error(new ResponseStatusException(HttpStatus.NOT_FOUND)));
        }

        @RateLimit(name = "limited", limit = 1)
        @GetMapping("/limited")
        public Mono<String> limited() {
            return Mono.just("ok");
        }
    }
}
