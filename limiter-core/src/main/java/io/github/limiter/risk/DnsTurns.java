package io.github.limiter.risk;

import io.github.limiter.subject.IpAddress;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Shares the questions that DNS is asked among networks, the /16s and the /32s of IPv6, in which one owner often has many
 * addresses and the names of all of them: one at a time, and who lets DNS wait for nothing rests ten times as long as that
 * took. So the owner of a network keeps a thread busy for an eleventh of its time at most, with however many addresses he
 * comes. Bounded: the least recently seen network is forgotten. Not thread-safe.
 */
final class DnsTurns {

    private static final int MOST = 10_000;
    private static final int IPV4 = 16;
    private static final int IPV6 = 32;
    private static final int REST = 10;
    private static final long LONGEST_REST = 600_000_000L;

    /** Claims of one network that are let be at the same time, for the time of one. */
    private static final int MERCIES = 64;

    private final Map<IpAddress, Network> networks = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<IpAddress, Network> eldest) {
            return size() > MOST;
        }
    };

    private static final class Network {

        private boolean asking;
        private long restsUntil = Long.MIN_VALUE;
        private long mercyUntil = Long.MIN_VALUE;
        private int mercies;
    }

    private Network network(IpAddress address) {
        return networks.computeIfAbsent(address.network(address.isV4() ? IPV4 : IPV6), key -> new Network());
    }

    /** Whether its network has a turn, which it then has until it gives it back. */
    boolean take(IpAddress address, long now) {
        Network network = network(address);
        if (network.asking || now < network.restsUntil) {
            return false;
        }
        network.asking = true;
        return true;
    }

    /** Of a question that was not asked, or was answered well. */
    void giveBack(IpAddress address) {
        network(address).asking = false;
    }

    /** Of one whose answer took so long and was of no use. */
    void rest(IpAddress address, long now, long tookMicros) {
        Network network = network(address);
        network.asking = false;
        network.restsUntil = now + Math.min(LONGEST_REST, REST * Math.max(0, tookMicros));
    }

    /** Whether one more claim of its network may be let be for so long. */
    boolean isSpared(IpAddress address, long now, long micros) {
        Network network = network(address);
        if (now >= network.mercyUntil) {
            network.mercyUntil = now + micros;
            network.mercies = 0;
        }
        return ++network.mercies <= MERCIES;
    }
}
