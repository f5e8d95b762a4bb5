package io.github.limiter.spring.readme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.github.limiter.algorithm.LuaSource;
import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.Blacklist;
import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.RateLimit;
import io.github.limiter.guard.Policies;
import io.github.limiter.policy.SignalRule;
import io.github.limiter.risk.BuiltInScenes;
import io.github.limiter.spring.autoconfigure.LimiterAutoConfiguration;
import io.github.limiter.spring.autoconfigure.LimiterProperties;
import io.github.limiter.spring.autoconfigure.LimiterWebMvcAutoConfiguration;
import io.github.limiter.spring.readme.Readme.Block;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

/** README.md says what is so. */
class ReadmeTests {

    private static final Readme README = new Readme();

    @Nested
    class JavaCode {

        private final Map<String, String> regions = Readme.regions();

        static List<Block> blocks() {
            return README.blocks("java");
        }

        @ParameterizedTest
        @MethodSource("blocks")
        void isARegionOfACompiledSource(Block block) {
            assertThat(regions.values())
                    .as(
                            "%s is no tagged region of a source in %s. Change that source and copy it here, or tag a new"
                                    + " region. The most similar one is %s",
                            block.place(), getClass().getPackageName(), mostSimilar(block))
                    .contains(block.text());
        }

        @Test
        void showsEveryRegionOnce() {
            assertThat(README.blocks("java"))
                    .as("Every tagged region stands in README.md, once; remove the tags of one that is not shown")
                    .extracting(Block::text)
                    .containsExactlyInAnyOrderElementsOf(regions.values());
        }

        private String mostSimilar(Block block) {
            return regions.entrySet().stream()
                    .max((one, other) -> Long.compare(common(one.getValue(), block), common(other.getValue(), block)))
                    .map(region -> region.getKey() + ":\n" + region.getValue())
                    .orElse("none");
        }

        private static long common(String region, Block block) {
            List<String> lines = region.lines().toList();
            return block.text().lines().filter(lines::contains).count();
        }
    }

    @Nested
    class LuaCode {

        @Test
        void isThatOfTheTestedFile() {
            String file = LuaSource.read(QuietWindow.class, "quiet_window.lua").strip();
            assertThat(README.blocks("lua"))
                    .as("README.md shows quiet_window.lua")
                    .extracting(Block::text)
                    .containsExactly(file);
        }
    }

    @Nested
    class Configuration {

        private static final Pattern POLICY = Pattern.compile("limiter\\.policies\\.([\\w-]+)\\..*");

        private final WebApplicationContextRunner application = new WebApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(LimiterAutoConfiguration.class, LimiterWebMvcAutoConfiguration.class))
                .withUserConfiguration(
                        HelloController.class,
                        OrderController.class,
                        CouponController.class,
                        CatalogueController.class,
                        Mailer.class);

        static List<Block> blocks() {
            return README.blocks("properties");
        }

        @ParameterizedTest
        @MethodSource("blocks")
        void namesOnlyPropertiesThatExist(Block block) {
            Map<Object, Object> properties = properties(block);
            assertThat(properties.keySet())
                    .as("%s has a property that is neither the library's nor Spring's", block.place())
                    .allMatch(name -> name.toString().matches("(limiter|spring|management|catalogue)\\..+"));
            assertThatCode(() -> new Binder(new MapConfigurationPropertySource(properties))
                            .bind(
                                    "limiter",
                                    Bindable.of(LimiterProperties.class),
                                    new NoUnboundElementsBindHandler(BindHandler.DEFAULT)))
                    .as("%s cannot be bound", block.place())
                    .doesNotThrowAnyException();
        }

        @ParameterizedTest
        @MethodSource("blocks")
        void configuresAnApplication(Block block) {
            Map<Object, Object> properties = properties(block);
            String[] pairs = properties.entrySet().stream()
                    .map(entry -> entry.getKey() + "=" + entry.getValue())
                    .toArray(String[]::new);
            // No block needs the Redis that it names.
            application
                    .withPropertyValues(pairs)
                    .withPropertyValues("limiter.store=memory")
                    .run(context -> {
                        assertThat(context).as(block.place()).hasNotFailed();
                        for (Object property : properties.keySet()) {
                            Matcher policy = POLICY.matcher(property.toString());
                            if (policy.matches()) {
                                assertThat(context.getBean(Policies.class).find(policy.group(1)))
                                        .as("%s: %s belongs to no policy of the README", block.place(), property)
                                        .isPresent();
                            }
                        }
                    });
        }

