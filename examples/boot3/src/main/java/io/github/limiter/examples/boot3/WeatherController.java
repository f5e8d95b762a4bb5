package io.github.limiter.examples.boot3;

import static io.github.limiter.annotation.Algorithms.SLIDING_WINDOW;
import static io.github.limiter.annotation.Dimensions.INTERFACE;
import static io.github.limiter.annotation.Dimensions.IP;

import io.github.limiter.annotation.RateLimit;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** The list of cities counts each address; the weather counts each city, whoever asks. */
@RestController
class WeatherController {

    @RateLimit(name = "cities", algorithm = SLIDING_WINDOW, dimension = IP, limit = 5, window = "1m")
    @GetMapping("/cities")
    List<String> cities() {
        return List.of("bergen", "lisbon");
    }

    @RateLimit(name = "weather", dimension = INTERFACE, key = "#city.toLowerCase()", limit = 3, window = "1m")
    @GetMapping("/weather/{city}")
    Weather weather(@PathVariable String city) {
        return new Weather(city, "rain");
    }

    record Weather(String city, String sky) {}
}
