package io.github.limiter.spring.autoconfigure;

import static io.github.limiter.annotation.Dimensions.INTERFACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.proxies;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.resource;

import io.github.limiter.algorithm.LuaSource;
import io.github.limiter.annotation.RateLimit;
import io.github.limiter.annotation.RateLimits;
import io.github.limiter.annotation.Unlimited;
import io.github.limiter.risk.RiskGuard;
import io.github.limiter.spring.interceptor.Call;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeHint;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.javapoet.ClassName;

/** What a native image keeps of an application with limits, as Spring finds out ahead of time. */
class NativeImageHintsTests {

    private static RuntimeHints hints;

    @BeforeAll
    static void process() {
        DefaultGenerationContext generation = new DefaultGenerationContext(
                new ClassNameGenerator(ClassName.get(NativeImageHintsTests.class)), new InMemoryGeneratedFiles());
        try (var context = new AnnotationConfigApplicationContext()) {
            context.register(LimiterAutoConfiguration.class, Limited.class, Free.class);
            new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
        }
        hints = generation.getRuntimeHints();
    }

    @Test
    void everyScript() throws Exception {
        String scripts = LuaSource.class
                .getResource("/io/github/limiter/lua/decide.lua")
                .toString()
                .replace("decide.lua", "*.lua");
        Resource[] found = new PathMatchingResourcePatternResolver().getResources(scripts);

        assertThat(found)
                .hasSizeGreaterThan(5)
                .allSatisfy(
                        script -> assertThat(resource().forResource("io/github/limiter/lua/" + script.getFilename()))
                                .accepts(hints));
    }

    @ParameterizedTest
    @ValueSource(strings = {"google-ranges.txt", "bing-ranges.txt", "holes.txt"})
    void theListsThatScenesGoBy(String list) {
        assertThat(RiskGuard.class.getResource(list)).isNotNull();
        assertThat(resource().forResource("io/github/limiter/risk/" + list)).accepts(hints);
    }

    @ParameterizedTest
    @ValueSource(classes = {RateLimit.class, RateLimits.class, Unlimited.class})
    void theAnnotations(Class<?> annotation) {
        assertThat(categories(annotation)).contains(MemberCategory.INVOKE_DECLARED_METHODS);
        assertThat(proxies().forInterfaces(annotation)).accepts(hints);
    }

    @Test
    void theRootOfExpressions() {
        assertThat(categories(Call.class)).contains(MemberCategory.INVOKE_PUBLIC_METHODS);
    }

    @ParameterizedTest
    @ValueSource(classes = {Limited.class, Inherited.class, Contract.class})
    void allMethodsOfLimitedBeansFallbacksAmongThem(Class<?> type) {
        assertThat(categories(type)).contains(MemberCategory.INVOKE_DECLARED_METHODS);
    }

    @Test
    void notTheMethodsOfOtherBeans() {
        assertThat(categories(Free.class)).doesNotContain(MemberCategory.INVOKE_DECLARED_METHODS);
    }

    @Test
    void thePropertiesThoseInMapsToo() {
        assertThat(LimiterProperties.class.getDeclaredClasses())
                .filteredOn(Class::isRecord)
                .hasSizeGreaterThan(5)
                .allSatisfy(nested ->
                        assertThat(hints.reflection().getTypeHint(nested)).isNotNull());
    }

    private static Set<MemberCategory> categories(Class<?> type) {
        TypeHint hint = hints.reflection().getTypeHint(type);
        return hint == null ? Set.of() : hint.getMemberCategories();
    }

    interface Contract {

        String greet();
    }

    static class Inherited {

        String quiet() {
            return "";
        }
    }

    static class Limited extends Inherited implements Contract {

        @Override
        @RateLimit(dimension = INTERFACE, limit = 1, window = "1s", fallback = "quiet")
        public String greet() {
            return "Hello!";
        }
    }

    static class Free {

        public String greet() {
            return "Hello!";
        }
    }
}