        private static Map<Object, Object> properties(Block block) {
            Properties properties = new Properties();
            try {
                properties.load(new StringReader(block.text()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return properties;
        }
    }

    @Nested
    class Tables {

        @Test
        void listEveryPropertyWithItsDefault() {
            Map<String, String> documented = new TreeMap<>();
            README.rows("limiter.").forEach((name, cells) -> documented.put(name, Readme.code(cells.get(0))));

            assertThat(documented)
                    .as("README.md lists the properties with their defaults: | `name` | `default` | meaning |")
                    .isEqualTo(DocumentedProperties.all());
        }

        @Test
        void listEveryAttributeOfTheAnnotations() {
            assertThat(README.rows("").keySet())
                    .as("README.md lists the attributes of @RateLimit and @Blacklist")
                    .containsAll(Stream.of(RateLimit.class, Blacklist.class)
                            .flatMap(annotation -> Arrays.stream(annotation.getDeclaredMethods()))
                            .map(Method::getName)
                            .toList());
        }

        @Test
        void listEveryRuleOfTheSceneThatWatchesAllRequests() {
            Map<String, List<String>> rules = new TreeMap<>();
            BuiltInScenes.find(BuiltInScenes.CRAWLER, Mode.SHADOW)
                    .orElseThrow()
                    .signals()
                    .forEach(rule -> rules.put("signals." + rule.name(), cells(rule)));
            Map<String, List<String>> documented = new TreeMap<>();
            README.rows("signals.").forEach((name, cells) -> documented.put(name, cells.subList(0, 3)));

            assertThat(documented)
                    .as("README.md lists the rules of crawler: | `signals.name` | measures | from | points | meaning |")
                    .isEqualTo(rules);
        }

        private static List<String> cells(SignalRule rule) {
            return List.of(
                    "`" + rule.signal() + "` of `" + rule.dimension() + "`",
                    rule.threshold() + " in " + rule.window().toMinutes() + " min",
                    rule.points() + (rule.cap() == rule.points() ? "" : " to " + rule.cap()));
        }

        @Test
        void listEveryAlgorithmAndDimension() {
            assertThat(README.rows("").keySet())
                    .as("README.md lists the algorithms and dimensions")
                    .containsAll(names(Algorithms.class))
                    .containsAll(names(Dimensions.class));
        }

        private static Collection<String> names(Class<?> constants) {
            List<String> names = new ArrayList<>();
            for (Field constant : constants.getFields()) {
                try {
                    names.add((String) constant.get(null));
                } catch (IllegalAccessException e) {
                    throw new AssertionError(e);
                }
            }
            return names;
        }
    }

    @Test
    void linksLeadSomewhere() {
        assertThat(README.links())
                .isNotEmpty()
                .allMatch(link -> link.startsWith("#") ? README.anchors().contains(link) : Readme.isFile(link));
    }

    @Test
    void contentsListEachChapterOnceInOrder() {
        assertThat(README.contents())
                .as("README.md lists its chapters after 'Contents:'")
                .isNotEmpty()
                .containsExactlyElementsOf(README.chapters());
    }

    @Nested
    class MavenCoordinates {

        private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(limiter-[\\w-]+)</artifactId>");
        private static final Pattern VERSION = Pattern.compile("<version>([^<]+)</version>");

        static List<Block> blocks() {
            return README.blocks("xml");
        }

        @ParameterizedTest
        @MethodSource("blocks")
        void nameModulesAndTheVersionOfThisProject(Block block) {
            assertThat(found(ARTIFACT, block)).as(block.place()).isNotEmpty().allMatch(Readme::isModule);
            assertThat(found(VERSION, block)).as(block.place()).allMatch(Readme.projectVersion()::equals);
        }

        private static List<String> found(Pattern pattern, Block block) {
            Stream<String> matches = pattern.matcher(block.text()).results().map(match -> match.group(1));
            return matches.toList();
        }
    }
}
