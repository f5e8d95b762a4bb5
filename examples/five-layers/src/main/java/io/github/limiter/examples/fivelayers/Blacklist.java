package io.github.limiter.examples.fivelayers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** One blacklist over all layers: what the shop bans, nginx refuses; what the shop lifts, passes. */
final class Blacklist {

    private static final String PATH = "/orders/settled";
    private static final int TRIES = 5;
    private static final long WITHIN_MILLIS = 1_000;

    /** No more than the limits of nginx let one client ask. */
    private static final List<Long> ASKED_AT_MILLIS = List.of(350L, 550L, 750L, 850L, 950L);

    private static final long NEVER = 60_000;
    private static final String STRANGER = "192.0.2.199";
    private static final int UNTIL_NGINX_FORGETS_SECONDS = 7;
    private static final int KNOCKS = 20;

    /** What a client says in its header, which nginx appends nothing to here: the last one is who nginx takes it for. */
    private record Spelling(String forwardedFor, int status) {}

    private static final List<Spelling> SPELLINGS = List.of(
            new Spelling("192.0.2.253", 403),
            new Spelling("::ffff:192.0.2.253", 403),
            new Spelling("::FFFF:c000:02fd", 403),
            new Spelling("198.18.0.1, 192.0.2.253", 403),
            new Spelling("192.0.2.253, 198.18.0.1", 200),
            new Spelling("2001:db8:9:9:1:2:3:4", 403),
            new Spelling("2001:0DB8:0009:9::7", 403),
            new Spelling("2001:db8:9:a::1", 200));

    private final Site site;
    private final Door door;

    Blacklist(Site site) {
        this.site = site;
        this.door = new Door(site);
    }

    void play(Findings findings) throws IOException, InterruptedException {
        warmUp();
        Map<String, Long> refused = undisturbed(attempt -> each(clients(attempt), this::firstRefusalAtNginx));
        findings.figure(
                "whom the shop bans for a trap, nginx refuses within a second",
                Collections.max(refused.values()) <= WITHIN_MILLIS,
                "asked anew after %s ms",
                refused.values());
        knock(refused.keySet(), findings);
        TimeUnit.SECONDS.sleep(UNTIL_NGINX_FORGETS_SECONDS);
        Map<String, Long> passed = undisturbed(attempt -> each(banned(refused.keySet()), this::firstPassAfterLift));
        findings.figure(
                "whom the shop lifts, passes all layers within a second",
                Collections.max(passed.values()) <= WITHIN_MILLIS,
                "asked anew after %s ms",
                passed.values());
        spellings(findings);
        withoutRedis(findings);
    }

    /** What is measured is not how long a shop takes for its first request. */
    private void warmUp() throws IOException, InterruptedException {
        for (int i = 0; i < KNOCKS; i++) {
            door.get(PATH, "192.0.2." + (200 + i));
        }
        door.get("/.env", STRANGER);
        door.lift("ip:" + STRANGER);
    }

    /** What a try finds. */
    @FunctionalInterface
    private interface Try<T> {

        T find(int attempt) throws IOException, InterruptedException;
    }

