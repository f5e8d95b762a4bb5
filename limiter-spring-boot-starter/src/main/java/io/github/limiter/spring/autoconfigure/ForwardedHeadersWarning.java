package io.github.limiter.spring.autoconfigure;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.env.Environment;

/**
 * Says at start if Spring's own filter believes forwarding headers: it takes the first entry, which is the client's to
 * write, so that everybody may choose the address by which he is counted. Only in a reactive application, where nothing
 * is left of what the filter has replaced.
 */
final class ForwardedHeadersWarning implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(ForwardedHeadersWarning.class);
    private static final String STRATEGY = "server.forward-headers-strategy";

    private final Environment environment;

    ForwardedHeadersWarning(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void afterSingletonsInstantiated() {
        if ("framework".equalsIgnoreCase(environment.getProperty(STRATEGY))) {
            log.warn(
                    "{}=framework believes the first address in X-Forwarded-For, so a client can choose the address it is"
                            + " limited by, unless your proxy removes what clients send. Set it to native, or leave it"
                            + " out and set limiter.client-ip.trusted-proxies",
                    STRATEGY);
        }
    }
}
