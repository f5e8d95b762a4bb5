package io.github.limiter.spring.autoconfigure;

import io.github.limiter.store.redis.RedisServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** Stands before a Redis server and speaks TLS, with a certificate of its own making. */
final class TlsWire implements AutoCloseable {

    static final String PASSWORD = "changeit";

    private final RedisServer target;
    private final Path trusted;
    private final SSLServerSocket listener;

    TlsWire(RedisServer target, Path directory) throws IOException, GeneralSecurityException, InterruptedException {
        this.target = target;
        Path own = directory.resolve("own.p12");
        Path certificate = directory.resolve("redis.crt");
        trusted = directory.resolve("trusted.p12");
        keytool(own, "-genkeypair", "-keyalg", "EC", "-dname", "CN=redis", "-ext", "san=ip:127.0.0.1");
        keytool(own, "-exportcert", "-file", certificate.toString());
        keytool(trusted, "-importcert", "-noprompt", "-file", certificate.toString());
        listener = (SSLServerSocket)
                context(own).getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    private static void keytool(Path store, String... options) throws IOException, InterruptedException {
        Path tool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        List<String> command = new ArrayList<>(List.of(tool.toString()));
        command.addAll(List.of(options));
        command.addAll(List.of("-alias", "redis", "-keystore", store.toString()));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new IllegalStateException(said);
        }
    }

    private static SSLContext context(Path own) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(own)) {
            store.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Trusts the certificate, and no other. */
    Path trusted() {
        return trusted;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target.port());
                start(() -> carry(client, server));
                start(() -> carry(server, client));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private static void carry(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // One of the two has hung up.
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "tls wire");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
