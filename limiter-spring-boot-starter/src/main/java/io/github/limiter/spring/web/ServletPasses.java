package io.github.limiter.spring.web;

import io.github.limiter.captcha.PassResolver;
import io.github.limiter.spring.captcha.PassCookie;
import io.github.limiter.spring.watch.FetchMetadata;
import io.github.limiter.subject.Caller;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.WebUtils;

/** Finds the pass in the header or the cookie of a servlet's request. */
public final class ServletPasses implements PassResolver {

    /** One for all. */
    public ServletPasses() {}

    @Override
    public @Nullable String resolve(Caller caller) {
        HttpServletRequest request = caller.request(HttpServletRequest.class);
        if (request == null) {
            return null;
        }
        String header = request.getHeader(PassCookie.HEADER);
        if (header != null) {
            return header;
        }
        Cookie cookie = WebUtils.getCookie(request, PassCookie.NAME);
        return cookie == null ? null : cookie.getValue();
    }

    @Override
    public boolean isSeen(Caller caller) {
        HttpServletRequest request = caller.request(HttpServletRequest.class);
        return request == null || !FetchMetadata.isOfAPage(request::getHeader);
    }
}
