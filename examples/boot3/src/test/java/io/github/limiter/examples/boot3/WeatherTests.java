package io.github.limiter.examples.boot3;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class WeatherTests {

    private final HttpClient http = HttpClient.newHttpClient();

    @LocalServerPort
    int port;

    @Test
    void theSixthRequestOfAnAddressIsRefusedAndAnotherAddressIsNot() throws Exception {
        for (int left = 4; left >= 0; left--) {
            assertAdmitted(get("/cities", "192.0.2.1"), "cities", 5, left);
        }

        assertRefused(get("/cities", "192.0.2.1"), "cities");
        assertAdmitted(get("/cities", "192.0.2.2"), "cities", 5, 4);
    }

    @Test
    void theFourthRequestForACityIsRefusedAtEveryAddressAndAnotherCityIsNot() throws Exception {
        assertAdmitted(get("/weather/bergen", "192.0.2.3"), "weather", 3, 2);
        assertAdmitted(get("/weather/Bergen", "192.0.2.4"), "weather", 3, 1);
        assertAdmitted(get("/weather/BERGEN", "192.0.2.5"), "weather", 3, 0);

        assertRefused(get("/weather/bergen", "192.0.2.6"), "weather");
        assertAdmitted(get("/weather/lisbon", "192.0.2.6"), "weather", 3, 2);
    }

    private static void assertAdmitted(HttpResponse<String> answer, String policy, int limit, int left) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers().allValues("RateLimit-Policy"))
                .containsExactly("\"%s\";q=%d;w=60".formatted(policy, limit));
        assertThat(answer.headers().allValues("RateLimit"))
                .singleElement()
                .asString()
                .matches("\"%s\";r=%d;t=\\d+".formatted(policy, left));
    }

    private static void assertRefused(HttpResponse<String> answer, String policy) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(429);
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
        String seconds = answer.headers().firstValue("Retry-After").orElseThrow();
        assertThat(Integer.parseInt(seconds)).isBetween(1, 60);
        assertThat(answer.headers().allValues("RateLimit")).containsExactly("\"" + policy + "\";r=0;t=" + seconds);
        assertThat(JsonPath.<String>read(answer.body(), "$.type"))
                .isEqualTo("https://iana.org/assignments/http-problem-types#quota-exceeded");
        assertThat(JsonPath.<Integer>read(answer.body(), "$.status")).isEqualTo(429);
        assertThat(JsonPath.<List<String>>read(answer.body(), "$['violated-policies']"))
                .containsExactly(policy);
    }

    private HttpResponse<String> get(String path, String address) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .header("X-Forwarded-For", address)
                .build();
        return http.send(request, BodyHandlers.ofString());
    }
}
