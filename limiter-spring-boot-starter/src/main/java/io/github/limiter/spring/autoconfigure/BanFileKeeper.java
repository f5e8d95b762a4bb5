package io.github.limiter.spring.autoconfigure;

import io.github.limiter.ban.BanEvent;
import io.github.limiter.ban.BanStore;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.ban.BanFile;
import io.github.limiter.spring.ban.BanFile.Written;
import io.github.limiter.store.Standing;
import io.github.limiter.subject.Subject;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.SmartLifecycle;

/**
 * Writes the file of bans while the application runs, on a thread of its own: when somebody was banned or lifted, when a
 * ban ends, and every minute, lest anything was missed. Tells nginx if the file has changed.
 */
final class BanFileKeeper
        implements SmartLifecycle, BanStore.Follower, ApplicationListener<PayloadApplicationEvent<BanEvent>> {

    private static final Logger log = LoggerFactory.getLogger(BanFileKeeper.class);
    private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(100);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int RELOAD_PATIENCE_SECONDS = 10;
    /** Writing may take a tenth of the time at most, however many bans there are. */
    private static final int PAUSES_FOR_EACH_WRITE = 9;

    private final BanFile file;
    private final long intervalNanos;
    private final List<String> reload;
    private @Nullable ScheduledExecutorService thread;
    private boolean failing;
    private boolean full;

    /** Whether nginx has read the file as it is; it may have changed when this application last ended. */
    private boolean told;

    private boolean tellingFails;
    private long dueAt = System.nanoTime();
    private volatile boolean dirty = true;

    BanFileKeeper(BanFile file, Duration interval, List<String> reload) {
        this.file = file;
        this.intervalNanos = interval.toNanos();
        this.reload = reload;
    }

    /** Refuses what cannot work, at start. */
    static void check(Path path, EdgeProperties.File properties) {
        Path directory = path.toAbsolutePath().getParent();
        if (directory == null || !Files.isDirectory(directory) || !Files.isWritable(directory)) {
            throw new InvalidConfigurationException(
                    "limiter.edge.ban-file.path",
                    path,
                    "is in no directory that can be written to",
                    "Make the directory, or let this application write there: the file is replaced as a whole");
        }
        if (properties.interval().compareTo(SHORTEST_INTERVAL) < 0) {
            throw new InvalidConfigurationException(
                    "limiter.edge.ban-file.interval",
                    properties.interval(),
                    "is too short",
                    "Use 100ms or more, such as 2s");
        }
    }

    @Override
    public synchronized void start() {
        if (thread == null) {
            thread = Executors.newSingleThreadScheduledExecutor(task -> {
                Thread made = new Thread(task, "limiter-ban-file");
                made.setDaemon(true);
                return made;
            });
            thread.execute(this::beat);
        }
    }

    private void beat() {
        long began = System.nanoTime();
        if (dirty || began - dueAt >= 0) {
            dirty = false;
            write();
        }
        long took = System.nanoTime() - began;
        later(Math.max(intervalNanos, took * PAUSES_FOR_EACH_WRITE));
    }

    private synchronized void later(long nanos) {
        if (thread != null) {
            thread.schedule(this::beat, nanos, TimeUnit.NANOSECONDS);
        }
    }

    private void write() {
        dueAt = System.nanoTime() + LONGEST_PAUSE_NANOS;
        try {
            Written written = file.write();
            Duration fresh = written.fresh();
            if (fresh != null && fresh.toNanos() < LONGEST_PAUSE_NANOS) {
                dueAt = System.nanoTime() + Math.max(0, fresh.toNanos());
            }
            if (full != written.left() > 0) {
                full = written.left() > 0;
                log.warn(
                        "{} bans have no room among the {} lines of limiter.edge.ban-file.entries",
                        written.left(),
                        written.lines());
            }
            failing = false;
            told &= !written.changed();
        } catch (IOException | RuntimeException e) {
            dirty = true;
            if (!failing) {
                failing = true;
                log.warn(
                        "The file of bans stays as it is, but for bans that end, until it can be written: {}",
                        e.toString());
            }
            leaveOutWhatHasEnded();
        }
        if (!told) {
            told = tellNginx();
            dirty |= !told;
        }
    }

    /** Without the store nobody can be added or lifted, but no ban is to last longer for it. */
    private void leaveOutWhatHasEnded() {
        try {
            told &= !file.leaveOutWhatHasEnded();
        } catch (IOException e) {
            log.debug("The file of bans cannot be written", e);
        }
    }

    /** Whether it was told: if not, the next beat tries again. */
    private boolean tellNginx() {
        if (reload.isEmpty()) {
            return true;
        }
        String problem = problemOfTelling();
        if (problem != null && !tellingFails) {
            log.warn("Nginx does not know of the newest bans and lifts until this succeeds: {} {}", reload, problem);
        }
        tellingFails = problem != null;
        return problem == null;
    }

    private @Nullable String problemOfTelling() {
        try {
            Process process = new ProcessBuilder(reload)
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
            if (!process.waitFor(RELOAD_PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return "has not ended after " + RELOAD_PATIENCE_SECONDS + " s";
            }
            return process.exitValue() == 0 ? null : "has ended with " + process.exitValue();
        } catch (IOException e) {
            return "cannot be run: " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "was interrupted";
        }
    }

    /** What this node decides itself, its store need not tell it. */
    @Override
    public void onApplicationEvent(PayloadApplicationEvent<BanEvent> event) {
        dirty = true;
    }

    @Override
    public void onStanding(Subject subject, Standing standing, long ticks) {
        dirty = true;
    }

    @Override
    public void onClear(Subject subject, long ticks, boolean lifted) {
        dirty = true;
    }

    @Override
    public void onGap() {
        dirty = true;
    }

    @Override
    public synchronized void stop() {
        if (thread != null) {
            thread.shutdownNow();
            thread = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return thread != null;
    }
}
