package io.github.limiter.spring.interceptor;

import java.lang.reflect.Method;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/** Chooses the style of a method's calls, once. */
final class CallStyles {

    private static final boolean REACTOR =
            ClassUtils.isPresent("reactor.core.publisher.Mono", CallStyles.class.getClassLoader());

    private final DecidedAhead ahead;
    private final CallStyle blocking = new BlockingStyle();
    private final CallStyle future;
    private final @Nullable HeldAnswers held;

    /**
     * Styles of an application.
     *
     * @param executor where futures go on after they have waited
     * @param ahead whose calls are decided elsewhere
     * @param held whose calls can be held without a thread; null for none
     */
    CallStyles(Supplier<Executor> executor, DecidedAhead ahead, @Nullable HeldAnswers held) {
        this.ahead = ahead;
        this.held = held;
        this.future = new FutureStyle(executor);
    }

    CallStyle of(Method method, Class<?> type) {
        ReactiveStyle reactive =
                REACTOR && !FutureStyle.suits(method.getReturnType()) ? ReactiveStyle.of(method) : null;
        if ((reactive == null || !reactive.seesContext()) && ahead.covers(method, type)) {
            return CallStyle.AHEAD;
        }
        if (reactive != null) {
            return reactive;
        }
        if (FutureStyle.suits(method.getReturnType())) {
            return future;
        }
        return held != null && held.suit(method, type) ? new HeldStyle(held) : blocking;
    }
}
