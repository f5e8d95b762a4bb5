package io.github.limiter.gateway;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;

/** A running gateway and a client of it. Its client may play any other by X-Forwarded-For. */
final class TestGateway implements AutoCloseable {

    private final HttpClient client = HttpClient.newHttpClient();
    private final ConfigurableApplicationContext context;
    private final String base;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Everything {}

    private TestGateway(ConfigurableApplicationContext context) {
        this.context = context;
        this.base = "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port");
    }

    /** Properties of a gateway with one route to a service, whose filters and further properties are these. */
    static List<String> route(Backend service, String... more) {
        List<String> properties = new ArrayList<>();
        properties.add("spring.cloud.gateway.server.webflux.routes[0].id=orders");
        properties.add("spring.cloud.gateway.server.webflux.routes[0].uri=" + service.uri());
        properties.add("spring.cloud.gateway.server.webflux.routes[0].predicates[0]=Path=/orders/**");
        for (String property : more) {
            properties.add(property.replaceFirst("^filters", "spring.cloud.gateway.server.webflux.routes[0].filters")
                    .replaceFirst("^routes", "spring.cloud.gateway.server.webflux.routes")
                    .replaceFirst("^default-filters", "spring.cloud.gateway.server.webflux.default-filters"));
        }
        return properties;
    }

    static TestGateway start(List<String> properties, Class<?>... beans) {
        return start(properties, context -> {}, beans);
    }

    /** A bean of the test's own. */
    static <T> java.util.function.Consumer<GenericApplicationContext> bean(Class<T> type, Supplier<T> bean) {
        return context -> context.registerBean(type, bean);
    }

    static TestGateway start(
            List<String> properties, java.util.function.Consumer<GenericApplicationContext> more, Class<?>... beans) {
        return new TestGateway(new SpringApplicationBuilder(Everything.class)
                .sources(beans)
                .web(WebApplicationType.REACTIVE)
                .initializers(context -> more.accept((GenericApplicationContext) context))
                .properties(
                        "server.port=0",
                        "server.address=127.0.0.1",
                        "spring.main.banner-mode=off",
                        "limiter.client-ip.trusted-proxies=127.0.0.1")
                .run(Stream.concat(Stream.of("limiter.store=memory"), properties.stream())
                        .map(property -> "--" + property)
                        .toArray(String[]::new)));
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    HttpResponse<String> get(String path, String... headers) {
        return getAsync(path, headers).join();
    }

    CompletableFuture<HttpResponse<String>> getAsync(String path, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(base + path)).timeout(Duration.ofSeconds(30));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.sendAsync(request.build(), BodyHandlers.ofString());
    }

    /** The statuses of so many requests, one after the other. */
    List<Integer> statuses(int requests, String path, String... headers) {
        return Stream.generate(() -> get(path, headers).statusCode())
                .limit(requests)
                .toList();
    }

    @Override
    public void close() {
        context.close();
    }
}
