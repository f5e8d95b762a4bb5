/** Auto-configurations: one public class a topic, one package-private configuration a back end. */
@NullMarked
package io.github.limiter.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;
