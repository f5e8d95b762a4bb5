package io.github.limiter.store.redis;

import java.util.concurrent.atomic.AtomicInteger;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;

/**
 * A Redis for tests that only use it. There always is one: the first of
 *
 * <ol>
 *   <li>the one at the URL that the environment variable {@code LIMITER_TEST_REDIS_URL} has, such as
 *       {@code redis://localhost:6379}; tests write keys under prefixes of their own and leave them to expire
 *   <li>the program that {@code LIMITER_TEST_REDIS_SERVER} names, started as a {@link RedisServer}
 *   <li>a container, where Docker answers
 *   <li>a {@link RedisServer}
 * </ol>
 *
 * <p>All tests of one JVM share it. A test that stops, empties or measures the server starts a {@link RedisServer}.
 */
public final class TestRedis {

    /** Names the environment variable. */
    public static final String URL = "LIMITER_TEST_REDIS_URL";

    private static final String IMAGE = "redis:7-alpine";
    private static final int PORT = 6379;
    private static final AtomicInteger PREFIXES = new AtomicInteger();

    private TestRedis() {}

    /**
     * The shared one.
     *
     * @return {@code redis://<host>:<port>}
     */
    public static String uri() {
        return Shared.URI;
    }

    /**
     * A prefix of keys that nobody else uses.
     *
     * @return another one each time
     */
    public static String newPrefix() {
        return "test-" + Long.toString(ProcessHandle.current().pid(), 36) + '-' + Long.toString(System.nanoTime(), 36)
                + '-' + PREFIXES.incrementAndGet() + ':';
    }

    private static final class Shared {

        static final String URI = start();

        private static String start() {
            String given = System.getenv(URL);
            if (given != null && !given.isBlank()) {
                return given;
            }
            if (!RedisProgram.isGiven() && DockerClientFactory.instance().isDockerAvailable()) {
                GenericContainer<?> container = new GenericContainer<>(IMAGE).withExposedPorts(PORT);
                container.start();
                return "redis://" + container.getHost() + ':' + container.getMappedPort(PORT);
            }
            return new RedisServer().uri();
        }
    }
}
