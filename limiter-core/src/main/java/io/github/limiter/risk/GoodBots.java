package io.github.limiter.risk;

import io.github.limiter.subject.Caller;
import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.IpAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The crawlers that are welcome, and whether a caller is one of them. Who comes from a published range is; who only says
 * so is looked up where there is a {@link BotDns}, and else a liar. Thread-safe; never waits.
 */
public final class GoodBots {

    /** What a caller is. */
    public enum Standing {
        /** It does not say that it is a good bot. */
        NO_CLAIM,
        /** It is one. */
        VERIFIED,
        /** It says so; whether it is will be known in a moment. Until then nothing is done to it. */
        PENDING,
        /** It says so, and that cannot be found out now, for example since DNS does not answer: one like all others. */
        UNKNOWN,
        /** It says so and is not. */
        FALSE_CLAIM
    }

    private volatile List<GoodBot> bots;
    private final @Nullable BotDns dns;
    private volatile AgentMemo<Optional<GoodBot>> claims = new AgentMemo<>(this::claimed);

    /**
     * These bots.
     *
     * @param bots who is welcome
     * @param dns finds out about those who are in no range; null: they are liars
     */
    public GoodBots(List<GoodBot> bots, @Nullable BotDns dns) {
        this.bots = List.copyOf(bots);
        this.dns = dns;
    }

    /**
     * Nobody is welcome, and nobody a liar.
     *
     * @return no bots
     */
    public static GoodBots none() {
        return new GoodBots(List.of(), null);
    }

    /**
     * Google's and Bing's crawlers by the ranges that ship with the library, without DNS.
     *
     * @return both
     */
    public static GoodBots published() {
        return new GoodBots(GoodBot.published(), null);
    }

    /**
     * Exchanges what is known of them, such as newer ranges.
     *
     * @param known who is welcome from now on
     */
    public void replace(List<GoodBot> known) {
        bots = List.copyOf(known);
        claims = new AgentMemo<>(this::claimed);
    }

    /**
     * Whether a caller is one of them.
     *
     * @param caller who calls; of those behind a proxy that hides them nothing is known
     * @param agent what it says about itself; null if that is not known, and then what was found out about its address
     *     holds
     * @return the answer, at once
     */
    public Standing standing(Caller caller, @Nullable String agent) {
        ClientAddress client = caller.address();
        IpAddress address = client == null || !client.punishable() ? null : client.address();
        if (address == null || bots.isEmpty()) {
            return Standing.NO_CLAIM;
        }
        for (GoodBot bot : bots) {
            if (bot.ranges().contains(address)) {
                return Standing.VERIFIED;
            }
        }
        if (agent == null) {
            return remembered(address);
        }
        GoodBot claimed = claims.of(agent).orElse(null);
        if (claimed == null) {
            return Standing.NO_CLAIM;
        }
        return dns == null || claimed.domains().isEmpty() ? Standing.FALSE_CLAIM : dns.standing(claimed, address);
    }

    /** A claim that another request made: it is good for this one if it is true or may be. */
    private Standing remembered(IpAddress address) {
        if (dns == null) {
            return Standing.NO_CLAIM;
        }
        Standing best = Standing.NO_CLAIM;
        for (GoodBot bot : bots) {
            Standing standing = dns.remembered(bot, address);
            if (standing == Standing.VERIFIED) {
                return standing;
            }
            best = standing == Standing.PENDING ? standing : best;
        }
        return best;
    }

    private Optional<GoodBot> claimed(String agent) {
        for (GoodBot bot : bots) {
            if (containsIgnoringCase(agent, bot.token())) {
                return Optional.of(bot);
            }
        }
        return Optional.empty();
    }

    /** The token is in lower case. */
    private static boolean containsIgnoringCase(String agent, String token) {
        for (int i = 0; i <= agent.length() - token.length(); i++) {
            if (agent.regionMatches(true, i, token, 0, token.length())) {
                return true;
            }
        }
        return false;
    }

    /** The bots' names, for people. */
    @Override
    public String toString() {
        return bots.stream().map(GoodBot::name).toList().toString().toLowerCase(Locale.ROOT);
    }
}
