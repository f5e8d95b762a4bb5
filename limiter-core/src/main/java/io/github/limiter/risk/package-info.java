/**
 * Business risk control: signals of behaviour, scenes that add them up, and a proportionate, explained answer to what
 * stays below every limit.
 */
@NullMarked
package io.github.limiter.risk;

import org.jspecify.annotations.NullMarked;
