package io.github.limiter.spring.web;

import static io.github.limiter.annotation.Dimensions.INTERFACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.annotation.Unlimited;
import io.github.limiter.guard.Policies;
import io.github.limiter.spring.Applications;
import io.github.limiter.spring.Decisions;
import io.github.limiter.spring.autoconfigure.LimiterAutoConfiguration;
import io.github.limiter.spring.autoconfigure.LimiterWebMvcAutoConfiguration;
import io.github.limiter.spring.autoconfigure.StartFailure;
import io.github.limiter.time.ManualTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.MockServletContext;
import org.springframework.stereotype.Controller;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.context.annotation.RequestScope;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

/** Handlers of every scope and kind of proxy: each request is one decision, with all that it is charged. */
@ExtendWith(OutputCaptureExtension.class)
class HandlerTests {

    @Configuration(proxyBeanMethods = false)
    @EnableWebMvc
    static class WebMvc {}

    private final WebApplicationContextRunner application = new WebApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(LimiterAutoConfiguration.class, LimiterWebMvcAutoConfiguration.class))
            .withUserConfiguration(WebMvc.class)
            .withBean(Decisions.class)
            .withBean(ManualTime.class, Applications::clock)
            .withPropertyValues(
                    "limiter.global.limit=100", "limiter.policies.path.match=/**", "limiter.policies.path.limit=50");

    @RestController
    static class Singleton {

        @RateLimit(name = "own", dimension = INTERFACE, limit = 3)
        @GetMapping("/own")
        String own() {
            return "own";
        }
    }

    @RestController
    @Scope("prototype")
    static class Prototype extends Singleton {}

    @RestController
    @RequestScope
    static class OfRequest extends Singleton {}

    @RestController
    @Scope(value = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
    static class ProxiedPrototype extends Singleton {}

    @Controller
    interface Api {

        @GetMapping("/own")
        @ResponseBody
        String own();
    }

    static class ByInterface implements Api {

        @Override
        @RateLimit(name = "own", dimension = INTERFACE, limit = 3)
        public String own() {
            return "own";
        }
    }

    @ParameterizedTest
    @ValueSource(
            classes = {Singleton.class, Prototype.class, OfRequest.class, ProxiedPrototype.class, ByInterface.class})
    void areLimitedInOneDecision(Class<?> handler) {
        application
                .withUserConfiguration(handler)
                .withPropertyValues("spring.aop.proxy-target-class=" + (handler != ByInterface.class))
                .run(context -> {
                    assertThat(send(context, "/own").getContentAsString()).isEqualTo("own");
                    Decisions decisions = context.getBean(Decisions.class);
                    assertThat(decisions.all()).hasSize(1);
                    assertThat(decisions.lastPolicies()).containsExactly("global", "own", "path");
                    send(context, "/own");
                    send(context, "/own");
                    assertThat(send(context, "/own").getStatus()).isEqualTo(429);
                });
    }

    @RestController
    @Unlimited
    static class Free {

        @GetMapping("/free")
        String free() {
            return "free";
        }

        @RateLimit(name = "own", dimension = INTERFACE, limit = 3)
        @GetMapping("/own")
        String own() {
            return "own";
        }
    }

    @Test
    void areSparedByUnlimitedOnTheirClassUnlessTheyHaveALimitOfTheirOwn() {
        application.withUserConfiguration(Free.class).run(context -> {
            Decisions decisions = context.getBean(Decisions.class);
            send(context, "/free");
            assertThat(decisions.lastPolicies()).containsExactly("global");
            send(context, "/own");
            assertThat(decisions.lastPolicies()).containsExactly("global", "own", "path");
        });
    }

    @RestController
    static class Wrong {

        @RateLimit(limit = 0)
        @GetMapping("/wrong")
        String wrong() {
            return "wrong";
        }
    }

    @Test
    void areCheckedAtStartInALazyApplicationToo() {
        WebApplicationContextRunner lazy = application.withInitializer(
                context -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()));

        assertThat(StartFailure.of(lazy.withUserConfiguration(Wrong.class)).description())
                .contains("Wrong.wrong: limit: '0'");
        assertThat(StartFailure.of(lazy.withPropertyValues("limiter.policies.path.limit=0"))
                        .description())
                .contains("limiter.policies.path.limit: '0'");
        lazy.withUserConfiguration(Singleton.class).run(context -> {
            assertThat(context.getBean(Policies.class).all())
                    .extracting(limit -> limit.policy().name())
                    .containsExactly(
                            "captcha-answer",
                            "captcha-issue",
                            "captcha-issue-network",
                            "global",
                            "global-unreserved",
                            "own",
                            "path");
            assertThat(send(context, "/own").getContentAsString()).isEqualTo("own");
            assertThat(context.getBean(Decisions.class).lastPolicies()).containsExactly("global", "own", "path");
        });
    }

    /** A context of its own for the web, which the limiter is not configured in. */
    @Test
    void thatNoProxyStandsBeforeAreToldAndStillChargedWhatNeedsNone(CapturedOutput log) {
        application.run(parent -> {
            try (var child = new AnnotationConfigWebApplicationContext()) {
                child.setParent(parent);
                child.setServletContext(new MockServletContext());
                child.register(WebMvc.class, Singleton.class);
                child.refresh();
                assertThat(log)
                        .contains(
                                "HandlerTests$Singleton carries @RateLimit or @Blacklist, but no proxy stands before it");
                send(child, "/own");
                assertThat(parent.getBean(Decisions.class).lastPolicies()).containsExactly("global", "path");
            }
        });
    }

    private static MockHttpServletResponse send(WebApplicationContext context, String path) throws Exception {
        MockMvc client = MockMvcBuilders.webAppContextSetup(context).build();
        return client.perform(get(path)).andReturn().getResponse();
    }
}
