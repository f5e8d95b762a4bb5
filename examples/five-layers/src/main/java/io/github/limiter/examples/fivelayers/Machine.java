package io.github.limiter.examples.fivelayers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** The processes of a site: each on a free port, with its log in the site's directory; all end with it. */
final class Machine implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final int LINES_SHOWN = 30;
    private static final int FIRST_PORT = 30_000;
    private static final int PORTS = 2_700;
    private static final AtomicInteger NEXT_PORT =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(PORTS));

    private final Path directory;
    private final Map<String, Process> running = new LinkedHashMap<>();
    private final Thread lastResort = new Thread(this::stop);

    Machine(Path directory) {
        try {
            this.directory = Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().addShutdownHook(lastResort);
    }

    Path directory() {
        return directory;
    }

    /** A port below those that systems give to outgoing connections; none is handed out twice. */
    static int freePort() {
        while (true) {
            int port = FIRST_PORT + Math.floorMod(NEXT_PORT.getAndIncrement(), PORTS);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException e) {
                // Taken: another one.
            }
        }
    }

    /** Starts a process; returns at once. */
    synchronized void start(String name, List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve(name + ".log").toFile())
                    .start();
            running.put(name, process);
        } catch (IOException e) {
            throw new UncheckedIOException(command.get(0) + " does not start", e);
        }
    }

    private synchronized Process process(String name) {
        Process process = running.get(name);
        if (process == null) {
            throw new IllegalArgumentException(name + " was not started");
        }
        return process;
    }

    /** Returns when a process listens. */
    void awaitListening(String name, int port) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!listens(port)) {
            if (!process(name).isAlive() || System.nanoTime() > end) {
                throw new IllegalStateException(name + " does not start; its log ends with\n" + lastLines(name));
            }
            pause();
        }
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(100);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private String lastLines(String name) {
        try {
            List<String> lines = Files.readAllLines(directory.resolve(name + ".log"));
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size()));
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Processor time that a process and its children have used. */
    Duration cpu(String name) {
        ProcessHandle handle = process(name).toHandle();
        return Stream.concat(Stream.of(handle), handle.descendants())
                .map(each -> each.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Sends a signal, such as STOP and CONT. */
    void signal(String name, String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, String.valueOf(process(name).pid()))
                .inheritIO()
                .start()
                .waitFor();
    }

    private synchronized void stop() {
        running.values().forEach(Process::destroy);
        for (Process process : running.values()) {
            try {
                if (!process.waitFor(15, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
        running.clear();
    }

    @Override
    public void close() {
        stop();
        try {
            Runtime.getRuntime().removeShutdownHook(lastResort);
        } catch (IllegalStateException e) {
            // It is at work.
        }
    }
}
