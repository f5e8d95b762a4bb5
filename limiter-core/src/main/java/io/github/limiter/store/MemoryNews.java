package io.github.limiter.store;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** News of the one node that there is in memory: told at once, on the thread that publishes. */
public final class MemoryNews implements News {

    private final NewsReaders<Reader> readers = new NewsReaders<>();

    /** Nobody listens yet. */
    public MemoryNews() {}

    @Override
    public CompletionStage<Void> publish(String topic, String text) {
        String checked = News.checked(text);
        readers.tell(topic, reader -> reader.onNews(checked));
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void subscribe(String topic, Reader reader) {
        readers.add(topic, reader);
        reader.onGap();
    }

    @Override
    public boolean isCurrent() {
        return true;
    }
}
