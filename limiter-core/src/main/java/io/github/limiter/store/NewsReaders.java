package io.github.limiter.store;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Those who listen to news, by topic; for implementations of {@link News}. Thread-safe.
 *
 * @param <R> how they are told
 */
public final class NewsReaders<R> {

    private static final Logger log = LoggerFactory.getLogger(News.class);

    private final Map<String, List<R>> byTopic = new ConcurrentHashMap<>();

    /** Nobody yet. */
    public NewsReaders() {}

    /**
     * Adds a reader.
     *
     * @param topic what it listens to
     * @param reader the reader
     */
    public void add(String topic, R reader) {
        byTopic.computeIfAbsent(topic, one -> new CopyOnWriteArrayList<>()).add(reader);
    }

    /**
     * Tells those who listen to a topic.
     *
     * @param topic the topic
     * @param telling how one of them is told; what it throws is logged
     */
    public void tell(String topic, Consumer<R> telling) {
        byTopic.getOrDefault(topic, List.of()).forEach(reader -> tell(reader, telling));
    }

    /**
     * Tells all.
     *
     * @param telling how one of them is told; what it throws is logged
     */
    public void tellAll(Consumer<R> telling) {
        byTopic.values().forEach(readers -> readers.forEach(reader -> tell(reader, telling)));
    }

    private static <R> void tell(R reader, Consumer<R> telling) {
        try {
            telling.accept(reader);
        } catch (RuntimeException e) {
            log.warn("{} failed on news", reader, e);
        }
    }
}
