package io.github.limiter.spring.web.reactive;

import io.github.limiter.captcha.PassResolver;
import io.github.limiter.spring.captcha.PassCookie;
import io.github.limiter.spring.watch.FetchMetadata;
import io.github.limiter.subject.Caller;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpCookie;
import org.springframework.web.server.ServerWebExchange;

/** Finds passes in the header and the cookies of an exchange. */
public final class ExchangePasses implements PassResolver {

    /** One for all. */
    public ExchangePasses() {}

    @Override
    public @Nullable String resolve(Caller caller) {
        List<String> all = resolveAll(caller);
        return all.isEmpty() ? null : all.get(0);
    }

    @Override
    public List<String> resolveAll(Caller caller) {
        ServerWebExchange exchange = caller.request(ServerWebExchange.class);
        if (exchange == null) {
            return List.of();
        }
        String header = exchange.getRequest().getHeaders().getFirst(PassCookie.HEADER);
        List<HttpCookie> cookies = exchange.getRequest().getCookies().getOrDefault(PassCookie.NAME, List.of());
        return Stream.concat(Stream.ofNullable(header), cookies.stream().map(HttpCookie::getValue))
                .limit(MOST)
                .toList();
    }

    @Override
    public boolean isSeen(Caller caller) {
        ServerWebExchange exchange = caller.request(ServerWebExchange.class);
        return exchange == null
                || !FetchMetadata.isOfAPage(exchange.getRequest().getHeaders()::getFirst);
    }
}
