package io.github.limiter.store.redis;

import io.lettuce.core.AclCategory;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.function.Consumer;

/** What a server, or the wire to it, goes through so that no call is answered, and how that ends. */
enum Outage {
    /** And starts again without its data. */
    KILLED {
        @Override
        void begin(RedisServer server, Wire wire) {
            server.kill();
        }

        @Override
        void end(RedisServer server, Wire wire) {
            server.start();
        }

        @Override
        boolean losesData() {
            return true;
        }
    },

    FROZEN {
        @Override
        void begin(RedisServer server, Wire wire) {
            server.freeze();
        }

        @Override
        void end(RedisServer server, Wire wire) {
            server.thaw();
        }
    },

    /** Each reply takes a second. */
    SLOW {
        @Override
        void begin(RedisServer server, Wire wire) {
            wire.delayReplies(Duration.ofSeconds(1));
        }

        @Override
        void end(RedisServer server, Wire wire) {
            wire.delayReplies(Duration.ZERO);
        }
    },

    /** Scripts run, and then their connections are reset. */
    RESET {
        @Override
        void begin(RedisServer server, Wire wire) {
            wire.loseReplies(true);
        }

        @Override
        void end(RedisServer server, Wire wire) {
            wire.loseReplies(false);
        }
    },

    /** It follows a master that is not there. */
    READ_ONLY {
        @Override
        void begin(RedisServer server, Wire wire) {
            tell(server, redis -> redis.replicaof("127.0.0.1", 1));
        }

        @Override
        void end(RedisServer server, Wire wire) {
            tell(server, RedisCommands::replicaofNoOne);
        }
    },

    /** It may not evict anything. */
    OUT_OF_MEMORY {
        @Override
        void begin(RedisServer server, Wire wire) {
            tell(server, redis -> redis.configSet("maxmemory", "1"));
        }

        @Override
        void end(RedisServer server, Wire wire) {
            tell(server, redis -> redis.configSet("maxmemory", "0"));
        }
    },

    /** Its user may do anything but run scripts. */
    NO_PERMISSION {
        @Override
        void begin(RedisServer server, Wire wire) {
            tell(
                    server,
                    redis -> redis.aclSetuser("default", AclSetuserArgs.Builder.removeCategory(AclCategory.SCRIPTING)));
        }

        @Override
        void end(RedisServer server, Wire wire) {
            tell(server, redis -> redis.aclSetuser("default", AclSetuserArgs.Builder.allCommands()));
        }
    },

    /** And connections are ended, as with a restart. */
    PASSWORD_CHANGED {
        private static final String PASSWORD = "another";

        @Override
        void begin(RedisServer server, Wire wire) {
            tell(server, redis -> {
                redis.configSet("requirepass", PASSWORD);
                redis.clientKill(KillArgs.Builder.typeNormal().skipme());
            });
        }

        @Override
        void end(RedisServer server, Wire wire) {
            String uri = server.uri().replace("redis://", "redis://:" + PASSWORD + '@');
            tell(uri, redis -> redis.configSet("requirepass", ""));
        }
    };

    abstract void begin(RedisServer server, Wire wire);

    abstract void end(RedisServer server, Wire wire);

    boolean losesData() {
        return false;
    }

    private static void tell(RedisServer server, Consumer<RedisCommands<String, String>> command) {
        tell(server.uri(), command);
    }

    private static void tell(String uri, Consumer<RedisCommands<String, String>> command) {
        RedisClient client = RedisClient.create(RedisURI.create(uri));
        try {
            command.accept(client.connect().sync());
        } finally {
            client.shutdown();
        }
    }
}
