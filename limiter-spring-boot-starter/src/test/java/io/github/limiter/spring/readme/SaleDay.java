package io.github.limiter.spring.readme;

// tag::load[]
import io.github.limiter.annotation.Tier;
import io.github.limiter.load.Load;
import io.github.limiter.load.LoadLevel;
import io.github.limiter.load.LoadOrder;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.springframework.stereotype.Component;

@Component
class SaleDay {

    private final Load load;

    SaleDay(Load load) {
        this.load = load;
    }

    CompletionStage<Void> begins() {
        return load.order(LoadOrder.of(LoadLevel.PEAK), Duration.ofHours(2), "sale day");
    }

    CompletionStage<Void> exportsMustWait() {
        LoadOrder order = new LoadOrder(null, Set.of(Tier.P2), Set.of("order-controller-export"));
        return load.order(order, Duration.ofMinutes(30), "sale day");
    }

    CompletionStage<Void> ends() {
        return load.withdraw("sale day");
    }
}
// end::load[]
