package io.github.limiter.subject;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Names;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The dimensions by name: the built-in ones and the application's own. Immutable. */
public final class DimensionRegistry {

    private static final Subject GLOBAL = Subject.trusted(Dimensions.GLOBAL, "");

    private final Map<String, DimensionResolver> byName = new TreeMap<>();
    private final MissingUser missingUser;
    private final int ipv6Prefix;
    private final DeviceResolver devices;

    /**
     * The built-in dimensions and more, where no devices are recognised.
     *
     * @param ipv6Prefix bits of an IPv6 address that make a client, 64 unless there is a reason
     * @param missingUser what {@code user} does with a caller who is not logged in
     * @param own the application's own; one with the name of a built-in takes its place
     * @throws InvalidConfigurationException if two of them have one name
     */
    public DimensionRegistry(int ipv6Prefix, MissingUser missingUser, Collection<? extends DimensionResolver> own) {
        this(ipv6Prefix, missingUser, caller -> null, own);
    }

    /**
     * The built-in dimensions and more.
     *
     * @param ipv6Prefix bits of an IPv6 address that make a client, 64 unless there is a reason
     * @param missingUser what {@code user} does with a caller who is not logged in
     * @param devices recognises devices
     * @param own the application's own; one with the name of a built-in takes its place
     * @throws InvalidConfigurationException if two of them have one name
     */
    public DimensionRegistry(
            int ipv6Prefix,
            MissingUser missingUser,
            DeviceResolver devices,
            Collection<? extends DimensionResolver> own) {
        this.ipv6Prefix = ipv6Prefix;
        this.devices = devices;
        this.missingUser = missingUser;
        for (DimensionResolver resolver : own) {
            if (byName.put(Names.canonical(resolver.name()), resolver) != null) {
                throw new InvalidConfigurationException(
                        "dimension",
                        resolver.name(),
                        "is the name of two DimensionResolver beans",
                        "Rename one of them");
            }
        }
        builtIn(Dimensions.GLOBAL, (caller, policy) -> GLOBAL);
        builtIn(Dimensions.INTERFACE, (caller, policy) -> Subject.trusted(Dimensions.INTERFACE, policy));
        builtIn(Dimensions.IP, (caller, policy) -> address(caller));
        builtIn(Dimensions.SUBNET, (caller, policy) -> subnet(caller));
        builtIn(Dimensions.USER, (caller, policy) -> user(caller));
        builtIn(Dimensions.DEVICE, (caller, policy) -> device(caller));
    }

    private void builtIn(String name, BiFunction<Caller, String, @Nullable Subject> resolve) {
        byName.putIfAbsent(name, new DimensionResolver() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public @Nullable Subject resolve(Caller caller, String policy) {
                return resolve.apply(caller, policy);
            }
        });
    }

    private @Nullable Subject address(Caller caller) {
        ClientAddress client = caller.address();
        return client == null ? null : Subject.trusted(Dimensions.IP, addressText(client.address()));
    }

    private String addressText(@Nullable IpAddress address) {
        return address == null
                ? ClientAddress.UNKNOWN_TEXT
                : address.countedAs(ipv6Prefix).toString();
    }

    private static @Nullable Subject subnet(Caller caller) {
        ClientAddress client = caller.address();
        if (client == null) {
            return null;
        }
        IpAddress address = client.address();
        String text =
                address == null ? ClientAddress.UNKNOWN_TEXT : address.subnet().toString();
        return Subject.trusted(Dimensions.SUBNET, text);
    }

    private @Nullable Subject user(Caller caller) {
        String user = caller.user();
        if (user != null) {
            return Subject.of(Dimensions.USER, user);
        }
        return switch (missingUser) {
            case IP -> address(caller);
            case SKIP -> null;
            case REJECT -> throw new SubjectRequiredException(Dimensions.USER);
        };
    }

    private @Nullable Subject device(Caller caller) {
        String id = devices.resolve(caller);
        return id == null ? address(caller) : Subject.of(Dimensions.DEVICE, id);
    }

    /**
     * The dimension of that name.
     *
     * @param name in any spelling that {@link Names#canonical} knows
     * @return its resolver
     * @throws InvalidConfigurationException if there is none
     */
    public DimensionResolver get(String name) {
        DimensionResolver resolver = byName.get(Names.canonical(name));
        if (resolver == null) {
            throw new InvalidConfigurationException(
                    "dimension",
                    name,
                    "is not known",
                    "Use one of " + String.join(", ", byName.keySet())
                            + ", or declare a DimensionResolver bean of that name");
        }
        return resolver;
    }

    /**
     * The subject that a person means: as its text is shown, or with the value as it came. Addresses are taken for those
     * that they are counted as.
     *
     * @param text such as {@code ip:2001:db8::7} or {@code user:carol}
     * @return the subject
     * @throws IllegalArgumentException if it names no dimension, or no value of it
     */
    public Subject subject(String text) {
        int colon = text.indexOf(':');
        String dimension = Names.canonical(colon < 0 ? text : text.substring(0, colon));
        String value = colon < 0 ? "" : text.substring(colon + 1);
        if (!byName.containsKey(dimension) || value.isEmpty() != dimension.equals(Dimensions.GLOBAL)) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no subject; write one such as ip:203.0.113.7 or user:carol");
        }
        return switch (dimension) {
            case Dimensions.GLOBAL -> GLOBAL;
            case Dimensions.IP -> Subject.trusted(dimension, addressOf(value));
            case Dimensions.SUBNET ->
                Subject.trusted(dimension, Cidr.parse(value).toString());
            default -> KeyText.isHash(value) ? Subject.trusted(dimension, value) : Subject.of(dimension, value);
        };
    }

    private String addressOf(String value) {
        IpAddress address = IpAddress.tryParse(value);
        if (address == null && !value.equals(ClientAddress.UNKNOWN_TEXT)) {
            throw new IllegalArgumentException("'" + value + "' is no address; write one such as 203.0.113.7");
        }
        return addressText(address);
    }
}
