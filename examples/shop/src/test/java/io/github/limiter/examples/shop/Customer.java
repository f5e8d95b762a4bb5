package io.github.limiter.examples.shop;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Somebody who sends requests from an address, as a user whose password is the name, or as nobody. */
record Customer(HttpClient http, String shop, @Nullable String user, List<String> forwardedFor) {

    /** The same behind proxies that have written these lines of X-Forwarded-For. */
    Customer at(String... forwardedFor) {
        return new Customer(http, shop, user, List.of(forwardedFor));
    }

    /** The same where somebody else is. */
    Customer atThePlaceOf(Customer other) {
        return new Customer(http, shop, user, other.forwardedFor);
    }

    /** The same, logged in. */
    Customer as(String user) {
        return new Customer(http, shop, user, forwardedFor);
    }

    Answer get(String path) {
        return send(request(path).GET()).join();
    }

    Answer delete(String path) {
        return send(request(path).DELETE()).join();
    }

    Answer post(String path) {
        return postLater(path).join();
    }

    /** Does not wait for the answer. */
    CompletableFuture<Answer> postLater(String path) {
        return send(request(path).POST(BodyPublishers.noBody()));
    }

    /** Sends that many at once. */
    List<Answer> post(String path, int times) {
        return IntStream.range(0, times).mapToObj(i -> postLater(path)).toList().stream()
                .map(CompletableFuture::join)
                .toList();
    }

    Answer login(String username, String password) {
        return send(request("/login")
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString("username=" + username + "&password=" + password)))
                .join();
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(shop + path));
        forwardedFor.forEach(line -> request.header("X-Forwarded-For", line));
        if (user != null) {
            byte[] credentials = (user + ":" + user).getBytes(StandardCharsets.UTF_8);
            request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials));
        }
        return request;
    }

    private CompletableFuture<Answer> send(HttpRequest.Builder request) {
        return http.sendAsync(request.build(), BodyHandlers.ofString()).thenApply(Answer::new);
    }
}
