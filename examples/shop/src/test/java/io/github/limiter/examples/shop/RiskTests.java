package io.github.limiter.examples.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.DecisionListener;
import io.github.limiter.risk.Assessment;
import io.github.limiter.risk.traffic.Attackers;
import io.github.limiter.risk.traffic.People;
import io.github.limiter.risk.traffic.Tally;
import io.github.limiter.risk.traffic.Visit;
import io.github.limiter.time.ManualTime;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.provisioning.UserDetailsManager;

/**
 * Attackers by script, each below every limit, and people beside them, over HTTP: the shop with its scenes enforced, on
 * Redis, at a time that the script moves.
 */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "limiter.risk.scenes.crawler.mode=enforce",
            "limiter.risk.scenes.login.mode=enforce",
            "limiter.risk.scenes.coupon.mode=enforce",
            "limiter.risk.good-bots.dns=false",
            // Room for an office of 32 behind one address; what attackers do is below the shop's 60 too.
            "limiter.policies.product-list.limit=300",
            "limiter.policies.product-detail.limit=300"
        })
@Import({RedisOnManualTime.class, RiskTests.LastRefusal.class})
class RiskTests {

    private static final Logger log = LoggerFactory.getLogger(RiskTests.class);
    private static final long SEED = 1;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @LocalServerPort
    private int port;

    @Autowired
    private ManualTime time;

    @Autowired
    private UserDetailsManager users;

    @Autowired
    private LastRefusal lastRefusal;

    /** Why somebody was refused, which answers do not tell. */
    static class LastRefusal implements DecisionListener {

        private volatile String why = "";

        @Override
        public void onDecision(Decision decision) {
            if (!decision.isAllowed()) {
                Assessment assessment = decision.assessment();
                why = decision.outcome() + " " + (assessment == null ? "" : assessment.explanation());
            }
        }
    }

    @Test
    void everyAttackerIsStoppedAndNobodyElse() throws IOException, InterruptedException {
        List<Visit> visits = new ArrayList<>(Attackers.all(SEED));
        visits.addAll(People.all(SEED));
        visits.sort(Visit.BY_TIME);
        register(visits);

        Tally tally = new Tally();
        long before = 0;
        for (Visit visit : visits) {
            time.advanceMicros(visit.micros() - before);
            before = visit.micros();
            HttpResponse<String> answer = send(visit);
            assertThat(answer.statusCode()).as("%s is below every limit", visit).isNotEqualTo(429);
            tally.add(visit, answer.statusCode() != 403, lastRefusal.why);
        }

        log.info("{}", tally);
        assertThat(tally.refused("person-", "colleague-")).isEmpty();
        assertThat(tally.of("uniform poller").untilStopped()).isBetween(0L, 40L);
        assertThat(tally.of("crowd").untilStopped()).isBetween(0L, 400L);
        assertThat(tally.of("50 accounts, one address").untilStopped()).isBetween(0L, 15L);
        assertThat(tally.of("one account, 20 addresses").untilStopped()).isBetween(0L, 15L);
        assertThat(tally.of("stuffing").untilStopped()).isBetween(0L, 60L);
        assertThat(tally.of("false Googlebot").untilStopped()).isZero();
    }

    /** Whoever logs in has an account, the leaked names apart; its password is its name. */
    private void register(List<Visit> visits) {
        Set<String> names = new HashSet<>();
        for (Visit visit : visits) {
            String name = visit.user() == null ? visit.form().get("username") : visit.user();
            if (name != null && !name.startsWith("leaked-") && names.add(name)) {
                users.createUser(
                        User.withUsername(name).password(name).roles("CUSTOMER").build());
            }
        }
    }

    private HttpResponse<String> send(Visit visit) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + visit.path()))
                .header("X-Forwarded-For", visit.address());
        visit.headers().forEach(request::header);
        if (visit.user() != null) {
            byte[] credentials = (visit.user() + ':' + visit.user()).getBytes(StandardCharsets.UTF_8);
            request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials));
        }
        if (!visit.form().isEmpty()) {
            request.header("Content-Type", "application/x-www-form-urlencoded");
        }
        String body = visit.form().entrySet().stream()
                .map(field -> field.getKey() + '=' + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        request.method(visit.method(), body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        return http.send(request.build(), BodyHandlers.ofString());
    }
}
