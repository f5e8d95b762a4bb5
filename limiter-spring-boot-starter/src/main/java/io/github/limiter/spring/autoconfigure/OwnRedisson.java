package io.github.limiter.spring.autoconfigure;

import io.github.limiter.policy.InvalidConfigurationException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.redisson.config.BaseConfig;
import org.redisson.config.Config;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.env.Environment;

/** Configures a Redisson client by {@code spring.data.redis.*}, for applications that have the library but no client. */
final class OwnRedisson {

    private OwnRedisson() {}

    /** What the library reads of Boot's properties; their classes have other names in Boot 3 and 4. */
    record Settings(
            @Nullable String url,
            @DefaultValue("localhost") String host,
            @DefaultValue("6379") int port,
            @DefaultValue("0") int database,
            @Nullable String username,
            @Nullable String password,
            @Nullable String clientName,
            @Nullable Duration timeout,
            @Nullable Duration connectTimeout,
            @DefaultValue Ssl ssl,
            @Nullable Sentinel sentinel,
            @Nullable Cluster cluster) {

        record Ssl(
                @DefaultValue("false") boolean enabled,
                @Nullable String bundle) {}

        record Sentinel(
                String master,
                List<String> nodes,
                @Nullable String username,
                @Nullable String password) {}

        record Cluster(List<String> nodes) {}
    }

    static Config config(Environment environment) {
        return config(Binder.get(environment).bindOrCreate("spring.data.redis", Settings.class));
    }

    static Config config(Settings settings) {
        if (settings.ssl().bundle() != null) {
            // A connection that trusts others than those of the bundle, or is not encrypted, is worse than none.
            throw new InvalidConfigurationException(
                    "spring.data.redis.ssl.bundle",
                    settings.ssl().bundle(),
                    "is not used by the Redisson client that the library makes",
                    "Declare a RedissonClient bean that uses the bundle, or set limiter.redis.client to lettuce");
        }
        Config config = new Config();
        // Few connections that gather what is written: the library sends small scripts, many at once.
        config.setNettyThreads(2).setUsername(settings.username()).setPassword(settings.password());
        if (settings.sentinel() != null) {
            sentinel(config, settings, settings.sentinel());
        } else if (settings.cluster() != null) {
            cluster(config, settings, settings.cluster());
        } else {
            single(config, settings);
        }
        return config;
    }

    private static void single(Config config, Settings settings) {
        URI url = settings.url() == null ? null : parse(settings.url());
        String address = url == null
                ? address(
                        settings.host() + ":" + settings.port(), settings.ssl().enabled())
                : url.getScheme() + "://" + url.getHost() + ":" + (url.getPort() < 0 ? 6379 : url.getPort());
        config.useSingleServer()
                .setAddress(address)
                .setDatabase(url == null ? settings.database() : database(url, settings.database()))
                .setConnectionPoolSize(4)
                .setConnectionMinimumIdleSize(1);
        common(config.useSingleServer(), settings);
        if (url != null && url.getUserInfo() != null) {
            String[] user = url.getUserInfo().split(":", 2);
            config.setUsername(user.length == 2 && !user[0].isEmpty() ? user[0] : null)
                    .setPassword(user[user.length - 1]);
        }
    }

    private static void sentinel(Config config, Settings settings, Settings.Sentinel sentinel) {
        var servers = config.useSentinelServers()
                .setMasterName(sentinel.master())
                .setDatabase(settings.database())
                .setSentinelUsername(sentinel.username())
                .setSentinelPassword(sentinel.password())
                .setCheckSentinelsList(false);
        sentinel.nodes()
                .forEach(node ->
                        servers.addSentinelAddress(address(node, settings.ssl().enabled())));
        common(servers, settings);
    }

    private static void cluster(Config config, Settings settings, Settings.Cluster cluster) {
        var servers = config.useClusterServers();
        cluster.nodes()
                .forEach(node ->
                        servers.addNodeAddress(address(node, settings.ssl().enabled())));
        common(servers, settings);
    }

    private static void common(BaseConfig<?> servers, Settings settings) {
        servers.setRetryAttempts(0).setClientName(settings.clientName());
        if (settings.timeout() != null) {
            servers.setTimeout(Math.toIntExact(settings.timeout().toMillis()));
        }
        if (settings.connectTimeout() != null) {
            servers.setConnectTimeout(Math.toIntExact(settings.connectTimeout().toMillis()));
        }
    }

    private static String address(String node, boolean ssl) {
        return (ssl ? "rediss://" : "redis://") + node;
    }

    private static int database(URI url, int otherwise) {
        String path = url.getPath();
        return path == null || path.length() < 2 ? otherwise : Integer.parseInt(path.substring(1));
    }

    private static URI parse(String url) {
        try {
            URI uri = new URI(url);
            if (uri.getHost() != null && ("redis".equals(uri.getScheme()) || "rediss".equals(uri.getScheme()))) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // Told below; the message of the exception would show the password.
        }
        throw new InvalidConfigurationException(
                "spring.data.redis.url",
                "(not shown)",
                "is not a Redis URL",
                "Write it like redis://user:password@host:6379 or rediss://host:6379");
    }
}
