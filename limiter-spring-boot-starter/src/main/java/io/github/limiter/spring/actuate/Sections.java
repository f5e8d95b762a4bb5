package io.github.limiter.spring.actuate;

import io.github.limiter.ban.Ban;
import io.github.limiter.ban.BanPage;
import io.github.limiter.ban.Bans;
import io.github.limiter.guard.Decision;
import io.github.limiter.guard.RecentDecisions;
import io.github.limiter.store.Standing;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.convert.DurationStyle;

/**
 * What the endpoint holds: {@code policies}, see {@link PolicySection}; {@code bans}, of all nodes, paged;
 * {@code review}, those of them that wait for a person; {@code audit}; {@code decisions} by id and {@code subjects}, as
 * this node remembers them.
 */
final class Sections {

    private static final int NO_CONTENT = 204;
    private static final int PAGE = 100;
    private static final int MAX_PAGE = 1_000;
    private static final Pattern SIZE = Pattern.compile("[1-9][0-9]{0,3}");
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final List<String> ALL =
            List.of("policies", "bans", "review", "audit", "load", "decisions", "subjects");

    private final PolicySection policies;
    private final RecentDecisions decisions;
    private final Bans bans;
    private final LoadSection load;
    private final SubjectText subjects;

    Sections(PolicySection policies, RecentDecisions decisions, Bans bans, LoadSection load, SubjectText subjects) {
        this.load = load;
        this.subjects = subjects;
        this.policies = policies;
        this.decisions = decisions;
        this.bans = bans;
    }

    WebEndpointResponse<Map<String, Object>> overview() {
        BanPage page = await(bans.list(null, PAGE));
        return ok(Views.of(
                "policies", policies.size(),
                "bans", page.bans().size(),
                "moreBans", page.next() != null,
                "review", await(bans.review(null, PAGE)).bans().size(),
                "certain", bans.isCertain(),
                "load", load.level(),
                "sections", ALL));
    }

    WebEndpointResponse<Map<String, Object>> list(String section, @Nullable String cursor, @Nullable String size) {
        int most = size(size);
        return ok(
                switch (section) {
                    case PolicySection.NAME -> Views.of("policies", policies.views());
                    case "bans" -> Views.page(await(bans.list(cursor, most)));
                    case "review" -> Views.page(await(bans.review(cursor, most)));
                    case "audit" ->
                        Views.of(
                                "audit",
                                await(bans.audit(most)).stream()
                                        .map(Views::audit)
                                        .toList());
                    case LoadSection.NAME -> load.view();
                    case "decisions" ->
                        Views.of(
                                "decisions",
                                decisions.all().stream()
                                        .limit(most)
                                        .map(Views::decision)
                                        .toList());
                    case "subjects" -> throw new IllegalArgumentException("name one, as in subjects/ip:203.0.113.7");
                    default -> throw unknown(section);
                });
    }

    private static int size(@Nullable String size) {
        if (size == null) {
            return PAGE;
        }
        if (!SIZE.matcher(size).matches() || Integer.parseInt(size) > MAX_PAGE) {
            throw new IllegalArgumentException("size: '" + size + "' is none; write 1 to " + MAX_PAGE);
        }
        return Integer.parseInt(size);
    }

    WebEndpointResponse<Map<String, Object>> item(String section, String item) {
        return ok(
                switch (section) {
                    case PolicySection.NAME -> policies.view(item);
                    case "bans", "review" -> ban(subjects.parse(item));
                    case "decisions" ->
                        Views.decision(decisions.find(item).orElseThrow(() -> missing("remembered decision", item)));
                    case "subjects" -> subjectView(subjects.parse(item));
                    default -> throw unknown(section);
                });
    }

    private Map<String, Object> ban(Subject subject) {
        Ban ban = await(bans.look(subject)).orElseThrow(() -> missing("ban", subject.text()));
        Map<String, Object> view = Views.ban(ban);
        view.put("evidence", Views.evidence(await(bans.evidence(subject))));
        return view;
    }

