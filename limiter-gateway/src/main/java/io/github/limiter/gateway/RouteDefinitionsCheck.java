package io.github.limiter.gateway;

import io.github.limiter.policy.InvalidConfigurationException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.cloud.gateway.filter.FilterDefinition;
import org.springframework.cloud.gateway.route.RouteDefinition;
import org.springframework.cloud.gateway.support.ConfigurationService;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.expression.ExpressionException;

/**
 * Makes the limits of the routes in the properties at start. The gateway does so later, logs what is wrong, and starts all
 * the same, without a single route.
 */
final class RouteDefinitionsCheck implements SmartInitializingSingleton {

    private final GatewayProperties routes;
    private final ConfigurationService configurations;
    private final RateLimitGatewayFilterFactory factory;

    RouteDefinitionsCheck(
            GatewayProperties routes, ConfigurationService configurations, RateLimitGatewayFilterFactory factory) {
        this.routes = routes;
        this.configurations = configurations;
        this.factory = factory;
    }

    @Override
    public void afterSingletonsInstantiated() {
        for (RouteDefinition route : routes.getRoutes()) {
            Stream.concat(routes.getDefaultFilters().stream(), route.getFilters().stream())
                    .filter(filter -> filter.getName().equals(RateLimitGatewayFilterFactory.NAME))
                    .forEach(filter -> check(route.getId(), filter));
        }
    }

    private void check(String route, FilterDefinition filter) {
        String place = RouteLimitConfig.place(route);
        int position = 0;
        for (Map.Entry<String, String> argument : filter.getArgs().entrySet()) {
            checkArgument(place, argument.getKey(), position++, argument.getValue());
        }
        RouteLimitConfig config = bind(place, filter);
        config.setRouteId(route);
        factory.apply(config);
    }

    private static void checkArgument(String place, String argument, int position, String value) {
        if (RateLimitGatewayFilterFactory.isOfShortcut(argument)) {
            List<String> shortcut = RateLimitGatewayFilterFactory.SHORTCUT;
            if (position >= shortcut.size()) {
                throw new InvalidConfigurationException(
                        place,
                        value,
                        "is more than the short form takes",
                        "Write RateLimit=" + String.join(", ", shortcut) + ", or name and args");
            }
        } else if (!RouteLimitConfig.knows(argument)) {
            throw new InvalidConfigurationException(
                    place + ": " + argument,
                    value,
                    "is no argument of RateLimit",
                    "Use some of " + String.join(", ", RouteLimitConfig.ATTRIBUTES));
        }
    }

    private RouteLimitConfig bind(String place, FilterDefinition filter) {
        try {
            return configurations
                    .with(factory)
                    .name(filter.getName())
                    .properties(filter.getArgs())
                    .bind();
        } catch (ExpressionException e) {
            throw unreadableBean(place, filter, e);
        } catch (BindException e) {
            ConfigurationProperty property = e.getProperty();
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new InvalidConfigurationException(
                    place + ": " + e.getName(),
                    property == null ? "" : String.valueOf(property.getValue()),
                    "cannot be read: " + cause.getMessage(),
                    fix(cause));
        }
    }

    private static String fix(Throwable cause) {
        Class<?> wanted = cause instanceof ConversionFailedException failed
                ? failed.getTargetType().getType()
                : Object.class;
        return wanted.isEnum()
                ? "Use one of "
                        + Stream.of(wanted.getEnumConstants())
                                .map(Object::toString)
                                .collect(Collectors.joining(", "))
                : "Write numbers in digits, durations such as 1s, and bean names as #{@bean}";
    }

    /** Spring Cloud works out {@code #{…}} before anything is bound, and does not say where it stands. */
    private static InvalidConfigurationException unreadableBean(
            String place, FilterDefinition filter, ExpressionException failure) {
        Map.Entry<String, String> argument = filter.getArgs().entrySet().stream()
                .filter(each -> each.getValue().strip().startsWith("#{"))
                .findFirst()
                .orElseThrow(() -> failure);
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        return new InvalidConfigurationException(
                place + ": " + argument.getKey(),
                argument.getValue(),
                "cannot be found: " + cause.getMessage(),
                "Name a bean of this application: #{@bean}");
    }
}
