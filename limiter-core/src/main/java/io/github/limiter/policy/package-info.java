/** What is allowed: immutable values, validated when made; a message names the element, its value and the fix. */
@NullMarked
package io.github.limiter.policy;

import org.jspecify.annotations.NullMarked;
