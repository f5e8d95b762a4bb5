package io.github.limiter.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.BooleanSupplier;

class MemoryNewsTests extends NewsContract {

    private final News news = new MemoryNews();

    @Override
    protected News node() {
        return news;
    }

    /** Told at once. */
    @Override
    protected void await(String what, BooleanSupplier condition) {
        assertThat(condition.getAsBoolean()).as(what).isTrue();
    }

    @Override
    protected void close() {}
}
