package io.github.limiter.ban;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.ClientAddress.Origin;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.DimensionResolver;
import io.github.limiter.subject.Subject;
import org.jspecify.annotations.Nullable;

/** As whom a caller can be banned, by dimension. */
final class Offender {

    private static final String NO_POLICY = "";

    private final DimensionRegistry dimensions;
    private final DimensionResolver address;
    private final DimensionResolver subnet;
    private final DimensionResolver device;

    Offender(DimensionRegistry dimensions) {
        this.dimensions = dimensions;
        this.address = dimensions.get(Dimensions.IP);
        this.subnet = dimensions.get(Dimensions.SUBNET);
        this.device = dimensions.get(Dimensions.DEVICE);
    }

    /** The subject of a caller in a dimension; null if it has none of its own. */
    @Nullable
    Subject of(Caller caller, String dimension) {
        return switch (dimension) {
            case Dimensions.IP -> hasAddress(caller) ? address.resolve(caller, NO_POLICY) : null;
            case Dimensions.SUBNET -> hasAddress(caller) ? subnet.resolve(caller, NO_POLICY) : null;
            case Dimensions.USER -> caller.user() == null ? null : Subject.of(Dimensions.USER, caller.user());
            case Dimensions.DEVICE -> own(device.resolve(caller, NO_POLICY), dimension);
            default -> own(dimensions.get(dimension).resolve(caller, NO_POLICY), dimension);
        };
    }

    /** A proxy that stands for everybody behind it has none. */
    private static boolean hasAddress(Caller caller) {
        ClientAddress client = caller.address();
        return client != null && client.origin() != Origin.TRUSTED_PROXY && client.origin() != Origin.UNKNOWN;
    }

    private static @Nullable Subject own(@Nullable Subject subject, String dimension) {
        return subject != null && subject.dimension().equals(dimension) ? subject : null;
    }

    /** Whether strikes may hit a subject of this caller. */
    static boolean isPunishable(Caller caller, Subject subject) {
        ClientAddress client = caller.address();
        return !subject.dimension().equals(Dimensions.IP) || client != null && client.punishable();
    }
}
