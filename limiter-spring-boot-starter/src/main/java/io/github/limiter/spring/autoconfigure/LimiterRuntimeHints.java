package io.github.limiter.spring.autoconfigure;

import io.github.limiter.annotation.Blacklist;
import io.github.limiter.annotation.RateLimit;
import io.github.limiter.annotation.RateLimits;
import io.github.limiter.annotation.Unlimited;
import io.github.limiter.spring.interceptor.Call;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * What the library reads by reflection or as a resource, whatever the application, for native images. Properties and
 * proxied classes are known to Spring itself.
 */
final class LimiterRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.resources().registerPattern("io/github/limiter/lua/*.lua");
        hints.resources().registerPattern("io/github/limiter/captcha/*");
        hints.resources().registerPattern("io/github/limiter/risk/*.txt");
        for (Class<?> annotation : List.of(RateLimit.class, RateLimits.class, Unlimited.class, Blacklist.class)) {
            hints.reflection().registerType(annotation, MemberCategory.INVOKE_DECLARED_METHODS);
            hints.proxies().registerJdkProxy(annotation);
        }
        // The root of expressions: #root.method, #root.target, #root.args.
        hints.reflection().registerType(Call.class, MemberCategory.INVOKE_PUBLIC_METHODS);
    }
}
