package io.github.limiter.risk;

import java.util.List;

/** What a scene keeps about subjects of one dimension: its gauges, each under the name of its rule. Immutable. */
final class Layout {

    /** Stands beside the rules' own gauges: how long ago a CAPTCHA was solved. */
    static final String RELIEF = "relief";

    private static final int ROOM = 512;

    /** A gauge and where it has its numbers and, if it keeps one, its set. */
    record Place(String name, Gauge gauge, int at, int set) {}

    private final String scene;
    private final List<Place> places;
    private final int words;
    private final int sets;
    private final long lives;
    private final String field;
    private final String head;

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
        field = field(all);
        head = head(all, longest, field);
    }

    private static String field(Place[] places) {
        StringBuilder identity = new StringBuilder();
        for (Place place : places) {
            Gauge gauge = place.gauge();
            identity.append(gauge.kind())
                    .append(' ')
                    .append(gauge.first())
                    .append(' ')
                    .append(gauge.second())
                    .append(' ')
                    .append(place.name())
                    .append(' ');
        }
        return Long.toString(Hash.of(identity.toString()), Character.MAX_RADIX);
    }

    /** A set has one number more there than here: how many are in it. */
    private static String head(Place[] places, long lives, String field) {
        int numbers = 1;
        for (Place place : places) {
            numbers += place.gauge().words() + (place.gauge().keepsSet() ? 1 : 0);
        }
        return lives + ",\"" + field + "\"," + numbers + ",\"" + "d".repeat(numbers) + '"';
    }

    /** An observation of this layout, as risk.lua wants to have it. */
    String json(Observation seen) {
        StringBuilder json = new StringBuilder(ROOM).append('[').append(head);
        for (int i = 0; i < places.size(); i++) {
            places.get(i).gauge().json(seen.input(i), seen.more(i), json);
        }
        return json.append(']').toString();
    }

    /** Tells this set of rules from others of the same scene, which other nodes may have. */
    String field() {
        return field;
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
