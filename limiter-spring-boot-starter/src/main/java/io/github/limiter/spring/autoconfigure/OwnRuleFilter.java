package io.github.limiter.spring.autoconfigure;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Names;
import io.github.limiter.spring.policy.Written;
import io.github.limiter.spring.watch.OffenceKind;
import io.github.limiter.spring.watch.SeenRequest;
import io.github.limiter.spring.web.RequestMatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.PathContainer;

/** Reads which requests a rule of the application's own counts. */
final class OwnRuleFilter {

    private static final Pattern STATUS = Pattern.compile("[1-5]([0-9]{2}|xx)");
    private static final String KINDS = Arrays.stream(OffenceKind.values())
            .map(kind -> Names.canonical(kind.name()))
            .collect(Collectors.joining(", "));

    private OwnRuleFilter() {}

    static Predicate<SeenRequest> of(List<String> counts, @Nullable String match, String place) {
        if (counts.isEmpty()) {
            throw invalid(place, "", "counts nothing");
        }
        List<Predicate<SeenRequest>> any = new ArrayList<>();
        for (String written : counts) {
            any.add(counted(written.strip().toLowerCase(Locale.ROOT), place));
        }
        Predicate<SeenRequest> counted = request -> any.stream().anyMatch(one -> one.test(request));
        if (match == null) {
            return counted;
        }
        RequestMatch pattern = RequestMatch.of(new Written(match.strip(), place + ".match"));
        return counted.and(request -> pattern.covers(
                request.method(), PathContainer.parsePath(request.path().text())));
    }

    private static Predicate<SeenRequest> counted(String written, String place) {
        for (OffenceKind kind : OffenceKind.values()) {
            if (Names.canonical(kind.name()).equals(Names.canonical(written))) {
                return request -> request.offence() == kind;
            }
        }
        if (!STATUS.matcher(written).matches()) {
            throw invalid(place, written, "is nothing that can be counted");
        }
        return request -> {
            String status = Integer.toString(request.status());
            return written.endsWith("xx") ? status.charAt(0) == written.charAt(0) : status.equals(written);
        };
    }

    private static InvalidConfigurationException invalid(String place, String value, String problem) {
        return new InvalidConfigurationException(
                place + ".counts", value, problem, "Use some of " + KINDS + ", or statuses such as 403 or 5xx");
    }
}
