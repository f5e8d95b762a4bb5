package io.github.limiter.risk;

import io.github.limiter.annotation.Mode;
import io.github.limiter.path.TrapPaths;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Scene;
import io.github.limiter.risk.GoodBots.Standing;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.Subject;
import io.github.limiter.subject.SubjectRequiredException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Assesses what happens in scenes. Thread-safe.
 *
 * <p>An assessment only tells; who enforces it is the caller's matter, the bans apart. Where the store does not answer
 * nobody is suspected.
 */
public final class RiskGuard {

    private static final Logger log = LoggerFactory.getLogger(RiskGuard.class);

    /** How long a signal of the application's own may take. */
    private static final Duration SIGNAL_DEADLINE = Duration.ofMillis(100);

    private final Map<String, BoundScene> scenes = new TreeMap<>();
    private final RiskStore store;
    private final GoodBots bots;
    private final TrapPaths honeypots;
    private final Set<String> failing = ConcurrentHashMap.newKeySet();
    private final Sanctions sanctions;

    /**
     * A guard.
     *
     * @param scenes what is looked at; of distinct names
     * @param dimensions who is looked at
     * @param store where it is kept
     * @param bots who is let be
     * @param own signals of the application's own
     * @param honeypots paths that nobody asks for who follows links
     * @param sanctions carries out bans
     * @throws InvalidConfigurationException if a rule names a signal or a dimension that is not known
     */
    public RiskGuard(
            Collection<Scene> scenes,
            DimensionRegistry dimensions,
            RiskStore store,
            GoodBots bots,
            Collection<? extends RiskSignal> own,
            TrapPaths honeypots,
            Sanctions sanctions) {
        this(scenes, dimensions, store, bots, own, SIGNAL_DEADLINE, honeypots, sanctions);
    }

    /**
     * A guard.
     *
     * @param scenes what is looked at; of distinct names
     * @param dimensions who is looked at
     * @param store where it is kept
     * @param bots who is let be
     * @param own signals of the application's own
     * @param deadline how long one of them may take, above 0; later it counts as 0
     * @param honeypots paths that nobody asks for who follows links
     * @param sanctions carries out bans
     * @throws InvalidConfigurationException if a rule names a signal or a dimension that is not known, or a signal has no
     *     name or that of another one
     */
    public RiskGuard(
            Collection<Scene> scenes,
            DimensionRegistry dimensions,
            RiskStore store,
            GoodBots bots,
            Collection<? extends RiskSignal> own,
            Duration deadline,
            TrapPaths honeypots,
            Sanctions sanctions) {
        this.store = store;
        this.bots = bots;
        this.honeypots = honeypots;
        this.sanctions = sanctions;
        SafeSignals signals = new SafeSignals(List.of(new HeaderSignal(), new FalseBotSignal(bots)), own, deadline);
        for (Scene scene : scenes) {
            try {
                this.scenes.put(scene.name(), BoundScene.of(scene, dimensions, signals.byName()));
            } catch (InvalidConfigurationException e) {
                throw e.named("limiter.risk.scenes." + scene.name() + '.' + e.element());
            }
        }
    }

    /**
     * The scenes that are looked at.
     *
     * @return by name
     */
    public List<Scene> scenes() {
        return scenes.values().stream().map(BoundScene::scene).toList();
    }

    /**
     * The scene of that name.
     *
     * @param name name of a scene
     * @return null if it is off or not known
     */
    public @Nullable Scene scene(String name) {
        BoundScene bound = scenes.get(name);
        return bound == null ? null : bound.scene();
    }

    /**
     * Notes an event in a scene and assesses who caused it.
     *
     * @param name name of the scene; one that is off allows everything
     * @param event what happens
     * @return the assessment, null for a scene that is off; never exceptionally: a store that fails suspects nobody
     */
    public CompletionStage<@Nullable Assessment> assess(String name, RiskEvent event) {
        BoundScene bound = scenes.get(name);
        if (bound == null) {
            return CompletableFuture.completedFuture(null);
        }
        try {
            return look(bound, event).exceptionally(failure -> unknown(bound, failure));
        } catch (RuntimeException e) {
            return CompletableFuture.completedFuture(unknown(bound, e));
        }
    }

    private CompletionStage<@Nullable Assessment> look(BoundScene bound, RiskEvent event) {
        if (!honeypots.isEmpty()) {
            event.lookFor(honeypots);
        }
        List<BoundDimension> looked = new ArrayList<>(bound.dimensions().size());
        List<Observation> seen = new ArrayList<>(bound.dimensions().size());
        Standing standing = event.standing(bots);
        if (standing != Standing.VERIFIED) {
            for (BoundDimension dimension : bound.dimensions()) {
                Subject subject = event.looksAt(dimension.dimension()) ? subject(dimension, event) : null;
                if (subject != null) {
                    looked.add(dimension);
                    seen.add(dimension.before(subject, event));
                }
            }
        }
        if (seen.isEmpty()) {
            return CompletableFuture.completedFuture(new Scoring(bound.scene()).assess());
        }
        CompletionStage<List<long[]>> values = store.observe(seen);
        SignalValues own = SignalValues.ask(bound.own(), event);
        CompletionStage<List<long[]>> all =
                own.isEmpty() ? values : values.thenCombine(own.all(), (found, none) -> found);
        // Noted all the same: a claim that proves false must not have been a way to be seen by nobody.
        return all.thenApply(found -> standing == Standing.PENDING
                ? new Scoring(bound.scene()).assess()
                : settled(scored(bound, event, looked, seen, found, own), event, looked, seen));
    }

