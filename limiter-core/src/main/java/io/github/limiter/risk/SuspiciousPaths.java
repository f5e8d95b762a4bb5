package io.github.limiter.risk;

import io.github.limiter.path.RequestPath;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which paths only a scanner asks for: what no site shows and no link leads to; and, where they are not, remains of
 * backups, consoles, well-known holes ({@code holes.txt} says where each is told of). The kinds are those of CrowdSec's
 * scenarios {@code http-sensitive-files}, {@code http-admin-interface-probing}, {@code http-backdoors-attempts},
 * {@code http-path-traversal-probing}, {@code http-wordpress-scan} and {@code http-cve-probing}, and of OWASP CRS rules 930110
 * (traversal) and 930130 (restricted files).
 *
 * <p>Links die, and people keep bookmarks of them: what has an ordinary name counts by its kind, any number of archives that
 * were moved, or of pages that once ended in {@code .php}, are one; and nothing does that a link led to. Anybody can write
 * a link into his request, so it does not excuse what no site links to.
 */
public final class SuspiciousPaths {

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

    /** What editors and administrators leave behind. */
    private static final List<String> LEFT_BEHIND = List.of(".bak", ".swp", ".old", ".save", "~");

    /** Stores and keys: no page shows them where a site begins. */
    private static final List<String> STORES =
            List.of(".sql", ".sql.gz", ".dump", ".sqlite", ".mdb", ".db", ".pem", ".key");

    private static final List<String> ARCHIVES = List.of(".zip", ".tar", ".gz", ".xz", ".bz2", ".tgz", ".rar", ".7z");

    /** What a backup of a whole site is called, and a part of its host's name. */
    private static final Set<String> BACKUPS = Set.of(
            "archive",
            "back",
            "backup",
            "backups",
            "bak",
            "com",
            "data",
            "database",
            "db",
            "dump",
            "full",
            "home",
            "htdocs",
            "html",
            "httpdocs",
            "net",
            "old",
            "org",
            "public",
            "public_html",
            "root",
            "site",
            "sql",
            "upload",
            "uploads",
            "web",
            "website",
            "wordpress",
            "wp",
            "www",
            "wwwroot");

    private static final List<String> SCRIPTS =
            List.of(".php", ".asp", ".aspx", ".ashx", ".cgi", ".jsp", ".jspa", ".action", ".cfm", ".esp", ".dll");

    /** What all count as that a site may have had. */
    private static final long DEAD_LINK = Hash.of("dead link");

    private static final Holes HOLES = Holes.shipped();

    private SuspiciousPaths() {}

    /**
     * Whether no site links to a path and nobody keeps a bookmark of it: each request for it, where it is not, is by somebody
     * who looks for holes.
     *
     * @param path the path
     * @return true for secrets and for most well-known holes; false for what a site may have had
     */
    public static boolean isNeverLinked(RequestPath path) {
        Hole hole = HOLES.in(lower(path));
        return hole != null && hole.counts() == Hole.Counts.EACH || isSecret(path);
    }

    /** Whatever the answer: a site that sends everybody to its front page does not make it harmless to ask. */
    static boolean isSecret(RequestPath path) {
        String text = path.text();
        return isSecret(text) || hasCapital(text) && isSecret(lower(path));
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
    static long kind(RequestFacts request) {
        String path = lower(request.path());
        if (request.method().equals("CONNECT")) {
            return Hash.once();
        }
        Hole hole = HOLES.in(path);
        if (hole != null) {
            return hole.counts().sparesLinked() && isLinked(request) ? NONE : kind(hole, path);
        }
        // Search engines keep old links, and say that they are programs.
        return isLinked(request) || AgentKind.of(request.agent()) == AgentKind.OTHER
                ? NONE
                : kind(request.method(), path);
    }

    private static long kind(Hole hole, String path) {
        return switch (hole.counts()) {
            case EACH -> Hash.once();
            case PATH, LOOSE -> Hash.of(path);
            case NAME -> Hash.of(hole.word());
        };
    }

    /** What has a name that nobody knows. */
    private static long kind(String method, String path) {
        if (endsWith(path, SCRIPTS)) {
            // A bookmark, and a link, are no POST; and what somebody has left to come back by has a name soon typed.
            boolean read = method.equals("GET") || method.equals("HEAD");
            return read && !isShort(path) ? DEAD_LINK : Hash.of(path);
        }
        if (endsWith(path, LEFT_BEHIND)) {
            return Hash.of(path);
        }
        boolean store = endsWith(path, STORES);
        if (!store && !endsWith(path, ARCHIVES)) {
            return NONE;
        }
        // Backups of a site lie where it begins, and what people load lies somewhere in it or has a name of its own.
        return path.lastIndexOf('/') == 0 && (store || isBackup(path)) ? Hash.of(path) : DEAD_LINK;
    }

    /** Where a site begins, of one or two characters, or a number. */
    private static boolean isShort(String path) {
        int end = path.indexOf('.');
        return path.lastIndexOf('/') == 0 && (end <= 3 || isNumber(path, 1, end));
    }

    private static boolean isNumber(String text, int begin, int end) {
        for (int i = begin; i < end; i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return begin < end;
    }

    /** Named so, or after the host, or after a year: what else has a number is a version of something. */
    private static boolean isBackup(String path) {
        String[] parts = path.substring(1).split("[.]");
        for (String part : parts) {
            if (BACKUPS.contains(part)) {
                return true;
            }
        }
        return isNumber(parts[0], 0, parts[0].length());
    }

    /** Whether it says that a page led there; what is not there links to nothing, itself the least. */
    private static boolean isLinked(RequestFacts request) {
        String referrer = request.referrer();
        return referrer != null && !referrer.endsWith(request.path().text());
    }

    private static String lower(RequestPath path) {
        return path.text().toLowerCase(Locale.ROOT);
    }

    private static boolean endsWith(String path, List<String> ends) {
        for (String end : ends) {
            if (path.endsWith(end)) {
                return true;
            }
        }
        return false;
    }
}
