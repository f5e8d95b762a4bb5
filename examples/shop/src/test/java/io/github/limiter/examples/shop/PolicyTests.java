package io.github.limiter.examples.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Tier;
import io.github.limiter.guard.Limit;
import io.github.limiter.guard.Policies;
import io.github.limiter.policy.RatePolicy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;

/** What answers do not show as long as nothing is down. */
@ShopTest
class PolicyTests {

    @Autowired
    Policies policies;

    @ParameterizedTest
    @CsvSource({
        "product-list,   P1, LOCAL",
        "product-detail, P1, LOCAL",
        "order-user,     P0, OPEN",
        "order-ip,       P0, OPEN",
        "payment,        P0, OPEN",
        "report,         P2, CLOSED",
        "export,         P1, LOCAL",
        "coupon,         P1, LOCAL",
        "settlement,     P1, LOCAL",
        "login,          P0, CLOSED"
    })
    void everyPolicyHasItsTierAndWhatHoldsWithoutTheSharedStore(String name, Tier tier, FailureMode failureMode) {
        RatePolicy policy = policies.find(name).map(Limit::policy).orElseThrow();

        assertThat(policy.tier()).isEqualTo(tier);
        assertThat(policy.failureMode()).isEqualTo(failureMode);
        assertThat(policies.all())
                .as("ten of the shop's, three of the CAPTCHA's")
                .hasSize(13);
    }
}
