/** Who is counted: subjects and their one text, client addresses, dimensions. */
@NullMarked
package io.github.limiter.subject;

import org.jspecify.annotations.NullMarked;
