package io.github.limiter.risk;

import io.github.limiter.path.RequestPath;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which paths only a scanner asks for: what no site shows and no link leads to; and, where they are not, remains of
 * backups, consoles, well-known holes. The kinds are those of CrowdSec's scenarios {@code http-sensitive-files},
 * {@code http-admin-interface-probing}, {@code http-backdoors-attempts} and {@code http-path-traversal-probing}, and of
 * OWASP CRS rules 930110 (traversal) and 930130 (restricted files).
 */
final class SuspiciousPaths {

    /** What a secret's segment begins with. */
    private static final List<String> SECRETS = List.of(
            ".env",
            ".git",
            ".svn",
            ".hg",
            ".aws",
            ".ssh",
            ".docker",
            ".kube",
            ".htpasswd",
            ".bash_history",
            ".mysql_history",
            ".npmrc",
            ".ftpconfig",
            ".pgpass",
            ".netrc",
            "id_rsa",
            "id_dsa",
            "id_ed25519",
            "wp-config",
            "eval-stdin.php",
            "sftp-config.json");

    /** Most segments begin otherwise, and need no comparison. */
    private static final String SECRETS_BEGIN =
            SECRETS.stream().map(secret -> secret.substring(0, 1)).distinct().collect(Collectors.joining());

    private static final Set<String> SEGMENTS = Set.of(
            ".vscode",
            ".idea",
            ".htaccess",
            ".ds_store",
            "phpmyadmin",
            "pma",
            "myadmin",
            "mysqladmin",
            "phppgadmin",
            "adminer.php",
            "phpinfo.php",
            "info.php",
            "php.php",
            "test.php",
            "shell.php",
            "cmd.php",
            "c99.php",
            "r57.php",
            "wso.php",
            "alfa.php",
            "xmlrpc.php",
            "wp-login.php",
            "wp-admin",
            "wp-includes",
            "setup.php",
            "install.php",
            "config.php",
            "configuration.php",
            "web.config",
            "server-status",
            "server-info",
            "cgi-bin",
            "boaform",
            "hnap1",
            "manager",
            "jmx-console",
            "solr",
            "telescope",
            "_ignition",
            "passwd",
            "shadow",
            "web-inf",
            "etc",
            "owa",
            "ecp",
            "autodiscover",
            "struts",
            "druid",
            "nacos",
            "jenkins",
            "_profiler",
            "elmah.axd",
            "trace.axd",
            "composer.json",
            "composer.lock",
            "dockerfile",
            "backup",
            "backups",
            "administrator",
            "actuator",
            "heapdump",
            "api-docs",
            "swagger.json",
            "swagger-ui.html",
            "openapi.json",
            "console",
            "login.action",
            "geoserver",
            "remote",
            "sdk",
            "evox",
            "phpunit",
            "thinkphp",
            "webfig",
            "_all_dbs",
            "_cat",
            "credentials",
            "secrets.json",
            "appsettings.json",
            "settings.py",
            "database.yml",
            "docker-compose.yml",
            "wlwmanifest.xml",
            "debug.log",
            "error.log",
            "laravel.log");

    private static final List<String> ENDINGS = List.of(
            ".sql", ".bak", ".old", ".swp", ".save", ".zip", ".tar", ".gz", ".xz", ".bz2", ".tgz", ".rar", ".7z",
            ".pem", ".key", ".db", ".sqlite", ".mdb", ".dump", ".asp", ".aspx", ".cgi", ".jsp", ".action", ".php");

    private SuspiciousPaths() {}

    /** Whatever the answer: a site that sends everybody to its front page does not make it harmless to ask. */
    static boolean isSecret(RequestPath path) {
        String text = path.text();
        return path.illegal() || isSecret(text) || hasCapital(text) && isSecret(text.toLowerCase(Locale.ROOT));
    }

    private static boolean isSecret(String text) {
        for (int begin = 1; begin > 0 && begin < text.length(); begin = text.indexOf('/', begin) + 1) {
            if (SECRETS_BEGIN.indexOf(text.charAt(begin)) >= 0 && isSecret(text, begin)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSecret(String text, int begin) {
        for (String secret : SECRETS) {
            if (text.startsWith(secret, begin)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasCapital(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 'A' && text.charAt(i) <= 'Z') {
                return true;
            }
        }
        return false;
    }

    /** To be asked about what was not found: where such a thing is, to ask for it is no offence. */
    static boolean contains(RequestPath path) {
        String lower = path.text().toLowerCase(Locale.ROOT);
        for (String segment : lower.split("/")) {
            if (SEGMENTS.contains(segment)) {
                return true;
            }
        }
        return isSecret(path) || ENDINGS.stream().anyMatch(lower::endsWith);
    }
}
