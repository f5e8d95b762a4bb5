package io.github.limiter.spring.actuate;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Names;
import io.github.limiter.subject.Cidr;
import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.IpAddress;
import io.github.limiter.subject.Subject;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Subjects as operators write them: addresses in any spelling, users by their names or as the library has hashed them.
 * Immutable.
 */
public final class SubjectText {

    private static final int MAX = 512;
    private static final int SHOWN = 64;
    private static final Pattern HASHED = Pattern.compile("sha256-[0-9a-f]{32}");

    private final int ipv6Prefix;
    private final DimensionRegistry dimensions;
    private final List<Cidr> trustedProxies;

    /**
     * A reader.
     *
     * @param ipv6Prefix bits of an IPv6 address that make a client
     * @param dimensions as what somebody can be banned
     * @param trustedProxies that stand for those behind them and cannot be banned
     */
    public SubjectText(int ipv6Prefix, DimensionRegistry dimensions, List<Cidr> trustedProxies) {
        this.ipv6Prefix = ipv6Prefix;
        this.dimensions = dimensions;
        this.trustedProxies = List.copyOf(trustedProxies);
    }

    /** One that there may be, or may have been: of a dimension that the application has no more, say. */
    Subject parse(String written) {
        String text = written.strip();
        int colon = text.indexOf(':');
        if (colon < 1 || colon == text.length() - 1 || text.length() > MAX) {
            throw invalid(text);
        }
        String dimension = Names.canonical(text.substring(0, colon));
        String value = text.substring(colon + 1);
        return switch (dimension) {
            case Dimensions.IP -> Subject.ofText(dimension + ':' + address(text, value), null);
            case Dimensions.SUBNET -> Subject.ofText(dimension + ':' + network(text, value), null);
            default ->
                HASHED.matcher(value).matches()
                        ? Subject.ofText(dimension + ':' + value, null)
                        : Subject.of(dimension, value);
        };
    }

    /** Whether somebody at an address is counted as that subject. */
    boolean isAt(Subject subject, @Nullable ClientAddress client) {
        IpAddress address = client == null ? null : client.address();
        return address != null
                && (subject.equals(Subject.ofText(Dimensions.IP + ':' + address.countedAs(ipv6Prefix), null))
                        || subject.equals(Subject.ofText(Dimensions.SUBNET + ':' + address.subnet(), null)));
    }

    private IpAddress address(String text, String value) {
        IpAddress address = IpAddress.tryParse(value);
        if (address == null) {
            throw invalid(text);
        }
        return address.countedAs(ipv6Prefix);
    }

    private static Cidr network(String text, String value) {
        Cidr network = cidr(text, value);
        if (!network.equals(network.network().subnet())) {
            throw new IllegalArgumentException("subject: '" + text + "' is not a network that is counted as one; write "
                    + Dimensions.SUBNET + ':' + network.network().subnet());
        }
        return network;
    }

    private static Cidr cidr(String text, String value) {
        try {
            return Cidr.parse(value);
        } catch (IllegalArgumentException e) {
            throw invalid(text);
        }
    }

    /** Refuses those whose ban would hold for nobody. */
    void checkBan(Subject subject) {
        try {
            dimensions.get(subject.dimension());
        } catch (InvalidConfigurationException e) {
            throw new IllegalArgumentException("subject: '" + shown(subject.text()) + "': " + e.getMessage(), e);
        }
        for (Cidr proxies : trustedProxies) {
            if (covers(proxies, subject)) {
                throw new IllegalArgumentException("subject: " + subject + " is a trusted proxy, which stands for all"
                        + " who come through it and is never banned. Ban the address behind it, or take " + proxies
                        + " out of limiter.client-ip.trusted-proxies");
            }
        }
    }

    private boolean covers(Cidr proxies, Subject subject) {
        return switch (subject.dimension()) {
            case Dimensions.IP, Dimensions.SUBNET -> covers(proxies, cidr(subject.text(), subject.value()));
            default -> false;
        };
    }

    private boolean covers(Cidr proxies, Cidr clients) {
        int prefix = clients.network().isV4() ? clients.prefix() : Math.min(clients.prefix(), ipv6Prefix);
        return proxies.prefix() <= prefix && proxies.contains(clients.network());
    }

    private static IllegalArgumentException invalid(String text) {
        return new IllegalArgumentException("subject: '" + shown(text)
                + "' is none; write it like ip:203.0.113.7, ip:2001:db8:1:1::, subnet:203.0.113.0/24 or user:carol");
    }

    private static String shown(String text) {
        return text.substring(0, Math.min(SHOWN, text.length()));
    }
}
