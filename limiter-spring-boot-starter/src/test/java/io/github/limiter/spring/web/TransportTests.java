package io.github.limiter.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.ClientAddress.Origin;
import io.github.limiter.subject.IpAddress;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class TransportTests {

    private static final Map<String, String> TLS = Map.of("X-Forwarded-Proto", "https");

    private static ClientAddress client(Origin origin) {
        return new ClientAddress(Objects.requireNonNull(IpAddress.tryParse("203.0.113.7")), origin);
    }

    @ParameterizedTest(name = "{0}: {1} is {2}")
    @CsvSource(quoteCharacter = '`', delimiter = '|', textBlock = """
            X-Forwarded-Proto | https                                  | true
            X-Forwarded-Proto | HTTPS, http                            | true
            X-Forwarded-Proto | http                                   | false
            X-Forwarded-Proto | httpsx                                 | false
            Forwarded         | for=203.0.113.7;proto=https            | true
            Forwarded         | for=1.2.3.4, for=5.6.7.8; Proto="https" | true
            Forwarded         | for=203.0.113.7;proto=http             | false
            Forwarded         | for=203.0.113.7                        | false
            X-Forwarded-For   | https                                  | false
            """)
    void isAsATrustedProxySays(String name, String value, boolean secure) {
        assertThat(Transport.isSecure(false, client(Origin.FORWARDED), Map.of(name, value)::get))
                .isEqualTo(secure);
    }

    @ParameterizedTest
    @EnumSource(
            names = {"FORWARDED", "TRUSTED_PROXY", "UNKNOWN"},
            mode = Mode.EXCLUDE)
    void isNotAsAnybodyElseSays(Origin origin) {
        assertThat(Transport.isSecure(false, client(origin), TLS::get)).isFalse();
    }

    @Test
    void isNotAsSomebodyUnknownSays() {
        assertThat(Transport.isSecure(false, null, TLS::get)).isFalse();
    }

    @Test
    void isAsTheServerSaysWhereItIsItself() {
        assertThat(Transport.isSecure(true, null, Map.<String, String>of()::get))
                .isTrue();
        assertThat(Transport.isSecure(true, client(Origin.FORWARDED), Map.of("X-Forwarded-Proto", "http")::get))
                .isTrue();
    }
}
