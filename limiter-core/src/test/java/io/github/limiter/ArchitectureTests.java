package io.github.limiter;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.github.limiter.guard.Guard;
import io.github.limiter.time.TimeSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** time ← policy ← subject, algorithm ← store ← ban ← guard; and what may be seen from outside. */
class ArchitectureTests {

    private static final String ROOT = "io.github.limiter.";

    /** Each package with what it may use of the library. */
    private static final Map<String, List<String>> USES = Map.ofEntries(
            entry("time", List.of()),
            entry("policy", List.of("annotation")),
            entry("path", List.of("policy", "time")),
            entry("subject", List.of("annotation", "policy")),
            entry("algorithm", List.of("annotation", "policy")),
            entry("store", List.of("annotation", "policy", "subject", "algorithm", "time")),
            entry("captcha", List.of("annotation", "policy", "subject", "algorithm", "store", "store.redis", "time")),
            entry("ban", List.of("annotation", "policy", "subject", "algorithm", "time", "store", "store.redis")),
            entry("load", List.of("annotation", "policy", "algorithm", "store", "store.redis", "time")),
            entry(
                    "risk",
                    List.of("annotation", "policy", "subject", "algorithm", "time", "path", "store", "store.redis")),
            entry(
                    "guard",
                    List.of(
                            "annotation",
                            "policy",
                            "subject",
                            "algorithm",
                            "time",
                            "store",
                            "ban",
                            "captcha",
                            "load",
                            "risk")));

    static final List<String> PACKAGES = USES.keySet().stream().sorted().toList();

    private static final JavaClasses CORE = ArchConfiguration.withThreadLocalScope((ArchConfiguration scope) -> {
        // Names of other classes are all that the rules need.
        scope.setResolveMissingDependenciesFromClassPath(false);
        return new ClassFileImporter()
                .importUrl(Guard.class.getProtectionDomain().getCodeSource().getLocation());
    });

    @ParameterizedTest
    @FieldSource("PACKAGES")
    void aPackageUsesOnlyThoseBeforeIt(String name) {
        String[] allowed = Stream.concat(Stream.of(name), USES.get(name).stream())
                .map(used -> ROOT + used)
                .toArray(String[]::new);

        noClasses()
                .that()
                .resideInAPackage(ROOT + name)
                .should()
                .dependOnClassesThat(resideInAPackage("io.github.limiter..").and(resideOutsideOfPackages(allowed)))
                .check(CORE);
    }

    @Test
    void noPackagesUseEachOther() {
        slices().matching("io.github.limiter.(**)").should().beFreeOfCycles().check(CORE);
    }

    @Test
    void coreKnowsNeitherSpringNorServletsNorHttp() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                        "org.springframework..", "jakarta..", "javax.servlet..", "java.net.http..", "com.sun.net.."))
                .check(CORE);
    }

    @ParameterizedTest
    @FieldSource("PACKAGES")
    void theMainPathNeedsNothingButTheJdkAndALogger(String name) {
        classes()
                .that()
                .resideInAPackage(ROOT + name)
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage("java..", "io.github.limiter..", "org.slf4j..", "org.jspecify.."))
                .check(CORE);
    }

    @Test
    void algorithmsAreToldTheTimeAndNeverAskForIt() {
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + "algorithm", ROOT + "policy", ROOT + "subject")
                .should()
                .dependOnClassesThat(describe(
                        "a clock",
                        (JavaClass one) -> one.isAssignableTo(TimeSource.class) || one.isAssignableTo(Clock.class)))
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Instant.class, "now")
                .check(CORE);
    }

    @Test
    void everyPackageIsNullMarked() {
        Stream<JavaPackage> packages = CORE.stream().map(JavaClass::getPackage).distinct();

        assertThat(packages).isNotEmpty().allMatch(one -> one.isAnnotatedWith(NullMarked.class));
    }

    @Test
    void nothingWritesToTheConsole() {
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(CORE);
        NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING.check(CORE);
    }

    /** Package-private is the rule. What others need is added to the list, on purpose. */
    @Test
    void publicIsOnlyWhatIsListed() throws IOException {
        List<String> seen = CORE.stream()
                .filter(one ->
                        PACKAGES.stream().anyMatch(name -> one.getPackageName().equals(ROOT + name)))
                .filter(one -> one.isTopLevelClass() && one.getModifiers().contains(JavaModifier.PUBLIC))
                .map(one -> one.getName().substring(ROOT.length()))
                .sorted()
                .toList();

        assertThat(seen).containsExactlyElementsOf(listed());
    }

    private static List<String> listed() throws IOException {
        try (InputStream in = ArchitectureTests.class.getResourceAsStream("public-types.txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        }
    }
}
