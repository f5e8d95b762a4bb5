/** Where counts are kept. One asynchronous call decides a whole request; the store's clock is the clock. */
@NullMarked
package io.github.limiter.store;

import org.jspecify.annotations.NullMarked;
