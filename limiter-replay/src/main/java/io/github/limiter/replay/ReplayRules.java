package io.github.limiter.replay;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.annotation.Dimensions;
import io.github.limiter.ban.Bans;
import io.github.limiter.guard.Guard;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.guard.Limit;
import io.github.limiter.policy.BanRule;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.replay.Options.WrongOptions;
import io.github.limiter.risk.GoodBots;
import io.github.limiter.risk.GoodBots.Standing;
import io.github.limiter.risk.RiskGuard;
import io.github.limiter.spring.autoconfigure.LimiterAutoConfiguration;
import io.github.limiter.spring.autoconfigure.LimiterProperties;
import io.github.limiter.spring.autoconfigure.LimiterRequestRules;
import io.github.limiter.spring.autoconfigure.UnknownProperties;
import io.github.limiter.spring.ban.RequestRules;
import io.github.limiter.spring.policy.BlacklistRules;
import io.github.limiter.spring.policy.PolicyAttributes;
import io.github.limiter.spring.policy.PolicyFactory;
import io.github.limiter.spring.web.RequestPolicies;
import io.github.limiter.spring.web.UnwatchedRequests;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.ClientAddressResolver;
import io.github.limiter.subject.DimensionRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.http.server.PathContainer;

/**
 * The rules of an application, made of its properties by the library itself, on counts in memory and the log's time. Where
 * no policy says what it is for, an address has 60 requests a minute, assets and verified search engines left out; and 300
 * for the data of pages that a page fetches ahead.
 */
final class ReplayRules implements AutoCloseable {

    /** Read by a module that has no part in a replay. */
    private static final ConfigurationPropertyName OF_GATEWAYS = ConfigurationPropertyName.of("limiter.gateway");

    private static final String DEFAULT_POLICY = "replay-default";
    private static final long DEFAULT_LIMIT = 60;
    private static final String AHEAD_POLICY = "replay-default-ahead";

    /** Five links for each page that is read, as many as a hand comes by. */
    private static final long AHEAD_LIMIT = 300;

    /** Where frameworks have data of pages: Next.js, Gatsby, SvelteKit, Nuxt. */
    private static final List<String> AHEAD = List.of("/_next/data/", "/page-data/", "/__data.json", "/_payload.json");

    private final ConfigurableApplicationContext context;
    private final RequestPolicies requests;
    private final @Nullable Charge byDefault;
    private final @Nullable Charge ahead;

    /** What is played otherwise than the properties say. */
    final List<String> notes;

    final Guard guard;
    final RiskGuard risk;
    final GoodBots bots;
    final Bans bans;
    final @Nullable BanRule limited;
    final RequestRules requestRules;
    final UnwatchedRequests unwatched;

    /** Whether there are rules that may count what was answered well. */
    final boolean countsAnyAnswer;

    final DimensionRegistry dimensions;
    final AlgorithmRegistry algorithms;
    final ClientAddressResolver addresses;

    /** Whether any peer's forwarding header is believed. */
    final boolean trustsProxies;

