package io.github.limiter.spring.autoconfigure;

import io.github.limiter.spring.autoconfigure.LimiterProperties.Device;
import io.github.limiter.spring.web.DeviceTokens;
import io.github.limiter.time.TimeSource;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.function.SingletonSupplier;

/** Reads {@code limiter.device.*}. */
final class DeviceSecrets {

    private static final Logger log = LoggerFactory.getLogger(DeviceTokens.class);

    private DeviceSecrets() {}

    /** Checked now; a secret is made up, and that is said, only when a policy first counts by device. */
    static Supplier<DeviceTokens> tokens(Device properties, TimeSource time) {
        DeviceTokens tokens = tokens(
                properties.secret().isEmpty() ? List.of(DeviceTokens.randomSecret()) : properties.secret(),
                properties,
                time);
        return properties.secret().isEmpty()
                ? SingletonSupplier.of(() -> {
                    log.warn("Devices are forgotten at restart and not shared between nodes: limiter.device.secret is"
                            + " not set");
                    return tokens;
                })
                : () -> tokens;
    }

    private static DeviceTokens tokens(List<String> secrets, Device properties, TimeSource time) {
        return new DeviceTokens(secrets, properties.minAge(), properties.lifetime(), properties.perAddress(), time);
    }
}
