package io.github.limiter.examples.shop;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Import;

/** The whole shop, open on a port of its own, with {@link Customers} to play and the {@link Departures} that were given. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@Import({Customers.class, Departures.class})
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface ShopTest {}
