package io.github.limiter.spring.autoconfigure;

import io.github.limiter.spring.autoconfigure.LimiterProperties.Device;
import io.github.limiter.spring.web.DeviceTokens;
import io.github.limiter.spring.web.Devices;
import io.github.limiter.time.TimeSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads {@code limiter.device.*}. */
final class DeviceSecrets {

    private static final Logger log = LoggerFactory.getLogger(DeviceTokens.class);

    private DeviceSecrets() {}

    static Devices devices(LimiterProperties properties, TimeSource time) {
        return new Devices(
                tokens(properties.device(), time), properties.clientIp().ipv6Prefix());
    }

    /** Checked now; that a secret is made up is said only when a policy first counts by device. */
    private static Supplier<DeviceTokens> tokens(Device properties, TimeSource time) {
        if (!properties.secret().isEmpty()) {
            DeviceTokens tokens = tokens(properties.secret(), properties, time);
            return () -> tokens;
        }
        DeviceTokens tokens = tokens(List.of(DeviceTokens.randomSecret()), properties, time);
        AtomicBoolean said = new AtomicBoolean();
        return () -> {
            // No lock: an event loop may be the first.
            if (!said.get() && said.compareAndSet(false, true)) {
                log.warn("Devices are forgotten at restart and not shared between nodes: limiter.device.secret is not"
                        + " set");
            }
            return tokens;
        };
    }

    private static DeviceTokens tokens(List<String> secrets, Device properties, TimeSource time) {
        return new DeviceTokens(secrets, properties.minAge(), properties.lifetime(), properties.perAddress(), time);
    }
}
