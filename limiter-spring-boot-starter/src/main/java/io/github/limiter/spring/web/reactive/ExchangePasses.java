package io.github.limiter.spring.web.reactive;

import io.github.limiter.captcha.PassResolver;
import io.github.limiter.spring.captcha.PassCookie;
import io.github.limiter.spring.watch.FetchMetadata;
import io.github.limiter.subject.Caller;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpCookie;
import org.springframework.web.server.ServerWebExchange;

/** Finds the pass in the header or the cookie of an exchange. */
public final class ExchangePasses implements PassResolver {

    /** One for all. */
    public ExchangePasses() {}

    @Override
    public @Nullable String resolve(Caller caller) {
        ServerWebExchange exchange = caller.request(ServerWebExchange.class);
        if (exchange == null) {
            return null;
        }
        String header = exchange.getRequest().getHeaders().getFirst(PassCookie.HEADER);
        if (header != null) {
            return header;
        }
        HttpCookie cookie = exchange.getRequest().getCookies().getFirst(PassCookie.NAME);
        return cookie == null ? null : cookie.getValue();
    }

    @Override
    public boolean isSeen(Caller caller) {
        ServerWebExchange exchange = caller.request(ServerWebExchange.class);
        return exchange == null
                || !FetchMetadata.isOfAPage(exchange.getRequest().getHeaders()::getFirst);
    }
}
