package io.github.limiter.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.subject.Subject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EntryTableTests {

    private static final CounterKey ALICE = key("alice");
    private static final CounterKey BOB = key("bob");

    private final KeyHash hashes = new KeyHash();
    private final EntryTable table = new EntryTable();

    private static CounterKey key(String user) {
        return new CounterKey(Subject.of("user", user), "shop:list", null);
    }

    @Test
    void tellsKeysOfOneHashCodeApart() {
        Entry alice = new Entry(ALICE, 7);
        Entry bob = new Entry(BOB, 7);
        table.add(alice);
        table.add(bob);

        assertThat(table.find(ALICE, 7)).isSameAs(alice);
        assertThat(table.find(BOB, 7)).isSameAs(bob);
        assertThat(table.find(key("carol"), 7)).isNull();

        table.remove(alice);

        assertThat(table.find(ALICE, 7)).isNull();
        assertThat(table.find(BOB, 7)).isSameAs(bob);
        assertThat(table.size()).isEqualTo(1);
    }

    @Test
    void tellsKeysApartByEachOfTheirParts() {
        Subject subject = Subject.of("user", "alice");
        List<CounterKey> keys = List.of(
                new CounterKey(subject, "shop:list", null),
                new CounterKey(subject, "shop:list", "42"),
                new CounterKey(subject, "shop:list", "43"),
                new CounterKey(subject, "shop:detail", null),
                new CounterKey(Subject.of("device", "alice"), "shop:list", null),
                new CounterKey(Subject.of("user", "alice2"), "shop:list", null));

        keys.forEach(key -> table.add(new Entry(key, 7)));

        assertThat(keys.stream().map(key -> table.find(key, 7)))
                .doesNotContainNull()
                .doesNotHaveDuplicates();
    }

    @Test
    void doesWhatAMapDoes() {
        Random random = new Random(1);
        Map<CounterKey, Entry> model = new HashMap<>();
        for (int step = 0; step < 50_000; step++) {
            CounterKey key = key("user-" + random.nextInt(5_000));
            // Few hash codes, so that chains are long.
            int hash = hashes.of(key) & 1_023;
            Entry entry = table.find(key, hash);
            assertThat(entry).isSameAs(model.get(key));
            if (entry == null) {
                entry = new Entry(key, hash);
                table.add(entry);
                model.put(key, entry);
            } else if (random.nextBoolean()) {
                table.remove(entry);
                model.remove(key);
            }
            assertThat(table.size()).isEqualTo(model.size());
        }
    }
}
