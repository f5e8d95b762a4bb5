/**
 * For tests of applications that are limited.
 *
 * <p>{@link io.github.limiter.test.LimiterTest} beside {@code @SpringBootTest} or a slice puts limits in force and gives
 * the test a clock that it moves by hand, counts and bans that begin anew with each test method, {@link
 * io.github.limiter.test.PolicyAssertions} and {@link io.github.limiter.test.BanAssertions}:
 *
 * <pre>{@code
 * @WebMvcTest(HelloController.class)
 * @LimiterTest
 * class HelloControllerTests {
 *
 *     @Autowired MockMvcTester mvc;
 *     @Autowired ManualTime time;
 *     @Autowired PolicyAssertions policies;
 *
 *     @Test
 *     void fiveGreetingsInTenSeconds() {
 *         policies.assertThatPolicy("hello").admits(5).thenRefusesFor(Duration.ofSeconds(10));
 *     }
 * }
 * }</pre>
 *
 * <p>{@link io.github.limiter.test.LimiterDisabled} turns limits off in a test that is about something else.
 */
@NullMarked
package io.github.limiter.test;

import org.jspecify.annotations.NullMarked;
