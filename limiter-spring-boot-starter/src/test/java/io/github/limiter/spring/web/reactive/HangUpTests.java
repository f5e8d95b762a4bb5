package io.github.limiter.spring.web.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.spring.LateStore;
import io.github.limiter.spring.RunningServer;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.time.TimeSource;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.Bean;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** A client that hangs up while the answer of a store over the network is on its way from thread to thread. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HangUpTests {

    @RestController
    public static class Shop {

        @GetMapping("/plain")
        public String plain() {
            return "plain";
        }
    }

    static class OverTheNetwork {

        @Bean
        LimiterStore store(TimeSource time) {
            return new LateStore(new MemoryStore(100, time));
        }
    }

    @Test
    void leavesNoLeaseBehind() {
        try (RunningServer server = RunningServer.onEventLoops(false, """
                limiter.global.algorithm=concurrency
                limiter.global.limit=1
                """, Shop.class, OverTheNetwork.class)) {
            LateStore store = server.bean(LateStore.class);
            Mono<Void> request = server.bean(HttpHandler.class)
                    .handle(MockServerHttpRequest.get("/plain").build(), new MockServerHttpResponse());

            store.cancelAsItAnswers(request);

            assertThat(store.givenBack()).isEqualTo(1);
            assertThat(server.get("/plain").body()).isEqualTo("plain");
        }
    }
}
