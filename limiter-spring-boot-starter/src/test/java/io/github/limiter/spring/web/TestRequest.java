package io.github.limiter.spring.web;

import jakarta.servlet.ServletContext;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.test.web.servlet.RequestBuilder;

/** A request in words that Spring 6 and 7 share: the methods of their own builder have other types in each. */
final class TestRequest implements RequestBuilder {

    private final String path;
    private final List<String[]> headers = new ArrayList<>();
    private Principal principal;
    private String peer = "127.0.0.1";

    private TestRequest(String path) {
        this.path = path;
    }

    static TestRequest get(String path) {
        return new TestRequest(path);
    }

    TestRequest header(String name, String value) {
        headers.add(new String[] {name, value});
        return this;
    }

    TestRequest principal(Principal user) {
        principal = user;
        return this;
    }

    TestRequest from(String address) {
        peer = address;
        return this;
    }

    @Override
    public MockHttpServletRequest buildRequest(ServletContext context) {
        MockHttpServletRequest request = new MockHttpServletRequest(context, "GET", path);
        headers.forEach(header -> request.addHeader(header[0], header[1]));
        request.setUserPrincipal(principal);
        request.setRemoteAddr(peer);
        return request;
    }
}
