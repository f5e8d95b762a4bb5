package io.github.limiter.spring;

import io.github.limiter.time.ManualTime;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.DefaultResourceLoader;

/** A real server and a client of it, on a clock that stands still. Its client may play any other by X-Forwarded-For. */
public final class RunningServer implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final String SERVLET_SERVER = "org.apache.catalina";

    private final HttpClient client = HttpClient.newHttpClient();
    private final ConfigurableApplicationContext context;
    private final String base;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Everything {

        @Bean
        ManualTime time() {
            return Applications.clock();
        }

        @Bean
        Decisions decisions() {
            return new Decisions();
        }
    }

    private RunningServer(SpringApplicationBuilder application) {
        context = application.run(
                "--server.port=0",
                "--server.shutdown=immediate",
                "--spring.main.banner-mode=off",
                "--management.health.redis.enabled=false",
                "--limiter.client-ip.trusted-proxies=127.0.0.1");
        base = "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port");
    }

    /** A server of an application of these classes, that has everything on its class path. */
    public static RunningServer secured(String properties, Class<?>... beans) {
        return new RunningServer(application(properties, beans));
    }

    /** A server of an application without Spring Security on its class path. Beans to be proxied must be public. */
    public static RunningServer start(String properties, Class<?>... beans) {
        return new RunningServer(application(properties, beans)
                .resourceLoader(new DefaultResourceLoader(new FilteredClassLoader("org.springframework.security"))));
    }

    /** A reactive server on Netty's event loops, with Spring Security only if it is asked for. */
    public static RunningServer onEventLoops(boolean secured, String properties, Class<?>... beans) {
        String[] hidden =
                secured ? new String[] {SERVLET_SERVER} : new String[] {SERVLET_SERVER, "org.springframework.security"};
        return new RunningServer(application(properties, beans)
                .web(WebApplicationType.REACTIVE)
                .resourceLoader(new DefaultResourceLoader(new FilteredClassLoader(hidden))));
    }

    /** The same without servlets. */
    public static RunningServer reactive(String properties, Class<?>... beans) {
        return new RunningServer(application(properties, beans)
                .web(WebApplicationType.REACTIVE)
                .resourceLoader(new DefaultResourceLoader(new FilteredClassLoader("org.springframework.security"))));
    }

    private static SpringApplicationBuilder application(String properties, Class<?>... beans) {
        return new SpringApplicationBuilder(Everything.class)
                .sources(beans)
                .properties(properties.lines().toArray(String[]::new));
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public boolean has(Class<?> type) {
        return context.getBeanProvider(type).getIfAvailable() != null;
    }

    public int port() {
        return URI.create(base).getPort();
    }

    /** Lets all counts expire. */
    public void forget() {
        bean(ManualTime.class).advance(Duration.ofDays(2));
    }

    public HttpResponse<String> get(String path, String... headers) {
        return send("GET", path, headers);
    }

    public HttpResponse<String> send(String method, String path, String... headers) {
        return send(method, path, BodyPublishers.noBody(), headers);
    }

    public HttpResponse<String> post(String path, String body, String... headers) {
        return send("POST", path, BodyPublishers.ofString(body), headers);
    }

    private HttpResponse<String> send(String method, String path, BodyPublisher body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(PATIENCE)
                .method(method, body);
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
