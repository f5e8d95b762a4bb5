package io.github.limiter.subject;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Dimensions;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeviceDimensionTests {

    private static final String ADDRESS = "203.0.113.7";

    private final ClientAddress address =
            new ClientAddressResolver(CidrSet.empty(), "Forwarded").resolve(ADDRESS, List.of());
    private final Caller caller = new Caller(address, null, "a request");

    private Subject subject(DeviceResolver devices, Caller caller) {
        return new DimensionRegistry(64, MissingUser.IP, devices, List.of())
                .get(Dimensions.DEVICE)
                .resolve(caller, "a-policy");
    }

    @Test
    void isTheDevicesWhereThereIsOne() {
        assertThat(subject(any -> "AbC_-012", caller)).hasToString("device:AbC_-012");
    }

    @Test
    void isTheAddressWhereThereIsNone() {
        assertThat(subject(any -> null, caller)).hasToString("ip:203.0.113.7");
        assertThat(new DimensionRegistry(64, MissingUser.IP, List.of())
                        .get(Dimensions.DEVICE)
                        .resolve(caller, "a-policy"))
                .hasToString("ip:203.0.113.7");
    }

    @Test
    void isNobodysOutsideOfRequests() {
        assertThat(subject(any -> null, Caller.NONE)).isNull();
    }
}
