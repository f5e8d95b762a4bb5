package io.github.limiter.spring.actuate;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.Mode;
import io.github.limiter.ban.AuditEntry;
import io.github.limiter.ban.Bans;
import io.github.limiter.guard.Limit;
import io.github.limiter.guard.Policies;
import io.github.limiter.guard.PolicyChange;
import io.github.limiter.guard.PolicyChanges;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.subject.Subject;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** The section {@code policies}: what is limited, and what operators change of that on all nodes. */
final class PolicySection {

    static final String NAME = "policies";

    private static final int NO_CONTENT = 204;

    private final Policies policies;
    private final PolicyChanges changes;
    private final Bans bans;

    PolicySection(Policies policies, PolicyChanges changes, Bans bans) {
        this.policies = policies;
        this.changes = changes;
        this.bans = bans;
    }

    int size() {
        return policies.all().size();
    }

    List<Map<String, Object>> views() {
        return policies.all().stream().map(this::view).toList();
    }

    Map<String, Object> view(String name) {
        return view(find(name));
    }

    private Limit find(String name) {
        return policies.find(name).orElseThrow(() -> new NoSuchElementException("There is no policy " + name));
    }

    private Map<String, Object> view(Limit limit) {
        Map<String, Object> view = Views.policy(limit);
        changes.find(limit.policy().name()).ifPresent(change -> view.put("changed", view(change)));
        return view;
    }

    private static Map<String, Object> view(PolicyChange change) {
        return Views.of(
                "limit",
                change.limit(),
                "window",
                change.window() == null ? null : change.window().toString(),
                "burst",
                change.burst(),
                "mode",
                change.mode(),
                "by",
                change.by());
    }

    WebEndpointResponse<Map<String, Object>> change(
            String name,
            @Nullable String limit,
            @Nullable String window,
            @Nullable String burst,
            @Nullable String mode,
            String by) {
        Limit changed = find(name);
        PolicyChange change = new PolicyChange(
                number("limit", limit), Sections.duration("window", window), number("burst", burst), mode(mode), by);
        if (change.isNothing()) {
            throw new IllegalArgumentException("nothing is to change; give limit, window, burst or mode");
        }
        note(changes.change(name, change), name, by, "");
        return new WebEndpointResponse<>(view(changed));
    }

    WebEndpointResponse<Map<String, Object>> reset(String name, String by) {
        find(name);
        note(changes.reset(name, by), name, by, "as defined: ");
        return new WebEndpointResponse<>(NO_CONTENT);
    }

    private void note(CompletionStage<RatePolicy> changed, String name, String by, String how) {
        Subject all = Subject.of(Dimensions.INTERFACE, name);
        Sections.await(changed.thenCompose(
                policy -> bans.note(AuditEntry.Action.POLICY, all, by, how + policy.quota() + ", " + policy.mode())));
    }

    private static @Nullable Long number(String element, @Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            return Long.valueOf(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(element + ": '" + text + "' is no whole number", e);
        }
    }

    private static @Nullable Mode mode(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            return Mode.valueOf(text.strip().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("mode: '" + text + "' is none; write enforce or shadow", e);
        }
    }
}
