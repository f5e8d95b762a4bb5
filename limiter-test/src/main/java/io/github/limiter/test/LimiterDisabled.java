package io.github.limiter.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.test.context.TestPropertySource;

/**
 * Turns limits off in a test that is about something else: {@code limiter.enabled=false}. For all tests at once, set that
 * property in {@code src/test/resources/application.properties}; tests with {@link LimiterTest} turn it on again.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
@TestPropertySource(properties = "limiter.enabled=false")
public @interface LimiterDisabled {}
