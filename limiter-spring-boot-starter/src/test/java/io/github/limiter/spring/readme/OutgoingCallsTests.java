package io.github.limiter.spring.readme;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.spring.Applications;
import io.github.limiter.spring.autoconfigure.LimiterAutoConfiguration;
import io.github.limiter.spring.readme.Newsletter.OrderPlaced;
import io.github.limiter.time.ManualTime;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.mock.http.client.MockClientHttpRequest;
import org.springframework.mock.http.client.MockClientHttpResponse;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.config.ScheduledTaskHolder;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

/** Limits on what an application does by itself, as README.md shows them. */
class OutgoingCallsTests {

    private final ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(LimiterAutoConfiguration.class))
            .withUserConfiguration(Background.class)
            .withBean(ManualTime.class, () -> time);

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    @EnableAsync
    static class Background {

        // tag::http-client-bean[]
        @Bean
        BankClient bankClient(RestClient.Builder http) {
            RestClientAdapter adapter = RestClientAdapter.create(http.build());
            return HttpServiceProxyFactory.builderFor(adapter).build().createClient(BankClient.class);
        }
        // end::http-client-bean[]

        @Bean
        Newsletter newsletter() {
            return new Newsletter();
        }

        @Bean
        RestClient.Builder http() {
            return RestClient.builder().requestFactory(bank());
        }

        private static ClientHttpRequestFactory bank() {
            return (uri, method) -> {
                var request = new MockClientHttpRequest(method, uri);
                request.setResponse(new MockClientHttpResponse(uri.getPath().getBytes(), HttpStatus.OK));
                return request;
            };
        }
    }

    @Test
    void callsOfAnHttpInterfaceAreSpacedOut() {
        time.letSleepersMoveIt(true);
        application.run(context -> {
            BankClient bank = context.getBean(BankClient.class);
            long begin = time.micros();
            for (int call = 0; call < 6; call++) {
                assertThat(bank.balance("7")).isEqualTo("/accounts/7/balance");
            }
            assertThat(time.micros() - begin).isEqualTo(1_000_000);
        });
    }

    @Test
    void aDefaultMethodAnswersForAnHttpInterface() {
        application.run(context -> {
            BankClient bank = context.getBean(BankClient.class);
            assertThat(bank.score("7")).isEqualTo("/accounts/7/score");
            assertThat(bank.score("7")).isEqualTo("unknown");
            assertThat(bank.score("8")).isEqualTo("/accounts/8/score");
        });
    }

    @Test
    void aScheduledMethodIsLimited() {
        application.run(context -> {
            Runnable task = context.getBean(ScheduledTaskHolder.class).getScheduledTasks().stream()
                    .findFirst()
                    .orElseThrow()
                    .getTask()
                    .getRunnable();
            for (int hour = 0; hour < 4; hour++) {
                task.run();
            }
            assertThat(context.getBean(Newsletter.class).sent()).containsExactly("news", "news", "news", "no news");
        });
    }

    @Test
    @Timeout(20)
    void anAsynchronousMethodWaitsWithoutAThread() {
        application.run(context -> {
            Newsletter newsletter = context.getBean(Newsletter.class);
            assertThat(newsletter.reminder("carol").get(20, TimeUnit.SECONDS)).isEqualTo("carol");

            var held = newsletter.reminder("dave");
            Applications.await(() -> time.delays() > 0);
            assertThat(newsletter.sent()).containsExactly("reminder for carol");
            time.advanceMicros(100_000);
            assertThat(held.get(20, TimeUnit.SECONDS)).isEqualTo("dave");
        });
    }

    @Test
    void aListenerIsLimited() {
        application.run(context -> {
            for (String customer : List.of("carol", "carol", "dave")) {
                context.publishEvent(new OrderPlaced(customer));
            }
            assertThat(context.getBean(Newsletter.class).sent()).containsExactly("thanks to carol", "thanks to dave");
        });
    }
}
