package io.github.limiter.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RiskCheck;
import io.github.limiter.spring.autoconfigure.LimiterAutoConfiguration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.http.ResponseEntity;
import org.springframework.web.context.request.async.DeferredResult;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** On which methods checks can stand: on those of whose calls can be told what became of them. */
class RiskCheckPlacementTests {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(LimiterAutoConfiguration.class))
            .withPropertyValues("limiter.risk.scenes.login.mode=enforce");

    static class OnMono {
        @RiskCheck(scene = "login")
        public Mono<String> call() {
            return Mono.empty();
        }
    }

    static class OnFlux {
        @RiskCheck(scene = "login")
        public Flux<String> call() {
            return Flux.empty();
        }
    }

    static class OnPublisher {
        @RiskCheck(scene = "login")
        public Flow.Publisher<String> call() {
            return subscriber -> {};
        }
    }

    static class OnCallable {
        @RiskCheck(scene = "login")
        public Callable<String> call() {
            return () -> "";
        }
    }

    static class OnDeferredResult {
        @RiskCheck(scene = "login")
        public DeferredResult<String> call() {
            return new DeferredResult<>();
        }
    }

    static class OnFuture {
        @RiskCheck(scene = "login")
        public Future<String> call() {
            return new CompletableFuture<>();
        }
    }

    static class OnAnything {
        @RiskCheck(scene = "login")
        public void nothing() {}

        @RiskCheck(scene = "login")
        public ResponseEntity<String> answer() {
            return ResponseEntity.ok("");
        }

        @RiskCheck(scene = "login")
        public CompletionStage<String> stage() {
            return CompletableFuture.completedFuture("");
        }

        @RiskCheck(scene = "login")
        public CompletableFuture<String> future() {
            return CompletableFuture.completedFuture("");
        }
    }

    static class OfNobody {
        @RiskCheck(scene = "login", dimension = "adress")
        public void call() {}
    }

    static class OfNoStatus {
        @RiskCheck(scene = "login", failureStatus = 4040)
        public void call() {}
    }

    private void fails(Class<?> bean, String message) {
        application
                .withBean(bean)
                .run(context -> assertThat(context).getFailure().hasStackTraceContaining(message));
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                OnMono.class,
                OnFlux.class,
                OnPublisher.class,
                OnCallable.class,
                OnDeferredResult.class,
                OnFuture.class
            })
    void notWhereTheOutcomeComesLater(Class<?> bean) {
        fails(
                bean,
                bean.getSimpleName() + ".call: 'call' answers with "
                        + bean.getSimpleName().replace("On", ""));
    }

    @Test
    void whereItIsReturnedOrCompletesAStage() {
        application
                .withBean(OnAnything.class)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @ParameterizedTest
    @CsvSource({
        "io.github.limiter.spring.interceptor.RiskCheckPlacementTests$OfNobody, 'OfNobody.call: dimension: ''adress'' is not known. Use one of'",
        "io.github.limiter.spring.interceptor.RiskCheckPlacementTests$OfNoStatus, 'OfNoStatus.call: failureStatus: ''4040'' is no status of HTTP'"
    })
    void notWithWhatNobodyKnows(Class<?> bean, String message) {
        fails(bean, message);
    }
}
