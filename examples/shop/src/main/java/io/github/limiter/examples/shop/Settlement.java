package io.github.limiter.examples.shop;

import java.time.Instant;

/** An order whose money has moved. */
record Settlement(long order, Instant at) {}
