package io.github.limiter.test;

import io.github.limiter.ban.Bans;
import io.github.limiter.subject.Subject;

/**
 * Assertions about who is banned. A test with {@link LimiterTest} has it injected; others make one of the context's
 * {@link Bans}. Thread-safe.
 */
public final class BanAssertions {

    private final Bans bans;

    /**
     * Assertions about bans.
     *
     * @param bans those of the application
     */
    public BanAssertions(Bans bans) {
        this.bans = bans;
    }

    /**
     * Begins an assertion about a subject.
     *
     * @param text the subject as in keys and logs, such as {@code ip:203.0.113.7}, {@code ip:2001:db8:1:1::} or
     *     {@code user:carol}
     * @return what can be asserted
     * @throws IllegalArgumentException if the text names no dimension
     */
    public BanAssert assertThatSubject(String text) {
        if (text.indexOf(':') < 1) {
            throw new IllegalArgumentException(
                    "subject: '" + text + "' names no dimension; write it like ip:203.0.113.7 or user:carol");
        }
        return assertThatSubject(Subject.ofText(text, null));
    }

    /**
     * Begins an assertion about a subject.
     *
     * @param subject who
     * @return what can be asserted
     */
    public BanAssert assertThatSubject(Subject subject) {
        return new BanAssert(bans, subject);
    }
}