    /**
     * What a try finds during which nginx could always ask Redis within its 20 ms. On a busy machine it may not: then it lets
     * pass whom it knows nothing of, and holds to the bans that it knows, as it is to.
     */
    private <T> T undisturbed(Try<T> action) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            long silences = site.silencesOfRedis();
            T found = action.find(attempt);
            if (attempt == TRIES || site.silencesOfRedis() == silences) {
                return found;
            }
            TimeUnit.SECONDS.sleep(UNTIL_NGINX_FORGETS_SECONDS);
        }
    }

    private static Set<String> clients(int attempt) {
        return Set.of("192.0.2." + attempt + "1", "192.0.2." + attempt + "2", "192.0.2." + attempt + "3");
    }

    /** They are banned, and nginx knows. */
    private Set<String> banned(Set<String> clients) throws IOException, InterruptedException {
        for (String client : clients) {
            if (!door.isBanned("ip:" + client)) {
                door.ban("ip:" + client);
            }
        }
        TimeUnit.MILLISECONDS.sleep(WITHIN_MILLIS);
        for (String client : clients) {
            door.get(PATH, client);
        }
        return clients;
    }

    /** What one client measures: milliseconds. */
    @FunctionalInterface
    private interface Measurement {

        long millis(String client) throws IOException, InterruptedException;
    }

    /** All clients at once. */
    private static Map<String, Long> each(Set<String> clients, Measurement measurement) throws InterruptedException {
        Map<String, Long> measured = new ConcurrentSkipListMap<>();
        ExecutorService threads = Executors.newFixedThreadPool(clients.size());
        for (String client : clients) {
            threads.submit(() -> measured.put(client, measurement.millis(client)));
        }
        threads.shutdown();
        threads.awaitTermination(1, TimeUnit.MINUTES);
        clients.forEach(client -> measured.putIfAbsent(client, NEVER));
        return measured;
    }

    private long firstRefusalAtNginx(String client) throws IOException, InterruptedException {
        door.get("/.env", client);
        long banned = System.currentTimeMillis();
        for (long at : ASKED_AT_MILLIS) {
            sleepUntil(banned + at);
            door.get(PATH, client);
        }
        return site.atNginx().since(banned).entries().stream()
                .filter(entry -> entry.address().equals(client) && entry.own() && entry.status() == 403)
                .mapToLong(entry -> entry.atMillis() - banned)
                .min()
                .orElse(NEVER);
    }

    private long firstPassAfterLift(String client) throws IOException, InterruptedException {
        door.lift("ip:" + client);
        long lifted = System.currentTimeMillis();
        for (long at : ASKED_AT_MILLIS) {
            sleepUntil(lifted + at);
            long asked = System.currentTimeMillis();
            if (door.get(PATH, client) == 200) {
                return asked - lifted;
            }
        }
        return NEVER;
    }

    private static void sleepUntil(long millis) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(Math.max(0, millis - System.currentTimeMillis()));
    }

    private void knock(Set<String> clients, Findings findings) throws IOException, InterruptedException {
        long since = System.currentTimeMillis();
        for (int i = 0; i < KNOCKS; i++) {
            for (String client : clients) {
                door.get(PATH, client);
            }
        }
        long passedOn = site.atNginx().since(since).count(entry -> clients.contains(entry.address()) && !entry.own());
        findings.figure(
                "from then on the gateway sees none of their requests",
                passedOn == 0,
                "%d of %d",
                passedOn,
                KNOCKS * clients.size());
    }

    /** Whatever a client is called, it is banned as; and nobody is banned for what others call themselves. */
    private void spellings(Findings findings) throws IOException, InterruptedException {
        door.ban("ip:192.0.2.253");
        door.ban("ip:2001:db8:9:9::");
        TimeUnit.MILLISECONDS.sleep(WITHIN_MILLIS);
        List<String> wrong = undisturbed(attempt -> wrongSpellings());
        findings.figure(
                "IPv6, mapped and spoofed forms of banned addresses are told apart",
                wrong.isEmpty(),
                "%d of %d %s",
                SPELLINGS.size() - wrong.size(),
                SPELLINGS.size(),
                wrong);
    }

    private List<String> wrongSpellings() throws IOException, InterruptedException {
        List<String> wrong = new ArrayList<>();
        for (Spelling spelling : SPELLINGS) {
            int status = door.get(PATH, spelling.forwardedFor());
            if (status != spelling.status()) {
                wrong.add(spelling.forwardedFor() + ": " + status);
            }
        }
        return wrong;
    }

    /** Frozen, Redis accepts connections and never answers. */
    private void withoutRedis(Findings findings) throws IOException, InterruptedException {
        int served = 0;
        long slowestNanos = 0;
        site.machine().signal("redis", "STOP");
        try {
            for (int i = 1; i <= KNOCKS; i++) {
                long begin = System.nanoTime();
                served += door.get("/products/" + i, "192.0.2." + (100 + i)) == 200 ? 1 : 0;
                slowestNanos = Math.max(slowestNanos, System.nanoTime() - begin);
            }
        } finally {
            site.machine().signal("redis", "CONT");
        }
        findings.figure(
                "with a frozen Redis nginx goes on",
                served == KNOCKS,
                "%d of %d requests, the slowest in %d ms",
                served,
                KNOCKS,
                TimeUnit.NANOSECONDS.toMillis(slowestNanos));
    }
}
