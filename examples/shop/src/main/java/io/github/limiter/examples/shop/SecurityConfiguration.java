package io.github.limiter.examples.shop;

import static org.springframework.http.HttpMethod.POST;

import java.util.stream.Stream;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.authentication.configuration.AuthenticationConfiguration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.CsrfConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.security.crypto.password.NoOpPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/** Who may do what: HTTP Basic, no sessions. Knows nothing of limits. */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

    @Bean
    SecurityFilterChain security(HttpSecurity http) throws Exception {
        return http.authorizeHttpRequests(requests -> requests.requestMatchers("/actuator/health")
                        .permitAll()
                        .requestMatchers("/actuator/**")
                        .hasRole("ADMIN")
                        .requestMatchers(POST, "/orders", "/payments", "/coupons/*/claim")
                        .authenticated()
                        .anyRequest()
                        .permitAll())
                .httpBasic(Customizer.withDefaults())
                .csrf(CsrfConfigurer::disable)
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .build();
    }

    /**
     * Names are told apart by case, as limits tell them apart: were "BOB" another spelling of "bob", each spelling would
     * have guesses of its own at one password.
     */
    @Bean
    InMemoryUserDetailsManager users() {
        var users = Stream.of("alice", "bob", "carol", "admin")
                .map(name -> user(name, name.equals("admin") ? "ADMIN" : "CUSTOMER"))
                .toList();
        return new InMemoryUserDetailsManager(users) {
            @Override
            public UserDetails loadUserByUsername(String name) {
                UserDetails user = super.loadUserByUsername(name);
                if (!user.getUsername().equals(name)) {
                    throw new UsernameNotFoundException(name);
                }
                return user;
            }
        };
    }

    private static UserDetails user(String name, String role) {
        return User.withUsername(name).password(name).roles(role).build();
    }

    /** Hashing would be all that a measurement of this shop sees. A real shop hashes. */
    @Bean
    @SuppressWarnings("deprecation")
    PasswordEncoder passwordEncoder() {
        return NoOpPasswordEncoder.getInstance();
    }

    /** For {@link LoginController}. */
    @Bean
    AuthenticationManager authenticationManager(AuthenticationConfiguration configuration) throws Exception {
        return configuration.getAuthenticationManager();
    }
}
