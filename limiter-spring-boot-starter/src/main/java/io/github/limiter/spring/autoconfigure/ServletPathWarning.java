package io.github.limiter.spring.autoconfigure;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.env.Environment;

/**
 * Says at start which traps are outside of where the application is mapped: the server answers such a request itself, and
 * no filter hears of it.
 */
final class ServletPathWarning implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(ServletPathWarning.class);
    private static final String SERVLET_PATH = "spring.mvc.servlet.path";
    private static final String DEFAULT_SERVLET = "server.servlet.register-default-servlet";

    private final Environment environment;
    private final BanProperties properties;

    ServletPathWarning(Environment environment, BanProperties properties) {
        this.environment = environment;
        this.properties = properties;
    }

    @Override
    public void afterSingletonsInstantiated() {
        String mapped = environment.getProperty(SERVLET_PATH, "/").strip().replaceFirst("/+$", "");
        boolean partly = !mapped.isEmpty() && !environment.getProperty(DEFAULT_SERVLET, Boolean.class, Boolean.FALSE);
        if (!partly || !properties.enabled() || properties.honeypot().strikes() == 0) {
            return;
        }
        List<String> outside = properties.honeypot().paths().stream()
                .filter(path -> !path.startsWith(mapped + '/'))
                .toList();
        if (!outside.isEmpty()) {
            log.warn(
                    "limiter.ban.honeypot.paths: {} never springs, since with {}={} the server answers what is outside of it"
                            + " without a filter, also to the banned. Name traps at the edge, or below {}, such as {}",
                    outside,
                    SERVLET_PATH,
                    mapped,
                    mapped,
                    mapped + outside.get(0));
        }
    }
}
