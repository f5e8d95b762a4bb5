package io.github.limiter.guard;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.ban.Immunity;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.Cidr;
import io.github.limiter.subject.CidrSet;
import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.ClientAddress.Origin;
import io.github.limiter.subject.IpAddress;
import io.github.limiter.subject.Subject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Callers that are never limited: networks and users. Immutable. */
public final class AllowList implements Immunity {

    /** Nobody. */
    public static final AllowList EMPTY = of(List.of());

    /** Everybody: nothing is limited. */
    public static final AllowList EVERYBODY = new AllowList(true, CidrSet.empty(), Set.of());

    private static final String USER = "user:";

    private final boolean everybody;
    private final CidrSet networks;
    private final Set<String> users;

    private AllowList(boolean everybody, CidrSet networks, Set<String> users) {
        this.everybody = everybody;
        this.networks = networks;
        this.users = users;
    }

    /**
     * Reads entries.
     *
     * @param entries addresses, CIDRs, and {@code user:<name>}
     * @return the list
     * @throws InvalidConfigurationException if an entry is none of them
     */
    public static AllowList of(Collection<String> entries) {
        List<Cidr> networks = new ArrayList<>();
        Set<String> users = new HashSet<>();
        for (String entry : entries) {
            if (entry.startsWith(USER)) {
                users.add(entry.substring(USER.length()));
            } else {
                try {
                    networks.add(Cidr.parse(entry));
                } catch (IllegalArgumentException e) {
                    throw new InvalidConfigurationException(
                            "limiter.allow-list",
                            entry,
                            "is neither an address, a CIDR nor user:<name>",
                            "Write 192.0.2.7, 192.0.2.0/24, 2001:db8::/32 or user:alice");
                }
            }
        }
        return new AllowList(false, CidrSet.of(networks), users);
    }

    /**
     * Whether a caller is on the list. A proxy that hides its client, trusted or not, is never taken for an allowed one:
     * everybody behind it would be.
     *
     * @param caller who calls
     * @return true if nothing limits the caller
     */
    @Override
    public boolean covers(Caller caller) {
        String user = caller.user();
        if (everybody || user != null && users.contains(user)) {
            return true;
        }
        ClientAddress client = caller.address();
        if (client == null || client.origin() == Origin.TRUSTED_PROXY || client.origin() == Origin.UNCONFIGURED_PROXY) {
            return false;
        }
        var address = client.address();
        return address != null && networks.contains(address);
    }

    /** Whether some callers are on it by who they are, wherever they call from. */
    boolean namesUsers() {
        return !users.isEmpty();
    }

    /**
     * Whether all that a subject stands for is on the list.
     *
     * @param subject who
     * @return true if a ban of it would be void
     */
    @Override
    public boolean covers(Subject subject) {
        return switch (subject.dimension()) {
            case Dimensions.USER -> everybody || users.contains(subject.value());
            case Dimensions.IP -> coversNetwork(subject.value());
            default -> everybody;
        };
    }

    /**
     * Whether anybody of a block is on the list.
     *
     * @param block such as the network by which an IPv6 client is counted
     * @return true if a ban of the whole block would hit one whom nothing limits
     */
    public boolean coversAnyOf(Cidr block) {
        return everybody || networks.overlaps(block);
    }

    private boolean coversNetwork(String text) {
        IpAddress address = IpAddress.tryParse(text);
        return everybody || address != null && networks.contains(address);
    }
}
