package io.github.limiter.risk;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.path.RequestPath;
import io.github.limiter.policy.SignalRule;
import io.github.limiter.subject.IpAddress;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The signals of {@link Signals} that keep something: which gauge measures them, and what it is told. */
enum BuiltInSignal {
    VELOCITY(rule -> new CountGauge(window(rule))) {
        @Override
        void before(RiskEvent event, Observation seen, int gauge) {
            if (event.isPage()) {
                seen.set(gauge, 1, 0);
            }
        }
    },
    ITEMS(rule -> new DistinctGauge(window(rule))) {
        @Override
        void before(RiskEvent event, Observation seen, int gauge) {
            PathShape shape = event.shape();
            if (event.key() != null) {
                seen.set(gauge, Hash.of(event.key()), 0);
            } else if (shape != null && !shape.asset()) {
                seen.set(gauge, shape.whole(), 0);
            }
        }
    },
    FAILED_ITEMS(rule -> new DistinctGauge(window(rule))) {
        @Override
        void after(RiskEvent event, RiskResult result, Observation seen, int gauge) {
            if (result.failed()) {
                ITEMS.before(event, seen, gauge);
            }
        }
    },
    ACCOUNTS(rule -> new DistinctGauge(window(rule))) {
        @Override
        void before(RiskEvent event, Observation seen, int gauge) {
            String user = event.caller().user();
            if (user != null) {
                seen.set(gauge, Hash.of(user), 0);
            }
        }
    },
    ADDRESSES(rule -> new DistinctGauge(window(rule))) {
        @Override
        void before(RiskEvent event, Observation seen, int gauge) {
            var address = event.address();
            if (address != null) {
                long hash = address.countedAs(IpAddress.DEFAULT_IPV6_PREFIX).hashCode();
                seen.set(gauge, hash & 0xffff_ffffL, 0);
            }
        }
    },
    FAILED_ADDRESSES(rule -> new DistinctGauge(window(rule))) {
        @Override
        void after(RiskEvent event, RiskResult result, Observation seen, int gauge) {
            if (result.failed()) {
                ADDRESSES.before(event, seen, gauge);
            }
        }
    },
    AGENTS(rule -> new VarietyGauge(window(rule), 60)) {
        @Override
        void before(RiskEvent event, Observation seen, int gauge) {
            RequestFacts request = event.request();
            if (request != null && event.isPage()) {
                seen.set(gauge, Hash.of(request.agent() == null ? "" : request.agent()), 0);
            }
        }
    },
    REGULAR(rule -> new BeatGauge(window(rule))) {
        @Override
        void before(RiskEvent event, Observation seen, int gauge) {
            if (event.isPage()) {
                seen.set(gauge, 1, 0);
            }
        }
    },
    SEQUENCE(rule -> new SequenceGauge(window(rule), rule.dimension().equals(Dimensions.SUBNET) ? 25 : 10)) {
        @Override
        void before(RiskEvent event, Observation seen, int gauge) {
            PathShape shape = event.key() == null ? event.shape() : PathShape.of(RequestPath.of(event.key()), null);
            if (shape != null && shape.id() >= 0 && event.isPage() && !(event.key() == null && event.isNext())) {
                seen.set(gauge, shape.id(), shape.route());
            }
        }
    },
    FAILURES(rule -> new RatioGauge(window(rule), rule.threshold() >= 500 ? 10 : 20)) {
        @Override
        void before(RiskEvent event, Observation seen, int gauge) {
            if (event.isAttempt()) {
                seen.set(gauge, RatioGauge.ATTEMPT, 0);
            }
        }

        @Override
        void after(RiskEvent event, RiskResult result, Observation seen, int gauge) {
            if (result.failed() && event.isAttempt()) {
                seen.set(gauge, RatioGauge.FAILURE, 0);
            }
        }

        @Override
        void refused(RiskEvent event, Observation seen, int gauge) {
            if (event.isAttempt()) {
                seen.set(gauge, RatioGauge.WITHDRAWN, 0);
            }
        }
    },
    PROBING(rule -> new DistinctGauge(window(rule))) {
        @Override
        void after(RiskEvent event, RiskResult result, Observation seen, int gauge) {
            PathShape shape = event.shape();
            if (result.isMiss() && shape != null && !shape.asset()) {
                // Without the numbers of its query: one page that is gone, however often it is sorted anew.
                seen.set(gauge, Hash.of(shape.path().text()), 0);
            }
        }
    },
    SUSPICIOUS_PATH(rule -> new DistinctGauge(window(rule))) {
        @Override
        void before(RiskEvent event, Observation seen, int gauge) {
            PathShape shape = event.shape();
            if (shape == null) {
                return;
            }
            if (SuspiciousPaths.isSecret(shape.path())) {
                seen.set(gauge, Hash.once(), 0);
            } else if (shape.path().illegal()) {
                seen.set(gauge, shape.whole(), 0);
            } else if (event.attack() != AttackWords.Use.NONE) {
                seen.set(gauge, event.attackKind(), 0);
            }
        }

        /** What is meant to be found and is not counts twice: nobody's link led to it. */
        @Override
        void after(RiskEvent event, RiskResult result, Observation seen, int gauge) {
            PathShape shape = event.shape();
            RequestFacts request = event.request();
            if (shape == null || request == null || !result.isMiss()) {
                return;
            }
            if (SuspiciousPaths.isSecret(shape.path())
                    || shape.path().illegal()
                    || event.attack() == AttackWords.Use.ATTACK) {
                seen.set(gauge, Hash.once(), 0);
            } else if (!shape.asset() || SuspiciousPaths.isNeverLinked(shape.path())) {
                long kind = SuspiciousPaths.kind(request);
                if (kind != SuspiciousPaths.NONE) {
                    seen.set(gauge, kind, 0);
                }
            }
        }
    },
    HONEYPOT(rule -> new SinceGauge(window(rule))) {
        @Override
        void before(RiskEvent event, Observation seen, int gauge) {
            if (event.isTrapped()) {
                seen.set(gauge, 1, 0);
            }
        }
    },
    NO_ASSETS(rule -> new StreakGauge(window(rule))) {
        @Override
        void before(RiskEvent event, Observation seen, int gauge) {
            PathShape shape = event.shape();
            if (shape == null) {
                return;
            }
            if (shape.asset()) {
                // Whoever pretends to be a browser asks for that one.
                if (!shape.icon()) {
                    seen.set(gauge, event.isReferred() ? StreakGauge.BREAK : StreakGauge.LESS, shape.whole());
                }
            } else if (shape.data() || shape.file()) {
                return;
            } else if (event.isBrowsing() && event.isNavigation()) {
                seen.set(gauge, StreakGauge.MORE, event.again());
            } else if (event.isPartOfPage()) {
                seen.set(gauge, StreakGauge.PART, shape.whole());
            }
        }

        /** What is not there is nothing that a page shows. */
        @Override
        void after(RiskEvent event, RiskResult result, Observation seen, int gauge) {
            PathShape shape = event.shape();
            if (shape != null && shape.asset() && !shape.icon() && result.isMiss()) {
                seen.set(gauge, event.isReferred() ? StreakGauge.NO_BREAK : StreakGauge.NO_LESS, 0);
            }
        }
    },
    NO_REFERRER(rule -> new StreakGauge(window(rule))) {
        @Override
        void before(RiskEvent event, Observation seen, int gauge) {
            PathShape shape = event.shape();
            if (shape == null) {
                return;
            }
            if (event.isReferred()) {
                seen.set(gauge, StreakGauge.BREAK, 0);
            } else if (shape.asset()) {
                // It belongs to a page, so that site or browser tells nobody where one comes from.
                NO_ASSETS.before(event, seen, gauge);
            } else if (shape.data()) {
                return;
            } else if (event.isBrowsing()) {
                seen.set(gauge, StreakGauge.MORE, event.again());
            } else if (event.isPartOfPage()) {
                seen.set(gauge, StreakGauge.PART, shape.whole());
            }
        }

        @Override
        void after(RiskEvent event, RiskResult result, Observation seen, int gauge) {
            if (!event.isReferred()) {
                NO_ASSETS.after(event, result, seen, gauge);
            }
        }
    },
    FAST_FLOW(rule -> new FlowGauge(window(rule))) {
        @Override
        void before(RiskEvent event, Observation seen, int gauge) {
            seen.set(gauge, FlowGauge.SECOND, 0);
        }

        @Override
        boolean firesBelow() {
            return true;
        }
    };

    private static final Map<String, BuiltInSignal> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toMap(BuiltInSignal::text, UnaryOperator.identity()));

    private final Function<SignalRule, Gauge> gauge;

    BuiltInSignal(Function<SignalRule, Gauge> gauge) {
        this.gauge = gauge;
    }

    static @Nullable BuiltInSignal of(String name) {
        return BY_NAME.get(name);
    }

    static Iterable<String> names() {
        return BY_NAME.keySet();
    }

    private static long window(SignalRule rule) {
        return Gauge.micros(rule.window());
    }

    private String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    final Gauge gauge(SignalRule rule) {
        return gauge.apply(rule);
    }

    /** Tells the gauge what is known before a call; nothing, unless said otherwise. */
    void before(RiskEvent event, Observation seen, int gauge) {}

    /** Tells it what is known after a call; nothing, unless said otherwise. */
    void after(RiskEvent event, RiskResult result, Observation seen, int gauge) {}

    /** Tells it that the call it was told of was refused; nothing, unless said otherwise. */
    void refused(RiskEvent event, Observation seen, int gauge) {}

    /** Whether less is worse. */
    boolean firesBelow() {
        return false;
    }
}
