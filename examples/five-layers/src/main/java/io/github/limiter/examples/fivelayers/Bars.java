package io.github.limiter.examples.fivelayers;

import io.github.limiter.examples.fivelayers.Course.Stops;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where requests came to an end: one bar of shares for each kind, as SVG. */
final class Bars {

    private static final int WIDTH = 900;
    private static final int LEFT = 170;
    private static final int RIGHT = 20;
    private static final int TOP = 70;
    private static final int ROW = 54;
    private static final int BAR = 34;
    private static final int LEGENDS_IN_A_ROW = 4;
    private static final double LEAST_SHOWN = 0.004;
    private static final double LEAST_WRITTEN = 0.05;
    private static final List<String> PARTS = List.of(
            "banned, at nginx",
            "limited, at nginx",
            "nginx's cache",
            "gateway",
            "limits",
            "risk control",
            "banned or shed, behind",
            "served");
    private static final List<String> COLOURS =
            List.of("#b71c1c", "#ef6c00", "#90a4ae", "#6a1b9a", "#f9a825", "#1565c0", "#4e342e", "#2e7d32");

    private record Bar(String name, List<Long> parts, long all) {}

    private final String title;
    private final String unit;
    private final List<Bar> bars = new ArrayList<>();

    Bars(String title, String unit) {
        this.title = title;
        this.unit = unit;
    }

    Bars bar(String name, Stops stops) {
        List<Long> parts = List.of(
                stops.edgeBans(),
                stops.edgeLimits(),
                stops.edgeCache(),
                stops.gateway(),
                stops.limited(),
                stops.suspected(),
                stops.otherwise(),
                stops.served());
        bars.add(new Bar(
                name,
                parts,
                Math.max(1, parts.stream().mapToLong(Long::longValue).sum())));
        return this;
    }

    void write(Path file) throws IOException {
        Svg svg = new Svg(WIDTH, TOP + bars.size() * ROW + 70, title, unit);
        for (int i = 0; i < bars.size(); i++) {
            draw(svg, bars.get(i), TOP + i * ROW);
        }
        for (int i = 0; i < PARTS.size(); i++) {
            double x = 20 + i % LEGENDS_IN_A_ROW * 215;
            double y = TOP + bars.size() * ROW + 12 + i / LEGENDS_IN_A_ROW * 22;
            svg.box(x, y, 12, 12, COLOURS.get(i));
            svg.text(x + 18, y + 11, "start", "", PARTS.get(i));
        }
        Files.writeString(file, svg.toString());
    }

    private static void draw(Svg svg, Bar bar, double y) {
        svg.text(LEFT - 10, y + BAR / 2.0 + 5, "end", "", bar.name());
        double x = LEFT;
        for (int i = 0; i < bar.parts().size(); i++) {
            double share = (double) bar.parts().get(i) / bar.all();
            double width = share * (WIDTH - LEFT - RIGHT);
            if (share >= LEAST_SHOWN) {
                svg.box(x, y, width, BAR, COLOURS.get(i));
            }
            if (share >= LEAST_WRITTEN) {
                svg.text(
                        x + width / 2,
                        y + BAR / 2.0 + 5,
                        "middle",
                        "fill=\"white\" font-weight=\"bold\"",
                        Math.round(share * 100) + "%");
            }
            x += width;
        }
    }
}
