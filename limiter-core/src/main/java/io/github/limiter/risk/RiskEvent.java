package io.github.limiter.risk;

import io.github.limiter.path.TrapPaths;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.IpAddress;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Something that happens in a scene: who does it, to what, and with which request. For one thread at a time. */
public final class RiskEvent {

    /** {@link #step()} of what comes before the step that counts, such as the form before the order: {@value}. */
    public static final String BEGIN = "begin";

    private static final long MENTION = Hash.of("mention of an attack");
    /** As far as the next page is from this one, and what is missing in between. */
    private static final long NEAR = 10;

    private final Caller caller;
    private final @Nullable RequestFacts request;
    private final @Nullable String key;
    private final @Nullable String step;
    private @Nullable PathShape shape;
    private @Nullable AgentKind agentKind;
    private AttackWords.@Nullable Use attack;
    private boolean trapped;
    private GoodBots.@Nullable Standing standing;
    private Set<String> dimensions = Set.of();
    private boolean shadow;

    /**
     * An event.
     *
     * @param caller who
     * @param request with which request; null outside of one
     * @param key what it is about: a coupon, a card, a name that is tried; null for nothing in particular
     * @param step {@link #BEGIN}, or null for the step that counts
     */
    public RiskEvent(Caller caller, @Nullable RequestFacts request, @Nullable String key, @Nullable String step) {
        this.caller = caller;
        this.request = request;
        this.key = key;
        this.step = step;
    }

    /**
     * A request, about nothing in particular.
     *
     * @param caller who
     * @param request with which request
     * @return the event
     */
    public static RiskEvent of(Caller caller, RequestFacts request) {
        return new RiskEvent(caller, request, null, null);
    }

    /**
     * Who.
     *
     * @return the caller
     */
    public Caller caller() {
        return caller;
    }

    /**
     * With which request.
     *
     * @return null outside of one
     */
    public @Nullable RequestFacts request() {
        return request;
    }

    /**
     * What it is about.
     *
     * @return null for nothing in particular
     */
    public @Nullable String key() {
        return key;
    }

    /**
     * Which step of a flow.
     *
     * @return null for the step that counts
     */
    public @Nullable String step() {
        return step;
    }

    /**
     * Narrows what is made of it.
     *
     * @param dimensions whose behaviour is looked at; empty: that of all whom the scene has rules for
     * @param shadow whether nothing follows from it, whatever the mode of the scene
     * @return this
     */
    public RiskEvent lookingAt(Set<String> dimensions, boolean shadow) {
        this.dimensions = dimensions;
        this.shadow = shadow;
        return this;
    }

    boolean looksAt(String dimension) {
        return dimensions.isEmpty() || dimensions.contains(dimension);
    }

    boolean isShadow() {
        return shadow;
    }

    /** What its caller is; found out once. */
    GoodBots.Standing standing(GoodBots bots) {
        GoodBots.Standing known = standing;
        if (known == null) {
            known = bots.standing(caller, request == null ? null : request.agent());
            standing = known;
        }
        return known;
    }

    void lookFor(TrapPaths honeypots) {
        trapped = request != null && honeypots.contains(request.path());
    }

    /** Whether it asks for a honeypot. */
    boolean isTrapped() {
        return trapped;
    }

    /** Whether it may be for a page to show. */
    boolean isNavigation() {
        return request == null || request.navigation();
    }

    boolean isBegin() {
        return BEGIN.equals(step);
    }

    /** Whether it is more than an asset of a page. */
    boolean isPage() {
        return request == null || !shape(request).asset();
    }

    /** Whether it is by its outcome that one sees what its caller is after: pages look by HEAD whether something is there. */
    boolean isAttempt() {
        return isPage() && (request == null || !request.method().equals("HEAD"));
    }

    /** Whether it is one by which somebody who says to be a browser, or nothing, comes to see something. */
    boolean isBrowsing() {
        return request != null
                && request.method().equals("GET")
                && agentKind(request).isSilent();
    }

    /** Whether it says that it is for no page to show, and is a browser's: then it belongs to one that was seen before. */
    boolean isPartOfPage() {
        return request != null
                && agentKind(request) == AgentKind.BROWSER
                && (request.method().equals("HEAD") || request.method().equals("GET") && !request.navigation());
    }

    /** Whether it says where one comes from. */
    boolean isReferred() {
        return request != null && request.referrer() != null;
    }

    /**
     * What it asks for, where asking for it again says nothing: pages do so that were left open, with their address, and
     * programs that look whether all is well, without a name. 0 for others.
     */
    long again() {
        return request != null && (request.referrer() != null || request.agent() == null)
                ? shape(request).whole()
                : 0;
    }

    /**
     * Whether one comes to it from the one before it or after it, as a link to the next page leads: its referrer has the same
     * route, and a number that is near.
     */
    boolean isNext() {
        PathShape own = shape();
        if (request == null || own == null || own.id() < 0 || !own.mayHaveRouteOf(request.referrer())) {
            return false;
        }
        PathShape from = PathShape.ofReferrer(request.referrer());
        return from != null
                && from.route() == own.route()
                && from.id() != own.id()
                && Math.abs(from.id() - own.id()) <= NEAR;
    }

    /** What is written beside its path: an attack, or words that belong to one. */
    AttackWords.Use attack() {
        AttackWords.Use known = attack;
        if (known == null) {
            known = request == null ? AttackWords.Use.NONE : attack(request);
            attack = known;
        }
        return known;
    }

    private AttackWords.Use attack(RequestFacts request) {
        return agentKind(request) == AgentKind.ATTACK ? AttackWords.Use.ATTACK : AttackWords.in(request.query());
    }

    /** Tells that attack from others; words that are but mentioned are all the same. */
    long attackKind() {
        return request == null || attack() != AttackWords.Use.ATTACK
                ? MENTION
                : Hash.of(shape(request).path().text() + '?' + request.query() + ' ' + request.agent());
    }

    AgentKind agentKind(RequestFacts request) {
        AgentKind known = agentKind;
        if (known == null) {
            known = AgentKind.of(request.agent());
            agentKind = known;
        }
        return known;
    }

    @Nullable
    IpAddress address() {
        return caller.address() == null ? null : caller.address().address();
    }

    @Nullable
    PathShape shape() {
        return request == null ? null : shape(request);
    }

    private PathShape shape(RequestFacts request) {
        PathShape known = shape;
        if (known == null) {
            known = PathShape.of(request.path(), request.query());
            shape = known;
        }
        return known;
    }
}
