package io.github.limiter.risk;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What stands in queries and agents only where somebody tries a hole: ways out of a directory, look-ups of Log4j, SQL and
 * markup in the place of values, functions of ThinkPHP and PHP. The kinds are those of OWASP CRS 930100 and 930120 (traversal,
 * files), 932160 (shell), 933100 to 933150 (PHP), 941110 (script), 942100 and 942190 (SQL), 944150 (Log4j), and of CrowdSec's
 * scenarios {@code http-path-traversal-probing}, {@code http-xss-probing}, {@code http-sqli-probing},
 * {@code apache_log4j2_cve-2021-44228} and {@code thinkphp-cve-2018-20062}. Only the first {@value #MAX_READ} characters are
 * looked at, with percent-encoding taken off twice.
 */
final class AttackWords {

    private static final int MAX_READ = 2_048;
    private static final int DECODED = 2;

    private static final List<String> WORDS = List.of(
            "../..",
            "..\\..",
            "....//",
            "/etc/passwd",
            "/etc/shadow",
            "/proc/self/",
            "\\windows\\win.ini",
            "/windows/win.ini",
            "${jndi:",
            "${${",
            "${env:",
            "() {",
            "union select",
            "union all select",
            "' or 1=1",
            "' or '1'='1",
            "waitfor delay",
            "information_schema",
            "xp_cmdshell",
            "<script",
            "<svg onload",
            "<svg/onload",
            "<img src=x onerror",
            "=javascript:",
            "invokefunction",
            "call_user_func",
            "auto_prepend_file",
            "allow_url_include",
            "php://input",
            "php://filter",
            "base64_decode(",
            ";wget ",
            ";curl ",
            "|wget ",
            "/bin/sh",
            "/bin/bash",
            "cmd.exe");

    private AttackWords() {}

    /** Whether one of them is in a text, however it is encoded. */
    static boolean isIn(@Nullable String text) {
        if (text == null || isPlain(text)) {
            return false;
        }
        String shown = text.substring(0, Math.min(text.length(), MAX_READ)).replace('+', ' ');
        for (int i = 0; i < DECODED && shown.indexOf('%') >= 0; i++) {
            shown = decoded(shown);
        }
        String lower = shown.toLowerCase(Locale.ROOT).replace("/**/", " ");
        for (String word : WORDS) {
            if (lower.contains(word)) {
                return true;
            }
        }
        return false;
    }

    /** Letters, digits and what separates parameters: most queries are nothing else, and no attack is. */
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain = c >= 'a' && c <= 'z'
                    || c >= '0' && c <= '9'
                    || c == '='
                    || c == '&'
                    || c >= 'A' && c <= 'Z'
                    || c == '_'
                    || c == '-'
                    || c == ',';
            if (!plain) {
                return false;
            }
        }
        return true;
    }

    private static String decoded(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int high = c == '%' && i + 2 < text.length() ? Character.digit(text.charAt(i + 1), 16) : -1;
            int low = high < 0 ? -1 : Character.digit(text.charAt(i + 2), 16);
            if (low < 0) {
                plain.append(c);
            } else {
                plain.append((char) (high << 4 | low));
                i += 2;
            }
        }
        return plain.toString();
    }
}
