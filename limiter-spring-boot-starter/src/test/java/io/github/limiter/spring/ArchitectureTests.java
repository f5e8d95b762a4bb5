package io.github.limiter.spring;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.github.limiter.spring.autoconfigure.LimiterAutoConfiguration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.expression.ExpressionParser;

/** policy ← interceptor ← web ← web.reactive ← autoconfigure, the only one that knows all. */
class ArchitectureTests {

    private static final String ROOT = "io.github.limiter.spring.";

    /** Each package with what it may use of the starter. */
    private static final Map<String, List<String>> USES = Map.ofEntries(
            Map.entry("policy", List.of()),
            Map.entry("actuate", List.of()),
            Map.entry("watch", List.of()),
            Map.entry("ban", List.of("watch")),
            Map.entry("json", List.of()),
            Map.entry("load", List.of()),
            Map.entry("captcha", List.of("json")),
            Map.entry("interceptor", List.of("policy")),
            Map.entry("web", List.of("policy", "interceptor", "watch", "load", "ban", "json", "captcha")),
            Map.entry("web.reactive", List.of("policy", "interceptor", "watch", "load", "ban", "web", "captcha")),
            Map.entry(
                    "autoconfigure",
                    List.of(
                            "policy",
                            "actuate",
                            "interceptor",
                            "watch",
                            "ban",
                            "load",
                            "captcha",
                            "web",
                            "web.reactive")));

    static final List<String> PACKAGES = USES.keySet().stream().sorted().toList();

    /** What applications or tools name, beside what other packages of the starter need. */
    private static final List<String> FOR_APPLICATIONS = List.of(
            "autoconfigure.BanProperties",
            "autoconfigure.BlockHoundAllowance",
            "autoconfigure.CaptchaProperties",
            "autoconfigure.EdgeProperties",
            "autoconfigure.LimiterAutoConfiguration",
            "autoconfigure.LimiterEndpointAutoConfiguration",
            "autoconfigure.LimiterProperties",
            "autoconfigure.LimiterRequestRules",
            "autoconfigure.LimiterWebFluxAutoConfiguration",
            "autoconfigure.LimiterWebMvcAutoConfiguration",
            "autoconfigure.LoadProperties",
            "autoconfigure.RiskProperties",
            "autoconfigure.UnknownProperties",
            "captcha.PassCookie",
            "web.reactive.ExchangeProblem");

    private static final JavaClasses STARTER = ArchConfiguration.withThreadLocalScope((ArchConfiguration scope) -> {
        // Names of other classes are all that the rules need.
        scope.setResolveMissingDependenciesFromClassPath(false);
        return new ClassFileImporter()
                .importUrl(LimiterAutoConfiguration.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation())
                .that(resideInAPackage(ROOT + "."));
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
                .dependOnClassesThat(resideInAPackage(ROOT + ".").and(resideOutsideOfPackages(allowed)))
                .check(STARTER);
    }

    @Test
    void thereAreNoOtherPackages() {
        assertThat(STARTER.stream().map(JavaClass::getPackageName).distinct())
                .containsExactlyInAnyOrderElementsOf(
                        PACKAGES.stream().map(name -> ROOT + name).toList());
    }

    @Test
    void policiesAndInterceptionKnowNoWeb() {
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + "policy", ROOT + "interceptor")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("jakarta.servlet..", "org.springframework.web..", "org.springframework.http..")
                .check(STARTER);
    }

    @Test
    void servletsAndReactiveWebDoNotKnowEachOther() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "web")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework.web.reactive..", "reactor..")
                .check(STARTER);
        noClasses()
                .that()
                .resideInAPackage(ROOT + "web.reactive")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("jakarta.servlet..", "org.springframework.web.servlet..")
                .check(STARTER);
    }

    @Test
    void expressionsAreParsedInOnePlaceThatNoCallComesBy() {
        assertThat(STARTER.stream()
                        .filter(one -> one.getAccessesFromSelf().stream()
                                .anyMatch(access -> access.getTargetOwner()
                                        .getSimpleName()
                                        .endsWith(ExpressionParser.class.getSimpleName())))
                        .map(JavaClass::getSimpleName))
                .containsExactly("CallExpressions");
        noClasses()
                .that()
                .haveSimpleNameNotContaining("CallExpressions")
                .and()
                .doNotHaveSimpleName("RateLimitParser")
                .and()
                .doNotHaveSimpleName("RiskMethods")
                .and()
                .doNotHaveSimpleName("RiskConditions")
                .and()
                .doNotHaveSimpleName("GuardedMethods")
                .should()
                .dependOnClassesThat()
                .haveSimpleName("CallExpressions")
                .check(STARTER);
    }

    @Test
    void everyPackageIsNullMarked() {
        assertThat(STARTER.stream().map(JavaClass::getPackage).distinct())
                .isNotEmpty()
                .allMatch(one -> one.isAnnotatedWith(NullMarked.class));
    }

    @Test
    void publicIsOnlyWhatApplicationsOrOtherPackagesNeed() {
        assertThat(STARTER.stream()
                        .filter(one -> one.isTopLevelClass()
                                && one.getModifiers().contains(JavaModifier.PUBLIC)
                                && !one.getSimpleName().equals("package-info"))
                        .filter(one -> one.getDirectDependenciesToSelf().stream()
                                .noneMatch(use ->
                                        !use.getOriginClass().getPackageName().equals(one.getPackageName())))
                        .map(one -> one.getName().substring(ROOT.length()))
                        .sorted())
                .containsExactlyElementsOf(FOR_APPLICATIONS);
    }
}
