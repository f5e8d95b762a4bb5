package io.github.limiter.test;

import io.github.limiter.annotation.Blacklist;
import io.github.limiter.annotation.RateLimit;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.time.TimeSource;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** An application with a clock and a store of its own. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(Shop.Products.class)
class Shop {

    @RestController
    static class Products {

        @RateLimit(name = "products", limit = 2, window = "1m")
        @GetMapping("/products")
        String list() {
            return "tea";
        }

        @RateLimit(name = "daily", algorithm = "fixed-window", limit = 1, window = "1d")
        @GetMapping("/daily")
        String daily() {
            return "offer";
        }

        @Blacklist(challengeAt = 2)
        @RateLimit(name = "coupons", limit = 1, window = "1m")
        @GetMapping("/coupons")
        String coupons() {
            return "coupon";
        }

        @RateLimit(name = "export", algorithm = "leaky-bucket", limit = 1, window = "10s", maxWait = "1m")
        @GetMapping("/export")
        String export() {
            return "id;name";
        }
    }

    @Bean
    TimeSource ownTime() {
        return TimeSource.system();
    }

    @Bean
    LimiterStore ownStore() {
        return new LimiterStore() {
            @Override
            public CompletionStage<List<LimitResult>> decide(List<LimitCheck> checks) {
                throw new IllegalStateException("a test must not reach the application's store");
            }

            @Override
            public CompletionStage<Void> giveBack(List<LimitResult> results) {
                throw new IllegalStateException("a test must not reach the application's store");
            }
        };
    }
}
