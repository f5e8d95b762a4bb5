package io.github.limiter.ban;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.path.RequestPath;
import io.github.limiter.subject.Subject;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What others write is shown as it was meant to be read. */
class PlainTextTests {

    @ParameterizedTest
    @CsvSource(ignoreLeadingAndTrailingWhitespace = false, textBlock = """
            resells coupons,resells coupons
            优惠券 für 10 €,优惠券 für 10 €
            a\u0000b\u001b[1mc,a b [1mc
            a\u2028b\u2029c\u0085d,a b c d
            user\u202emoc,usermoc
            \u2066a\u2069\u200b\ufeff\u00ad,a
            tag\udb40\udc41ged,tagged
            smile 😀,smile 😀
            """)
    void hasNoControlsAndNothingUnseen(String text, String plain) {
        assertThat(PlainText.of(decoded(text), 100)).isEqualTo(plain);
    }

    /** The compiler would read them where they stand. */
    private static String decoded(String text) {
        return java.util.regex.Pattern.compile("\\\\u([0-9a-f]{4})")
                .matcher(text)
                .replaceAll(found -> String.valueOf((char) Integer.parseInt(found.group(1), 16)));
    }

    @Test
    void isCut() {
        assertThat(PlainText.of("abc", 2)).isEqualTo("ab");
    }

    @Test
    void isWhatReasonsAndEvidenceAre() {
        Subject subject = Subject.of("ip", "203.0.113.7");
        String turned = String.valueOf((char) 0x202e);

        assertThat(new Ban(subject, Instant.EPOCH, null, Ban.MANUAL, "a" + turned, "b" + turned, false))
                .isEqualTo(new Ban(subject, Instant.EPOCH, null, Ban.MANUAL, "a", "b", false));
        String path = RequestPath.of("/x%E2%80%AEgnp.exe").text();
        assertThat(new Offence(Instant.EPOCH, "probing", "GET", path, 404, "agent" + turned))
                .isEqualTo(new Offence(Instant.EPOCH, "probing", "GET", "/xgnp.exe", 404, "agent"));
    }
}
