package io.github.limiter.examples.shop;

/** What the shop sells. */
record Product(long id, String name, int cents) {}
