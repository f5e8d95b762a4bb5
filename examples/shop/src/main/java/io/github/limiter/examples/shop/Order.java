package io.github.limiter.examples.shop;

/** An order: the receipt that the customer gets, and the event that settlement gets. */
record Order(long number, String user, long product, int quantity) {}
