package io.github.limiter.store.redis;

import io.github.limiter.algorithm.LuaSource;

/** What scripts that strike and ban have in common. */
public final class BanScript {

    private BanScript() {}

    /**
     * The script of everything about bans but decisions.
     *
     * @param cluster whether a script reaches the keys of one slot only
     * @return the script; see bans.lua
     */
    public static RedisScript work(boolean cluster) {
        return new RedisScript(lua("common.lua") + '\n' + strikes(cluster) + lua("bans.lua"));
    }

    /** What follows common.lua in scripts that strike. */
    static String strikes(boolean cluster) {
        return "local one_node = " + !cluster + "\n\n" + lua("tell.lua") + lua("announce.lua") + '\n'
                + lua("strike.lua") + '\n';
    }

    private static String lua(String file) {
        return LuaSource.read(BanScript.class, "/io/github/limiter/lua/" + file);
    }
}
