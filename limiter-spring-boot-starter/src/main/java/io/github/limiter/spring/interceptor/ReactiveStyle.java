package io.github.limiter.spring.interceptor;

import io.github.limiter.guard.Decision;
import io.github.limiter.subject.Caller;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodParameter;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * Calls that answer with a publisher: each subscription is a call of its own, decided before any of the method runs, so
 * that a retry is charged again. A refusal is an error signal. Cancellation before the departure gives back. Suspending
 * functions and Kotlin's flows come here too, as Spring AOP sees them as publishers. Touched only where Reactor is there.
 */
final class ReactiveStyle implements CallStyle {

    private static final ReactiveAdapterRegistry ADAPTERS = ReactiveAdapterRegistry.getSharedInstance();

    private final ReactiveAdapter adapter;
    private final boolean suspending;

    private ReactiveStyle(ReactiveAdapter adapter, boolean suspending) {
        this.adapter = adapter;
        this.suspending = suspending;
    }

    /** The style of a method's calls; null if they do not answer with a publisher. */
    static @Nullable ReactiveStyle of(Method method) {
        boolean suspending = KotlinDetector.isSuspendingFunction(method);
        // Of a suspending function, this is what its source says.
        Class<?> returnType = new MethodParameter(method, -1).getParameterType();
        ReactiveAdapter adapter = ADAPTERS.getAdapter(returnType);
        if (suspending && (adapter == null || !adapter.isMultiValue())) {
            adapter = ADAPTERS.getAdapter(Mono.class);
        }
        return adapter == null ? null : new ReactiveStyle(adapter, suspending);
    }

    /** Whether the Reactor context of who subscribes reaches what is returned. */
    boolean seesContext() {
        Class<?> type = adapter.getReactiveType();
        return suspending
                || type == Publisher.class
                || Mono.class.isAssignableFrom(type)
                || Flux.class.isAssignableFrom(type)
                || type.getName().startsWith("kotlinx.coroutines.");
    }

    @Override
    public Object call(GuardedCall call) {
        Caller caller = call.scope().caller();
        Mono<Departed> departed = Mono.deferContextual(context -> depart(call, caller, context));
        Publisher<?> answer = adapter.isMultiValue()
                ? departed.flatMapMany(Departed::answerToTheEnd)
                : departed.flatMap(one -> Mono.from(one.answerToTheEnd()));
        return suspending ? answer : adapter.fromPublisher(answer);
    }

    private static Mono<Departed> depart(GuardedCall assembled, Caller assembler, ContextView context) {
        ReactiveCallScope carried = context.getOrDefault(ReactiveCallScope.KEY, null);
        // A clone, since an invocation can be proceeded with only once.
        GuardedCall call = new GuardedCall(
                assembled.guard(),
                carried == null ? assembled.scope() : carried,
                assembled.method(),
                ((ProxyMethodInvocation) assembled.invocation()).invocableClone(),
                true);
        Mono<Caller> caller = carried == null ? Mono.just(assembler) : carried.findCaller();
        return caller.flatMap(who -> ReactiveEntrance.of(() -> call.enterAsync(who), call.guard()::giveBack)
                .map(decision -> new Departed(call, decision)));
    }

    /** A call whose departure has come, or that was refused. */
    private record Departed(GuardedCall call, Decision decision) {

        /** What was lent is free again however the subscription ends. */
        Publisher<?> answerToTheEnd() {
            if (!decision.isLent()) {
                return answer();
            }
            return Flux.from(answer()).doFinally(end -> call.guard().ended(decision));
        }

        private Publisher<?> answer() {
            Object answer;
            try {
                answer = call.answer(decision);
            } catch (Throwable e) {
                return Mono.error(e);
            }
            if (answer == null || answer instanceof Publisher<?>) {
                return answer == null ? Mono.empty() : (Publisher<?>) answer;
            }
            ReactiveAdapter adapter = ADAPTERS.getAdapter(null, answer);
            return adapter == null ? Mono.just(answer) : adapter.toPublisher(answer);
        }
    }
}
