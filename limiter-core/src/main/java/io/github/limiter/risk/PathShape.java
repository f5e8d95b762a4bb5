package io.github.limiter.risk;

import io.github.limiter.path.AssetPaths;
import io.github.limiter.path.RequestPath;
import java.util.List;

/**
 * A path as signals see it.
 *
 * @param path in its one spelling
 * @param asset whether it is an asset of a page
 * @param data whether it is for programs that read news or tables, by its end
 * @param icon whether it is an icon of the site, which browsers ask for by themselves
 * @param route hash of the path with each number in the place of which another could stand; its route, if there is no
 *     better word for it
 * @param id its last number of at most 15 digits, of those that fill a segment if there are any, since numbers within words
 *     are parts of names; or −1
 * @param whole hash of the whole path
 */
record PathShape(RequestPath path, boolean asset, boolean data, boolean icon, long route, long id, long whole) {

    private static final int MOST_DIGITS = 15;
    private static final char NUMBER = '#';

    /** What feeds, exports and interfaces end in. */
    private static final List<String> DATA =
            List.of(".xml", ".json", ".csv", ".rss", ".atom", ".ics", "/rss", "/atom", "/feed");

    static PathShape of(RequestPath path) {
        String text = path.text();
        long route = Hash.START;
        long id = -1;
        long number = 0;
        int digits = 0;
        boolean whole = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= '0' && c <= '9') {
                number = digits < MOST_DIGITS ? 10 * number + (c - '0') : number;
                digits++;
                continue;
            }
            if (digits > 0) {
                boolean fills = fillsSegment(text, i - digits, i);
                id = digits <= MOST_DIGITS && (fills || !whole) ? number : id;
                whole |= fills;
                route = Hash.add(route, NUMBER);
                number = 0;
                digits = 0;
            }
            route = Hash.add(route, c);
        }
        if (digits > 0) {
            id = digits <= MOST_DIGITS && (!whole || fillsSegment(text, text.length() - digits, text.length()))
                    ? number
                    : id;
            route = Hash.add(route, NUMBER);
        }
        boolean asset = AssetPaths.contains(path);
        return new PathShape(
                path,
                asset,
                !asset && isData(text),
                asset && AssetPaths.isIcon(path),
                Hash.end(route),
                id,
                Hash.of(text));
    }

    private static boolean fillsSegment(String text, int start, int end) {
        return text.charAt(start - 1) == '/'
                && (end == text.length() || text.charAt(end) == '/' || text.charAt(end) == '.');
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
