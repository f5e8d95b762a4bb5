package io.github.limiter.store.redis;

import io.github.limiter.algorithm.LuaSource;
import io.github.limiter.store.News;
import io.github.limiter.store.NewsReaders;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * News on a stream of Redis, which is read twice a second through the connection that there is: so they need neither a
 * connection nor a thread of their own, are the same for every client, and what is published while this node cannot read
 * is read later. There is a gap if the stream has forgotten what this node has read last, or was lost. Thread-safe.
 */
public final class RedisNews implements News, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(RedisNews.class);
    private static final String MOST_AT_ONCE = "1000";
    private static final String MISSED = "1";
    private static final String LOST = "2";
    private static final int HEAD = 3;
    private static final int ENTRY = 3;
    /** Entries of a stream are stamped in milliseconds. */
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final long CURRENT_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final RedisScript read = script("news.lua");
    private final RedisScript tell = new RedisScript(text("tell.lua") + text("publish.lua"));
    private final ScriptExecutor executor;
    private final List<String> key;
    private final NewsReaders<TimedReader> readers = new NewsReaders<>();
    private final ConcurrentLinkedQueue<Newcomer> newcomers = new ConcurrentLinkedQueue<>();
    private final Beat beat = new Beat(this::readOn);
    private volatile String last = "";
    private volatile long readAt = System.nanoTime() - CURRENT_NANOS;

    /** A reader that has not been told anything yet. */
    private record Newcomer(String topic, TimedReader reader) {}

    /** A reader that is also told when something was published, on a clock of this node's. */
    public interface TimedReader {

        /**
         * Something was published.
         *
         * @param text what
         * @param notBefore {@link System#nanoTime()} before or when it was
         * @param notAfter the same after it was
         */
        void onNews(String text, long notBefore, long notAfter);

        /** As {@link News.Reader#onGap()}. */
        void onGap();

        /**
         * As {@link #onGap()}, but all that was kept on the server was lost, or what was kept last: what is read anew may be
         * less than there was, though nobody took anything away.
         */
        default void onLoss() {
            onGap();
        }
    }

    /**
     * Not reading yet.
     *
     * @param executor runs the scripts; not closed with this
     * @param keyPrefix of all keys
     */
    public RedisNews(ScriptExecutor executor, String keyPrefix) {
        this.executor = executor;
        this.key = List.of(keyPrefix + "news");
    }

    private static RedisScript script(String file) {
        return new RedisScript(text(file));
    }

    private static String text(String file) {
        return LuaSource.read(RedisNews.class, "/io/github/limiter/lua/" + file);
    }

    /** Begins to read, twice a second. */
    public void start() {
        beat.start();
    }

    @Override
    public CompletionStage<Void> publish(String topic, String text) {
        return executor.run(tell, key, List.of(topic, News.checked(text))).thenAccept(reply -> {});
    }

    @Override
    public void subscribe(String topic, Reader reader) {
        subscribe(topic, new TimedReader() {
            @Override
            public void onNews(String text, long notBefore, long notAfter) {
                reader.onNews(text);
            }

            @Override
            public void onGap() {
                reader.onGap();
            }

            @Override
            public String toString() {
                return reader.toString();
            }
        });
    }

    /**
     * As {@link #subscribe(String, Reader)}.
     *
     * @param topic as it is published
     * @param reader is told in the order of publication, on a thread that must not be blocked
     */
    public void subscribe(String topic, TimedReader reader) {
        newcomers.add(new Newcomer(topic, reader));
    }

    @Override
    public boolean isCurrent() {
        return System.nanoTime() - readAt < CURRENT_NANOS;
    }

    CompletionStage<Void> readOn() {
        long sentAt = System.nanoTime();
        return Beat.patiently(() -> executor.runForText(read, key, List.of(last, MOST_AT_ONCE)))
                .thenCompose(reply -> {
                    boolean isAll = told(reply, sentAt);
                    if (isAll) {
                        readAt = sentAt;
                    }
                    return isAll ? CompletableFuture.completedFuture(null) : readOn();
                })
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        log.debug("News cannot be read at the moment", failure);
                    }
                });
    }

    /** False if there is more to read. */
    private boolean told(List<@Nullable String> reply, long sentAt) {
        long toldAt = System.nanoTime();
        last = at(reply, 0);
        switch (at(reply, 1)) {
            case MISSED -> readers.tellAll(TimedReader::onGap);
            case LOST -> readers.tellAll(TimedReader::onLoss);
            default -> {}
        }
        welcome();
        for (int entry = HEAD; entry < reply.size(); entry += ENTRY) {
            long age = TimeUnit.MICROSECONDS.toNanos(Long.parseLong(at(reply, entry)));
            String text = at(reply, entry + 2);
            readers.tell(at(reply, entry + 1), reader -> reader.onNews(text, sentAt - age, toldAt - age + STEP_NANOS));
        }
        return at(reply, 2).equals("1");
    }

    /** Between two reads, so that nobody is told anything before its gap. */
    private void welcome() {
        NewsReaders<TimedReader> welcomed = new NewsReaders<>();
        for (Newcomer newcomer = newcomers.poll(); newcomer != null; newcomer = newcomers.poll()) {
            readers.add(newcomer.topic, newcomer.reader);
            welcomed.add(newcomer.topic, newcomer.reader);
        }
        welcomed.tellAll(TimedReader::onGap);
    }

    private static String at(List<@Nullable String> reply, int index) {
        return Objects.requireNonNull(reply.get(index));
    }

    /** Reads no more. */
    @Override
    public void close() {
        beat.close();
    }
}
