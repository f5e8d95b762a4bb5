/**
 * The Java code of README.md, compiled and run. What stands between {@code tag::name[]} and {@code end::name[]} stands in
 * the README too, word for word; {@link io.github.limiter.spring.readme.ReadmeTests} compares the two.
 */
package io.github.limiter.spring.readme;
