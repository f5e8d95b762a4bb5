/** The Java code of README.md that needs this module; as the starter's package of that name. */
package io.github.limiter.test.readme;
