package io.github.limiter.risk;

import java.util.List;

/** What a scene keeps about subjects of one dimension: its gauges, each under the name of its rule. Immutable. */
final class Layout {

    /** Stands beside the rules' own gauges: how long ago a CAPTCHA was solved. */
    static final String RELIEF = "relief";

    /** A gauge and where it has its numbers and, if it keeps one, its set. */
    record Place(String name, Gauge gauge, int at, int set) {}

    private final String scene;
    private final List<Place> places;
    private final int words;
    private final int sets;
    private final long lives;
    private final String json;

    Layout(String scene, List<String> names, List<Gauge> gauges) {
        this.scene = scene;
        Place[] all = new Place[gauges.size()];
        int at = 0;
        int set = 0;
        long longest = 0;
        for (int i = 0; i < all.length; i++) {
            Gauge gauge = gauges.get(i);
            all[i] = new Place(names.get(i), gauge, at, gauge.keepsSet() ? set++ : -1);
            at += gauge.words();
            longest = Math.max(longest, gauge.lives());
        }
        places = List.of(all);
        words = at;
        sets = set;
        lives = longest;
        json = json(all, longest);
    }

    /** As risk.lua wants to have it. A set has one number more there than here: how many are in it. */
    private static String json(Place[] places, long lives) {
        StringBuilder gauges = new StringBuilder();
        int numbers = 1;
        for (Place place : places) {
            Gauge gauge = place.gauge();
            int own = gauge.words() + (gauge.keepsSet() ? 1 : 0);
            numbers += own;
            gauges.append(",\"")
                    .append(gauge.kind())
                    .append("\",")
                    .append(own)
                    .append(',')
                    .append(gauge.first())
                    .append(',')
                    .append(gauge.second());
        }
        StringBuilder names = new StringBuilder(gauges);
        for (Place place : places) {
            names.append(' ').append(place.name());
        }
        String field = Long.toString(Hash.of(names.toString()), Character.MAX_RADIX);
        return "[" + lives + ",\"" + field + "\"," + numbers + ",\"" + "d".repeat(numbers) + "\"" + gauges + "]";
    }

    /** What all observations have in common, for a store that does not know it. */
    String json() {
        return json;
    }

    String scene() {
        return scene;
    }

    List<Place> places() {
        return places;
    }

    int words() {
        return words;
    }

    int sets() {
        return sets;
    }

    /** Microseconds for which the state is worth keeping after its last input. */
    long lives() {
        return lives;
    }
}
