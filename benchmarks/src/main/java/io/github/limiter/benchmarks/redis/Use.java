package io.github.limiter.benchmarks.redis;

import com.sun.management.OperatingSystemMXBean;
import io.lettuce.core.api.sync.RedisCommands;
import java.lang.management.ManagementFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What has been used since the start.
 *
 * @param clientMicros processor time of this process
 * @param serverMicros processor time of the server's main thread
 * @param scriptMicros of which it spent in scripts
 */
record Use(double clientMicros, double serverMicros, double scriptMicros) {

    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private static final Pattern MAIN_THREAD_CPU = Pattern.compile("used_cpu_(?:sys|user)_main_thread:(\\d+\\.\\d+)");
    private static final Pattern CPU = Pattern.compile("used_cpu_(?:sys|user):(\\d+\\.\\d+)");
    private static final Pattern SCRIPTS = Pattern.compile("cmdstat_eval(?:sha)?:calls=\\d+,usec=(\\d+)");

    static Use now(RedisCommands<String, String> commands) {
        String cpu = commands.info("cpu");
        double seconds = sum(MAIN_THREAD_CPU, cpu);
        return new Use(
                PROCESS.getProcessCpuTime() / 1e3,
                (seconds > 0 ? seconds : sum(CPU, cpu)) * 1e6,
                sum(SCRIPTS, commands.info("commandstats")));
    }

    private static double sum(Pattern pattern, String text) {
        double sum = 0;
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            sum += Double.parseDouble(matcher.group(1));
        }
        return sum;
    }

    Use since(Use before) {
        return new Use(
                clientMicros - before.clientMicros,
                serverMicros - before.serverMicros,
                scriptMicros - before.scriptMicros);
    }
}
