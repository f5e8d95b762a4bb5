package io.github.limiter.spring.web.reactive;

import io.github.limiter.path.RequestPath;
import io.github.limiter.spring.watch.Credentials;
import io.github.limiter.spring.watch.FetchMetadata;
import io.github.limiter.spring.watch.RequestMarks;
import io.github.limiter.spring.watch.SeenRequest;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.server.ServerWebExchange;

/** Puts together what there is to tell of a request of a reactive application. */
final class ExchangeSighting {

    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;

    /** Where Spring Security's form login sends who gave a wrong password; it publishes no event here. */
    private static final Pattern LOGIN_ERROR = Pattern.compile("[^?]*\\?(.*&)?error(=[^&]*)?(&.*)?");

    private ExchangeSighting() {}

    static SeenRequest of(ExchangeCallScope scope, ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        HttpStatusCode code = exchange.getResponse().getStatusCode();
        int status = code == null ? OK : code.value();
        noteFailedLogin(scope.marks(), exchange);
        SeenRequest seen = new SeenRequest(
                scope.caller(),
                request.getMethod().name(),
                scope.path(),
                route(exchange),
                request.getHeaders().getFirst(HttpHeaders.USER_AGENT),
                status,
                FetchMetadata.isOfAPage(request.getHeaders()::getFirst));
        Credentials credentials = status == UNAUTHORIZED
                ? Credentials.of(request.getHeaders().getFirst(HttpHeaders.AUTHORIZATION))
                : Credentials.NONE;
        return seen.judge(
                scope.marks(),
                credentials,
                exchange.getAttribute(HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE) != null);
    }

    /** Notes what the answer says of a login, if it says so. */
    static void noteFailedLogin(RequestMarks marks, ServerWebExchange exchange) {
        HttpStatusCode status = exchange.getResponse().getStatusCode();
        String location = exchange.getResponse().getHeaders().getFirst(HttpHeaders.LOCATION);
        if (exchange.getRequest().getMethod().equals(HttpMethod.POST)
                && status != null
                && status.is3xxRedirection()
                && location != null
                && LOGIN_ERROR.matcher(location).matches()) {
            marks.loginFailed();
        }
    }

    static @Nullable String route(ServerWebExchange exchange) {
        Object pattern = exchange.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
        return pattern == null ? null : pattern.toString();
    }

    /** As it came over the network, below the path of the application. */
    static RequestPath path(ServerHttpRequest received) {
        return RequestPath.of(received.getPath().pathWithinApplication().value());
    }
}
