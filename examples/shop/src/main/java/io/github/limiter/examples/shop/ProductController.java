package io.github.limiter.examples.shop;

import static io.github.limiter.annotation.Dimensions.IP;

import io.github.limiter.annotation.Blacklist;
import io.github.limiter.annotation.RateLimit;
import java.util.List;
import java.util.stream.LongStream;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** The catalogue, open to everybody. A sliding window counts each address; an algorithm need not be named for that. */
@Blacklist
@RestController
class ProductController {

    private final List<Product> products = LongStream.rangeClosed(1, 1_000)
            .mapToObj(id -> new Product(id, "Tea no. " + id, 500))
            .toList();

    @RateLimit(name = "product-list", dimension = IP, limit = 60, window = "1m")
    @GetMapping("/products")
    List<Product> list() {
        return products.subList(0, 20);
    }

    @RateLimit(name = "product-detail", dimension = IP, limit = 60, window = "1m")
    @GetMapping("/products/{id}")
    Product detail(@PathVariable int id) {
        if (id < 1 || id > products.size()) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND);
        }
        return products.get(id - 1);
    }
}
