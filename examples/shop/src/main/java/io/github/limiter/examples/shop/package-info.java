@NullMarked
package io.github.limiter.examples.shop;

import org.jspecify.annotations.NullMarked;
