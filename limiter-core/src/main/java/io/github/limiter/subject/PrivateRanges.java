package io.github.limiter.subject;

import java.util.List;

/** The ranges of {@link IpAddress#isPrivate()}, where their sources are given. */
final class PrivateRanges {

    static final CidrSet ALL = CidrSet.parse(List.of(
            "127.0.0.0/8",
            "::1",
            "10.0.0.0/8",
            "172.16.0.0/12",
            "192.168.0.0/16",
            "100.64.0.0/10",
            "169.254.0.0/16",
            "fe80::/10",
            "fc00::/7"));

    private PrivateRanges() {}
}
