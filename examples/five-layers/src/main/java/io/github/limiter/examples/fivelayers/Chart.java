package io.github.limiter.examples.fivelayers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Lines over the seconds of a scenario, as SVG. */
final class Chart {

    private static final int WIDTH = 900;
    private static final int HEIGHT = 380;
    private static final int LEFT = 60;
    private static final int RIGHT = 20;
    private static final int TOP = 60;
    private static final int BOTTOM = 70;
    private static final int GRID_LINES = 4;
    private static final int LABELS = 12;

    /** Of what is well. */
    static final String GREEN = "#2e7d32";

    /** Of what is not. */
    static final String RED = "#c62828";

    /** Of what would be well, if it were more. */
    static final String GREY = "#9e9e9e";

    /** Of what should be nothing. */
    static final String BLACK = "#212121";

    private record Line(String name, String colour, double[] values) {}

    private final String title;
    private final String unit;
    private final List<Line> lines = new ArrayList<>();

    Chart(String title, String unit) {
        this.title = title;
        this.unit = unit;
    }

    /** A line with one value a second. */
    Chart line(String name, String colour, double[] values) {
        lines.add(new Line(name, colour, values));
        return this;
    }

    void write(Path file) throws IOException {
        double top = lines.stream()
                .flatMapToDouble(line -> Arrays.stream(line.values()))
                .max()
                .orElse(1);
        top = Math.max(GRID_LINES, Math.ceil(top / GRID_LINES) * GRID_LINES);
        int seconds =
                lines.stream().mapToInt(line -> line.values().length).max().orElse(1);
        Svg svg = new Svg(WIDTH, HEIGHT, title, unit);
        for (int i = 0; i <= GRID_LINES; i++) {
            double y = y(top * i / GRID_LINES, top);
            svg.horizontal(LEFT, WIDTH - RIGHT, y);
            svg.text(LEFT - 8, y + 4, "end", "fill=\"#555\"", Svg.format("%.0f", top * i / GRID_LINES));
        }
        int step = Math.max(5, (seconds / LABELS + 4) / 5 * 5);
        for (int second = 0; second <= seconds; second += step) {
            svg.text(x(second, seconds), HEIGHT - BOTTOM + 20, "middle", "fill=\"#555\"", second + " s");
        }
        for (int i = 0; i < lines.size(); i++) {
            draw(svg, i, seconds, top);
        }
        Files.writeString(file, svg.toString());
    }

    private void draw(Svg svg, int index, int seconds, double top) {
        Line line = lines.get(index);
        StringBuilder points = new StringBuilder();
        for (int second = 0; second < line.values().length; second++) {
            points.append(Svg.format("%.1f,%.1f ", x(second + 0.5, seconds), y(line.values()[second], top)));
        }
        svg.line(points.toString().strip(), line.colour());
        int x = LEFT + index * 210;
        svg.box(x, HEIGHT - 26, 14, 4, line.colour());
        svg.text(x + 20, HEIGHT - 20, "start", "", line.name());
    }

    private static double x(double second, int seconds) {
        return LEFT + (WIDTH - LEFT - RIGHT) * second / Math.max(1, seconds);
    }

    private static double y(double value, double top) {
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / top;
    }
}
