package io.github.limiter.examples.fivelayers;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** What nginx refuses by itself leads to a ban on all layers, of who was refused and of nobody else. */
final class Hits {

    private static final String ATTACKER = "192.0.2.60";
    private static final String VICTIM = "192.0.2.61";
    private static final int REQUESTS = 12;
    private static final int PATIENCE_SECONDS = 5;

    private Hits() {}

    static void play(Site site, Findings findings) throws IOException, InterruptedException {
        Door door = new Door(site);
        int limited = 0;
        for (int i = 0; i < REQUESTS; i++) {
            // The client wrote the victim there; the proxy that nginx trusts appended who the client is.
            limited += door.get("/orders/settled", VICTIM + ", " + ATTACKER) == 429 ? 1 : 0;
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!door.isBanned("ip:" + ATTACKER) && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        findings.figure(
                "whom nginx limits is banned on all layers, nobody whom he names",
                limited > 0 && door.isBanned("ip:" + ATTACKER) && !door.isBanned("ip:" + VICTIM),
                "%d of %d limited",
                limited,
                REQUESTS);
    }
}
