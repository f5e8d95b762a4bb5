package io.github.limiter.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;
import org.springframework.http.HttpHeaders;
import org.springframework.util.ClassUtils;

/** The library is compiled once, against the lowest supported Spring Boot, and must run on every supported line. */
class SpringBootLineTests {

    private static final boolean BOOT_4 = SpringBootVersion.getVersion().startsWith("4.");

    /** Beginnings of the types that each line lacks, and of the only classes that may name them: none there. */
    private static final String LACKING =
            BOOT_4 ? "org.springframework.boot.actuate." : "org.springframework.boot.health.";

    private static final List<String> MAY_NAME_THEM = List.of(
            BOOT_4
                    ? "io.github.limiter.spring.actuate.Boot3HealthIndicator"
                    : "io.github.limiter.spring.actuate.Boot4HealthIndicator",
            BOOT_4
                    ? "io.github.limiter.spring.autoconfigure.HealthConfiguration$Boot3"
                    : "io.github.limiter.spring.autoconfigure.HealthConfiguration$Boot4");

    private static final JavaClasses LIBRARY = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.github.limiter");

    @Test
    void testsRunOnTheLineThatTheBuildNames() {
        String expected = System.getProperty("spring-boot.version");
        assertThat(expected).as("the system property that the build sets").isNotNull();
        assertThat(SpringBootVersion.getVersion()).isEqualTo(expected);
    }

    @Test
    void everyTypeThatTheLibraryNamesExistsOnThisLine() {
        assertThat(LIBRARY).hasSizeGreaterThan(100);
        assertThat(LIBRARY.stream()
                        .flatMap(SpringBootLineTests::missingTypes)
                        .filter(missing -> !missing.getTargetClass().getName().startsWith(LACKING)
                                || !MAY_NAME_THEM.contains(
                                        missing.getOriginClass().getName()))
                        .map(Dependency::getDescription))
                .isEmpty();
    }

    @Test
    void everyMemberThatTheLibraryUsesExistsOnThisLine() {
        assertThat(LIBRARY.stream().flatMap(SpringBootLineTests::missingMembers).map(JavaAccess::getDescription))
                .isEmpty();
    }

    /** Compiled with all else against Spring 6, where headers are a map. */
    static class OfOneLine {

        boolean has(HttpHeaders headers) {
            return headers.containsKey("Retry-After");
        }
    }

    @Test
    void aMemberThatOnlyOneLineHasIsFound() {
        JavaClass ofOneLine = new ClassFileImporter().importClass(OfOneLine.class);
        assertThat(missingMembers(ofOneLine).map(access -> access.getTarget().getName()))
                .isEqualTo(BOOT_4 ? List.of("containsKey") : List.of());
    }

    @Test
    void aTypeThatOnlyTheOtherLineHasIsFound() {
        assertThat(MAY_NAME_THEM)
                .allSatisfy(name -> assertThat(missingTypes(LIBRARY.get(name))).isNotEmpty());
    }

    private static Stream<Dependency> missingTypes(JavaClass type) {
        return type.getDirectDependenciesFromSelf().stream()
                .filter(use -> !MAY_NAME_THEM.contains(use.getTargetClass().getName()))
                .filter(use -> !ClassUtils.isPresent(
                        use.getTargetClass().getBaseComponentType().getName(), null));
    }

    /** Members of types that are missing altogether are not looked for. */
    private static Stream<JavaAccess<?>> missingMembers(JavaClass type) {
        return type.getAccessesFromSelf().stream()
                .filter(access -> access.getTargetOwner().isFullyImported()
                        && !access.getTargetOwner().getPackageName().startsWith("io.github.limiter"))
                .filter(access -> access.getTarget().resolveMember().isEmpty())
                .map(access -> (JavaAccess<?>) access);
    }
}
