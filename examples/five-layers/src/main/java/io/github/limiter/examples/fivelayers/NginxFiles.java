package io.github.limiter.examples.fivelayers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The directory of an nginx, and what starts it there. */
final class NginxFiles {

    private static final String MODULES = "/usr/lib/nginx/modules";

    private final Path home;
    private final Path directory;

    /**
     * Of an nginx that has not run yet.
     *
     * @param home the project's directory
     * @param directory its own
     */
    NginxFiles(Path home, Path directory) {
        this.home = home;
        this.directory = directory;
    }

    /** A configuration of the example, with the places of scripts and modules filled in. */
    String template(String name) {
        try {
            return filled(
                    Files.readString(home.resolve("examples/five-layers/nginx").resolve(name)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Fills in the places of scripts and modules. */
    String filled(String configuration) {
        return configuration
                .replace("@modules@", MODULES)
                .replace("@scripts@", home.resolve("src-lua/nginx").toString());
    }

    /** Writes a configuration; returns the command for it. */
    List<String> command(String configuration) {
        try {
            Files.createDirectories(directory.resolve("tmp"));
            Files.writeString(directory.resolve("nginx.conf"), configuration);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.of("nginx", "-p", directory.toString(), "-c", "nginx.conf", "-e", "error.log", "-g", "daemon off;");
    }
}
