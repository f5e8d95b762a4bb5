package io.github.limiter.spring.readme;

// tag::guard[]
import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Guard;
import io.github.limiter.guard.GuardRequest;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.guard.Limit;
import io.github.limiter.spring.policy.PolicyFactory;
import io.github.limiter.subject.Caller;
import java.util.List;
import org.springframework.stereotype.Component;

@Component
class Mailer {

    private final Guard guard;
    private final Limit limit;

    Mailer(Guard guard, PolicyFactory policies) {
        this.guard = guard;
        this.limit = policies.limit("mail");
    }

    boolean send(String customer, List<String> mails) {
        Charge charge = new Charge(limit, customer, mails.size());
        Decision decision = guard.decide(new GuardRequest(Caller.NONE, List.of(charge), false));
        return decision.isAllowed();
    }
}
// end::guard[]
