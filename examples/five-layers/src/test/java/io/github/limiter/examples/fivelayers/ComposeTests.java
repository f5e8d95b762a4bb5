package io.github.limiter.examples.fivelayers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What {@code compose.yaml} says fits together and is what the applications read, as far as can be seen without Docker. */
class ComposeTests {

    private static final Path FILE = Path.of("compose.yaml");

    private Map<String, Map<String, Object>> services;

    @BeforeEach
    void read() throws IOException {
        Map<String, Map<String, Map<String, Object>>> compose =
                new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(FILE));
        services = compose.get("services");
    }

    @SuppressWarnings("unchecked")
    private List<String> list(String service, String key) {
        return (List<String>) services.get(service).getOrDefault(key, List.of());
    }

    private String option(String service, String name) {
        return list(service, "command").stream()
                .filter(word -> word.startsWith("--" + name + '='))
                .map(word -> word.substring(word.indexOf('=') + 1))
                .findFirst()
                .orElseThrow();
    }

    @SuppressWarnings("unchecked")
    private int port(String shop) {
        return Integer.parseInt(((Map<String, String>) services.get(shop).get("environment")).get("SERVER_PORT"));
    }

    @Test
    void hasTheFiveLayersInOneNetwork() {
        assertThat(services).containsOnlyKeys("redis", "shop-1", "shop-2", "gateway", "nginx");
        services.forEach((name, service) -> {
            assertThat(service.containsKey("image") || service.containsKey("build"))
                    .as(name)
                    .isTrue();
            if (!name.equals("redis")) {
                assertThat(service).as(name).containsEntry("network_mode", "service:redis");
            }
        });
    }

    @Test
    void mountsFilesThatAreThereOrAreBuilt() throws IOException {
        for (String service : services.keySet()) {
            for (String volume : list(service, "volumes")) {
                Path source = Path.of(volume.split(":")[0]);
                if (source.toString().endsWith(".jar")) {
                    Path module = source.getParent().getParent();
                    String name = source.getFileName().toString().replace(".jar", "");
                    assertThat(module.resolve("pom.xml")).content().contains("<finalName>" + name + "</finalName>");
                } else {
                    assertThat(source).exists();
                }
            }
        }
    }

    @Test
    void eachLayerFindsTheNext() {
        String ofShop = "spring.cloud.discovery.client.simple.instances.shop";

        assertThat(option("gateway", ofShop + "[0].uri")).endsWith(":" + port("shop-1"));
        assertThat(option("gateway", ofShop + "[1].uri")).endsWith(":" + port("shop-2"));
        assertThat(nginx()).contains("s#@gateway@#" + option("gateway", "server.port") + "#");
        assertThat(list("redis", "ports")).hasSize(1);
        assertThat(nginx())
                .contains("s#@listen@#" + list("redis", "ports").get(0).split(":")[1] + "#");
        for (String application : List.of("shop-1", "shop-2", "gateway")) {
            String redis = option(application, "spring.data.redis.url");
            assertThat(nginx()).contains("s#@redis@#" + redis.substring(redis.lastIndexOf(':') + 1) + "#");
        }
    }

    /** Those that the example starts them with, too. */
    @Test
    void setsPropertiesThatTheApplicationsRead() throws IOException {
        String started = Files.readString(Path.of("src/main/java/io/github/limiter/examples/fivelayers/Site.java"));
        for (String application : List.of("shop-1", "shop-2", "gateway")) {
            List<String> names = new ArrayList<>();
            list(application, "command").stream()
                    .filter(word -> word.startsWith("--"))
                    .forEach(word -> names.add(word.replaceAll("=.*", "").replaceAll("\\[.*", "")));
            assertThat(names)
                    .isNotEmpty()
                    .allSatisfy(name -> assertThat(started).contains(name));
        }
    }

    private String nginx() {
        return list("nginx", "command").get(2);
    }

    @Test
    void startsAnNginxWhoseConfigurationIsWhole(@TempDir Path directory) throws IOException, InterruptedException {
        List<String> words = Pattern.compile("@\\w+@")
                .matcher(Files.readString(Path.of("nginx/layers.conf")))
                .results()
                .map(MatchResult::group)
                .distinct()
                .toList();
        assertThat(words).isNotEmpty().allSatisfy(word -> assertThat(nginx()).contains(word));
        Files.createDirectory(directory.resolve("tmp"));
        String command = nginx().replace(
                        "/layers.conf",
                        Path.of("nginx/layers.conf").toAbsolutePath().toString())
                .replace(
                        "#/lua#",
                        "#" + Path.of("../../src-lua/nginx").toAbsolutePath().normalize() + "#")
                .replace("/srv", directory.toString())
                .replace("-e /dev/stderr", "-e " + directory.resolve("error.log"))
                .replace("exec nginx", "exec nginx -t");

        Process process = new ProcessBuilder(
                        list("nginx", "command").get(0),
                        list("nginx", "command").get(1),
                        command)
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said).contains("test is successful");
    }
}
