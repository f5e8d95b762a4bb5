package io.github.limiter.spring.autoconfigure;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.autoconfigure.LimiterProperties.ClientIp;
import io.github.limiter.subject.Cidr;
import io.github.limiter.subject.CidrSet;
import io.github.limiter.subject.ClientAddressResolver;
import java.util.List;

/** Reads {@code limiter.client-ip.*}. */
final class ClientAddresses {

    private ClientAddresses() {}

    static ClientAddressResolver resolver(ClientIp properties) {
        return new ClientAddressResolver(CidrSet.of(trustedProxies(properties)), properties.header());
    }

    static List<Cidr> trustedProxies(ClientIp properties) {
        return properties.trustedProxies().stream()
                .map(ClientAddresses::trustedProxy)
                .toList();
    }

    private static Cidr trustedProxy(String text) {
        try {
            return Cidr.parse(text);
        } catch (IllegalArgumentException e) {
            throw new InvalidConfigurationException(
                    "limiter.client-ip.trusted-proxies",
                    text,
                    "is not an address or a CIDR: " + e.getMessage(),
                    "Write 10.0.0.0/8, 192.0.2.7 or fd00::/8");
        }
    }
}
