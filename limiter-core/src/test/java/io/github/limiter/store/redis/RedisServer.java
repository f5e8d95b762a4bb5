package io.github.limiter.store.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A Redis of a test's own, to be killed and frozen: a process on a free port of the loopback, with a directory of its
 * own, that ends with the tests at the latest. Its program is {@code redis-server} on the PATH, or the one that a Maven
 * artifact carries.
 */
public final class RedisServer implements AutoCloseable {

    private static final int FIRST_PORT = 10_000;
    private static final AtomicInteger NEXT_PORT =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(10_000));
    private static final Set<RedisServer> OPEN = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> OPEN.forEach(RedisServer::close)));
    }

    private final List<String> command = new ArrayList<>();
    private final Path directory;
    private final int port;
    private Process process;

    /**
     * Starts one; returns when it answers.
     *
     * @param options of the command line, {@code "--maxmemory", "10mb"}
     */
    public RedisServer(String... options) {
        this(freePort());
        Collections.addAll(command, "--port", String.valueOf(port), "--bind", "127.0.0.1");
        Collections.addAll(command, "--dir", directory.toString(), "--save", "", "--appendonly", "no");
        Collections.addAll(command, options);
        start();
    }

    private RedisServer(int port) {
        this.port = port;
        try {
            directory = Files.createTempDirectory("limiter-redis");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        command.add(RedisProgram.path());
    }

    /** Starts a Sentinel, which keeps what it learns in its configuration. */
    static RedisServer sentinel(List<String> configuration) {
        RedisServer sentinel = new RedisServer(freePort());
        List<String> lines = new ArrayList<>(configuration);
        Collections.addAll(lines, "port " + sentinel.port, "bind 127.0.0.1", "dir " + sentinel.directory);
        try {
            Path file = Files.write(sentinel.directory.resolve("sentinel.conf"), lines);
            Collections.addAll(sentinel.command, file.toString(), "--sentinel");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        sentinel.start();
        return sentinel;
    }

    /** Starts it again after {@link #kill()}, on the same port, without its data. */
    public void start() {
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("log").toFile())
                    .start();
            OPEN.add(this);
            awaitAnswer();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitAnswer() throws IOException {
        Await.until("redis-server answers, or has given up", () -> answers() || !process.isAlive());
        if (!process.isAlive()) {
            throw new IllegalStateException(
                    "redis-server does not start:\n" + Files.readString(directory.resolve("log")));
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            socket.setSoTimeout(1_000);
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readNBytes(5), StandardCharsets.US_ASCII).equals("+PONG");
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * A port that is free, and another 10,000 above it for the bus of a cluster. Both lie below the ports that systems
     * give to outgoing connections (from 32,768 on Linux), and none is handed out twice: nobody else takes it between
     * the look and the start, nor while a killed server is away.
     */
    private static int freePort() {
        while (true) {
            int port = FIRST_PORT + Math.floorMod(NEXT_PORT.getAndIncrement(), 10_000);
            try (ServerSocket data = new ServerSocket(port);
                    ServerSocket bus = new ServerSocket(port + 10_000)) {
                return data.getLocalPort();
            } catch (IOException e) {
                // Taken: another one.
            }
        }
    }

    /**
     * Where it listens.
     *
     * @return a port of 127.0.0.1
     */
    public int port() {
        return port;
    }

    /**
     * Where it listens.
     *
     * @return {@code redis://127.0.0.1:<port>}
     */
    public String uri() {
        return "redis://127.0.0.1:" + port;
    }

    /** Stops it in the middle of whatever it does: connections stay, and get no answers. */
    public void freeze() {
        signal("STOP");
    }

    /** Lets a frozen one go on. */
    public void thaw() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            // A shell has the command built in; a program of that name is not everywhere.
            int status = new ProcessBuilder("sh", "-c", "kill -" + name + ' ' + process.pid())
                    .start()
                    .waitFor();
            if (status != 0) {
                throw new IllegalStateException("kill -" + name + " answered " + status);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Ends it without a word. */
    public void kill() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        kill();
        OPEN.remove(this);
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
