package io.github.limiter.guard;

import static io.github.limiter.guard.GuardFixture.policy;
import static io.github.limiter.guard.GuardFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.Mode;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.subject.MissingUser;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecentDecisionsTests {

    private final GuardFixture fixture = new GuardFixture();
    private final Policies policies = GuardFixture.policies(MissingUser.IP);
    private final RecentDecisions recent = new RecentDecisions(4);
    private final Guard guard =
            new Guard(AllowList.EMPTY, fixture.store, new WaitingRoom(fixture.time, 0), List.of(recent));

    private Decision decide(Mode mode) {
        Limit limit = policies.define(policy(mode.name(), Dimensions.IP).withMode(mode));
        return guard.decide(request(GuardFixture.from("203.0.113.7"), limit));
    }

    @Test
    void theIdOfARefusalFindsIt() {
        decide(Mode.ENFORCE);
        Decision refused = decide(Mode.ENFORCE);

        Decision found = recent.find(refused.id()).orElseThrow();

        assertThat(found.outcome()).isEqualTo(Outcome.LIMITED);
        assertThat(found.reason()).isEqualTo(refused.reason());
        assertThat(found.caller().address()).isEqualTo(refused.caller().address());
        assertThat(found.limits()).isEqualTo(refused.limits());
    }

    @Test
    void theIdOfAShadowRefusalFindsItToo() {
        decide(Mode.SHADOW);
        Decision would = decide(Mode.SHADOW);

        assertThat(recent.find(would.id())).isPresent();
    }

    @Test
    void anAllowedCallIsNotRemembered() {
        assertThat(recent.find(decide(Mode.ENFORCE).id())).isEmpty();
        assertThat(recent.all()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "0000000000000000", "not an id"})
    void anotherIdFindsNothing(String id) {
        decide(Mode.ENFORCE);
        decide(Mode.ENFORCE);

        assertThat(recent.find(id)).isEmpty();
    }

    @Test
    void theOldestAreForgotten() {
        decide(Mode.ENFORCE);
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            ids.add(decide(Mode.ENFORCE).id());
        }

        assertThat(recent.all()).extracting(Decision::id).containsExactlyInAnyOrderElementsOf(ids.subList(996, 1_000));
    }

    @Test
    void theRequestIsNotKept() {
        decide(Mode.ENFORCE);
        Decision refused = decide(Mode.ENFORCE);

        assertThat(refused.caller().request()).isNotNull();
        assertThat(recent.find(refused.id()).orElseThrow().caller().request()).isNull();
    }

    @Test
    void manyThreadsLoseNothingOfTheLastRefusals() {
        RecentDecisions large = new RecentDecisions(10_000);
        Decision refused = new Decision(0, Outcome.BLOCKED, "test", GuardFixture.user("carol"), List.of());

        IntStream.range(0, 10_000)
                .parallel()
                .mapToObj(number ->
                        new Decision(number, refused.outcome(), refused.reason(), refused.caller(), refused.limits()))
                .forEach(large::onDecision);

        assertThat(large.all().stream().map(Decision::number).distinct()).hasSize(10_000);
    }

    @Test
    void anIdHasSixteenDigits() {
        assertThat(new Decision(0x1F, Outcome.ALLOWED, "", GuardFixture.user("carol"), List.of()).id())
                .isEqualTo("000000000000001f");
        assertThat(new Decision(-1, Outcome.ALLOWED, "", GuardFixture.user("carol"), List.of()).id())
                .isEqualTo("ffffffffffffffff");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    void itMustHaveRoomForOne(int capacity) {
        assertThatThrownBy(() -> new RecentDecisions(capacity))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("'" + capacity + "' is not a positive number of decisions");
    }
}
