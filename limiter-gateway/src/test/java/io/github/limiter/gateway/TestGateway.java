package io.github.limiter.gateway;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

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

    private static final String GATEWAY = "spring.cloud.gateway.server.webflux.";

    /**
     * Properties of a gateway before a service. A line {@code route a=/a/**} begins a route; those below it are of it:
     * {@code filters[0]=…}, {@code predicates[1]=…}, {@code uri=…}.
     */
    static List<String> properties(Backend service, String text) {
        List<String> properties = new ArrayList<>();
        int route = -1;
        for (String line : text.replace("SERVICE", service.uri())
                .lines()
                .map(String::strip)
                .toList()) {
            if (line.startsWith("route ")) {
                route++;
                String of = GATEWAY + "routes[" + route + "].";
                String[] idAndPath = line.substring("route ".length()).split("=", 2);
                properties.add(of + "id=" + idAndPath[0]);
                properties.add(of + "uri=" + service.uri());
                properties.add(of + "predicates[0]=Path=" + idAndPath[1]);
            } else if (line.startsWith("uri=")) {
                String of = GATEWAY + "routes[" + route + "].uri=";
                properties.removeIf(property -> property.startsWith(of));
                properties.add(GATEWAY + "routes[" + route + "]." + line);
            } else if (line.startsWith("filters[") || line.startsWith("predicates[")) {
                properties.add(GATEWAY + "routes[" + route + "]." + line);
            } else if (line.startsWith("default-filters[")) {
                properties.add(GATEWAY + line);
            } else if (!line.isEmpty()) {
                properties.add(line);
            }
        }
        return properties;
    }

    /** A gateway before a service, of the text of {@link #properties}. */
    static TestGateway start(Backend service, String text, Class<?>... beans) {
        return start(properties(service, text), beans);
    }

    static TestGateway start(List<String> properties, Class<?>... beans) {
        return new TestGateway(new SpringApplicationBuilder(Everything.class)
                .sources(beans)
                .web(WebApplicationType.REACTIVE)
                .properties(
                        "server.port=0",
                        "server.address=127.0.0.1",
                        "spring.main.banner-mode=off",
                        "limiter.store=memory",
                        "limiter.client-ip.trusted-proxies=127.0.0.1")
                .run(properties.stream().map(property -> "--" + property).toArray(String[]::new)));
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    String base() {
        return base;
    }

    int port() {
        return URI.create(base).getPort();
    }

    Object bean(String name) {
        return context.getBean(name);
    }

    HttpResponse<String> get(String path, String... headers) {
        return getAsync(path, headers).join();
    }

    HttpResponse<String> send(String method, String path, String... headers) {
        return sendAsync(method, path, headers).join();
    }

    CompletableFuture<HttpResponse<String>> getAsync(String path, String... headers) {
        return sendAsync("GET", path, headers);
    }

    private CompletableFuture<HttpResponse<String>> sendAsync(String method, String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(Duration.ofSeconds(30))
                .method(method, BodyPublishers.noBody());
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