    private Map<String, Object> subjectView(Subject subject) {
        Optional<Ban> ban = await(bans.look(subject));
        Standing here = bans.find(subject);
        Map<String, Object> view = Views.of("subject", subject.text(), "standing", here.state());
        ban.ifPresent(found -> view.put("ban", Views.ban(found)));
        view.put("evidence", Views.evidence(await(bans.evidence(subject))));
        view.put(
                "decisions",
                decisions.all().stream()
                        .filter(decision -> concerns(decision, subject))
                        .map(Views::decision)
                        .toList());
        return view;
    }

    private boolean concerns(Decision decision, Subject subject) {
        boolean asUser = decision.caller().user() != null
                && subject.equals(Subject.of("user", decision.caller().user()));
        boolean suspected = decision.assessment() != null
                && decision.assessment().findings().stream()
                        .anyMatch(finding -> finding.subject().equals(subject));
        return asUser
                || suspected
                || subjects.isAt(subject, decision.caller().address())
                || decision.limits().stream()
                        .anyMatch(limit -> limit.check().key().subject().equals(subject));
    }

    WebEndpointResponse<Map<String, Object>> add(
            String section, @Nullable String named, @Nullable String duration, @Nullable String reason, String by) {
        return ok(
                switch (section) {
                    case "bans" -> ban(named, duration("duration", duration), reason == null ? "" : reason, by);
                    case "review" -> confirm(named, duration, reason, by);
                    default -> throw unchangeable(section);
                });
    }

    private Map<String, Object> ban(@Nullable String named, @Nullable Duration duration, String reason, String by) {
        Subject subject = subject(named);
        subjects.checkBan(subject);
        return Views.ban(await(bans.ban(subject, duration, reason, by)));
    }

    private Map<String, Object> confirm(
            @Nullable String named, @Nullable String duration, @Nullable String reason, String by) {
        if (duration != null || reason != null) {
            throw new IllegalArgumentException("a ban is confirmed as it is, without duration and reason");
        }
        return Views.ban(await(bans.confirm(subject(named), by))
                .orElseThrow(() -> missing("ban to review", String.valueOf(named))));
    }

    WebEndpointResponse<Map<String, Object>> remove(String section, @Nullable String named, String by) {
        if (!section.equals("bans") && !section.equals("review")) {
            throw unchangeable(section);
        }
        await(bans.lift(subject(named), by));
        return new WebEndpointResponse<>(NO_CONTENT);
    }

    private Subject subject(@Nullable String named) {
        if (named == null) {
            throw new IllegalArgumentException("subject: is missing; name one, such as ip:203.0.113.7");
        }
        return subjects.parse(named);
    }

    static @Nullable Duration duration(String element, @Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            return DurationStyle.detectAndParse(text.strip(), ChronoUnit.SECONDS);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new IllegalArgumentException(element + ": '" + text + "' is none; write one such as 30m", e);
        }
    }

    private static NoSuchElementException missing(String what, String name) {
        return new NoSuchElementException("There is no " + what + " " + name);
    }

    private static NoSuchElementException unknown(String section) {
        return new NoSuchElementException("There is no section " + section + "; there are " + String.join(", ", ALL));
    }

    private static IllegalArgumentException unchangeable(String section) {
        return new IllegalArgumentException(
                section + " cannot be changed here; bans, review, load and policies/{name} can");
    }

    private static WebEndpointResponse<Map<String, Object>> ok(Map<String, Object> body) {
        return new WebEndpointResponse<>(body);
    }

    /** Operators wait, on threads that may. */
    static <T> T await(CompletionStage<T> stage) {
        CompletableFuture<T> answer = stage.toCompletableFuture();
        return answer.isDone()
                ? answer.join()
                : answer.copy()
                        .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                        .join();
    }
}
