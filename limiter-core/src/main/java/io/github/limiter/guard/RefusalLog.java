package io.github.limiter.guard;

import io.github.limiter.policy.RiskAction;
import io.github.limiter.risk.Assessment;
import io.github.limiter.risk.Finding;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes refusals to the log, those that shadow would have made too, sampled: a flood of refusals is a line per policy
 * and interval, with the number of those that it stands for. Thread-safe, bounded by the number of policies.
 */
public final class RefusalLog implements DecisionListener {

    private static final Logger log = LoggerFactory.getLogger(RefusalLog.class);

    private final long intervalNanos;
    private final boolean maskAddresses;
    private final LongSupplier nanos;
    private final Consumer<String> line;
    private final Map<String, Sample> samples = new ConcurrentHashMap<>();

    /**
     * A log that samples.
     *
     * @param interval shortest time between two lines about one policy; zero writes every refusal
     */
    public RefusalLog(Duration interval) {
        this(interval, false);
    }

    /**
     * A log that samples.
     *
     * @param interval shortest time between two lines about one policy; zero writes every refusal
     * @param maskAddresses whether lines have {@linkplain Subject#masked() networks} in the place of addresses
     */
    public RefusalLog(Duration interval, boolean maskAddresses) {
        this(interval, maskAddresses, System::nanoTime, log::info);
    }

    RefusalLog(Duration interval, boolean maskAddresses, LongSupplier nanos, Consumer<String> line) {
        this.maskAddresses = maskAddresses;
        this.intervalNanos = interval.toNanos();
        this.nanos = nanos;
        this.line = line;
    }

    @Override
    public void onDecision(Decision decision) {
        for (LimitResult limit : decision.limits()) {
            if (!limit.allowed()) {
                refused(decision, limit);
            }
        }
        Assessment assessment = decision.assessment();
        if (assessment != null && assessment.action() != RiskAction.ALLOW) {
            sample("scene " + assessment.scene().name(), decisions -> text(decision, assessment, decisions));
        }
    }

    private void refused(Decision decision, LimitResult limit) {
        sample(limit.check().policy().name(), refusals -> text(decision, limit, refusals));
    }

    private void sample(String about, LongFunction<String> text) {
        Sample sample = samples.computeIfAbsent(about, name -> new Sample(nanos.getAsLong()));
        sample.since.increment();
        long now = nanos.getAsLong();
        long due = sample.due.get();
        if (now - due >= 0 && sample.due.compareAndSet(due, now + intervalNanos)) {
            line.accept(text.apply(sample.since.sumThenReset()));
        }
    }

    private String text(Decision decision, Assessment assessment, long decisions) {
        String action = assessment.action().toString().toLowerCase(Locale.ROOT);
        return (assessment.isEnforced() ? "Risk control: " : "Risk control in shadow, would: ") + action + ", decision "
                + decision.id() + ", " + explanation(assessment)
                + (decisions > 1 ? ", the last of " + decisions + " in this scene" : "");
    }

    private String text(Decision decision, LimitResult limit, long refusals) {
        LimitCheck check = limit.check();
        String what = check.enforced() ? limit.isUnavailable() ? "No answer for" : "Refused" : "Would have refused";
        return what + " " + name(check.key().subject()) + " by "
                + check.policy().name() + " (" + check.quota()
                + "), decision " + decision.id()
                + (refusals > 1 ? ", the last of " + refusals + " by this policy" : "");
    }

    private String name(Subject subject) {
        return maskAddresses ? subject.masked() : subject.text();
    }

    private String explanation(Assessment assessment) {
        String explanation = assessment.explanation();
        for (Finding finding : assessment.findings()) {
            explanation = explanation.replace(finding.subject().text(), name(finding.subject()));
        }
        return explanation;
    }

    /** Refusals of one policy since its last line, and when there may be another. */
    private static final class Sample {

        private final LongAdder since = new LongAdder();
        private final AtomicLong due;

        Sample(long due) {
            this.due = new AtomicLong(due);
        }
    }
}
