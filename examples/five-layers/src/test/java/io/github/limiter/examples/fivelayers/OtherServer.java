package io.github.limiter.examples.fivelayers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Has one answer to each command, whatever that is. */
final class OtherServer implements AutoCloseable {

    /** Begins one, in the protocol of Redis. */
    private static final byte COMMAND = '*';

    private static final int MOST_AT_ONCE = 8_192;

    private final ServerSocket door = new ServerSocket();
    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "other server");
        thread.setDaemon(true);
        return thread;
    });
    private final byte[] answer;

    OtherServer(String answer) throws IOException {
        this.answer = answer.getBytes(StandardCharsets.US_ASCII);
        door.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), Machine.freePort()));
        threads.execute(this::serve);
    }

    int port() {
        return door.getLocalPort();
    }

    private void serve() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                threads.execute(() -> answer(client));
            } catch (IOException e) {
                // Closed.
                return;
            }
        }
    }

    private void answer(Socket client) {
        try (client) {
            byte[] bytes = new byte[MOST_AT_ONCE];
            for (int read = 0; read >= 0; read = client.getInputStream().read(bytes)) {
                for (int i = 0; i < read; i++) {
                    if (bytes[i] == COMMAND) {
                        client.getOutputStream().write(answer);
                    }
                }
            }
        } catch (IOException e) {
            // The other side has had enough.
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
        threads.shutdownNow();
    }
}