    /** The library, and nothing else. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @Import({LimiterAutoConfiguration.class, LimiterRequestRules.class})
    static class Library {}

    private ReplayRules(ConfigurableApplicationContext context, List<String> notes) {
        this.notes = List.copyOf(notes);
        this.context = context;
        requests = context.getBean(RequestPolicies.class);
        guard = context.getBean(Guard.class);
        risk = context.getBean(RiskGuard.class);
        bots = context.getBean(GoodBots.class);
        dimensions = context.getBean(DimensionRegistry.class);
        algorithms = context.getBean(AlgorithmRegistry.class);
        addresses = context.getBean(ClientAddressResolver.class);
        bans = context.getBean(Bans.class);
        limited = context.getBean(BlacklistRules.class).limited();
        requestRules = context.getBean(RequestRules.class);
        unwatched = context.getBean(UnwatchedRequests.class);
        LimiterProperties properties = context.getBean(LimiterProperties.class);
        trustsProxies = !properties.clientIp().trustedProxies().isEmpty();
        countsAnyAnswer = !properties.ban().rules().isEmpty();
        boolean none = properties.policies().values().stream().allMatch(policy -> policy.match() == null);
        PolicyFactory policies = context.getBean(PolicyFactory.class);
        byDefault = none ? new Charge(limit(policies, DEFAULT_POLICY, DEFAULT_LIMIT), null, 1) : null;
        ahead = none ? new Charge(limit(policies, AHEAD_POLICY, AHEAD_LIMIT), null, 1) : null;
    }

    private static Limit limit(PolicyFactory policies, String name, long perMinute) {
        return policies.limit(
                name,
                PolicyAttributes.ofQuota(
                        name, "sliding-window", perMinute, Duration.ofMinutes(1), Dimensions.IP, null));
    }

    static ReplayRules read(@Nullable Path config, Map<String, String> overrides, ReplayClock clock) {
        LeftOut leftOut = new LeftOut();
        while (true) {
            try {
                return start(config, overrides, clock, leftOut);
            } catch (RuntimeException e) {
                InvalidConfigurationException invalid = WrongProperty.cause(e, InvalidConfigurationException.class);
                if (invalid == null || !leftOut.add(invalid)) {
                    throw new WrongOptions(WrongProperty.describe(e));
                }
            }
        }
    }

    private static ReplayRules start(
            @Nullable Path config, Map<String, String> overrides, ReplayClock clock, LeftOut leftOut) {
        List<String> notes = new ArrayList<>();
        Map<String, Object> properties = new HashMap<>(overrides);
        properties.put("spring.config.location", config == null ? "optional:file:/nowhere/" : "file:" + config);
        properties.put("limiter.store", "memory");
        properties.put("limiter.enabled", "true");
        properties.put("limiter.decisions.log-interval", "0");
        properties.put("limiter.risk.good-bots.dns", "false");
        HeapShare heap = HeapShare.ofThisJvm();
        ConfigurableApplicationContext context = new SpringApplicationBuilder(Library.class)
                .properties(Map.of(
                        "limiter.risk.max-subjects", heap.riskSubjects(), "limiter.memory.max-keys", heap.counts()))
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .registerShutdownHook(false)
                .initializers(starting -> {
                    starting.getBeanFactory().registerSingleton("limiterTimeSource", clock);
                    List<String> shadows = AsEnforced.apply(starting.getEnvironment(), overrides.keySet());
                    if (!shadows.isEmpty()) {
                        notes.add("Played as if enforced, though in shadow: " + String.join(", ", shadows));
                    }
                    leftOut.apply(starting);
                })
                .run(properties.entrySet().stream()
                        .map(entry -> "--" + entry.getKey() + '=' + entry.getValue())
                        .toArray(String[]::new));
        new UnknownProperties(context.getEnvironment(), context)
                .find().stream()
                        .map(ConfigurationProperty::getName)
                        .filter(name -> !OF_GATEWAYS.isAncestorOf(name))
                        .forEach(name ->
                                notes.add(name + " is no property of limiter and does nothing. Is it misspelt?"));
        leftOut.all()
                .forEach(left -> notes.add("Left out, since it is the application's own or misspelt: " + left.getValue()
                        + " (" + left.getKey() + ")"));
        return new ReplayRules(context, notes);
    }

    /** What a request is charged. Of search engines the default limit asks nothing. */
    List<Charge> charges(String method, String path, boolean asset, boolean goodBot) {
        List<Charge> charges = requests.charges(method, () -> PathContainer.parsePath(path), false);
        Charge more = AHEAD.stream().anyMatch(path::contains) ? ahead : byDefault;
        if (more == null || goodBot || asset) {
            return charges;
        }
        List<Charge> all = new ArrayList<>(charges);
        all.add(more);
        return all;
    }

    /** By its address: what an agent says decides only where DNS is asked, which replaying does not. */
    boolean isGoodBot(Caller caller) {
        return bots.standing(caller, null) == Standing.VERIFIED;
    }

    @Override
    public void close() {
        context.close();
    }
}
