/** Five layers on one machine, attacked: starts them, plays scenarios, counts who was stopped where, draws pictures. */
@NullMarked
package io.github.limiter.examples.fivelayers;

import org.jspecify.annotations.NullMarked;
