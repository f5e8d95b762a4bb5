package io.github.limiter.spring.autoconfigure;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.risk.BotDns;
import io.github.limiter.risk.GoodBot;
import io.github.limiter.risk.GoodBots;
import io.github.limiter.spring.autoconfigure.RiskProperties.GoodBotProperties;
import io.github.limiter.subject.CidrSet;
import io.github.limiter.time.TimeSource;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;

/** The bots that the properties speak of; reads their ranges again from time to time, and asks DNS, on threads of its own. */
final class KnownBots implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(GoodBots.class);
    private static final String PLACE = "limiter.risk.good-bots.";
    private static final int MAX_RANGES = 4 << 20;
    private static final int ASKED = 256;
    private static final int PATIENCE_MILLIS = 10_000;

    private final GoodBotProperties properties;
    private final ResourceLoader resources;
    private final Map<String, CidrSet> lastRead = new ConcurrentHashMap<>();
    private final GoodBots bots;
    private final @Nullable ThreadPoolExecutor asking;
    private final @Nullable ScheduledExecutorService refreshing;

    KnownBots(GoodBotProperties properties, ResourceLoader resources, TimeSource time) {
        this.properties = properties;
        this.resources = resources;
        boolean dns = properties.enabled() && properties.dns();
        this.asking = dns ? asking() : null;
        this.bots = properties.enabled()
                ? new GoodBots(known(true), asking == null ? null : new BotDns(BotDns.Resolver.system(), asking, time))
                : GoodBots.none();
        this.refreshing = properties.enabled() && !properties.ranges().isEmpty() ? refreshing() : null;
    }

    GoodBots bots() {
        return bots;
    }

    /** Two at a time; a flood of claims beyond the queue waits for a later request. */
    private static ThreadPoolExecutor asking() {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                2, 2, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(ASKED), task -> daemon(task, "limiter-bot-dns"));
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    private ScheduledExecutorService refreshing() {
        ScheduledExecutorService executor =
                Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "limiter-bot-ranges"));
        long seconds = Math.max(60, properties.refresh().toSeconds());
        executor.scheduleWithFixedDelay(this::refresh, seconds, seconds, TimeUnit.SECONDS);
        return executor;
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Reads all ranges again; those of a bot that cannot be read stay as they are. */
    void refresh() {
        bots.replace(known(false));
    }

    private List<GoodBot> known(boolean first) {
        Map<String, String> ranges = properties.ranges();
        List<GoodBot> known = new ArrayList<>(List.of(GoodBot.google(), GoodBot.bing()));
        properties.others().forEach((name, other) -> {
            if (other.domains().isEmpty() && !ranges.containsKey(name)) {
                throw new InvalidConfigurationException(
                        PLACE + "others." + name,
                        name,
                        "can be told neither by ranges nor by names",
                        "Set its domains, or " + PLACE + "ranges." + name);
            }
            try {
                known.add(new GoodBot(name, other.token(), CidrSet.empty(), other.domains()));
            } catch (InvalidConfigurationException e) {
                throw e.named(PLACE + "others." + name + '.' + e.element());
            }
        });
        ranges.keySet().stream()
                .filter(name -> known.stream().noneMatch(bot -> bot.name().equals(name)))
                .findFirst()
                .ifPresent(name -> {
                    throw new InvalidConfigurationException(
                            PLACE + "ranges." + name,
                            name,
                            "is no bot",
                            "Use google, bing or a name from " + PLACE + "others");
                });
        known.replaceAll(bot -> {
            String place = ranges.get(bot.name());
            return place == null ? bot : bot.withRanges(ranges(bot, place, first));
        });
        return known;
    }

    private CidrSet ranges(GoodBot bot, String place, boolean first) {
        CidrSet before = lastRead.getOrDefault(bot.name(), bot.ranges());
        try {
            CidrSet read = read(bot, place);
            lastRead.put(bot.name(), read);
            return read;
        } catch (InvalidConfigurationException e) {
            // Another host that is down is no reason not to start.
            if (first && !place.startsWith("http")) {
                throw e;
            }
            log.warn("The ranges of {} stay as they are: {}", bot.name(), e.getMessage());
            return before;
        }
    }

    private CidrSet read(GoodBot bot, String place) {
        try (InputStream in = open(resources.getResource(place))) {
            CidrSet read = GoodBot.readRanges(new String(in.readNBytes(MAX_RANGES), StandardCharsets.UTF_8));
            if (!read.isEmpty()) {
                return read;
            }
            throw invalid(bot, place, "has no range in it");
        } catch (IOException e) {
            throw invalid(bot, place, "cannot be read: " + e.getMessage());
        }
    }

    /** Another host may take its time, but not all of ours. */
    private static InputStream open(Resource resource) throws IOException {
        if (!resource.isFile() && resource.getURL().getProtocol().startsWith("http")) {
            URLConnection connection = resource.getURL().openConnection();
            connection.setConnectTimeout(PATIENCE_MILLIS);
            connection.setReadTimeout(PATIENCE_MILLIS);
            return connection.getInputStream();
        }
        return resource.getInputStream();
    }

    private static InvalidConfigurationException invalid(GoodBot bot, String place, String problem) {
        return new InvalidConfigurationException(
                PLACE + "ranges." + bot.name(),
                place,
                problem,
                "Name a resource with the engine's JSON or one block a line, such as file:ranges.json");
    }

    @Override
    public void close() {
        if (asking != null) {
            asking.shutdownNow();
        }
        if (refreshing != null) {
            refreshing.shutdownNow();
        }
    }
}
