package io.github.limiter.examples.fivelayers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** An nginx of a test's own, with the guard before all that it serves; a process on a free port of the loopback. */
final class Nginx implements AutoCloseable {

    private static final Path SCRIPTS =
            Path.of("../../src-lua/nginx").toAbsolutePath().normalize();
    private static final Path MODULES = Path.of("/usr/lib/nginx/modules");
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final Path directory;
    private final int port;
    private final Process process;

    /** Starts one whose guard nobody has told where Redis is. */
    static Nginx unconfigured() {
        return new Nginx("");
    }

    /**
     * Starts one; returns when it listens.
     *
     * @param redis the Lua table that says where Redis is
     */
    Nginx(String redis) {
        if (!Files.exists(MODULES.resolve("ngx_http_lua_module.so"))) {
            throw new IllegalStateException("These tests need nginx with its Lua module: apt-get install"
                    + " --no-install-recommends nginx libnginx-mod-http-lua");
        }
        try {
            directory = Files.createTempDirectory("limiter-nginx");
            port = Machine.freePort();
            Files.writeString(directory.resolve("nginx.conf"), configuration(redis));
            process = new ProcessBuilder(
                            "nginx",
                            "-p",
                            directory.toString(),
                            "-c",
                            "nginx.conf",
                            "-g",
                            "daemon off;",
                            "-e",
                            "error.log")
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("out").toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!listens()) {
            if (!process.isAlive() || System.nanoTime() - giveUp > 0) {
                throw new IllegalStateException("nginx does not start:\n" + log());
            }
            Thread.onSpinWait();
        }
    }

    private String configuration(String redis) {
        return """
                load_module %1$s/ndk_http_module.so;
                load_module %1$s/ngx_http_lua_module.so;
                worker_processes 2;
                pid nginx.pid;
                error_log error.log warn;
                events { worker_connections 256; }
                http {
                    access_log off;
                    client_body_temp_path tmp; proxy_temp_path tmp; fastcgi_temp_path tmp; uwsgi_temp_path tmp;
                    scgi_temp_path tmp;
                    lua_package_path '%2$s/?.lua;;';
                    lua_shared_dict limiter 10m;
                    %3$s
                    init_worker_by_lua_block { require('limiter.guard').start_reporting() }
                    set_real_ip_from 127.0.0.1;
                    real_ip_header X-Forwarded-For;
                    real_ip_recursive on;
                    limit_req_zone $limiter_client zone=crowd:1m rate=1r/m;
                    limit_req_status 429;
                    limit_conn_zone $limiter_client zone=connections:1m;
                    limit_conn_status 429;
                    server {
                        listen 127.0.0.1:%4$d;
                        set_by_lua_block $limiter_client { return require('limiter.guard').client() }
                        rewrite_by_lua_block { require('limiter.guard').refuse_banned() }
                        log_by_lua_block { require('limiter.guard').report_refused() }
                        location / { content_by_lua_block { ngx.print('passed') } }
                        location /crowd { limit_req zone=crowd; content_by_lua_block { ngx.print('passed') } }
                        location /slow {
                            limit_conn connections 1;
                            content_by_lua_block {
                                ngx.shared.limiter:incr('under way', 1, 0)
                                while ngx.var.arg_until and not ngx.shared.limiter:get(ngx.var.arg_until) do
                                    ngx.sleep(0.01)
                                end
                                ngx.print('passed')
                            }
                        }
                        location /under-way {
                            content_by_lua_block { ngx.print(ngx.shared.limiter:get('under way') or 0) }
                        }
                        location /end { content_by_lua_block { ngx.shared.limiter:set(ngx.var.arg_of, true) } }
                        location /office {
                            satisfy any; allow 10.0.0.0/8; deny all;
                            content_by_lua_block { ngx.print('passed') }
                        }
                        location /gone { rewrite_by_lua_block { ngx.exit(444) } }
                        location /subject {
                            content_by_lua_block {
                                ngx.print(table.concat(
                                    { require('limiter.subject').of(ngx.var.binary_remote_addr, 64) }, ' '))
                            }
                        }
                    }
                }
                """.formatted(
                        MODULES,
                        SCRIPTS,
                        redis.isEmpty()
                                ? ""
                                : "init_by_lua_block { require('limiter.guard').configure { redis = " + redis + " } }",
                        port);
    }

    private boolean listens() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Asks for a path as a client of that address, with fields: names and values in turns; those without value are left out. */
    HttpResponse<String> get(String path, String address, String... fields) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("X-Forwarded-For", address);
        for (int i = 0; i < fields.length; i += 2) {
            if (!fields[i + 1].isEmpty()) {
                request.header(fields[i], fields[i + 1]);
            }
        }
        try {
            return CLIENT.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Sends what no client would, and returns the first line of the answer; empty if there is none. */
    String send(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(5_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            List<String> lines = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1)
                    .lines()
                    .toList();
            return lines.isEmpty() ? "" : lines.get(0);
        }
    }

    /** What it complained about so far. */
    String log() {
        try {
            return Files.readString(directory.resolve("error.log")) + Files.readString(directory.resolve("out"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
