package io.github.limiter.spring.autoconfigure;

import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.Tier;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.web.HeaderMode;
import io.github.limiter.subject.IpAddress;
import io.github.limiter.subject.MissingUser;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.boot.convert.DurationUnit;

/**
 * The limiter's properties. A duration without unit is in seconds.
 *
 * @param enabled Whether anything is limited at all.
 * @param mode Whether policies act, or only report what they would have done.
 * @param store Where counts are kept. By default on Redis if the application uses it, else in memory.
 * @param redis Redis, where counts are kept on it.
 * @param memory The in-memory store.
 * @param defaults What holds for a policy where nothing else says anything.
 * @param tiers Quotas and failure modes by tier, for policies that do not say them.
 * @param global The last net: one quota over all requests.
 * @param policies Policies by name. What is set here beats the annotation.
 * @param allowList Callers that are never limited: addresses, CIDRs, user:name.
 * @param load Load levels: what they mean, and who sets them besides an operator.
 * @param waiting Callers that a leaky bucket holds until their departure.
 * @param ban Who is refused altogether, for how long, and why.
 * @param endpoint The actuator endpoint.
 * @param headers Which fields answers carry about limits.
 * @param clientIp How the client's address is found.
 * @param user How users are counted.
 * @param device How devices are recognised.
 * @param decisions Decisions that can be explained later.
 * @param captcha CAPTCHAs, asked for before a ban.
 * @param risk Business risk control.
 * @param edge What stands before the application, and shares its blacklist.
 */
