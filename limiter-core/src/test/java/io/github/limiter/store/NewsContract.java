package io.github.limiter.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link News} does. */
public abstract class NewsContract {

    /** Remembers what it is told; a gap is {@link #GAP}. */
    protected static final class Heard implements News.Reader {

        private final List<String> all = new CopyOnWriteArrayList<>();

        @Override
        public void onNews(String text) {
            all.add(text);
        }

        @Override
        public void onGap() {
            all.add(GAP);
        }

        /**
         * What was told so far.
         *
         * @return in the order of telling
         */
        public List<String> all() {
            return all;
        }
    }

    /** Stands for a gap. */
    protected static final String GAP = "(gap)";

    private News news;
    private final Heard heard = new Heard();

    /**
     * News of a node, begun.
     *
     * @return the same stream of news each time, within a test
     */
    protected abstract News node();

    /**
     * Waits until something is true.
     *
     * @param what for people
     * @param condition asked again and again
     */
    protected abstract void await(String what, BooleanSupplier condition);

    /** Closes what {@link #node()} made. */
    @AfterEach
    protected abstract void close();

    /** A node that listens. */
    @BeforeEach
    void listen() {
        news = node();
        news.subscribe("weather", heard);
        await("the reader has begun", () -> heard.all().equals(List.of(GAP)));
    }

    private void publish(String topic, String text) {
        news.publish(topic, text)
                .toCompletableFuture()
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
    }

    /** Order. */
    @Test
    void areToldInTheirOrder() {
        publish("weather", "rain");
        publish("weather", "sun");

        await("both are told", () -> heard.all().equals(List.of(GAP, "rain", "sun")));
    }

    /** Topics. */
    @Test
    void areToldToWhoListensToTheirTopic() {
        publish("sports", "lost");
        publish("weather", "rain");

        await("one is told", () -> heard.all().equals(List.of(GAP, "rain")));
    }

    /** All of them. */
    @Test
    void areAllToldHoweverManyThereAre() {
        List<String> many = IntStream.range(0, 2_500).mapToObj(String::valueOf).toList();

        many.stream()
                .map(text -> news.publish("weather", text).toCompletableFuture())
                .toList()
                .forEach(done -> done.orTimeout(20, TimeUnit.SECONDS).join());

        await("all are told", () -> heard.all().size() > many.size());
        assertThat(heard.all().subList(1, many.size() + 1)).isEqualTo(many);
    }

    /** A failing reader. */
    @Test
    void aReaderThatFailsKeepsThemFromNobody() {
        news.subscribe("sports", new News.Reader() {
            @Override
            public void onNews(String text) {
                throw new IllegalStateException("not today");
            }

            @Override
            public void onGap() {}
        });
        Heard other = new Heard();
        news.subscribe("sports", other);

        publish("sports", "lost");
        publish("weather", "rain");

        await(
                "the others are told",
                () -> other.all().contains("lost") && heard.all().contains("rain"));
    }

    /** Bytes of any kind. */
    @Test
    void areAnyText() {
        String text = "ünïcode \r\n $5 {braces} \u0000 " + "x".repeat(4_000);

        publish("weather", text);

        await("it is told as it was", () -> heard.all().equals(List.of(GAP, text)));
    }

    /** Bounded. */
    @Test
    void areNotTooLong() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> news.publish("weather", "x".repeat(News.MAX_LENGTH + 1)))
                .withMessage("news of 4097 characters; publish 4096 at most");
    }

    /** While all is well. */
    @Test
    void areCurrent() {
        await("news are read", news::isCurrent);
    }
}
