package io.github.limiter.spring.web.reactive;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.HandlerResult;
import org.springframework.web.server.ServerWebExchange;

/**
 * Notes exceptions that an {@code @ExceptionHandler} of the application has answered before the handler returned, as it does
 * when arguments cannot be made of a request. Nobody is told of those; but the result is that of the exception handler, whose
 * annotation says what it answers.
 */
final class AnsweredExceptions {

    private AnsweredExceptions() {}

    static void note(ServerWebExchange exchange, Object handler, HandlerResult result) {
        Method answered = result.getReturnTypeSource().getMethod();
        ExchangeCallScope scope = ExchangeCallScopes.known(exchange);
        if (scope == null
                || answered == null
                || !(handler instanceof HandlerMethod asked)
                || answered.equals(asked.getMethod())) {
            return;
        }
        ExceptionHandler annotation = AnnotatedElementUtils.findMergedAnnotation(answered, ExceptionHandler.class);
        if (annotation != null) {
            scope.marks().failedByOneOf(kinds(answered, annotation));
        }
    }

    private static List<Class<? extends Throwable>> kinds(Method answered, ExceptionHandler annotation) {
        List<Class<? extends Throwable>> named = List.of(annotation.value());
        return named.isEmpty()
                ? Stream.of(answered.getParameterTypes())
                        .map(AnsweredExceptions::throwable)
                        .flatMap(Stream::ofNullable)
                        .<Class<? extends Throwable>>map(kind -> kind)
                        .toList()
                : named;
    }

    private static @Nullable Class<? extends Throwable> throwable(Class<?> type) {
        return Throwable.class.isAssignableFrom(type) ? type.asSubclass(Throwable.class) : null;
    }
}
