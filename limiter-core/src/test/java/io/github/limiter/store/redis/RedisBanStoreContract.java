package io.github.limiter.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.ban.Ban;
import io.github.limiter.ban.BanStore;
import io.github.limiter.ban.BanStoreContract;
import io.github.limiter.policy.BanRule;
import io.github.limiter.store.Standing;
import io.github.limiter.store.Standing.State;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What stores do that may lose what their nodes know. */
abstract class RedisBanStoreContract extends BanStoreContract {

    private static <T> T done(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
    }

    /** Bans that a node has told, since the store had lost them. */
    @Nested
    class BansThatArePutBack {

        private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
        private static final Subject ADDRESS = Subject.of("ip", "203.0.113.7");
        private static final Subject USER = Subject.of("user", "mallory");

        private final Standing hour = Standing.found(State.BANNED, TimeUnit.HOURS.toMicros(1));
        private final Standing endless = Standing.found(State.BANNED, Standing.PERMANENT);
        private BanStore store;

        @BeforeEach
        void open() {
            store = createStore(new ManualTime(NOW));
        }

        private List<Ban> all(boolean reviewOnly) {
            return done(store.list(null, 1_000, reviewOnly)).bans();
        }

        @Test
        void endWhenTheyWouldHave() {
            done(store.restore(Map.of(ADDRESS, hour)));

            assertThat(done(store.standing(ADDRESS))).isEqualTo(hour);
            assertThat(all(false)).singleElement().satisfies(ban -> {
                assertThat(ban.subject()).isEqualTo(ADDRESS);
                assertThat(ban.rule()).isEqualTo("restored");
                assertThat(ban.until()).isEqualTo(NOW.plus(Duration.ofHours(1)));
            });
            assertThat(all(true)).isEmpty();
        }

        @Test
        void waitForReviewIfTheyHaveNoEnd() {
            done(store.restore(Map.of(ADDRESS, endless, USER, endless)));

            assertThat(all(true)).extracting(Ban::subject).containsExactlyInAnyOrder(ADDRESS, USER);
            assertThat(all(true)).allMatch(Ban::isPermanent);
        }

        @Test
        void takeThePlaceOfNone() {
            done(store.ban(ADDRESS, Duration.ofMinutes(1), "newer", "admin"));

            done(store.restore(Map.of(ADDRESS, hour)));

            assertThat(done(store.find(ADDRESS)).orElseThrow().reason()).isEqualTo("newer");
        }

        @Test
        void doNotComeBackIfTheyWereLifted() {
            done(store.lift(ADDRESS, "admin"));

            done(store.restore(Map.of(ADDRESS, hour, USER, hour)));

            assertThat(all(false)).extracting(Ban::subject).containsExactly(USER);
            done(store.strike(ADDRESS, BanRule.HONEYPOT, null));
            assertThat(done(store.standing(ADDRESS)).isBanned())
                    .as("rules ban whom a lift has freed")
                    .isTrue();
        }

        @Test
        void mayBeMany() {
            Map<Subject, Standing> many = IntStream.range(0, 700)
                    .mapToObj(i -> Subject.of("user", "u" + i))
                    .collect(Collectors.toMap(Function.identity(), subject -> hour));

            done(store.restore(many));

            assertThat(all(false)).extracting(Ban::subject).containsExactlyInAnyOrderElementsOf(many.keySet());
        }
    }
}
