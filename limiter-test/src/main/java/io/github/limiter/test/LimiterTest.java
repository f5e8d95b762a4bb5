package io.github.limiter.test;

import io.github.limiter.time.ManualTime;
import io.github.limiter.time.TimeSource;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.TestPropertySource;

/**
 * Puts limits in force in a test, and time and counts into its hands. Stands beside {@code @SpringBootTest}, or a slice
 * such as {@code @WebMvcTest}, which leaves limits out otherwise.
 *
 * <ul>
 *   <li>The context's {@link TimeSource} is a {@link ManualTime}, to be injected and moved by the test. Whoever would be
 *       held by a leaky bucket moves it himself and goes on at once, unless the test says
 *       {@link ManualTime#letSleepersMoveIt letSleepersMoveIt(false)}.
 *   <li>Counts are kept in memory, even where the application has another store.
 *   <li>Before each test method all counts are zero, and the clock has gone on to a midnight of UTC, so that no test sees
 *       what another did to a context they share, and every fixed window begins with the test.
 *   <li>A {@link PolicyAssertions} and a {@link BanAssertions} can be injected; nobody is banned when a test method begins.
 *   <li>{@code limiter.enabled=false} in the application's properties for tests does not hold for this test.
 * </ul>
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
@TestPropertySource(properties = {"limiter.enabled=true", "limiter.store=memory"})
@ImportAutoConfiguration
@Import(LimiterTestConfiguration.class)
public @interface LimiterTest {}
