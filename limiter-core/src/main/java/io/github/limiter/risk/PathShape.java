package io.github.limiter.risk;

import io.github.limiter.path.AssetPaths;
import io.github.limiter.path.RequestPath;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A path as signals see it.
 *
 * @param path in its one spelling
 * @param asset whether it is an asset of a page
 * @param data whether it is for programs that read news or tables, by its end
 * @param file whether it is a file to load and keep, by its end, such as a packed one
 * @param icon whether it is an icon of the site, which browsers ask for by themselves
 * @param route hash of the path with each number in the place of which another could stand; its route, if there is no
 *     better word for it. It ends where the id fills a segment: what follows is the name of what has that id
 * @param id its last number of at most 15 digits, of those that fill a segment if there are any, since numbers within words
 *     are parts of names; but the number of a file, if it is below a date, as {@code 2018/report-64.html}, or has zeros before
 *     it; of a date that ends in its year, day and month together, since the year stays; without a number in
 *     the path, those of the query; or −1
 * @param whole hash of the whole path; of an asset with its query; with the numbers of the query where they are its id
 */
record PathShape(
        RequestPath path, boolean asset, boolean data, boolean file, boolean icon, long route, long id, long whole) {

    private static final int MOST_DIGITS = 15;
    private static final int LONGEST_FILE_END = 4;
    private static final int MOST_REFERRER = 1_024;
    private static final int YEAR_DIGITS = 4;
    private static final int DAY_DIGITS = 2;
    private static final char NUMBER = '#';

    /** What feeds, exports and interfaces end in. */
    private static final List<String> DATA =
            List.of(".xml", ".json", ".csv", ".rss", ".atom", ".ics", "/rss", "/atom", "/feed");

    /** What browsers keep and do not show. */
    private static final Set<String> FILES = Set.of(
            "gz", "zip", "tar", "tgz", "bz2", "xz", "7z", "rar", "iso", "img", "exe", "msi", "dmg", "pkg", "apk", "deb",
            "rpm", "jar", "bin", "epub", "mobi", "pcap", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods");

    static PathShape of(RequestPath path, @Nullable String query) {
        String text = path.text();
        int length = text.length();
        boolean names = namesFile(text);
        boolean dated = false;
        long route = Hash.START;
        long filled = 0;
        long id = -1;
        int at = 0;
        while (at < length) {
            char c = text.charAt(at);
            if (!isDigit(c)) {
                route = Hash.add(route, c);
                at++;
                continue;
            }
            int end = endOfNumber(text, at);
            boolean fills = fillsSegment(text, at, end);
            route = Hash.add(route, NUMBER);
            if (end - at <= MOST_DIGITS && (fills || filled == 0 || names && (dated || isPadded(text, at, end)))) {
                id = number(text, at, end);
                boolean year = end - at == YEAR_DIGITS && DateEnd.isYear(id);
                if (fills) {
                    dated = year || dated && end - at <= DAY_DIGITS;
                    filled = route;
                } else {
                    id = year ? DateEnd.moving(text, at, id) : id;
                    filled = 0;
                }
            }
            at = end;
        }
        boolean asset = AssetPaths.contains(path);
        boolean icon = asset && AssetPaths.isIcon(path);
        boolean data = !asset && isData(text);
        boolean file = !asset && isFile(text);
        if (id < 0 && query != null && !asset) {
            QueryNumbers numbers = QueryNumbers.of(query);
            if (numbers != null) {
                return new PathShape(
                        path,
                        false,
                        data,
                        file,
                        false,
                        numbers.route(route),
                        numbers.sum(),
                        numbers.whole(Hash.of(text)));
            }
        }
        // Pictures are made to measure by their query.
        long whole = asset && query != null ? Hash.of(text) ^ Hash.of(query) : Hash.of(text);
        return new PathShape(path, asset, data, file, icon, Hash.end(filled == 0 ? route : filled), id, whole);
    }

    /** Whether a referrer may be of the same route, at a glance: up to the first number they are the same. */
    boolean mayHaveRouteOf(@Nullable String referrer) {
        if (referrer == null) {
            return false;
        }
        String text = path.text();
        int number = 0;
        while (number < text.length() && !isDigit(text.charAt(number))) {
            number++;
        }
        int from = pathIn(referrer);
        // One that is encoded has to be read before it can be compared.
        return from >= 0 && (referrer.regionMatches(from, text, 0, number) || referrer.indexOf('%', from) >= 0);
    }

    /** Of what one comes from; null without one that has a path. */
    static @Nullable PathShape ofReferrer(@Nullable String referrer) {
        if (referrer == null || referrer.length() > MOST_REFERRER) {
            return null;
        }
        int path = pathIn(referrer);
        if (path < 0) {
            return null;
        }
        int query = referrer.indexOf('?', path);
        return of(RequestPath.of(referrer.substring(path)), query < 0 ? null : referrer.substring(query + 1));
    }

    /** Where the path of a referrer begins; −1 without one. */
    private static int pathIn(String referrer) {
        int host = referrer.indexOf("://");
        return host < 0 ? -1 : referrer.indexOf('/', host + 3);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static int endOfNumber(String text, int from) {
        int end = from + 1;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    static long number(String text, int from, int end) {
        long number = 0;
        for (int i = from; i < end; i++) {
            number = 10 * number + (text.charAt(i) - '0');
        }
        return number;
    }

    /** A whole segment, or one that has an ending besides. */
    private static boolean fillsSegment(String text, int start, int end) {
        return text.charAt(start - 1) == '/'
                && (end == text.length()
                        || text.charAt(end) == '/'
                        || text.charAt(end) == '.' && end + 1 < text.length() && !isDigit(text.charAt(end + 1)));
    }

    /** Whether its last segment has an ending. */
    private static boolean namesFile(String text) {
        int end = text.lastIndexOf('.') + 1;
        return end > text.lastIndexOf('/') && end > 0 && end < text.length() && Character.isLetter(text.charAt(end));
    }

    /** As counters are, before the ending. */
    private static boolean isPadded(String text, int start, int end) {
        return text.charAt(start) == '0' && end - start > 1 && end < text.length() && text.charAt(end) == '.';
    }

    private static boolean isFile(String text) {
        int end = text.lastIndexOf('.') + 1;
        return end > 0 && text.length() - end <= LONGEST_FILE_END && FILES.contains(text.substring(end));
    }

    private static boolean isData(String text) {
        for (String end : DATA) {
            if (text.endsWith(end)) {
                return true;
            }
        }
        return false;
    }
}
