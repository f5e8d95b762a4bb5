package io.github.limiter.examples.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.DefaultApplicationArguments;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ShopTest
@ExtendWith(OutputCaptureExtension.class)
class WelcomeTests {

    @Autowired
    Welcome welcome;

    @Autowired
    Customers customers;

    @Test
    void theFirstLinesToTryAreThereAndAnswered(CapturedOutput output) {
        welcome.run(new DefaultApplicationArguments());

        List<String> curls =
                output.getOut().lines().filter(line -> line.contains("curl ")).toList();
        assertThat(curls).hasSize(10);
        for (String curl : curls) {
            String shop = customers.local().shop().replace("http://", "");
            assertThat(curl).contains(shop);
            String path = curl.replaceFirst(".*" + shop, "").replaceFirst("[ ;].*", "");
            Customer visitor = customers.visitor();
            Customer customer =
                    curl.contains("-u admin") ? visitor.as("admin") : curl.contains("-u ") ? customers.user() : visitor;
            Answer answer = curl.contains("-X POST")
                    ? customer.post(path)
                    : curl.contains("-X DELETE") ? customer.delete(path) : customer.get(path);
            assertThat(answer.status()).as(curl).isBetween(200, path.equals("/.env") ? 403 : 299);
        }
    }
}
