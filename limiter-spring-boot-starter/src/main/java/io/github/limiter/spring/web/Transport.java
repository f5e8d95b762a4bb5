package io.github.limiter.spring.web;

import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.ClientAddress.Origin;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** How a request came. */
public final class Transport {

    private static final String HTTPS = "https";

    private Transport() {}

    /**
     * Whether the client has sent a request over TLS: to this server, or to a trusted proxy that says so. Whoever lies to
     * the proxy about it harms none but his own cookies.
     *
     * @param here whether it came to this server over TLS
     * @param client where it comes from; null if that is not known
     * @param header gives the value of a field of the request as it was received, null if there is none
     * @return if so, cookies are for TLS alone
     */
    public static boolean isSecure(
            boolean here, @Nullable ClientAddress client, UnaryOperator<@Nullable String> header) {
        return here
                || isOfTrustedProxy(client)
                        && (names(header.apply("X-Forwarded-Proto"), HTTPS)
                                || names(header.apply("Forwarded"), "proto=" + HTTPS));
    }

    private static boolean isOfTrustedProxy(@Nullable ClientAddress client) {
        return client != null && (client.origin() == Origin.FORWARDED || client.origin() == Origin.TRUSTED_PROXY);
    }

    private static boolean names(@Nullable String value, String wanted) {
        if (value != null) {
            for (String part : value.replace("\"", "").split("[,;]")) {
                if (part.strip().toLowerCase(Locale.ROOT).equals(wanted)) {
                    return true;
                }
            }
        }
        return false;
    }
}
