package io.github.limiter.path;

import java.util.Set;

/**
 * What pages fetch by themselves. One page with broken links misses many of these at once without anybody having tried
 * anything, so they neither count as probing nor, without a policy of their own, as requests.
 */
public final class AssetPaths {

    private static final Set<String> EXTENSIONS = Set.of(
            "css",
            "js",
            "mjs",
            "map",
            "png",
            "jpg",
            "jpeg",
            "gif",
            "svg",
            "webp",
            "avif",
            "bmp",
            "ico",
            "cur",
            "woff",
            "woff2",
            "ttf",
            "otf",
            "eot",
            "mp3",
            "mp4",
            "m4a",
            "ogg",
            "wav",
            "webm",
            "ts",
            "m4s",
            "m3u8",
            "mpd",
            "vtt",
            "aac",
            "mov",
            "wasm",
            "webmanifest");

    private static final Set<String> SEGMENTS = Set.of(
            "static", "asset", "assets", "image", "images", "img", "css", "js", "font", "fonts", "icon", "icons",
            "media", "webjars");

    /** More than the longest of both, with a dot. */
    private static final int LONGEST = 12;

    private static final String WELL_KNOWN = "/.well-known/";

    /** Where Next.js hands out pictures in the size that is wanted; what else is below {@code /_next/} has its own marks. */
    private static final String RESIZED = "/_next/image";

    private AssetPaths() {}

    /**
     * Whether a path is an asset's: by its extension ({@code .css}, {@code .js}, {@code .png}, {@code .woff2} and the
     * like), or under a segment such as {@code /static/}, {@code /assets/} or {@code /image/}, or under
     * {@code /.well-known/} (RFC 8615), or that of an icon ({@code /favicon.ico}, {@code /apple-touch-icon}), or
     * {@code /_next/image}.
     *
     * @param path the path
     * @return true if it is
     */
    public static boolean contains(RequestPath path) {
        String text = path.folded();
        int last = text.lastIndexOf('/') + 1;
        return text.startsWith(WELL_KNOWN)
                || isIcon(text, last)
                || hasExtension(text, last)
                || hasSegment(text, last)
                || text.endsWith(RESIZED);
    }

    /**
     * Whether a path is that of an icon, which browsers ask for by themselves, whatever the page.
     *
     * @param path the path
     * @return true for {@code favicon.ico}, {@code apple-touch-icon.png} and their variants
     */
    public static boolean isIcon(RequestPath path) {
        String text = path.folded();
        return isIcon(text, text.lastIndexOf('/') + 1);
    }

    private static boolean isIcon(String text, int last) {
        return text.startsWith("apple-touch-icon", last) || text.startsWith("favicon", last);
    }

    private static boolean hasExtension(String text, int last) {
        int dot = text.lastIndexOf('.');
        return dot > last && text.length() - dot <= LONGEST && EXTENSIONS.contains(text.substring(dot + 1));
    }

    private static boolean hasSegment(String text, int last) {
        int from = 1;
        while (from < last) {
            int slash = text.indexOf('/', from);
            if (slash - from <= LONGEST && SEGMENTS.contains(text.substring(from, slash))) {
                return true;
            }
            from = slash + 1;
        }
        return false;
    }
}
