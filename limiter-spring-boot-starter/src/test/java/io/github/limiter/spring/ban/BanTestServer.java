package io.github.limiter.spring.ban;

import io.github.limiter.annotation.Blacklist;
import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.RateLimit;
import io.github.limiter.ban.BanEvent;
import io.github.limiter.ban.BanListener;
import io.github.limiter.spring.Applications;
import io.github.limiter.time.ManualTime;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.client.ReactorResourceFactory;
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
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** A server with blacklists, with or without servlets, and clients at addresses of their choice. */
final class BanTestServer implements AutoCloseable {

    private final HttpClient http = HttpClient.newHttpClient();
    private final ConfigurableApplicationContext context;

    BanTestServer(WebApplicationType type, String... properties) {
        List<String> all = new ArrayList<>(List.of(
                "--server.port=0",
                "--spring.main.banner-mode=off",
                "--management.health.redis.enabled=false",
                "--management.endpoints.web.exposure.include=health,limiter",
                "--limiter.endpoint.role=ADMIN",
                "--limiter.store=memory",
                "--limiter.client-ip.trusted-proxies=127.0.0.1",
                "--limiter.ban.limited.spacing=0s",
                "--limiter.ban.honeypot.paths=/.env,/wp-admin/**"));
        for (String property : properties) {
            String name = property.substring(0, property.indexOf('=') + 1);
            all.removeIf(preset -> preset.startsWith(name));
            all.add(property);
        }
        context = new SpringApplicationBuilder(
                        type == WebApplicationType.SERVLET ? ServletShop.class : ReactiveShop.class)
                .web(type)
                .run(all.toArray(String[]::new));
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    ManualTime time() {
        return bean(ManualTime.class);
    }

    List<BanEvent> events() {
        return bean(Events.class).seen;
    }

    Client at(String address) {
        return new Client(address, null, null, "local.server.port");
    }

    /** At {@code management.server.port}. */
    Client atManagement(String address) {
        return new Client(address, null, null, "local.management.port");
    }

    @Override
    public void close() {
        context.close();
    }

    /** Somebody at an address. */
    final class Client {

        private final String address;
        private final String user;
        private final String password;
        private final String port;

        private Client(String address, String user, String password, String port) {
            this.port = port;
            this.address = address;
            this.user = user;
            this.password = password;
        }

        Client as(String name) {
            return as(name, name);
        }

        Client as(String name, String secret) {
            return new Client(address, name, secret, port);
        }

        HttpResponse<String> get(String path, String... headers) {
            return send("GET", path, "", headers);
        }

        String address() {
            return address;
        }

        HttpResponse<String> sendForm(String path, String form) {
            return send("POST", path, form, "Content-Type", "application/x-www-form-urlencoded");
        }

        int status(String path) {
            return get(path).statusCode();
        }

        HttpResponse<String> send(String method, String path, String body, String... headers) {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(
                            "http://127.0.0.1:" + context.getEnvironment().getProperty(port) + path))
                    .header("X-Forwarded-For", address)
                    .header("User-Agent", "test/1")
                    .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
            if (body.startsWith("{")) {
                request.header("Content-Type", "application/json");
            }
            if (headers.length > 0) {
                request.headers(headers);
            }
            if (user != null) {
                byte[] credentials = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
                request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials));
            }
            try {
                return http.send(request.build(), BodyHandlers.ofString());
            } catch (IOException e) {
                throw new AssertionError(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }
    }

    static class Events implements BanListener {

        private final List<BanEvent> seen = new CopyOnWriteArrayList<>();

        @Override
        public void onBanEvent(BanEvent event) {
            seen.add(event);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Events.class)
    static class Shop {

        /** On Redis the time is the server's. */
        @Bean
        @ConditionalOnProperty(name = "limiter.store", havingValue = "memory")
        ManualTime time() {
            return Applications.clock();
        }

        static List<UserDetails> users() {
            return Stream.concat(
                            Stream.of(user("alice", "CUSTOMER"), user("bob", "CUSTOMER"), user("admin", "ADMIN")),
                            IntStream.range(0, 10).mapToObj(i -> user("user" + i, "CUSTOMER")))
                    .toList();
        }

        private static UserDetails user(String name, String role) {
            return User.withUsername(name).password("{noop}" + name).roles(role).build();
        }
    }

    @Import({Shop.class, ServletHandlers.class})
    static class ServletShop {

