package io.github.limiter.risk;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What stands in queries and agents only where somebody tries a hole: ways out of a directory, look-ups of Log4j, SQL and
 * markup in the place of values, functions of ThinkPHP and PHP. The kinds are those of OWASP CRS 930100 and 930120 (traversal,
 * files), 932160 (shell), 933100 to 933150 (PHP), 941110 (script), 942100 and 942190 (SQL), 944150 (Log4j), and of CrowdSec's
 * scenarios {@code http-path-traversal-probing}, {@code http-xss-probing}, {@code http-sqli-probing},
 * {@code apache_log4j2_cve-2021-44228}, {@code thinkphp-cve-2018-20062} and of CVE-2018-7600 (Drupal). Only the first
 * {@value #MAX_READ} characters are looked at, with percent-encoding taken off twice.
 *
 * <p>People search for all of these, too: on a site for programs, books or data. So in what a search is for a word alone is
 * only mentioned; with what makes it work, it is an attack.
 */
final class AttackWords {

    /** What a query has of them. */
    enum Use {
        NONE,
        /** A word that people search for, or by which a site names its own pictures. */
        MENTION,
        ATTACK
    }

    private static final int MAX_READ = 2_048;
    private static final int DECODED = 2;

    private static final List<String> WORDS = List.of(
            "....//",
            "/etc/passwd",
            "/etc/shadow",
            "/proc/self/",
            "\\windows\\win.ini",
            "/windows/win.ini",
            "${jndi:",
            "${${",
            "${env:",
            "union select",
            "union all select",
            "' or 1=1",
            "' or '1'='1",
            "waitfor delay",
            "and sleep(",
            "or sleep(",
            "pg_sleep(",
            "benchmark(",
            "extractvalue(",
            "updatexml(",
            "and 1=1",
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
            "<?php",
            "php://input",
            "php://filter",
            "base64_decode(",
            ";wget ",
            ";curl ",
            "|wget ",
            ";rm -rf",
            "cd /tmp",
            "element_parents=",
            "class.module.classloader",
            "java.lang.runtime",
            "memberaccess",
            "{7*7}",
            "=7*7%",
            "169.254.169.254",
            "file:///",
            "gopher://",
            "/mapi/nspi",
            "/bin/sh",
            "/bin/bash",
            "cmd.exe");

    /** Ways out of a directory, which sites have in addresses of their own pictures; and how a function begins. */
    private static final List<String> FAINT = List.of("../..", "..\\..", "() {");

    /** What makes an attack of those. */
    private static final List<String> DESTINATIONS = List.of(
            ":;",
            "../../../..",
            "etc/",
            "passwd",
            "shadow",
            "win.ini",
            "boot.ini",
            "proc/",
            "wp-config",
            ".env",
            "web-inf");

    /** What makes a word work that people search for. */
    private static final List<String> WORKINGS = List.of(
            "alert(",
            "prompt(",
            "confirm(",
            "eval(",
            "document.",
            "</script",
            "src=",
            "onerror=",
            "onload=",
            "select null",
            "select 1",
            "select @@",
            "select concat",
            "select char(",
            "select user",
            "--",
            "' or ",
            "sleep(",
            "delay '",
            "ldap",
            "rmi:",
            "dns:",
            "http",
            ":;",
            "../etc",
            "../../..",
            "\\think",
            "/think",
            "vars[");

    /** What a field is called that a search is typed into, or a part of its name. */
    private static final List<String> SEARCHES =
            List.of("search", "query", "keyword", "term", "text", "title", "phrase", "topic", "subject");

    private static final Set<String> SHORT_SEARCHES = Set.of("q", "s", "k", "w", "kw", "wd", "qs", "find");

    private AttackWords() {}

    /** What a query has of them; null is none. */
    static Use in(@Nullable String query) {
        if (query == null || !isIn(query)) {
            return Use.NONE;
        }
        Use worst = Use.NONE;
        for (String parameter : query.split("&")) {
            Use use = of(parameter);
            worst = use.compareTo(worst) > 0 ? use : worst;
        }
        // In several parameters together, which nobody types.
        return worst == Use.NONE ? Use.ATTACK : worst;
    }

    private static Use of(String parameter) {
        if (isPlain(parameter)) {
            return Use.NONE;
        }
        String shown = shown(parameter);
        boolean word = has(shown, WORDS);
        if (!word && !has(shown, FAINT)) {
            return Use.NONE;
        }
        if (isSearch(shown)) {
            return has(shown, WORKINGS) ? Use.ATTACK : Use.MENTION;
        }
        return word || has(shown, DESTINATIONS) ? Use.ATTACK : Use.MENTION;
    }

    private static boolean isSearch(String parameter) {
        int equals = parameter.indexOf('=');
        if (equals <= 0) {
            return false;
        }
        String name = parameter.substring(0, equals);
        return SHORT_SEARCHES.contains(name) || has(name, SEARCHES);
    }

    /** Whether one of them is in a text, however it is encoded. */
    static boolean isIn(@Nullable String text) {
        if (text == null || isPlain(text)) {
            return false;
        }
        String shown = shown(text);
        return has(shown, WORDS) || has(shown, FAINT);
    }

    private static boolean has(String text, List<String> words) {
        for (String word : words) {
            if (text.contains(word)) {
                return true;
            }
        }
        return false;
    }

    private static String shown(String text) {
        String shown = text.substring(0, Math.min(text.length(), MAX_READ)).replace('+', ' ');
        for (int i = 0; i < DECODED && shown.indexOf('%') >= 0; i++) {
            shown = decoded(shown);
        }
        return shown.toLowerCase(Locale.ROOT).replace("/**/", " ");
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
