package io.github.limiter.risk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.path.RequestPath;
import io.github.limiter.risk.Hole.Counts;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The list of what scanners ask for. */
class HolesTests {

    private final Holes holes = Holes.shipped();

    @ParameterizedTest
    @CsvSource({
        "/wp-login.php, wp-login, EACH",
        "/a/b/wp-login.php, wp-login, EACH",
        "/wp-admin/install.php, wp-admin/install.php, EACH",
        "/wp-admin/index.php, wp-admin, NAME",
        "/wp-content/plugins/a/readme.txt, wp-content/plugins, LOOSE",
        "/actuator/env, actuator, PATH",
        "/script, /script, PATH",
        "/jenkins/script, jenkins/script, EACH",
        "/phpmyadmin-4.8.1/index.php, phpmyadmin, EACH",
        "/cgi-bin/php5, cgi-bin/php, EACH",
        "/muhstik2.php, muhstik, EACH",
        "/db, /db, NAME",
        "/wp-json/wp/v2/users, wp/v2, LOOSE",
        "/cgi-bin/guestbook.pl, cgi-bin, NAME",
        "/http:/www.example.com, /http:, LOOSE"
    })
    void knowsWhatCountsMostInAPath(String path, String word, Counts counts) {
        assertThat(holes.in(path)).isEqualTo(new Hole(word, counts));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/a",
                "/a/script",
                "/managers/html",
                "/shop/db",
                "/a/version",
                "/wp-content/uploads/2015/03/a.pdf",
                "/a/http:/b"
            })
    void knowsNothingOfOtherPaths(String path) {
        assertThat(holes.in(path)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "/WP-Login.php, true",
        "/.env, true",
        "/x/.GIT/config, true",
        "/owa/, false",
        "/backup.zip, false",
        "/news.php, false"
    })
    void saysWhatNoSiteLinksTo(String path, boolean neverLinked) {
        assertThat(SuspiciousPaths.isNeverLinked(RequestPath.of(path))).isEqualTo(neverLinked);
    }

    @Test
    void isWellOrdered() {
        assertThatThrownBy(() -> Holes.read("each a\npath b\nname a")).hasMessage("holes.txt has a twice");
        assertThat(Objects.requireNonNull(Holes.read("# of a\n\nname a\n").in("/a"))
                        .counts())
                .isEqualTo(Counts.NAME);
    }
}
