package io.github.limiter.spring.captcha;

import io.github.limiter.path.RequestPath;
import io.github.limiter.spring.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The page on which a person solves a challenge, and from which he returns to where he was. All of it is one document: no
 * other file is loaded, and its Content-Security-Policy names its script and style by their digests. Only the widget of a
 * remote {@link Vendor} is loaded from there. In English and Chinese. Thread-safe.
 */
public final class ChallengePage {

    private static final Pattern HTML = Pattern.compile("text/html\\s*(;.*)?");
    private static final Pattern REFUSED = Pattern.compile(".*;\\s*q\\s*=\\s*0(\\.0*)?\\s*(;.*)?");
    private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

    private final String template = PageTexts.resource("challenge.html");
    private final String style = PageTexts.resource("challenge.css");
    private final String code = PageTexts.resource("challenge.js");
    private final PageTexts texts = new PageTexts();
    private final String provider;
    private final boolean alternative;
    private final @Nullable Vendor vendor;
    private final String policy;

    /**
     * A page.
     *
     * @param provider name of the kind of challenge that is given out
     * @param vendor the service whose widget is shown; null: none
     * @param alternative whether who cannot see may do a proof of work instead
     */
    public ChallengePage(String provider, @Nullable Vendor vendor, boolean alternative) {
        this.provider = provider;
        this.alternative = alternative;
        this.vendor = vendor;
        this.policy = policy(vendor);
    }

    private String policy(@Nullable Vendor vendor) {
        String more = vendor == null ? "" : ' ' + vendor.origins();
        // Widgets style themselves.
        String styles = vendor == null ? "'sha256-" + digest(style) + "'" : "'unsafe-inline'" + more;
        return "default-src 'none'; script-src 'sha256-" + digest(code) + "'" + more + "; style-src " + styles
                + "; img-src data:" + more + "; connect-src 'self'" + more
                + (vendor == null ? "" : "; frame-src" + more)
                + "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The page by its own address, where {@code to} says what to return to. */
    CaptchaReply reply(CaptchaRequest request) {
        String asked = ReturnPath.checked(QueryParameters.first(request.query(), "to"));
        String to = asked == null || isThis(asked, request.contextPath()) ? null : asked;
        return new CaptchaReply(200, headers(), body(request.contextPath(), request.header("Accept-Language"), to));
    }

    /** Whether it would lead to nothing but another challenge, in whatever spelling. */
    private static boolean isThis(String path, String contextPath) {
        String bare = path.split("[?#]", 2)[0];
        String within = bare.startsWith(contextPath) ? bare.substring(contextPath.length()) : bare;
        return CaptchaEndpoints.serves(RequestPath.of(within).text());
    }

    /**
     * The page in the place of what was asked for. A request that only reads is sent again; of another one, the page that
     * it was sent from is returned to.
     *
     * @param request that was refused
     * @return status 403 and the page
     */
    public CaptchaReply inPlaceOf(CaptchaRequest request) {
        String query = request.query();
        String asked = request.contextPath() + request.path() + (query == null ? "" : '?' + query);
        boolean reads = request.method().equals("GET") || request.method().equals("HEAD");
        String to = reads
                ? ReturnPath.checked(asked)
                : ReturnPath.ofReferer(request.header("Referer"), request.header("Host"));
        return new CaptchaReply(403, headers(), body(request.contextPath(), request.header("Accept-Language"), to));
    }

    /**
     * What a client that is no browser is told: where to ask for a challenge.
     *
     * @param contextPath where the application begins
     * @return provider and url, as a member of the problem
     */
    public JsonObject challenge(String contextPath) {
        return new JsonObject().add("provider", provider).add("url", contextPath + CaptchaEndpoints.CAPTCHA);
    }

    /**
     * Whether a client is a browser that shows pages to a person.
     *
     * @param accept the header
     * @return whether it names {@code text/html}, and not to refuse it
     */
    public static boolean isWanted(@Nullable String accept) {
        return accept != null
                && Arrays.stream(accept.toLowerCase(Locale.ROOT).split(","))
                        .map(String::strip)
                        .anyMatch(range -> HTML.matcher(range).matches()
                                && !REFUSED.matcher(range).matches());
    }

    private Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "text/html;charset=UTF-8");
        headers.put("Cache-Control", "no-store");
        headers.put("Content-Security-Policy", policy);
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("Referrer-Policy", "same-origin");
        headers.put("Vary", "Accept, Accept-Language");
        return headers;
    }

    private String body(String contextPath, @Nullable String acceptLanguage, @Nullable String to) {
        Locale language = PageTexts.language(acceptLanguage);
        Map<String, String> values = new HashMap<>(texts.in(language));
        values.put("lang", language.getLanguage());
        values.put("provider", provider);
        values.put("alternative", alternative ? ProofOfWork.NAME : "");
        values.put("endpoint", contextPath + CaptchaEndpoints.CAPTCHA);
        values.put("return", to == null ? contextPath + '/' : to);
        values.put("script", vendor == null ? "" : vendor.script());
        values.put("global", vendor == null ? "" : vendor.global());
        StringBuilder page = new StringBuilder();
        Matcher place = PLACE.matcher(template);
        while (place.find()) {
            place.appendReplacement(page, Matcher.quoteReplacement(filled(place.group(1), values)));
        }
        return place.appendTail(page).toString();
    }

    private String filled(String name, Map<String, String> values) {
        return switch (name) {
            case "style" -> style;
            case "code" -> code;
            default -> escaped(values.getOrDefault(name, ""));
        };
    }

    /** Safe as text and as the value of an attribute; ASCII. */
    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (c < ' ' || c > '~' || "&<>\"'".indexOf(c) >= 0) {
                escaped.append("&#").append(c).append(';');
            } else {
                escaped.appendCodePoint(c);
            }
        });
        return escaped.toString();
    }
}
