package io.github.limiter.spring.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.load.AdaptiveLoad;
import io.github.limiter.load.AdaptiveLoad.End;
import io.github.limiter.load.AdaptiveRules;
import io.github.limiter.load.Load;
import io.github.limiter.load.LoadRules;
import io.github.limiter.load.MemoryLoadStore;
import io.github.limiter.load.RequestTime;
import io.github.limiter.store.MemoryNews;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What operators read of the load of a node. */
@ExtendWith(OutputCaptureExtension.class)
class LoadLogTests {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ManualTime time = new ManualTime(Instant.parse("2026-06-10T12:00:00Z"));
    private final AdaptiveLoad load = new AdaptiveLoad(time, AdaptiveRules.DEFAULT);

    /** Nothing asks for the level: no request has a limit, and in the end there is none at all. */
    @Test
    void everyStepIsToldAsItHappens(CapturedOutput output) {
        assertThat(new Load(LoadRules.DEFAULT, List.of(), load, new MemoryLoadStore(time), new MemoryNews(), time)
                        .rules())
                .isEqualTo(LoadRules.DEFAULT);
        for (int request = 0; request < 20 * 20; request++) {
            RequestTime served = load.begin();
            time.advance(Duration.ofMillis(50));
            served.end(End.SERVED);
        }
        List<RequestTime> hanging = new ArrayList<>();
        for (int request = 0; request < 40; request++) {
            hanging.add(load.begin());
        }

        assertThat(levelsAfter(4, output)).containsExactly("PEAK by ADAPTIVE");
        assertThat(levelsAfter(12, output)).containsExactly("PEAK by ADAPTIVE", "CRITICAL by ADAPTIVE");
        hanging.forEach(request -> request.end(End.OTHER));
        time.advance(Duration.ofMinutes(1));
        time.advance(Duration.ofMinutes(1));
        time.advance(Duration.ofMinutes(1));

        assertThat(levels(output))
                .containsExactly("PEAK by ADAPTIVE", "CRITICAL by ADAPTIVE", "PEAK by ADAPTIVE", "NORMAL");
        assertThat(time.delays()).as("nobody looks any more").isZero();
    }

    private List<String> levelsAfter(int seconds, CapturedOutput output) {
        for (int second = 0; second < seconds; second++) {
            time.advance(SECOND);
            load.begin().end(End.OTHER);
        }
        return levels(output);
    }

    private static List<String> levels(CapturedOutput output) {
        String mark = "The load level is ";
        return output.getAll()
                .lines()
                .filter(line -> line.contains(mark))
                .map(line -> line.substring(line.indexOf(mark) + mark.length()).strip())
                .toList();
    }
}
