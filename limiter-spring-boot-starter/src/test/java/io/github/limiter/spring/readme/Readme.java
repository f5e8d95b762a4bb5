package io.github.limiter.spring.readme;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * README.md as tests see it: its blocks and tables; and the tagged regions of the sources in this package and in that of
 * limiter-test.
 */
final class Readme {

    private static final String FENCE = "```";
    private static final Path ROOT = root();
    private static final List<Path> SOURCES = List.of(
            ROOT.resolve("limiter-spring-boot-starter/src/test/java/io/github/limiter/spring/readme"),
            ROOT.resolve("limiter-test/src/test/java/io/github/limiter/test/readme"));

    private final List<Block> blocks = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();
    private final List<String> prose = new ArrayList<>();

    /** A block of code; {@code place} is where it begins. */
    record Block(String language, String place, String text) {}

    Readme() {
        List<String> code = null;
        String language = "";
        int begin = 0;
        int number = 0;
        for (String line : lines(ROOT.resolve("README.md"))) {
            number++;
            if (line.startsWith(FENCE) && code == null) {
                language = line.substring(FENCE.length()).strip();
                code = new ArrayList<>();
                begin = number;
            } else if (line.startsWith(FENCE)) {
                blocks.add(new Block(language, "README.md:" + begin, String.join("\n", code)));
                code = null;
            } else if (code != null) {
                code.add(line);
            } else {
                prose.add(line);
                if (line.startsWith("| ")) {
                    rows.add(cells(line));
                }
            }
        }
    }

    /** Blocks of a language, in their order. */
    List<Block> blocks(String language) {
        return blocks.stream()
                .filter(block -> block.language().equals(language))
                .toList();
    }

    /** Rows of all tables whose first cell is code that begins like this: the code, and the cells after it. */
    Map<String, List<String>> rows(String prefix) {
        Map<String, List<String>> found = new TreeMap<>();
        for (List<String> row : rows) {
            String first = row.get(0);
            if (first.startsWith("`" + prefix) && first.endsWith("`")) {
                found.put(code(first), row.subList(1, row.size()));
            }
        }
        return found;
    }

    /** Where links within the project lead: {@code #heading} or a file. */
    List<String> links() {
        return links(prose.stream());
    }

    private static List<String> links(Stream<String> lines) {
        return Pattern.compile("\\]\\(((?!https:)[^)]+)\\)")
                .matcher(lines.collect(Collectors.joining("\n")))
                .results()
                .map(link -> link.group(1))
                .toList();
    }

    /** Where links may lead: to headings, as GitHub names them. */
    Set<String> anchors() {
        return anchors("#").collect(Collectors.toSet());
    }

    /** Where the list of contents leads, in its order. */
    List<String> contents() {
        return links(
                prose.stream().dropWhile(line -> !line.startsWith("Contents:")).takeWhile(line -> !line.isBlank()));
    }

    /** The anchors of all chapters, in their order. */
    List<String> chapters() {
        return anchors("## ").toList();
    }

    private Stream<String> anchors(String beginning) {
        return prose.stream()
                .filter(line -> line.startsWith(beginning))
                .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
                .map(heading -> "#" + heading.replaceAll("[^a-z0-9 _-]", "").replace(' ', '-'));
    }

    static boolean isFile(String path) {
        return Files.isRegularFile(ROOT.resolve(path));
    }

    /** What stands between backticks; empty for a cell without. */
    static String code(String cell) {
        return cell.length() > 2 && cell.startsWith("`") && cell.endsWith("`")
                ? cell.substring(1, cell.length() - 1)
                : "";
    }

    /** All regions by the place of their tag, such as {@code HelloController.java, tag::first-limit[]}. */
    static Map<String, String> regions() {
        Map<String, String> regions = new TreeMap<>();
        for (Path folder : SOURCES) {
            try (Stream<Path> sources = Files.list(folder)) {
                sources.forEach(source -> addRegions(source, regions));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return regions;
    }

    private static void addRegions(Path source, Map<String, String> regions) {
        String name = null;
        List<String> region = new ArrayList<>();
        for (String line : lines(source)) {
            String comment = line.strip();
            if (comment.startsWith("// tag::")) {
                name = comment.substring(3);
                region.clear();
            } else if (comment.startsWith("// end::")) {
                regions.put(
                        source.getFileName() + ", " + name,
                        String.join("\n", region).stripIndent());
            } else {
                region.add(line);
            }
        }
    }

    /** Version of the project, as the parent's POM has it. */
    static String projectVersion() {
        return lines(ROOT.resolve("pom.xml")).stream()
                .map(String::strip)
                .filter(line -> line.startsWith("<version>"))
                .map(line -> line.replaceAll("</?version>", ""))
                .findFirst()
                .orElseThrow();
    }

    static boolean isModule(String artifact) {
        return isFile(artifact + "/pom.xml");
    }

    private static List<String> cells(String row) {
        return Arrays.stream(row.substring(1).split("(?<!\\\\)\\|"))
                .map(String::strip)
                .toList();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The module's folder is the working directory in Maven, the project's in some IDEs. */
    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Files.isDirectory(here.resolve("limiter-bom")) ? here : here.getParent();
    }
}
