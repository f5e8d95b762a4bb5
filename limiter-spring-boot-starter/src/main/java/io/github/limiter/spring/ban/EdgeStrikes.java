package io.github.limiter.spring.ban;

import io.github.limiter.ban.Bans;
import io.github.limiter.ban.Offence;
import io.github.limiter.policy.BanRule;
import io.github.limiter.store.Standing;
import io.github.limiter.store.redis.EdgeReports;
import io.github.limiter.store.redis.EdgeReports.Report;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.Cidr;
import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.ClientAddress.Origin;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Strikes those whom nginx has refused, by the rules {@code limited} and {@code probing}: only the address that nginx was
 * connected with, or was told by a proxy that it trusts; never one that this application knows as a proxy, or allows
 * everything. Thread-safe.
 */
public final class EdgeStrikes {

    private static final String NOTHING = "-";
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int BAD_REQUEST = 400;

    private final Supplier<@Nullable BanRule> limited;
    private final Supplier<@Nullable BanRule> probing;
    private final Predicate<Cidr> spared;
    private final int ipv6Prefix;
    private final Bans bans;

    /**
     * Strikes.
     *
     * @param limited what refusals by limits count as; null: nothing, for now
     * @param probing what requests that cannot be read count as; null: nothing, for now
     * @param spared whether anybody of a block is a proxy, or on the allow-list
     * @param ipv6Prefix bits of an IPv6 address that make one client
     * @param bans counts strikes
     */
    public EdgeStrikes(
            Supplier<@Nullable BanRule> limited,
            Supplier<@Nullable BanRule> probing,
            Predicate<Cidr> spared,
            int ipv6Prefix,
            Bans bans) {
        this.limited = limited;
        this.probing = probing;
        this.spared = spared;
        this.ipv6Prefix = ipv6Prefix;
        this.bans = bans;
    }

    /**
     * Whether there is a rule in force that reports count for; one in shadow is not.
     *
     * @return false: they are better left to another application
     */
    public boolean isCounting() {
        return isInForce(limited.get()) || isInForce(probing.get());
    }

    private static boolean isInForce(@Nullable BanRule rule) {
        return rule != null && !rule.isShadow();
    }

    /**
     * Counts requests that nginx refused: each as one offence, but no more than make a ban. What pages made their readers'
     * browsers send is counted apart and bans nobody.
     *
     * @param report what nginx says
     * @return completes when they are counted
     */
    public CompletionStage<Standing> count(Report report) {
        BanRule rule = report.rule().equals(EdgeReports.LIMITED) ? limited.get() : probing.get();
        if (rule == null || spared.test(Cidr.ofClient(report.address(), ipv6Prefix))) {
            return CompletableFuture.completedFuture(Standing.CLEAR);
        }
        Caller caller = new Caller(new ClientAddress(report.address(), Origin.PEER), null, null);
        String item = report.path().equals(NOTHING) ? null : report.path();
        boolean once = item != null && rule.distinct() || !rule.spacing().isZero();
        BanRule counted = report.ofAPage() ? rule.byPages() : rule;
        int times = once ? 1 : Math.min(report.count(), rule.strikes());
        return strike(caller, counted, item, offence(report, counted.name()), times);
    }

    private CompletionStage<Standing> strike(
            Caller caller, BanRule rule, @Nullable String item, Offence offence, int times) {
        return bans.strike(caller, rule, item, offence)
                .thenCompose(after -> times == 1 || after.isBanned()
                        ? CompletableFuture.completedFuture(after)
                        : strike(caller, rule, item, offence, times - 1));
    }

    private static Offence offence(Report report, String rule) {
        String path = report.path().equals(NOTHING) ? "" : report.path();
        String method = report.method().equals(NOTHING) ? "" : report.method();
        int status = report.rule().equals(EdgeReports.LIMITED) ? TOO_MANY_REQUESTS : BAD_REQUEST;
        return new Offence(Instant.now(), rule, method, path, status, "nginx");
    }
}