@ConfigurationProperties("limiter")
public record LimiterProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("enforce") Mode mode,
        @DefaultValue("auto") StoreType store,
        @DefaultValue Redis redis,
        @DefaultValue Memory memory,
        @DefaultValue Defaults defaults,
        @DefaultValue Tiers tiers,
        @DefaultValue Global global,
        @DefaultValue Map<String, Policy> policies,
        @DefaultValue List<String> allowList,
        @NestedConfigurationProperty @DefaultValue LoadProperties load,
        @Name("wait") @DefaultValue Waiting waiting,
        @NestedConfigurationProperty @DefaultValue BanProperties ban,
        @DefaultValue Endpoint endpoint,
        @DefaultValue("draft") HeaderMode headers,
        @DefaultValue ClientIp clientIp,
        @DefaultValue User user,
        @DefaultValue Device device,
        @DefaultValue Decisions decisions,
        @NestedConfigurationProperty @DefaultValue CaptchaProperties captcha,
        @NestedConfigurationProperty @DefaultValue RiskProperties risk,
        @NestedConfigurationProperty @DefaultValue EdgeProperties edge) {

    /** Where counts are kept. */
    public enum StoreType {
        /** On Redis if {@code spring.data.redis.*} names one or the application has a client, else in memory. */
        AUTO,
        /** In this JVM. */
        MEMORY,
        /** On Redis, for all nodes together. */
        REDIS
    }

    /** How Redis is reached. */
    public enum RedisClient {
        /** Lettuce if the application has a connection factory for it, else Redisson. */
        AUTO,
        /** The client of Spring Data Redis' {@code LettuceConnectionFactory}. */
        LETTUCE,
        /** The application's {@code RedissonClient}, or one made of {@code spring.data.redis.*}. */
        REDISSON
    }

    /**
     * Redis, where counts are kept on it.
     *
     * @param client Which client reaches it.
     * @param keyPrefix What all keys begin with. Services with the same prefix share bans.
     * @param deadline How long a decision waits for Redis before the failure mode holds.
     * @param deniedKeys Refusals remembered on this node at most, so that those who go on knocking cost Redis nothing.
     */
    public record Redis(
            @DefaultValue("auto") RedisClient client,
            @DefaultValue("limiter:") String keyPrefix,
            @DefaultValue("50ms") Duration deadline,
            @DefaultValue("10000") int deniedKeys) {}

    /**
     * The in-memory store.
     *
     * @param maxKeys Counts kept at most. Beyond it the least recently used go first, those that refuse last.
     */
    public record Memory(@DefaultValue("100000") int maxKeys) {

        /**
         * Refuses what is out of range.
         *
         * @param maxKeys counts kept at most
         */
        public Memory {
            requireRange("limiter.memory.max-keys", maxKeys, 1, Integer.MAX_VALUE);
        }
    }

    /**
     * What holds for a policy where nothing else says anything.
     *
     * @param algorithm How units are counted.
     * @param limit Units per window.
     * @param window Length of the window.
     * @param dimension Who is counted.
     */
    public record Defaults(
            @DefaultValue("sliding-window") String algorithm,
            @DefaultValue("60") long limit,

            @DefaultValue("1m") @DurationUnit(ChronoUnit.SECONDS)
            Duration window,

            @DefaultValue("ip") String dimension) {}

    /**
     * Quotas and failure modes by tier, for policies that do not say them.
     *
     * @param p0 The core chain: orders, payments, refunds, inventory.
     * @param p1 Regular business: lists, details, personal history.
     * @param p2 Non-core: reports, statistics, exports for the back office.
     */
    public record Tiers(
            @DefaultValue TierQuota p0,
            @DefaultValue TierQuota p1,
            @DefaultValue TierQuota p2) {}

    /**
     * What a tier's policies have that do not say it themselves.
     *
     * @param algorithm How units are counted.
     * @param limit Units per window.
     * @param window Length of the window.
     * @param failureMode What holds while the shared store cannot be reached. By default open for p0, local for p1,
     *     closed for p2.
     */
    public record TierQuota(
            @Nullable String algorithm,
            @Nullable Long limit,
            @DurationUnit(ChronoUnit.SECONDS) @Nullable Duration window,
            @Nullable FailureMode failureMode) {}

    /**
     * The last net over all requests; there is none unless a limit is set.
     *
     * @param algorithm How units are counted.
     * @param limit Units per window, over all callers.
     * @param window Length of the window.
     */
    public record Global(
            @Nullable String algorithm,
            @Nullable Long limit,
            @DurationUnit(ChronoUnit.SECONDS) @Nullable Duration window) {}

    /**
     * A policy by name. What is set here beats the annotation; with match it needs none.
     *
     * @param match Requests it is for, without annotation: a path pattern, optionally after HTTP methods, such as
     *     {@code GET /products/**}.
     * @param algorithm How units are counted.
     * @param tier How much the business depends on it.
     * @param dimension Who is counted.
     * @param limit Units per window.
     * @param window Length of the window.
     * @param burst Capacity of a token bucket.
     * @param maxWait How long a leaky bucket may hold a caller; 0 not at all, -1 without bound.
     * @param zone Time zone of a fixed window of whole days.
     * @param key SpEL that refines the count; only for annotated methods.
     * @param permits Units that a call costs: a number, or SpEL for annotated methods.
     * @param condition SpEL that says whether the policy applies; only for annotated methods.
     * @param fallback Method that answers a refused call; only for annotated methods.
     * @param mode Whether it acts, or only reports.
     * @param failureMode What holds while the shared store cannot be reached.
     * @param shared Whether all applications on one store share the count.
     */
    public record Policy(
            @Nullable String match,
            @Nullable String algorithm,
            @Nullable Tier tier,
            @Nullable String dimension,
            @Nullable Long limit,
            @DurationUnit(ChronoUnit.SECONDS) @Nullable Duration window,
            @Nullable Long burst,
            @DurationUnit(ChronoUnit.SECONDS) @Nullable Duration maxWait,
            @Nullable String zone,
            @Nullable String key,
            @Nullable String permits,
            @Nullable String condition,
            @Nullable String fallback,
            @Nullable Mode mode,
            @Nullable FailureMode failureMode,
            @Nullable Boolean shared) {}

    /**
     * Callers that a leaky bucket holds until their departure.
     *
     * @param maxCallers HTTP callers that may be held at once on this node; others that would have to wait are refused.
     * @param maxAsyncCallers The same for callers whose waiting holds no thread: reactive ones, and those of a gateway.
     */
    public record Waiting(
            @DefaultValue("64") int maxCallers,
            @DefaultValue("10000") int maxAsyncCallers) {

        /**
         * Refuses what is out of range.
         *
         * @param maxCallers HTTP callers that may be held at once
         * @param maxAsyncCallers HTTP callers that may be held at once without a thread
         */
        public Waiting {
            requireRange("limiter.wait.max-callers", maxCallers, 0, Integer.MAX_VALUE);
            requireRange("limiter.wait.max-async-callers", maxAsyncCallers, 0, Integer.MAX_VALUE);
        }
    }

    /**
     * The actuator endpoint.
     *
     * @param role Role that it asks for, on top of what guards the actuator. Empty: whoever reaches it may use it.
     */
    public record Endpoint(@DefaultValue("LIMITER_ADMIN") String role) {}

    /**
     * How the client's address is found.
     *
     * @param trustedProxies Addresses and CIDRs whose forwarding header is believed. None: headers are ignored.
     * @param header The forwarding header: X-Forwarded-For or one like it, or Forwarded.
     * @param ipv6Prefix Bits of an IPv6 address that make one client.
     */
    public record ClientIp(
            @DefaultValue List<String> trustedProxies,
            @DefaultValue("X-Forwarded-For") String header,

            @DefaultValue("" + IpAddress.DEFAULT_IPV6_PREFIX)
            int ipv6Prefix) {

        /**
         * Refuses what is out of range.
         *
         * @param trustedProxies whose forwarding header is believed
         * @param header name of the forwarding header
         * @param ipv6Prefix bits that make one client
         */
        public ClientIp {
            requireRange("limiter.client-ip.ipv6-prefix", ipv6Prefix, 1, 128);
            if (!FIELD_NAME.matcher(header).matches()) {
                throw new InvalidConfigurationException(
                        "limiter.client-ip.header",
                        header,
                        "is not the name of a header",
                        "Write one such as X-Forwarded-For or Forwarded");
            }
        }

        private static final Pattern FIELD_NAME = Pattern.compile("[\\w!#$%&'*+.^`|~-]+");
    }

    /**
     * How users are counted.
     *
     * @param missing What a policy by user does with a caller who is not logged in: counts the address, does not apply,
     *     or refuses the call.
     */
    public record User(@DefaultValue("ip") MissingUser missing) {}

    /**
     * How devices are recognised: by a cookie that the library signs. It is set only where a policy counts by device.
     *
     * @param secret Secrets that sign the cookie, each of 32 characters or more. The first signs, all are accepted. None:
     *     a random one for each start of each node.
     * @param minAge Age from which on a cookie is good. Until then, the address is counted.
     * @param lifetime Age from which on a cookie is replaced.
     * @param perAddress Devices that one address has at most, however many cookies it collects.
     */
    public record Device(
            @DefaultValue List<String> secret,

            @DefaultValue("1m") @DurationUnit(ChronoUnit.SECONDS)
            Duration minAge,

            @DefaultValue("30d") @DurationUnit(ChronoUnit.SECONDS)
            Duration lifetime,

            @DefaultValue("32") int perAddress) {}

    /**
     * Decisions that can be explained later.
     *
     * @param remembered Refusals kept at most, shadow ones too.
     * @param logInterval Shortest time between two log lines about refusals by one policy; 0 logs none.
     * @param maskAddresses Whether these lines have networks in the place of addresses: 203.0.113.0/24, 2001:db8:1::/48.
     */
    public record Decisions(
            @DefaultValue("1000") int remembered,

            @DefaultValue("10s") @DurationUnit(ChronoUnit.SECONDS)
            Duration logInterval,

            @DefaultValue("false") boolean maskAddresses) {

        /**
         * Refuses what is out of range.
         *
         * @param remembered refusals kept at most
         * @param logInterval shortest time between two log lines
         * @param maskAddresses whether these lines have networks in the place of addresses
         */
        public Decisions {
            requireRange("limiter.decisions.remembered", remembered, 1, 1_000_000);
        }
    }

    static void requireRange(String property, int value, int least, int most) {
        if (value < least || value > most) {
            throw new InvalidConfigurationException(
                    property, value, "is out of range", "Set a number from " + least + " to " + most);
        }
    }
}
