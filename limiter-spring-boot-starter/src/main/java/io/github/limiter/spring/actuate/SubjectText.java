package io.github.limiter.spring.actuate;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.subject.Cidr;
import io.github.limiter.subject.IpAddress;
import io.github.limiter.subject.Subject;
import java.util.regex.Pattern;

/** Subjects as operators write them: addresses in any spelling, users by their names or as the library has hashed them. */
final class SubjectText {

    private static final int MAX = 512;
    private static final int SHOWN = 64;
    private static final Pattern HASHED = Pattern.compile("sha256-[0-9a-f]{32}");

    private final int ipv6Prefix;

    SubjectText(int ipv6Prefix) {
        this.ipv6Prefix = ipv6Prefix;
    }

    Subject parse(String written) {
        String text = written.strip();
        int colon = text.indexOf(':');
        if (colon < 1 || colon == text.length() - 1 || text.length() > MAX) {
            throw invalid(text);
        }
        String dimension = text.substring(0, colon);
        String value = text.substring(colon + 1);
        return switch (dimension) {
            case Dimensions.IP -> Subject.ofText(dimension + ':' + address(text, value), null);
            case Dimensions.SUBNET -> Subject.ofText(dimension + ':' + network(text, value), null);
            default -> HASHED.matcher(value).matches() ? Subject.ofText(text, null) : Subject.of(dimension, value);
        };
    }

    private IpAddress address(String text, String value) {
        IpAddress address = IpAddress.tryParse(value);
        if (address == null) {
            throw invalid(text);
        }
        return address.countedAs(ipv6Prefix);
    }

    private static Cidr network(String text, String value) {
        Cidr network;
        try {
            network = Cidr.parse(value);
        } catch (IllegalArgumentException e) {
            throw invalid(text);
        }
        if (!network.equals(network.network().subnet())) {
            throw new IllegalArgumentException("subject: '" + text + "' is not a network that is counted as one; write "
                    + Dimensions.SUBNET + ':' + network.network().subnet());
        }
        return network;
    }

    private static IllegalArgumentException invalid(String text) {
        return new IllegalArgumentException("subject: '" + text.substring(0, Math.min(SHOWN, text.length()))
                + "' is none; write it like ip:203.0.113.7, ip:2001:db8:1:1::, subnet:203.0.113.0/24 or user:carol");
    }
}