    private static Assessment unknown(BoundScene bound, @Nullable Throwable failure) {
        log.debug(
                "The scene {} suspects nobody, since it or its store fails",
                bound.scene().name(),
                failure);
        return new Scoring(bound.scene()).assess();
    }

    private Assessment scored(
            BoundScene bound,
            RiskEvent event,
            List<BoundDimension> looked,
            List<Observation> seen,
            List<long[]> values,
            SignalValues own) {
        Scene scene = event.isShadow() ? bound.scene().in(Mode.SHADOW) : bound.scene();
        Scoring scoring = new Scoring(scene);
        for (int i = 0; i < looked.size(); i++) {
            scoring.add(looked.get(i), seen.get(i).subject(), values.get(i), own, event);
        }
        return scoring.assess();
    }

    /** Takes back what a call that is refused did not do; bans who is to be banned, and lets that begin anew. */
    private Assessment settled(
            Assessment assessment, RiskEvent event, List<BoundDimension> looked, List<Observation> seen) {
        if (assessment.admits()) {
            return assessment;
        }
        // Where nobody is banned nobody begins anew.
        Subject banned = sanctions == Sanctions.NONE ? null : assessment.banned();
        List<Observation> refused = new ArrayList<>(seen.size());
        for (int i = 0; i < seen.size(); i++) {
            Subject subject = seen.get(i).subject();
            if (subject.equals(banned)) {
                store.forget(seen.get(i));
            } else {
                addIfAny(looked.get(i).refused(subject, event), refused);
            }
        }
        observeLater(refused);
        if (banned != null) {
            ban(event.caller(), banned, assessment);
        }
        return assessment;
    }

    /** Who cannot be banned is refused all the same. */
    private void ban(Caller caller, Subject subject, Assessment assessment) {
        try {
            sanctions.ban(caller, subject, assessment);
        } catch (RuntimeException e) {
            log.warn("{} is not banned", subject, e);
        }
    }

    private static void addIfAny(Observation observation, List<Observation> seen) {
        if (!observation.isEmpty()) {
            seen.add(observation);
        }
    }

    /**
     * Notes what became of an event that was assessed. Best effort.
     *
     * @param name name of the scene
     * @param event the event
     * @param result what became of it
     */
    public void settle(String name, RiskEvent event, RiskResult result) {
        BoundScene bound = scenes.get(name);
        if (bound == null || !result.failed() && !result.isMiss() || event.standing(bots) == Standing.VERIFIED) {
            return;
        }
        List<Observation> seen = new ArrayList<>(bound.dimensions().size());
        for (BoundDimension dimension : bound.dimensions()) {
            Subject subject = event.looksAt(dimension.dimension()) ? subject(dimension, event) : null;
            if (subject != null) {
                addIfAny(dimension.after(subject, event, result), seen);
            }
        }
        observeLater(seen);
    }

    /**
     * Takes suspicion off somebody who has solved a CAPTCHA, in all scenes. Best effort.
     *
     * @param caller who
     */
    public void relieve(Caller caller) {
        RiskEvent event = new RiskEvent(caller, null, null, null);
        for (BoundScene bound : scenes.values()) {
            List<Observation> seen = new ArrayList<>();
            for (BoundDimension dimension : bound.dimensions()) {
                Subject subject = dimension.isOwn() ? subject(dimension, event) : null;
                if (subject != null) {
                    seen.add(dimension.relieved(subject));
                }
            }
            observeLater(seen);
        }
    }

    private void observeLater(List<Observation> seen) {
        if (seen.isEmpty()) {
            return;
        }
        try {
            store.observeLater(seen).whenComplete((done, failure) -> {
                if (failure != null) {
                    log.debug("What became of a call is not noted", failure);
                }
            });
        } catch (RuntimeException e) {
            log.debug("What became of a call is not noted", e);
        }
    }

    private @Nullable Subject subject(BoundDimension dimension, RiskEvent event) {
        try {
            return dimension.subject(event.caller(), event.key());
        } catch (SubjectRequiredException e) {
            return null;
        } catch (Throwable e) {
            // It may be the application's own.
            if (failing.add(dimension.dimension())) {
                log.error("The dimension {} fails: scenes look at nobody by it", dimension.dimension(), e);
            }
            return null;
        }
    }
}
