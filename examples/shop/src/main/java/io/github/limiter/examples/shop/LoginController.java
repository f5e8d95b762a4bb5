package io.github.limiter.examples.shop;

import static io.github.limiter.annotation.Dimensions.IP;
import static io.github.limiter.annotation.FailureMode.CLOSED;
import static io.github.limiter.annotation.Tier.P0;

import io.github.limiter.annotation.Blacklist;
import io.github.limiter.annotation.RateLimit;
import io.github.limiter.annotation.RiskCheck;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.AuthenticationException;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * Checks a password. An address has five attempts a minute at each user name, right or wrong: whoever guesses is stopped,
 * and the user, elsewhere, is not locked out. While the shared store is down nobody may guess at all.
 */
@Blacklist
@RestController
class LoginController {

    private final AuthenticationManager authentication;

    LoginController(AuthenticationManager authentication) {
        this.authentication = authentication;
    }

    @RateLimit(
            name = "login",
            tier = P0,
            dimension = IP,
            key = "#username",
            limit = 5,
            window = "1m",
            failureMode = CLOSED)
    @RiskCheck(scene = "login", key = "#username")
    @PostMapping("/login")
    Login login(@RequestParam String username, @RequestParam String password) {
        try {
            authentication.authenticate(UsernamePasswordAuthenticationToken.unauthenticated(username, password));
        } catch (AuthenticationException e) {
            throw new ResponseStatusException(HttpStatus.UNAUTHORIZED, "Wrong user name or password", e);
        }
        return new Login(username);
    }

    record Login(String user) {}
}
