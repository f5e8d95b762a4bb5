package io.github.limiter.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;

/** The library is compiled once, against the lowest supported Spring Boot, and must run on every supported line. */
class SpringBootLineTests {

    @Test
    void testsRunOnTheLineThatTheBuildNames() {
        String expected = System.getProperty("spring-boot.version");
        assertThat(expected).as("the system property that the build sets").isNotNull();
        assertThat(SpringBootVersion.getVersion()).isEqualTo(expected);
    }

    @Test
    void everyMemberThatTheLibraryUsesExistsOnThisLine() {
        JavaClasses library = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("io.github.limiter.spring");

        assertThat(library).isNotEmpty();
        assertThat(library.stream()
                        .flatMap(type -> type.getAccessesFromSelf().stream())
                        .filter(access -> isOfAnotherLibraryHere(access.getTargetOwner()))
                        .filter(access -> access.getTarget().resolveMember().isEmpty())
                        .map(JavaAccess::getDescription))
                .isEmpty();
    }

    /** Types that a line lacks are guarded by conditions on the class; their members cannot be checked. */
    private static boolean isOfAnotherLibraryHere(JavaClass owner) {
        return owner.isFullyImported() && !owner.getPackageName().startsWith("io.github.limiter");
    }
}
