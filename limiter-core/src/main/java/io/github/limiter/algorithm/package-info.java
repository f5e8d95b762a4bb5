/** How units are counted: one small class an algorithm, each the exact twin of its Lua chunk. */
@NullMarked
package io.github.limiter.algorithm;

import org.jspecify.annotations.NullMarked;
