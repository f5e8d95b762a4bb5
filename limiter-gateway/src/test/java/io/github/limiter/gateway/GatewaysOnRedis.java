package io.github.limiter.gateway;

import io.github.limiter.store.redis.RedisServer;
import java.util.List;
import java.util.stream.Stream;

/** Gateways that share a Redis of their own, before one service. */
final class GatewaysOnRedis implements AutoCloseable {

    final Backend service = new Backend();
    final RedisServer redis = new RedisServer();
    final List<TestGateway> nodes;

    GatewaysOnRedis(int count, String text, Class<?>... beans) {
        String onRedis = "limiter.store=redis\nspring.data.redis.url=" + redis.uri() + "\n" + text;
        nodes = Stream.generate(() -> TestGateway.start(service, onRedis, beans))
                .limit(count)
                .toList();
    }

    @Override
    public void close() {
        nodes.forEach(TestGateway::close);
        redis.close();
        service.close();
    }
}
