package io.github.limiter.test;

import io.github.limiter.time.ManualTime;
import java.time.Duration;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.support.AbstractTestExecutionListener;

/** Lets each test method of a {@link LimiterTest} begin at midnight with all counts at zero. */
final class FreshCountsListener extends AbstractTestExecutionListener {

    private static final long DAY = Duration.ofDays(1).toNanos() / 1_000;

    @Override
    public void beforeTestMethod(TestContext test) {
        if (TestContextAnnotationUtils.hasAnnotation(test.getTestClass(), LimiterTest.class)) {
            ApplicationContext context = test.getApplicationContext();
            context.getBeanProvider(TestStore.class).ifAvailable(TestStore::forgetAll);
            context.getBeanProvider(ManualTime.class).ifAvailable(FreshCountsListener::toNextMidnight);
        }
    }

    private static void toNextMidnight(ManualTime time) {
        time.letSleepersMoveIt(true);
        long sinceMidnight = time.micros() % DAY;
        time.advanceMicros(sinceMidnight == 0 ? 0 : DAY - sinceMidnight);
    }
}
