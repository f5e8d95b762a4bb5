package io.github.limiter.spring.watch;

import static io.github.limiter.spring.watch.OffenceKind.FAILED_LOGIN;
import static io.github.limiter.spring.watch.OffenceKind.ILLEGAL_PATH;
import static io.github.limiter.spring.watch.OffenceKind.MALFORMED;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.path.RequestPath;
import io.github.limiter.subject.Caller;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.converter.HttpMessageConversionException;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.mock.http.MockHttpInputMessage;

class SeenRequestTests {

    private static final Credentials PASSWORD = Credentials.of("Basic YWxpY2U6c2VjcmV0");

    @ParameterizedTest(name = "{1} to {0} is {2}")
    @CsvSource({
        "/nowhere,          404, NOT_FOUND",
        "/missing.css,      404, ",
        "/image/7,          404, ",
        "/.well-known/x,    404, ",
        "/products,         405, METHOD_NOT_ALLOWED",
        "/a%2f..%2fpasswd,  404, ILLEGAL_PATH",
        "/a%2f..%2fb.css,   404, ILLEGAL_PATH",
        "/a%2fb,            200, ",
        "/a%2fb,            500, ",
        "/products,         200, ",
        "/products,         400, ",
        "/products,         401, ",
        "/products,         403, ",
        "/products,         500, ",
    })
    void followsFromPathAndStatus(String path, int status, OffenceKind offence) {
        SeenRequest seen = request(path, status).judge(new RequestMarks(), Credentials.NONE, true);

        assertThat(seen.offence()).isEqualTo(offence);
        assertThat(seen.item())
                .isEqualTo(offence == null ? null : RequestPath.of(path).text());
    }

    @ParameterizedTest
    @CsvSource({
        "/wp-login.php,             404, NOT_FOUND",
        "/wp-login.php,             405, METHOD_NOT_ALLOWED",
        "/.git/config,              404, NOT_FOUND",
        "/stalker_portal/version.js, 404, NOT_FOUND"
    })
    void eachRequestCountsForWhatNoSiteLinksTo(String path, int status, OffenceKind offence) {
        SeenRequest seen = request(path, status).judge(new RequestMarks(), Credentials.NONE, false);

        assertThat(seen.offence()).isEqualTo(offence);
        assertThat(seen.item()).isNull();
        assertThat(seen.mayBeCommon()).isFalse();
    }

    @Test
    void manyMayMissWhatASiteMayHaveHad() {
        assertThat(request("/old/page.php", 404)
                        .judge(new RequestMarks(), Credentials.NONE, false)
                        .mayBeCommon())
                .isTrue();
        assertThat(request("/old/page.php", 405)
                        .judge(new RequestMarks(), Credentials.NONE, true)
                        .mayBeCommon())
                .isFalse();
    }

    @Test
    void whatWasRefusedBeforeAnythingCouldHandleItWasIllegal() {
        assertThat(request("/x", 400)
                        .judge(new RequestMarks(), Credentials.NONE, false)
                        .offence())
                .isEqualTo(ILLEGAL_PATH);
    }

    @Test
    void parametersThatCannotBeReadAreMalformedIfTheyAreAnsweredAsTheClientsFault() {
        RequestMarks marks = new RequestMarks();
        marks.failed(new TypeMismatchException("seven", Long.class));

        assertThat(request("/x", 400).judge(marks, Credentials.NONE, true).offence())
                .isEqualTo(MALFORMED);
        assertThat(request("/x", 422).judge(marks, Credentials.NONE, true).offence())
                .isEqualTo(MALFORMED);
        assertThat(request("/x", 500).judge(marks, Credentials.NONE, true).offence())
                .isNull();
    }

    @Test
    void otherFailuresAreNot() {
        RequestMarks marks = new RequestMarks();
        marks.failed(new IllegalArgumentException("the business says no"));
        marks.failed(new HttpMessageConversionException("no way to write it"));

        assertThat(request("/x", 400).judge(marks, Credentials.NONE, true).offence())
                .isNull();
    }

    @Test
    void anUnreadableBodyIsMalformed() {
        RequestMarks marks = new RequestMarks();
        marks.failed(new HttpMessageNotReadableException("{", new MockHttpInputMessage(new byte[0])));

        assertThat(request("/x", 400).judge(marks, Credentials.NONE, true).offence())
                .isEqualTo(MALFORMED);
    }

    @Test
    void wrongCredentialsAreAFailedLoginAndEachAttemptAtAPasswordCounts() {
        SeenRequest seen = request("/x", 401).judge(new RequestMarks(), PASSWORD, false);

        assertThat(seen.offence()).isEqualTo(FAILED_LOGIN);
        assertThat(seen.item()).isNull();
    }

    @Test
    void aTokenThatHasExpiredIsOneFailureHoweverOftenAPageRepeatsIt() {
        Credentials token = Credentials.of("Bearer abc");

        assertThat(request("/x", 401).judge(new RequestMarks(), token, false).item())
                .isNotNull()
                .isEqualTo(request("/y", 401)
                        .judge(new RequestMarks(), Credentials.of("Bearer abc"), false)
                        .item())
                .isNotEqualTo(request("/x", 401)
                        .judge(new RequestMarks(), Credentials.of("Bearer abd"), false)
                        .item())
                .doesNotContain("abc");
    }

    @Test
    void whatSpringSecurityCallsAFailureIsOneWhateverTheAnswer() {
        RequestMarks marks = new RequestMarks();
        marks.loginFailed();

        assertThat(request("/login", 302).judge(marks, Credentials.NONE, false).offence())
                .isEqualTo(FAILED_LOGIN);
    }

    @Test
    void nobodyFailsWhileTheUsersCannotBeAsked() {
        RequestMarks marks = new RequestMarks();
        marks.loginUndecided();

        assertThat(request("/x", 401).judge(marks, PASSWORD, false).offence()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t"})
    void anEmptyFieldIsNoCredential(String field) {
        assertThat(Credentials.of(field)).isEqualTo(Credentials.NONE);
        assertThat(Credentials.of(null)).isEqualTo(Credentials.NONE);
    }

    @Test
    void whatIsKeptIsShortAndHoldsNoRequest() {
        Caller caller = new Caller(null, "alice", new Object());

        SeenRequest seen =
                new SeenRequest(caller, "X".repeat(99), RequestPath.of("/"), null, "A".repeat(999), 200, false);

        assertThat(seen.caller().request()).isNull();
        assertThat(seen.method()).hasSize(16);
        assertThat(seen.agent()).hasSize(200);
    }

    private static SeenRequest request(String path, int status) {
        return new SeenRequest(Caller.NONE, "GET", RequestPath.of(path), null, null, status, false);
    }
}
