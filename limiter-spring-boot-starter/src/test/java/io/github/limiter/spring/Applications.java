package io.github.limiter.spring;

import io.github.limiter.guard.RejectedException;
import io.github.limiter.spring.autoconfigure.LimiterAutoConfiguration;
import io.github.limiter.time.ManualTime;
import io.github.limiter.time.TimeSource;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.AnnotatedBeanDefinitionReader;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.util.ClassUtils;

/** Applications under test: the limiter and a few beans, on a clock that stands still. */
public final class Applications {

    private static final int ATTEMPTS = 12;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final String REDIS_OF_BOOT_3 =
            "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration";
    private static final String REDIS_OF_BOOT_4 =
            "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration";

    private Applications() {}

    /** An application without web server, of these classes and configurations. */
    public static ApplicationContextRunner with(Class<?>... beans) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(LimiterAutoConfiguration.class))
                .withBean(TimeSource.class, Applications::clock)
                .withInitializer(context -> {
                    if (beans.length > 0) {
                        new AnnotatedBeanDefinitionReader((GenericApplicationContext) context).register(beans);
                    }
                });
    }

    /** Boot's own connection to Redis, which moved between its lines. */
    public static Class<?> bootsRedis() {
        return ClassUtils.resolveClassName(
                ClassUtils.isPresent(REDIS_OF_BOOT_4, null) ? REDIS_OF_BOOT_4 : REDIS_OF_BOOT_3, null);
    }

    /** A clock that shows some noon. */
    public static ManualTime clock() {
        return new ManualTime(Instant.parse("2026-05-04T12:00:00Z"));
    }

    /** Waits, in real time, until something holds. */
    public static void await(BooleanSupplier condition) {
        long giveUp = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - giveUp > 0) {
                throw new AssertionError("waited in vain");
            }
            Thread.onSpinWait();
        }
    }

    /** How many of {@value #ATTEMPTS} calls are admitted. */
    public static int admitted(Runnable call) {
        int admitted = 0;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                call.run();
                admitted++;
            } catch (RejectedException refused) {
                // Counted by being missing.
            }
        }
        return admitted;
    }
}
