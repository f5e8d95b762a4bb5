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
