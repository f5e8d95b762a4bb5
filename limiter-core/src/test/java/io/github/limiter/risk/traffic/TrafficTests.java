package io.github.limiter.risk.traffic;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The traffic is what it says it is: nobody in it comes near a limit of the shop. */
class TrafficTests {

    private static final long MINUTE = 60_000_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void noAttackerIsStoppedByALimit(long seed) {
        List<Visit> visits = Attackers.all(seed);

        assertThat(mostInAMinute(visits, visit -> visit.address() + route(visit)))
                .isLessThan(60);
        assertThat(mostInAMinute(only(visits, "/claim"), visit -> visit.user() + visit.path()))
                .isLessThan(3);
        assertThat(mostInAMinute(
                        only(visits, "/login"),
                        visit -> visit.address() + visit.form().get("username")))
                .isLessThan(5);
    }

    @Test
    void theCrowdIsOfTwoHundredAddressesOfFiveNetworksTenTimesAMinuteEach() {
        List<Visit> crowd = Attackers.crowd(1);
        Map<String, Long> byAddress = crowd.stream().collect(groupingBy(Visit::address, counting()));

        assertThat(byAddress).hasSize(200);
        assertThat(byAddress.keySet().stream()
                        .map(address -> address.substring(0, 9))
                        .distinct())
                .hasSize(5);
        assertThat(byAddress.values()).allMatch(visits -> visits >= 44 && visits <= 56);
        assertThat(crowd.get(17).path()).isEqualTo("/products/18");
    }

    @Test
    void fiftyPeopleAreThereTwoOfThemWithThirtyOthers() {
        Map<Boolean, Long> people = People.all(1).stream()
                .collect(Collectors.toMap(Visit::who, Visit::address, (one, same) -> one))
                .values()
                .stream()
                .collect(groupingBy(People.SHARED_ADDRESS::equals, counting()));

        assertThat(people).isEqualTo(Map.of(false, 48L, true, 32L));
    }

    @Test
    void theSameSeedMakesTheSameTraffic() {
        assertThat(People.all(5)).isEqualTo(People.all(5)).isNotEqualTo(People.all(6));
        assertThat(Attackers.all(5)).isEqualTo(Attackers.all(5)).isNotEqualTo(Attackers.all(6));
    }

    private static List<Visit> only(List<Visit> visits, String part) {
        return visits.stream().filter(visit -> visit.path().contains(part)).toList();
    }

    private static String route(Visit visit) {
        return visit.path().replaceAll("[0-9]+", "{id}");
    }

    private static long mostInAMinute(List<Visit> visits, Function<Visit, String> counted) {
        return visits.stream().collect(groupingBy(counted)).values().stream()
                .mapToLong(own -> own.stream()
                        .mapToLong(last -> own.stream()
                                .filter(one -> one.micros() <= last.micros() && one.micros() > last.micros() - MINUTE)
                                .count())
                        .max()
                        .orElse(0))
                .max()
                .orElse(0);
    }
}
