package io.github.limiter.spring.actuate;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameter;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;

/**
 * Refuses requests to the endpoint with fields that their operation does not have, which Spring Boot leaves out: a ban with
 * a misspelt duration would be one for ever. Thread-safe.
 */
public final class UnknownFields implements OperationInvokerAdvisor {

    private static final EndpointId ENDPOINT = EndpointId.of(LimiterEndpoint.ID);

    /** One for all. */
    public UnknownFields() {}

    @Override
    public OperationInvoker apply(
            EndpointId endpoint, OperationType type, OperationParameters parameters, OperationInvoker invoker) {
        if (!endpoint.equals(ENDPOINT)) {
            return invoker;
        }
        Set<String> known = parameters.stream()
                .filter(parameter -> parameter.getType() != SecurityContext.class)
                .map(OperationParameter::getName)
                .collect(Collectors.toCollection(TreeSet::new));
        return context -> {
            Optional<String> problem = problem(context.getArguments(), known);
            return problem.isPresent() ? Access.badRequest(problem.get()) : invoker.invoke(context);
        };
    }

    private static Optional<String> problem(Map<String, ? extends @Nullable Object> given, Set<String> known) {
        for (Map.Entry<String, ? extends @Nullable Object> field : given.entrySet()) {
            if (!known.contains(field.getKey())) {
                return Optional.of(field.getKey() + ": is no field of this operation; there are "
                        + known.stream().collect(Collectors.joining(", ")));
            }
            if (field.getValue() instanceof Collection) {
                return Optional.of(field.getKey() + ": is given more than once");
            }
            if (field.getValue() == null) {
                return Optional.of(field.getKey() + ": is null; give a value, or leave it out");
            }
        }
        return Optional.empty();
    }
}
