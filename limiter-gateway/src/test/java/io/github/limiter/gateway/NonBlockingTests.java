package io.github.limiter.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.ban.Bans;
import io.github.limiter.load.Load;
import io.github.limiter.load.LoadLevel;
import io.github.limiter.load.LoadOrder;
import io.github.limiter.subject.Subject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.blockhound.BlockHound;

/** No event loop is ever blocked by a limit: an agent watches them. */
class NonBlockingTests {

    private static GatewaysOnRedis gateways;
    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        // Lettuce's writers share a lock for the time of an increment.
        BlockHound.builder()
                .loadIntegrations()
                .allowBlockingCallsInside("io.lettuce.core.protocol.SharedLock", "incrementWriters")
                .install();
        gateways = new GatewaysOnRedis(1, """
                limiter.global.limit=100000
                route all=/all/**
                filters[0]=RateLimit=first, 1000, 1s
                filters[1].name=RateLimit
                filters[1].args.name=second
                filters[1].args.algorithm=token-bucket
                filters[1].args.limit=10
                filters[1].args.window=1h
                filters[1].args.key=header('X-Tenant')
                filters[2].name=RateLimit
                filters[2].args.name=third
                filters[2].args.algorithm=leaky-bucket
                filters[2].args.dimension=global
                filters[2].args.limit=100
                filters[2].args.window=1s
                filters[2].args.max-wait=200ms
                route reports=/reports/**
                filters[0].name=RateLimit
                filters[0].args.limit=1000
                filters[0].args.tier=p2
                """, Blocking.class);
        gateway = gateways.nodes.get(0);
    }

    @AfterAll
    static void stop() {
        gateways.close();
    }

    @Test
    void theAgentFailsWhoBlocksAnEventLoop() {
        assertThat(gateway.get("/all/1", "X-Blocking", "yes").statusCode()).isEqualTo(500);
    }

    @Test
    void admittingWaitingAndRefusingBlockNone() {
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int request = 0; request < 100; request++) {
            answers.add(gateway.getAsync("/all/" + request, "X-Tenant", "tenant-" + request % 5));
        }
        assertThat(answers.stream().map(answer -> answer.join().statusCode()).distinct())
                .containsExactlyInAnyOrder(200, 429);
    }

    @Test
    void neitherDoBansAndTheLoadLevel() {
        Subject banned = Subject.of("ip", "198.51.100.9");
        Load load = gateway.bean(Load.class);
        gateway.bean(Bans.class)
                .ban(banned, Duration.ofHours(1), "scraping", "alice")
                .toCompletableFuture()
                .join();
        load.order(LoadOrder.of(LoadLevel.PEAK), Duration.ofHours(1), "alice")
                .toCompletableFuture()
                .join();

        assertThat(gateway.statuses(20, "/all/1", "X-Forwarded-For", banned.value()))
                .containsOnly(403);
        assertThat(gateway.statuses(20, "/reports/1")).containsOnly(503);

        load.withdraw("alice").toCompletableFuture().join();
        assertThat(gateway.get("/reports/1").statusCode()).isEqualTo(200);
    }

    @Test
    void neitherDoesAFrozenRedis() {
        gateways.redis.freeze();
        try {
            assertThat(gateway.statuses(20, "/all/1", "X-Tenant", "frozen")).containsOnly(200, 429);
        } finally {
            gateways.redis.thaw();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Blocking {

        @Bean
        GlobalFilter blocking() {
            return (exchange, chain) -> {
                if (exchange.getRequest().getHeaders().getFirst("X-Blocking") != null) {
                    sleep();
                }
                return chain.filter(exchange);
            };
        }

        private static void sleep() {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
