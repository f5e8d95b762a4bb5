package io.github.limiter.risk;

import io.github.limiter.path.RequestPath;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Which paths only a scanner asks for where they are not: remains of backups and repositories, secrets, consoles of
 * databases, well-known holes; and paths that climb out of their root or hide what they are. The kinds are those of CrowdSec's scenarios {@code http-sensitive-files},
 * {@code http-admin-interface-probing} and {@code http-backdoors-attempts}, and of OWASP CRS rule 930130 (restricted
 * files).
 */
final class SuspiciousPaths {

    private static final Set<String> SEGMENTS = Set.of(
            ".env",
            ".git",
            ".svn",
            ".hg",
            ".aws",
            ".ssh",
            ".docker",
            ".kube",
            ".vscode",
            ".idea",
            ".htaccess",
            ".htpasswd",
            ".bash_history",
            ".mysql_history",
            ".ds_store",
            ".npmrc",
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
            "eval-stdin.php",
            "xmlrpc.php",
            "wp-login.php",
            "wp-config.php",
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
            "id_rsa",
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
            "administrator");

    private static final List<String> ENDINGS = List.of(
            ".sql", ".sql.gz", ".bak", ".old", ".swp", ".zip", ".tar", ".tar.gz", ".tgz", ".rar", ".7z", ".pem", ".key",
            ".asp", ".aspx", ".cgi", ".jsp", ".php");

    private SuspiciousPaths() {}

    /** To be asked about what was not found: where such a thing is, to ask for it is no offence. */
    static boolean contains(RequestPath path) {
        if (path.illegal()) {
            return true;
        }
        String lower = path.text().toLowerCase(Locale.ROOT);
        for (String segment : lower.split("/")) {
            if (SEGMENTS.contains(segment)) {
                return true;
            }
        }
        return ENDINGS.stream().anyMatch(lower::endsWith);
    }
}
