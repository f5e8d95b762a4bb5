package io.github.limiter.examples.fivelayers;

import io.github.limiter.examples.fivelayers.Traffic.Played;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** nginx, a gateway, two shop nodes and a Redis, each a process of this machine. */
final class Site implements AutoCloseable {

    /** What the site defends itself with. */
    enum Defence {
        /** One limit over everything, at the shop. */
        GLOBAL_LIMIT("proxy.conf", EnumSet.allOf(Layer.class)),
        /** All five layers. */
        LAYERS("layers.conf", EnumSet.noneOf(Layer.class));

        private final String nginx;
        private final Set<Layer> without;

        Defence(String nginx, Set<Layer> without) {
            this.nginx = nginx;
            this.without = without;
        }
    }

    /** What stands behind nginx, and may be left out to see what it is good for. */
    enum Layer {
        /** The limits of the gateway. */
        GATEWAY,
        /** The shop's limits for users, addresses and interfaces. */
        LIMITS,
        /** The shop's risk control. */
        RISK
    }

    /** The last net, over both nodes, with and without layers. */
    static final int REQUESTS_A_SECOND = 100;

    private static final int SHOPS = 2;
    private static final List<String> LIMITS =
            List.of("product-list", "product-detail", "order-ip", "order-user", "report", "coupon");

    private final Machine machine;
    private final Path home;
    private final Defence defence;
    private final Set<Layer> without;
    private final int redis = Machine.freePort();
    private final int gateway = Machine.freePort();
    private final int door = Machine.freePort();
    private final List<Integer> shops = new ArrayList<>();

    /**
     * Starts one; returns when its door is open.
     *
     * @param home the project's directory
     * @param directory for its files
     * @param without what is left out of the defence
     */
    Site(Path home, Path directory, Defence defence, Set<Layer> without) {
        this.machine = new Machine(directory);
        this.home = home;
        this.defence = defence;
        this.without = EnumSet.copyOf(defence.without);
        this.without.addAll(without);
        try {
            startRedis();
            for (int i = 1; i <= SHOPS; i++) {
                startShop(i);
            }
            startGateway();
            startNginx();
        } catch (RuntimeException e) {
            machine.close();
            throw e;
        }
    }

    private void startRedis() {
        machine.start(
                "redis",
                List.of(
                        "redis-server",
                        "--port",
                        String.valueOf(redis),
                        "--bind",
                        "127.0.0.1",
                        "--save",
                        "",
                        "--appendonly",
                        "no"));
        machine.awaitListening("redis", redis);
    }

    private void startShop(int number) {
        int port = Machine.freePort();
        List<String> command = java("examples/shop/target/shop.jar", port);
        command.add("--limiter.store=redis");
        command.add("--limiter.global.limit=" + REQUESTS_A_SECOND);
        command.add("--limiter.global.window=1s");
        command.add("--server.tomcat.basedir=" + machine.directory().resolve("shop-" + number));
        command.add("--server.tomcat.accesslog.enabled=true");
        command.add("--server.tomcat.accesslog.buffered=false");
        command.add("--server.tomcat.accesslog.pattern=%{msec}t %{X-Forwarded-For}i %s - %U");
        if (defence == Defence.GLOBAL_LIMIT) {
            command.add("--limiter.ban.enabled=false");
        }
        if (without.contains(Layer.LIMITS)) {
            for (String policy : LIMITS) {
                command.add("--limiter.policies." + policy + ".limit=100000");
            }
            command.add("--limiter.policies.order-user.burst=100000");
        }
        if (without.contains(Layer.RISK)) {
            command.add("--limiter.risk.enabled=false");
        } else {
            command.add("--limiter.risk.scenes.crawler.mode=enforce");
            // Pictures would come from nginx alone.
            command.add("--limiter.risk.scenes.crawler.signals.no-assets.points=0");
            command.add("--limiter.risk.scenes.crawler.signals.subnet-no-assets.points=0");
        }
        machine.start("shop-" + number, command);
        shops.add(port);
    }

    private void startGateway() {
        List<String> command = java("examples/gateway/target/gateway.jar", gateway);
        command.add("--shop.uri=lb://shop");
        for (int i = 0; i < shops.size(); i++) {
            command.add("--spring.cloud.discovery.client.simple.instances.shop[" + i + "].uri=" + shop(i + 1));
        }
        if (without.contains(Layer.GATEWAY)) {
            // It still tells the shops who calls.
            command.add("--limiter.mode=shadow");
            command.add("--limiter.gateway.circuit-breaker.enabled=false");
        }
        machine.start("gateway", command);
        for (int i = 1; i <= SHOPS; i++) {
            machine.awaitListening("shop-" + i, shops.get(i - 1));
        }
        machine.awaitListening("gateway", gateway);
    }

    /** Small heaps and a quick compiler: all of them share one machine. */
    private List<String> java(String jar, int port) {
        return new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-jar",
                home.resolve(jar).toString(),
                "--server.port=" + port,
                "--server.address=127.0.0.1",
                "--spring.data.redis.url=redis://127.0.0.1:" + redis,
                // The machine may be busy: that is not the outage that failure modes are for.
                "--limiter.redis.deadline=300ms"));
    }

    private void startNginx() {
        NginxFiles files = new NginxFiles(home, machine.directory().resolve("nginx"));
        String configuration = files.template(defence.nginx)
                .replace("@redis@", String.valueOf(redis))
                .replace("@gateway@", String.valueOf(gateway))
                // No person here asks for more, and the crawler of the night does by three a second.
                .replace("rate=10r/s", "rate=1r/s")
                .replace("burst=20", "burst=5")
                .replace("@listen@", "127.0.0.1:" + door);
        machine.start("nginx", files.command(configuration));
        machine.awaitListening("nginx", door);
    }

    /** Where visitors come in. */
    URI door() {
        return URI.create("http://127.0.0.1:" + door);
    }

    /** A shop node as operators on this machine reach it. */
    URI shop(int number) {
        return URI.create("http://127.0.0.1:" + shops.get(number - 1));
    }

    Machine machine() {
        return machine;
    }

    /** Plays visitors, and looks at what became of them. The same seed gives the same visits. */
    Course play(List<Visitor> visitors, long seed, int seconds) throws InterruptedException {
        long start = System.currentTimeMillis();
        Played played = Traffic.play(door(), visitors, seed, seconds);
        return new Course(
                played, start, seconds, atNginx().since(start), atShops().since(start));
    }

    /** What nginx saw and answered. */
    AccessLog atNginx() {
        return AccessLog.read(List.of(machine.directory().resolve("nginx/access.log")));
    }

    /** How often nginx did not get an answer of Redis in time; it says so once a second at most. */
    long silencesOfRedis() {
        try (Stream<String> lines = Files.lines(machine.directory().resolve("nginx/error.log"))) {
            return lines.filter(line -> line.contains("does not answer")).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What reached one of the shops. */
    AccessLog atShops() {
        List<Path> files = new ArrayList<>();
        for (int i = 1; i <= SHOPS; i++) {
            try (Stream<Path> logs = Files.list(machine.directory().resolve("shop-" + i + "/logs"))) {
                logs.forEach(files::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return AccessLog.read(files);
    }

    @Override
    public void close() {
        machine.close();
    }
}
