package io.github.limiter.spring.captcha;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.github.limiter.captcha.CaptchaProvider;
import io.github.limiter.captcha.Puzzle;
import io.github.limiter.spring.web.DeviceTokens;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How long a judge takes tells nothing of the right answer. Time itself would be a poor witness; so this reads the byte code
 * of everything that knows a secret and is shown an answer: the one comparison in it is {@link MessageDigest#isEqual}, which
 * looks at every byte of what was given, however much of it is right.
 */
class ConstantTimeTests {

    /** All that ends at the first difference, or depends on where it is. */
    private static final Set<String> HASTY = Set.of(
            "equals",
            "equalsIgnoreCase",
            "contentEquals",
            "compareTo",
            "compareToIgnoreCase",
            "compare",
            "regionMatches",
            "startsWith",
            "endsWith",
            "contains",
            "indexOf",
            "lastIndexOf",
            "matches",
            "mismatch",
            "deepEquals",
            "charAt");

    private static final List<Class<?>> OF_TEXTS = List.of(
            String.class,
            CharSequence.class,
            Comparable.class,
            StringBuilder.class,
            Object.class,
            Objects.class,
            Arrays.class,
            Pattern.class,
            Matcher.class);

    /** All but those that make a puzzle, of which nobody has given an answer yet. */
    private static Stream<JavaMethodCall> calls(Class<?> judge) {
        Class<?>[] parts = Stream.concat(Stream.of(judge), Stream.of(judge.getDeclaredClasses()))
                .toArray(Class<?>[]::new);
        return ArchConfiguration.withThreadLocalScope((ArchConfiguration scope) -> {
            // Names of other classes are all that is needed.
            scope.setResolveMissingDependenciesFromClassPath(false);
            return new ClassFileImporter()
                    .importClasses(parts).stream()
                            .flatMap(one -> one.getMethodCallsFromSelf().stream())
                            .filter(call -> !call.getOrigin().getName().equals("create"));
        });
    }

    private static List<String> hasty(Class<?> judge) {
        return calls(judge)
                .filter(call -> HASTY.contains(call.getName())
                        && OF_TEXTS.stream().anyMatch(call.getTargetOwner()::isEquivalentTo))
                .map(JavaMethodCall::getDescription)
                .toList();
    }

    private static long careful(Class<?> judge) {
        return calls(judge)
                .filter(call -> call.getTargetOwner().isEquivalentTo(MessageDigest.class)
                        && call.getName().equals("isEqual"))
                .count();
    }

    @ParameterizedTest
    @ValueSource(classes = {ImageCaptcha.class, ProofOfWork.class})
    void answersAreComparedInConstantTimeAlone(Class<?> judge) {
        assertThat(hasty(judge)).isEmpty();
        assertThat(careful(judge)).isPositive();
    }

    @Test
    void signaturesOfDevicesToo() {
        assertThat(careful(DeviceTokens.class)).isPositive();
        assertThat(hasty(DeviceTokens.class))
                .as("they look for the parts of a token, of which none is secret")
                .allMatch(call -> call.contains("String.startsWith") || call.contains("String.lastIndexOf"));
    }

    @ParameterizedTest
    @ValueSource(classes = {Impatient.class, Curious.class, Lazy.class})
    void aJudgeWhoHurriesIsCaught(Class<?> liar) {
        assertThat(hasty(liar)).isNotEmpty();
    }

    private abstract static class Liar implements CaptchaProvider {

        @Override
        public String name() {
            return "liar";
        }

        @Override
        public Puzzle create() {
            return new Puzzle("secret", Map.of());
        }
    }

    static final class Impatient extends Liar {

        @Override
        public CompletionStage<Boolean> verify(String secret, String answer, String address) {
            return CompletableFuture.completedFuture(secret.equals(answer));
        }
    }

    static final class Curious extends Liar {

        @Override
        public CompletionStage<Boolean> verify(String secret, String answer, String address) {
            return CompletableFuture.supplyAsync(() -> Arrays.equals(secret.toCharArray(), answer.toCharArray()));
        }
    }

    static final class Lazy extends Liar {

        @Override
        public CompletionStage<Boolean> verify(String secret, String answer, String address) {
            for (int i = 0; i < secret.length(); i++) {
                if (i >= answer.length() || secret.charAt(i) != answer.charAt(i)) {
                    return CompletableFuture.completedFuture(false);
                }
            }
            return CompletableFuture.completedFuture(true);
        }
    }
}
