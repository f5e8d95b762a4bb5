package io.github.limiter.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RiskCheck;
import io.github.limiter.spring.Applications;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import reactor.core.publisher.Mono;

/** Which checks can be made of a method, and that one that cannot act stops the start. */
@ExtendWith(OutputCaptureExtension.class)
class RiskCheckTests {

    private static ApplicationContextRunner application(Class<?>... beans) {
        return Applications.with(beans)
                .withPropertyValues("limiter.risk.scenes.login.mode=enforce", "limiter.risk.scenes.coupon.mode=shadow");
    }

    private static void assertStops(Class<?> bean, String... words) {
        application(bean).run(context -> {
            assertThat(context).hasFailed();
            for (String word : words) {
                assertThat(context.getStartupFailure()).hasStackTraceContaining(word);
            }
        });
    }

    @Nested
    class Start {

        /** Promises little. */
        static class Vague {
            @RiskCheck(scene = "login")
            public Object login(boolean later) {
                return later ? Mono.just("welcome") : "welcome";
            }

            @RiskCheck(scene = "login")
            public CompletionStage<String> loginSoon() {
                return CompletableFuture.completedFuture("welcome");
            }

            @RiskCheck(scene = "login")
            public CompletableFuture<String> loginSooner() {
                return CompletableFuture.completedFuture("welcome");
            }
        }

        @Test
        void whereItMayBeSeenAndSayWhenItIsNot(CapturedOutput output) {
            application(Vague.class).run(context -> {
                Vague bean = context.getBean(Vague.class);
                assertThat(bean.login(false)).isEqualTo("welcome");
                assertThat(output).doesNotContain("whose failures are not seen");
                bean.login(true);
                assertThat(output)
                        .contains("Vague.login(boolean): answered with a Mono", "whose failures are not seen");
            });
        }

        /** Its scene is not named. */
        static class Off {
            @RiskCheck(scene = "order")
            public void pay() {}
        }

        @Test
        void andSaysSoIfTheSceneIsOff(CapturedOutput output) {
            application(Off.class)
                    .run(context -> assertThat(output)
                            .contains("Off.pay does nothing until limiter.risk.scenes.order.mode is set"));
        }
    }

    @Nested
    class NameWhatIsThere {

        static class NoDimension {
            @RiskCheck(scene = "login", dimension = "adress")
            public void login() {}
        }

        static class NotOfTheScene {
            @RiskCheck(scene = "login", dimension = "interface")
            public void login() {}
        }

        static class NoStatus {
            @RiskCheck(scene = "login", failureStatus = 4040)
            public void login() {}
        }

        record Receipt(boolean approved) {}

        static class NoProperty {
            @RiskCheck(scene = "login", failureResult = "!approvd")
            public Receipt login() {
                return new Receipt(true);
            }
        }

        static class NoPropertyLater {
            @RiskCheck(scene = "login", failureResult = "approvd == false")
            public CompletionStage<Receipt> login() {
                return CompletableFuture.completedFuture(new Receipt(true));
            }
        }

        static class NotTheResult {
            @RiskCheck(scene = "login", failureResult = "#name == 'x'")
            public Receipt login(String name) {
                return new Receipt(true);
            }
        }

        static class Bean {
            @RiskCheck(scene = "login", failureResult = "@shop.closed")
            public Receipt login() {
                return new Receipt(true);
            }
        }

        static class AllThere {
            @RiskCheck(scene = "login", dimension = "ip", failureStatus = 402, failureResult = "!approved")
            public Receipt login() {
                return new Receipt(false);
            }

            @RiskCheck(scene = "coupon", failureResult = "#root.isEmpty() || #this.length() > 3")
            public String claim() {
                return "";
            }
        }

        static final class Closed {
            @RiskCheck(scene = "login")
            public void login() {}
        }

        @Test
        void dimensions() {
            assertStops(NoDimension.class, "NoDimension.login: dimension: 'adress' is not known. Use one of ");
            assertStops(
                    NotOfTheScene.class,
                    "NotOfTheScene.login: dimension: 'interface' is none that the scene login has a rule of. Use one of ip");
        }

        @Test
        void statuses() {
            assertStops(NoStatus.class, "NoStatus.login: failureStatus: '4040' is no status of HTTP");
        }

        @Test
        void propertiesOfTheResult() {
            assertStops(NoProperty.class, "names approvd, which Receipt does not have");
            assertStops(NoPropertyLater.class, "names approvd, which Receipt does not have");
            assertStops(NotTheResult.class, "names #name, but is about the result alone");
            assertStops(Bean.class, "but is about the result alone");
        }

        @Test
        void classesThatCanBeProxied() {
            assertStops(Closed.class, "is in the final class Closed, so no proxy can check it");
        }

        @Test
        void andAllIsWell() {
            application(AllThere.class).run(context -> {
                assertThat(context).hasNotFailed();
                assertThat(context.getBean(AllThere.class).login().approved()).isFalse();
                assertThat(context.getBean(AllThere.class).claim()).isEmpty();
            });
        }
    }

    @Nested
    class NeverFailACall {

        record Card(String hash) {}

        static class Till {
            @RiskCheck(scene = "coupon", key = "#card.hash()")
            public String claim(Card card) {
                return "yours";
            }

            /** Its status is a trap. */
            @RiskCheck(scene = "login")
            public String login() {
                throw new Refused();
            }
        }

        static class Refused extends RuntimeException {

            private static final long serialVersionUID = 1L;

            public int getStatusCode() {
                throw new IllegalStateException("no status yet");
            }
        }

        @Test
        void whoseKeyCannotBeWorkedOut(CapturedOutput output) {
            application(Till.class).run(context -> {
                assertThat(context.getBean(Till.class).claim(null)).isEqualTo("yours");
                assertThat(output).contains("Till.claim", "calls are about nothing");
            });
        }

        @Test
        void whoseOutcomeCannotBeTold() {
            application(Till.class).run(context -> {
                try {
                    context.getBean(Till.class).login();
                    throw new AssertionError("passed");
                } catch (RuntimeException e) {
                    assertThat(e).isInstanceOf(Refused.class);
                }
            });
        }
    }

    @Nested
    class Signals {

        @Test
        void haveADeadline() {
            Applications.with()
                    .withPropertyValues("limiter.risk.signal-deadline=0s")
                    .run(context -> assertThat(context)
                            .getFailure()
                            .hasStackTraceContaining("limiter.risk.signal-deadline: 'PT0S' is not positive"));
        }
    }
}
