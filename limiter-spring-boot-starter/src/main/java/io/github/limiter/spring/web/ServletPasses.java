package io.github.limiter.spring.web;

import io.github.limiter.captcha.PassResolver;
import io.github.limiter.spring.captcha.PassCookie;
import io.github.limiter.spring.watch.FetchMetadata;
import io.github.limiter.subject.Caller;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds passes in the header and the cookies of a servlet's request. */
public final class ServletPasses implements PassResolver {

    /** One for all. */
    public ServletPasses() {}

    @Override
    public @Nullable String resolve(Caller caller) {
        List<String> all = resolveAll(caller);
        return all.isEmpty() ? null : all.get(0);
    }

    @Override
    public List<String> resolveAll(Caller caller) {
        HttpServletRequest request = caller.request(HttpServletRequest.class);
        if (request == null) {
            return List.of();
        }
        String header = request.getHeader(PassCookie.HEADER);
        Cookie[] cookies = request.getCookies();
        Stream<String> values = cookies == null
                ? Stream.empty()
                : Arrays.stream(cookies)
                        .filter(cookie -> cookie.getName().equals(PassCookie.NAME))
                        .map(Cookie::getValue);
        return Stream.concat(Stream.ofNullable(header), values).limit(MOST).toList();
    }

    @Override
    public boolean isSeen(Caller caller) {
        HttpServletRequest request = caller.request(HttpServletRequest.class);
        return request == null || !FetchMetadata.isOfAPage(request::getHeader);
    }
}
