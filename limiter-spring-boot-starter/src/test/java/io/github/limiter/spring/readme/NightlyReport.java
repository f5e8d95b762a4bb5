package io.github.limiter.spring.readme;

import static io.github.limiter.annotation.Dimensions.INTERFACE;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.guard.RejectedException;
import java.time.Duration;
import org.springframework.stereotype.Service;

final class NightlyReport {

    @Service
    static class Bank {

        @RateLimit(name = "bank", dimension = INTERFACE, limit = 2, window = "1h")
        String balance(String account) {
            return account + " has 100";
        }
    }

    private final Bank bank;

    NightlyReport(Bank bank) {
        this.bank = bank;
    }

    // tag::exception[]
    String balanceOrHint(String account) {
        try {
            return bank.balance(account);
        } catch (RejectedException e) {
            Duration wait = e.decision().retryAfter();
            return "ask again in " + wait.toMinutes() + " minutes";
        }
    }
    // end::exception[]
}