        @Bean
        SecurityFilterChain chain(HttpSecurity http) throws Exception {
            return http.csrf(csrf -> csrf.disable())
                    .httpBasic(Customizer.withDefaults())
                    .formLogin(form -> form.loginPage("/login").permitAll())
                    .authorizeHttpRequests(requests -> requests.requestMatchers("/mine", "/actuator/limiter/**")
                            .authenticated()
                            .anyRequest()
                            .permitAll())
                    .build();
        }

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(Shop.users());
        }
    }

    @Import({Shop.class, ReactiveHandlers.class})
    static class ReactiveShop {

        /** Of its own, where the server is Netty: servers that share them end together. */
        @Bean
        ReactorResourceFactory resources() {
            ReactorResourceFactory own = new ReactorResourceFactory();
            own.setUseGlobalResources(false);
            own.setShutdownQuietPeriod(Duration.ZERO);
            return own;
        }

        @Bean
        SecurityWebFilterChain chain(ServerHttpSecurity http) {
            return http.csrf(csrf -> csrf.disable())
                    .httpBasic(Customizer.withDefaults())
                    .formLogin(Customizer.withDefaults())
                    .authorizeExchange(requests -> requests.pathMatchers("/mine", "/actuator/limiter/**")
                            .authenticated()
                            .anyExchange()
                            .permitAll())
                    .build();
        }

        @Bean
        MapReactiveUserDetailsService users() {
            return new MapReactiveUserDetailsService(Shop.users());
        }
    }

    record Body(int n) {}

    @RestController
    public static class ServletHandlers {

        @Blacklist
        @RateLimit(name = "products", dimension = Dimensions.IP, limit = 60, window = "1m")
        @GetMapping("/products")
        public String products() {
            return "tea";
        }

        @Blacklist
        @RateLimit(name = "mine", dimension = Dimensions.USER, limit = 2, window = "1m")
        @GetMapping("/mine")
        public String mine() {
            return "mine";
        }

        @Blacklist
        @RateLimit(name = "device", dimension = Dimensions.DEVICE, limit = 2, window = "1m")
        @GetMapping("/device")
        public String device() {
            return "device";
        }

        @Blacklist
        @RateLimit(name = "report", dimension = Dimensions.INTERFACE, limit = 2, window = "1m")
        @GetMapping("/report")
        public String report() {
            return "report";
        }

        @RateLimit(name = "unlisted", dimension = Dimensions.IP, limit = 1, window = "1m")
        @GetMapping("/unlisted")
        public String unlisted() {
            return "unlisted";
        }

        @Blacklist
        @GetMapping("/guarded")
        public String guarded() {
            return "guarded";
        }

        @GetMapping("/number/{n}")
        public String number(@PathVariable("n") int n) {
            return "" + n;
        }

        @PostMapping("/body/{n}")
        public String body(@PathVariable("n") int n, @RequestBody Body body) {
            return "" + body;
        }

        @GetMapping("/open")
        public String open() {
            return "open";
        }
    }

    @RestController
    public static class ReactiveHandlers {

        @Blacklist
        @RateLimit(name = "products", dimension = Dimensions.IP, limit = 60, window = "1m")
        @GetMapping("/products")
        public Mono<String> products() {
            return Mono.just("tea");
        }

        @Blacklist
        @RateLimit(name = "mine", dimension = Dimensions.USER, limit = 2, window = "1m")
        @GetMapping("/mine")
        public String mine() {
            return "mine";
        }

        @Blacklist
        @RateLimit(name = "device", dimension = Dimensions.DEVICE, limit = 2, window = "1m")
        @GetMapping("/device")
        public String device() {
            return "device";
        }

        @Blacklist
        @RateLimit(name = "report", dimension = Dimensions.INTERFACE, limit = 2, window = "1m")
        @GetMapping("/report")
        public Mono<String> report() {
            return Mono.just("report");
        }

        @RateLimit(name = "unlisted", dimension = Dimensions.IP, limit = 1, window = "1m")
        @GetMapping("/unlisted")
        public Mono<String> unlisted() {
            return Mono.just("unlisted");
        }

        @Blacklist
        @GetMapping("/guarded")
        public String guarded() {
            return "guarded";
        }

        @GetMapping("/number/{n}")
        public Mono<String> number(@PathVariable("n") int n) {
            return Mono.just("" + n);
        }

        @PostMapping("/body/{n}")
        public Mono<String> body(@PathVariable("n") int n, @RequestBody Mono<Body> body) {
            return body.map(Body::toString);
        }

        @GetMapping("/open")
        public Mono<String> open() {
            return Mono.just("open");
        }
    }
}
