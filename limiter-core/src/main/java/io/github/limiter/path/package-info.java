/** What callers ask for, told apart by its path: one spelling of what attackers write in many, assets, traps. */
@NullMarked
package io.github.limiter.path;

import org.jspecify.annotations.NullMarked;
