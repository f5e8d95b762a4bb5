package io.github.limiter.gateway;

import io.github.limiter.policy.InvalidConfigurationException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;

/**
 * The limiter's properties of a gateway. A duration without unit is in seconds.
 *
 * @param clientAddressHeader Header that tells the services behind the gateway who the client is, by the rules of
 *     limiter.client-ip: X-Forwarded-For or one like it, or Forwarded. Empty: none is sent.
 * @param circuitBreaker One circuit breaker for each route.
 */
@ConfigurationProperties("limiter.gateway")
public record LimiterGatewayProperties(
        @DefaultValue("X-Forwarded-For") String clientAddressHeader,
        @DefaultValue CircuitBreaker circuitBreaker) {

    private static final Pattern FIELD_NAME_OR_NONE = Pattern.compile("[\\w!#$%&'*+.^`|~-]*");

    /**
     * Refuses what is no header.
     *
     * @param clientAddressHeader header that tells the services who the client is; empty for none
     * @param circuitBreaker one circuit breaker for each route
     */
    public LimiterGatewayProperties {
        if (!FIELD_NAME_OR_NONE.matcher(clientAddressHeader).matches()) {
            throw new InvalidConfigurationException(
                    "limiter.gateway.client-address-header",
                    clientAddressHeader,
                    "is not the name of a header",
                    "Write one such as X-Forwarded-For or Forwarded, or nothing for none");
        }
    }

    /**
     * One circuit breaker for each route, of the name {@code gateway-<route id>}. What
     * {@code resilience4j.circuitbreaker.instances.<name>} says beats it.
     *
     * @param enabled Whether routes have one. Needs spring-cloud-starter-circuitbreaker-reactor-resilience4j.
     * @param failureRate Percentage of failed requests from which on a route is left alone. One dead node of two makes half
     *     of them fail, which is better than nothing but failures.
     * @param window Requests that the percentage is taken of: the last so many.
     * @param minimumRequests Requests before there is a percentage.
     * @param open How long a route is left alone.
     * @param trials Requests that are let through then, to see whether it works again.
     * @param timeout How long a service may take until it begins to answer, from the last that the client sent; longer is a
     *     failure. 0: for ever.
     * @param statuses Answers of a service that are failures. Not 503: it tells of load, and shedding must not end all.
     */
    public record CircuitBreaker(
            @DefaultValue("false") boolean enabled,
            @DefaultValue("75") int failureRate,
            @DefaultValue("50") int window,
            @DefaultValue("10") int minimumRequests,

            @DefaultValue("10s") @DurationUnit(ChronoUnit.SECONDS)
            Duration open,

            @DefaultValue("5") int trials,

            @DefaultValue("10s") @DurationUnit(ChronoUnit.SECONDS)
            Duration timeout,

            @DefaultValue({"500", "502", "504"}) Set<Integer> statuses) {

        /**
         * Refuses what is out of range.
         *
         * @param enabled whether routes have one
         * @param failureRate percentage of failed requests
         * @param window requests that the percentage is taken of
         * @param minimumRequests requests before there is a percentage
         * @param open how long a route is left alone
         * @param trials requests that are let through then
         * @param timeout how long a service may take
         * @param statuses answers that are failures
         */
        public CircuitBreaker {
            requireRange("failure-rate", failureRate, 1, 100);
            requireRange("window", window, 1, 100_000);
            requireRange("minimum-requests", minimumRequests, 1, window);
            requireRange("trials", trials, 1, 10_000);
            statuses.forEach(status -> requireRange("statuses", status, 400, 599));
            if (open.isNegative() || open.isZero()) {
                throw invalid("open", open, "is not a positive duration", "Set one such as 10s");
            }
            if (timeout.isNegative()) {
                throw invalid("timeout", timeout, "is negative", "Set a duration such as 10s, or 0 for none");
            }
            statuses = Set.copyOf(statuses);
        }

        private static void requireRange(String property, int value, int least, int most) {
            if (value < least || value > most) {
                throw invalid(property, value, "is out of range", "Set a number from " + least + " to " + most);
            }
        }

        private static InvalidConfigurationException invalid(
                String property, Object value, String problem, String fix) {
            return new InvalidConfigurationException(
                    "limiter.gateway.circuit-breaker." + property, value, problem, fix);
        }
    }
}
