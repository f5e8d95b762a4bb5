package io.github.limiter.store.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** A wire to a server that loses replies, is slow, goes dead, or leads elsewhere when a test says so. */
final class Wire implements AutoCloseable {

    private final ServerSocket listener;
    private final Set<Strand> strands = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean losesNextReply = new AtomicBoolean();
    private volatile RedisServer target;
    private volatile boolean losesReplies;
    private volatile long delayNanos;

    Wire(RedisServer target) {
        this.target = target;
        try {
            listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    String uri() {
        return "redis://127.0.0.1:" + listener.getLocalPort();
    }

    /** The next reply does not arrive: its connection ends instead. */
    void loseNextReply() {
        losesNextReply.set(true);
    }

    /** No reply arrives, not even to a greeting: its connection is reset instead. */
    void loseReplies(boolean lose) {
        losesReplies = lose;
    }

    /** Replies arrive that much later, or later still; zero ends it, for those that wait too. */
    void delayReplies(Duration delay) {
        delayNanos = delay.toNanos();
    }

    /** Connections that are there stay, but carry nothing any more; new ones do. */
    void deadenConnections() {
        strands.forEach(strand -> strand.dead = true);
    }

    /** New connections lead to another server; those that are there stay. */
    void leadTo(RedisServer other) {
        target = other;
    }

    private void accept() {
        try {
            while (true) {
                lead(listener.accept());
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void lead(Socket client) throws IOException {
        try {
            Strand strand = new Strand(client, new Socket(InetAddress.getLoopbackAddress(), target.port()));
            strands.add(strand);
            start(() -> strand.carry(strand.client, strand.server, false));
            start(() -> strand.carry(strand.server, strand.client, true));
        } catch (IOException e) {
            // Nobody listens there: nor does it look so from here.
            client.close();
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "wire");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        strands.forEach(Strand::cut);
    }

    /** One connection. */
    private final class Strand {

        private final Socket client;
        private final Socket server;
        private volatile boolean dead;

        Strand(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void carry(Socket from, Socket to, boolean replies) {
            byte[] buffer = new byte[8_192];
            try {
                for (int length = 0; length >= 0; length = from.getInputStream().read(buffer)) {
                    if (length > 0 && replies) {
                        if (losesNextReply.compareAndSet(true, false)) {
                            break;
                        }
                        delay();
                        if (losesReplies) {
                            from.setSoLinger(true, 0);
                            to.setSoLinger(true, 0);
                            break;
                        }
                    }
                    if (!dead) {
                        to.getOutputStream().write(buffer, 0, length);
                    }
                }
            } catch (IOException e) {
                // Ended by one side: the other follows.
            }
            cut();
        }

        private void delay() {
            long begin = System.nanoTime();
            while (System.nanoTime() - begin < delayNanos) {
                LockSupport.parkNanos(1_000_000);
            }
        }

        void cut() {
            strands.remove(this);
            try (client;
                    server) {
                // Closes both.
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
