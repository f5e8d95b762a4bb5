package io.github.limiter.test;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;
import org.springframework.http.HttpHeaders;
import org.springframework.util.ClassUtils;

/** The kit is compiled once, against the lowest supported Spring Boot, and must run on every supported line. */
class TestLineTests {

    /** Types and members that the library names and this line lacks. */
    private static Stream<String> missing(JavaClass type) {
        Stream<String> types = type.getDirectDependenciesFromSelf().stream()
                .filter(use -> !ClassUtils.isPresent(
                        use.getTargetClass().getBaseComponentType().getName(), null))
                .map(Dependency::getDescription);
        Stream<String> members = type.getAccessesFromSelf().stream()
                .filter(access -> access.getTargetOwner().isFullyImported()
                        && !access.getTargetOwner().getPackageName().startsWith("io.github.limiter"))
                .filter(access -> access.getTarget().resolveMember().isEmpty())
                .map(JavaAccess::getDescription);
        return Stream.concat(types, members);
    }

    /** Compiled with all else against Spring 6, where headers are a map. */
    static class OfOneLine {

        boolean has(HttpHeaders headers) {
            return headers.containsKey("Retry-After");
        }
    }

    @Test
    void allThatTheLibraryNamesIsThere() {
        JavaClasses library = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("io.github.limiter.test");
        assertThat(library).hasSizeGreaterThan(5);
        assertThat(library.stream().flatMap(TestLineTests::missing)).isEmpty();
    }

    @Test
    void whatOnlyOneLineHasIsFound() {
        boolean boot4 = SpringBootVersion.getVersion().startsWith("4.");
        assertThat(missing(new ClassFileImporter().importClass(OfOneLine.class)))
                .hasSize(boot4 ? 1 : 0);
    }
}
