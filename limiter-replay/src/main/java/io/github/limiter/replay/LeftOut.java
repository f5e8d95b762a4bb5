package io.github.limiter.replay;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.risk.RiskEvent;
import io.github.limiter.risk.RiskSignal;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.DimensionResolver;
import io.github.limiter.subject.Subject;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;

/**
 * What an application's properties name and its own beans do, which a replay does not have: signals, dimensions, algorithms.
 * Found out one by one, as the library asks for them; in their place stands what says nothing.
 */
final class LeftOut {

    private static final Pattern SIGNAL =
            Pattern.compile("limiter\\.risk\\.scenes\\.[^.]+\\.signals\\.([^.]+)\\.signal");
    private static final Pattern DIMENSION = Pattern.compile("limiter\\.(?:policies|risk\\.scenes)\\..+\\.dimension");
    private static final Pattern ALGORITHM = Pattern.compile("(limiter\\.policies\\.[^.]+)\\.algorithm");
    private static final String NOBODY = "left-out";

    private final Map<String, Object> beans = new LinkedHashMap<>();
    private final Map<String, Object> properties = new HashMap<>();
    private final Map<String, String> described = new LinkedHashMap<>();
    private @Nullable ConfigurableApplicationContext context;

    /** Into a context that is about to start. */
    void apply(ConfigurableApplicationContext starting) {
        context = starting;
        beans.forEach((name, bean) -> starting.getBeanFactory().registerSingleton("limiterLeftOut-" + name, bean));
        starting.getEnvironment().getPropertySources().addFirst(new MapPropertySource("left out", properties));
    }

    /** Whether the next start will do without what this one has failed for. */
    boolean add(InvalidConfigurationException failure) {
        String element = failure.element();
        if (!failure.description().contains("not known") || described.containsKey(element)) {
            return false;
        }
        Matcher signal = SIGNAL.matcher(element);
        Matcher algorithm = ALGORITHM.matcher(element);
        if (signal.matches()) {
            String name = value(element, signal.group(1));
            described.put(element, "signal " + name);
            beans.put("signal-" + name, new Silent(name));
        } else if (DIMENSION.matcher(element).matches()) {
            String name = value(element, "");
            described.put(element, "dimension " + name);
            beans.put("dimension-" + name, new Nobody(name));
        } else if (algorithm.matches()) {
            described.put(element, "algorithm " + value(element, ""));
            beans.put("dimension-" + NOBODY, new Nobody(NOBODY));
            properties.put(element, "sliding-window");
            properties.put(algorithm.group(1) + ".dimension", NOBODY);
        } else {
            return false;
        }
        return true;
    }

    private String value(String element, String otherwise) {
        return context == null ? otherwise : context.getEnvironment().getProperty(element, otherwise);
    }

    /** For people: what is left out, and where it is named. */
    Set<Map.Entry<String, String>> all() {
        return described.entrySet();
    }

    private record Silent(String name) implements RiskSignal {
        @Override
        public long value(RiskEvent event) {
            return 0;
        }
    }

    private record Nobody(String name) implements DimensionResolver {
        @Override
        public @Nullable Subject resolve(Caller caller, String policy) {
            return null;
        }
    }
}
