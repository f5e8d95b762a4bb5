package io.github.limiter.spring.autoconfigure;

import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;

/**
 * What stands before the application, and shares its blacklist.
 *
 * @param strikes Whether what nginx refuses by itself, as its guard reports it on Redis, counts as strikes.
 * @param banFile A file of banned addresses, for an nginx without Lua.
 */
public record EdgeProperties(
        @DefaultValue("true") boolean strikes, @DefaultValue File banFile) {

    /**
     * A file of banned addresses, as a geo block of nginx includes it.
     *
     * @param path Where it is kept; none unless set. Its directory must be there.
     * @param entries Lines at most. If there are more bans, those that last longest are in it.
     * @param interval Shortest time between two changes of it.
     * @param reload Command that tells nginx, word by word, such as nginx, -s, reload. It runs after each change.
     */
    public record File(
            @Nullable Path path,
            @DefaultValue("100000") int entries,

            @DefaultValue("2s") @DurationUnit(ChronoUnit.SECONDS)
            Duration interval,

            @DefaultValue List<String> reload) {

        /**
         * Refuses what is out of range.
         *
         * @param path where it is kept
         * @param entries lines at most
         * @param interval shortest time between two changes of it
         * @param reload command that tells nginx
         */
        public File {
            LimiterProperties.requireRange("limiter.edge.ban-file.entries", entries, 1, 1_000_000);
        }
    }
}
