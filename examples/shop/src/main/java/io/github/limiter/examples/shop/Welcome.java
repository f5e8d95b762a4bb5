package io.github.limiter.examples.shop;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Prints what to try, ready to paste. */
@Component
class Welcome implements ApplicationRunner {

    private static final String TEXT = """

            The shop is open. Things to try:

            # A limited interface says what is left.
            curl -i localhost:PORT/products

            # The 61st request within a minute is refused, and told when to come back.
            for i in $(seq 61); do curl -s -o /dev/null -w '%{http_code} ' localhost:PORT/products/1; done; echo
            curl -i localhost:PORT/products/1

            # Another client is not concerned: the shop trusts local proxies, so this header plays one.
            curl -i -H 'X-Forwarded-For: 203.0.113.7' localhost:PORT/products/1

            # Whoever goes on is banned after the third refusal, on every path; so is whoever looks for secrets.
            for i in $(seq 64); do curl -s -o /dev/null -w '%{http_code} ' -H 'X-Forwarded-For: 203.0.113.9' localhost:PORT/products; done; echo
            curl -i -H 'X-Forwarded-For: 203.0.113.10' localhost:PORT/.env

            # The administrator sees who is banned and why, and lifts it.
            curl -s -u admin:admin localhost:PORT/actuator/limiter/bans
            curl -i -u admin:admin -X DELETE localhost:PORT/actuator/limiter/bans/ip:203.0.113.9

            # Two limits on one call: of the user and of the address.
            curl -i -u alice:alice -X POST localhost:PORT/orders

            # Three claims a minute, for every user and coupon.
            for i in 1 2 3 4; do curl -s -w ' %{http_code}\\n' -u carol:carol -X POST localhost:PORT/coupons/7/claim; done
            """;

    private final Environment environment;

    Welcome(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void run(ApplicationArguments args) {
        System.out.println(TEXT.replace("PORT", environment.getProperty("local.server.port", "8080")));
    }
}
