package io.github.limiter.risk;

import io.github.limiter.path.RequestPath;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Which paths only a scanner asks for: what no site shows and no link leads to; and, where they are not, remains of
 * backups, consoles, well-known holes. The kinds are those of CrowdSec's scenarios {@code http-sensitive-files},
 * {@code http-admin-interface-probing}, {@code http-backdoors-attempts}, {@code http-path-traversal-probing},
 * {@code http-wordpress-scan}, {@code http-cve-probing} and those of single holes, such as {@code citrix-cve-2019-19781},
 * {@code pulse-secure-sslvpn-cve-2019-11510}, {@code fortinet-cve-2018-13379}, {@code f5-big-ip-cve-2020-5902},
 * {@code vmware-vcenter-vmsa-2021-0027} and {@code jira_cve-2021-26086}, and of OWASP CRS rules 930110 (traversal) and
 * 930130 (restricted files).
 *
 * <p>Links die, and people keep bookmarks of them, so what has an ordinary name counts by its kind: any number of archives
 * that were moved, or of pages that once ended in {@code .php}, are one.
 */
final class SuspiciousPaths {

    /** In the place of a kind. */
    static final long NONE = -1;

    /** What a secret's segment begins with. */
    private static final List<String> SECRETS = List.of(
            ".env",
            ".git/",
            ".git-credentials",
            ".gitconfig",
            ".svn",
            ".hg/",
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
            "wp-config.",
            "eval-stdin.php",
            "sftp-config.json");

    /** Most segments begin otherwise, and need no comparison. */
    private static final String SECRETS_BEGIN =
            SECRETS.stream().map(secret -> secret.substring(0, 1)).distinct().collect(Collectors.joining());

    /** Of the segments below, those that a site may have had. */
    private static final Set<String> ORDINARY = Set.of(
            "settings.json",
            "config.json",
            "config.yml",
            "credentials",
            "shadow",
            "backup",
            "backups",
            "debug.log",
            "error.log",
            "downloader",
            "changelog.txt",
            "env",
            "console",
            "manager",
            "invoker",
            "containers",
            "sdk",
            "vpn",
            "dana",
            "remote",
            "powershell",
            "struts",
            "druid",
            "jenkins",
            "cgi-bin");

    private static final Set<String> SEGMENTS = Set.of(
            // Editors, repositories, settings.
            ".vscode",
            ".idea",
            ".htaccess",
            ".ds_store",
            ".git",
            ".gitignore",
            "web.config",
            "composer.json",
            "composer.lock",
            "dockerfile",
            "docker-compose.yml",
            "appsettings.json",
            "settings.py",
            "settings.json",
            "config.json",
            "config.yml",
            "database.yml",
            "credentials",
            "secrets.json",
            "passwd",
            "shadow",
            "web-inf",
            "debug.log",
            "error.log",
            "laravel.log",
            "backup",
            "backups",
            // PHP and what it runs.
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
            "wlwmanifest.xml",
            "setup.php",
            "setup-config.php",
            "install.php",
            "config.php",
            "configuration.php",
            "phpunit",
            "thinkphp",
            "telescope",
            "_ignition",
            "_profiler",
            "administrator",
            "com_users",
            "magmi",
            "downloader",
            "cms_wysiwyg",
            "changelog.txt",
            // Java, .NET, ColdFusion.
            "actuator",
            "jolokia",
            "heapdump",
            "env",
            "console",
            "manager",
            "host-manager",
            "jmx-console",
            "web-console",
            "invoker",
            "webconsole.html",
            "login.action",
            "index.action",
            "struts",
            "struts2-showcase",
            "druid",
            "nacos",
            "jenkins",
            "asynchpeople",
            "geoserver",
            "jsonws",
            "cfide",
            "cf_scripts",
            "elmah.axd",
            "trace.axd",
            "_layouts",
            "_vti_bin",
            "_vti_pvt",
            "owa",
            "ecp",
            "autodiscover.json",
            "powershell",
            "setupwizard.aspx",
            "human.aspx",
            "guestaccess.aspx",
            "moveitisapi",
            // Stores, clusters, descriptions of interfaces.
            "solr",
            "_all_dbs",
            "_cat",
            "_search",
            "_cluster",
            "_nodes",
            "_catalog",
            "containers",
            "api-docs",
            "swagger.json",
            "swagger-ui.html",
            "openapi.json",
            "graphiql",
            "server-status",
            "server-info",
            // Gateways, appliances, cameras.
            "cgi-bin",
            "boaform",
            "gponform",
            "hnap1",
            "webfig",
            "setup.cgi",
            "evox",
            "sdk",
            "isapi",
            "onvif",
            "vpns",
            "vpn",
            "logonpoint",
            "dana-na",
            "dana",
            "global-protect",
            "ssl-vpn",
            "sslvpn",
            "+cscoe+",
            "+cscot+",
            "remote",
            "tmui",
            "mifs",
            "vsphere-client",
            "vropspluginui",
            "websso",
            // A proxy is looked for.
            "http:");

    /** What a segment begins with. */
    private static final List<String> BEGINNINGS = List.of(
            "wp-login", "wp-admin", "wp-content", "wp-includes", "wp-json", "wp-cron", "phpmyadmin", "docker-compose");

    private static final List<String> LEFT_BEHIND =
            List.of(".sql", ".sql.gz", ".bak", ".swp", ".dump", ".sqlite", ".mdb", ".pem");

    private static final List<String> ARCHIVES =
            List.of(".zip", ".tar", ".gz", ".xz", ".bz2", ".tgz", ".rar", ".7z", ".old", ".save", ".key", ".db");

    private static final List<String> SCRIPTS =
            List.of(".php", ".asp", ".aspx", ".ashx", ".cgi", ".jsp", ".jspa", ".action", ".cfm", ".esp", ".dll");

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

    /**
     * To be asked about what was not found: where such a thing is, to ask for it is no offence. Answers the kind of what it
     * is, the same for all that count as one.
     */
    static long kind(RequestPath path) {
        String lower = path.text().toLowerCase(Locale.ROOT);
        for (String segment : lower.split("/")) {
            if (SEGMENTS.contains(segment)) {
                return Hash.of(ORDINARY.contains(segment) ? segment : lower);
            }
            String beginning = first(BEGINNINGS, segment::startsWith);
            if (!beginning.isEmpty()) {
                return Hash.of(beginning);
            }
        }
        if (!first(LEFT_BEHIND, lower::endsWith).isEmpty()) {
            return Hash.of(lower);
        }
        if (!first(ARCHIVES, lower::endsWith).isEmpty()) {
            // Backups of a site lie where it begins, and what people load lies somewhere in it.
            return Hash.of(lower.lastIndexOf('/') == 0 ? lower : "archive");
        }
        return first(SCRIPTS, lower::endsWith).isEmpty() ? NONE : Hash.of("script");
    }

    private static String first(List<String> words, Predicate<String> holds) {
        for (String word : words) {
            if (holds.test(word)) {
                return word;
            }
        }
        return "";
    }
}
