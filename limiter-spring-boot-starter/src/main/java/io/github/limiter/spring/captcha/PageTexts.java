package io.github.limiter.spring.captcha;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** What the page says, by language; and its parts. */
final class PageTexts {

    private static final int MAX_HEADER = 256;
    private static final List<Locale> LANGUAGES = List.of(Locale.ENGLISH, Locale.CHINESE);

    private final Map<Locale, Map<String, String>> byLanguage = new HashMap<>();

    PageTexts() {
        for (Locale language : LANGUAGES) {
            byLanguage.put(language, read(language));
        }
    }

    /** The language that a client likes best, of those that there are; English if it says nothing that is understood. */
    static Locale language(@Nullable String acceptLanguage) {
        if (acceptLanguage == null || acceptLanguage.length() > MAX_HEADER) {
            return Locale.ENGLISH;
        }
        try {
            Locale found = Locale.lookup(Locale.LanguageRange.parse(acceptLanguage), LANGUAGES);
            return found == null ? Locale.ENGLISH : found;
        } catch (IllegalArgumentException e) {
            return Locale.ENGLISH;
        }
    }

    Map<String, String> in(Locale language) {
        return byLanguage.getOrDefault(language, Map.of());
    }

    private static Map<String, String> read(Locale language) {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(resource("challenge." + language.getLanguage() + ".properties")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> texts = new HashMap<>();
        properties.stringPropertyNames().forEach(name -> texts.put(name, properties.getProperty(name)));
        return texts;
    }

    static String resource(String file) {
        try (InputStream in = PageTexts.class.getResourceAsStream("/io/github/limiter/captcha/" + file)) {
            if (in == null) {
                throw new IllegalStateException("no " + file + " in the library's jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
