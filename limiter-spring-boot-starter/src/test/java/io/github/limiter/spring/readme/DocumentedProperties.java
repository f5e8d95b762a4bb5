package io.github.limiter.spring.readme;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.json.JsonParserFactory;

/** Every property of the library with its default, from the metadata that the build generates for the IDE. */
final class DocumentedProperties {

    private static final String METADATA = "/META-INF/spring-configuration-metadata.json";
    private static final Pattern MAP_OF_RECORDS = Pattern.compile("java\\.util\\.Map<[\\w.$]+,(io\\.github[\\w.$]+)>");

    private DocumentedProperties() {}

    /** Name to default; empty text where there is none. The metadata does not look into maps, so this does. */
    static Map<String, String> all() {
        Map<String, String> all = new TreeMap<>();
        for (Object entry : (List<?>) metadata().get("properties")) {
            Map<?, ?> property = (Map<?, ?>) entry;
            String name =
                    ((String) property.get("name")).replaceFirst("^limiter\\.tiers\\.p\\d", "limiter.tiers.<tier>");
            Object value = property.get("defaultValue");
            Matcher map = MAP_OF_RECORDS.matcher(String.valueOf(property.get("type")));
            if (!name.startsWith("limiter.")) {
                // What every endpoint of the actuator has.
                continue;
            }
            if (map.matches()) {
                addComponents(name + ".<name>", map.group(1), all);
            } else {
                all.put(name, value == null ? "" : value.toString());
            }
        }
        return all;
    }

    private static void addComponents(String prefix, String record, Map<String, String> all) {
        for (RecordComponent component : type(record).getRecordComponents()) {
            String name = prefix + "." + kebab(component.getName());
            if (component.getType().isRecord()) {
                addComponents(name, component.getType().getName(), all);
            } else {
                all.put(name, "");
            }
        }
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError("the metadata names a type that is not there", e);
        }
    }

    private static String kebab(String name) {
        return name.replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }

    private static Map<String, Object> metadata() {
        try (InputStream metadata = DocumentedProperties.class.getResourceAsStream(METADATA)) {
            if (metadata == null) {
                throw new AssertionError("The build has generated no " + METADATA);
            }
            return JsonParserFactory.getJsonParser()
                    .parseMap(new String(metadata.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
