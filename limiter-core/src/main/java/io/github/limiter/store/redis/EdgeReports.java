package io.github.limiter.store.redis;

import io.github.limiter.algorithm.LuaSource;
import io.github.limiter.subject.IpAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What nginx has refused by itself, as its guard reports it on Redis: taken twice a second, each report by one node. Only
 * who may write to Redis can report anything; a request cannot. Without threads of its own; thread-safe.
 */
public final class EdgeReports implements AutoCloseable {

    /** Refused for its rate or its connections. */
    public static final String LIMITED = "limited";

    /** Refused since it could not be read, or for what it asked for. */
    public static final String PROBING = "probing";

    private static final Logger log = LoggerFactory.getLogger(EdgeReports.class);
    private static final int MOST_AT_ONCE = 500;
    private static final List<String> ARGUMENTS = List.of(Integer.toString(MOST_AT_ONCE));
    private static final String ADDRESS = "ip:";
    private static final int FIELDS = 5;
    private static final String BY_PAGES = "-by-pages";

    private final RedisScript take =
            new RedisScript(LuaSource.read(EdgeReports.class, "/io/github/limiter/lua/edge.lua"));
    private final ScriptExecutor executor;
    private final List<String> key;
    private final BooleanSupplier wanted;
    private final Function<Report, ? extends CompletionStage<?>> reader;
    private final Beat beat = new Beat(this::read);

    /**
     * Requests of one client that nginx refused.
     *
     * @param rule {@link #LIMITED} or {@link #PROBING}
     * @param count how many, at least 1
     * @param address the client's; of IPv6 that of its network
     * @param method of the requests; {@code -} if it could not be read
     * @param path of the requests, without query; {@code -} if it says nothing
     * @param ofAPage whether it looks as if a page had made its reader's browser send them
     */
    public record Report(String rule, int count, IpAddress address, String method, String path, boolean ofAPage) {

        /** Reads a line; null if it is none. */
        static @Nullable Report parse(String line) {
            String[] fields = line.split(" ", FIELDS);
            if (fields.length != FIELDS || !fields[2].startsWith(ADDRESS)) {
                return null;
            }
            IpAddress address = IpAddress.tryParse(fields[2].substring(ADDRESS.length()));
            boolean ofAPage = fields[0].endsWith(BY_PAGES);
            String rule = ofAPage ? fields[0].substring(0, fields[0].length() - BY_PAGES.length()) : fields[0];
            boolean known = rule.equals(LIMITED) || rule.equals(PROBING);
            if (address == null || !known || !fields[1].matches("[1-9][0-9]{0,8}")) {
                return null;
            }
            return new Report(rule, Integer.parseInt(fields[1]), address, fields[3], fields[4], ofAPage);
        }
    }

    /**
     * Not reading yet.
     *
     * @param executor runs the script; not closed with this
     * @param keyPrefix of all keys
     * @param wanted whether reports can be used here; while they cannot, they are left to others
     * @param reader is told every report, on a thread that must not be blocked; more are taken once it is done with these
     */
    public EdgeReports(
            ScriptExecutor executor,
            String keyPrefix,
            BooleanSupplier wanted,
            Function<Report, ? extends CompletionStage<?>> reader) {
        this.executor = executor;
        this.key = List.of(keyPrefix + "edge");
        this.wanted = wanted;
        this.reader = reader;
    }

    /** Begins to read. */
    public void start() {
        beat.start();
    }

    private CompletionStage<Void> read() {
        if (!wanted.getAsBoolean()) {
            return CompletableFuture.completedStage(null);
        }
        return executor.runForText(take, key, ARGUMENTS).thenCompose(lines -> {
            CompletableFuture<?>[] told = lines.stream().map(this::tell).toArray(CompletableFuture<?>[]::new);
            CompletableFuture<Void> all = CompletableFuture.allOf(told);
            return lines.size() < MOST_AT_ONCE ? all : all.thenCompose(done -> read());
        });
    }

    /** Ends well in any case: one report that cannot be counted must not stop the others. */
    private CompletableFuture<?> tell(String line) {
        Report report = Report.parse(line);
        if (report == null) {
            log.warn("nginx and this application do not agree on what a report is: update the one that is older");
            return CompletableFuture.completedFuture(null);
        }
        CompletionStage<?> told;
        try {
            told = reader.apply(report);
        } catch (RuntimeException e) {
            told = CompletableFuture.failedStage(e);
        }
        return told.handle((done, failure) -> {
                    if (failure != null) {
                        log.warn("{} has not been counted", report, failure);
                    }
                    return done;
                })
                .toCompletableFuture();
    }

    @Override
    public void close() {
        beat.close();
    }
}
