package io.github.limiter.replay;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * A log of any length on standard output, made up as it is written: {@code java SyntheticLog.java <lines>}. Some hundred
 * visitors at a time look at pages with their pictures, some forty lines each; a robot goes through the products. Needs
 * nothing but the JDK. The same number of lines is the same log.
 */
final class SyntheticLog {

    private static final int VISITORS = 300;
    private static final int LINES_A_SECOND = 100;
    private static final long START = LocalDateTime.of(2026, 3, 1, 0, 0).toEpochSecond(ZoneOffset.UTC);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Random random = new Random(1);
    private final List<Visitor> visitors = new ArrayList<>();
    private final String[] agents = new String[200];
    private int product;
    private long second = -1;
    private String time = "";

    private SyntheticLog() {
        for (int i = 0; i < agents.length; i++) {
            agents[i] = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/"
                    + (100 + i) + ".0.0.0 Safari/537.36";
        }
        for (int i = 0; i < VISITORS; i++) {
            visitors.add(new Visitor());
        }
    }

    /** Somebody who looks at a page and then loads its pictures. */
    private final class Visitor {

        private final String address = (11 + random.nextInt(180)) + "." + random.nextInt(256) + '.'
                + random.nextInt(256) + '.' + random.nextInt(256);
        private final String agent = agents[random.nextInt(agents.length)];
        private int pages = 1 + random.nextInt(8);
        private int pictures;
        private String page = "-";

        private String line() {
            String referrer = page;
            String target;
            if (pictures > 0) {
                pictures--;
                target = "/image/" + random.nextInt(40_000) + "/product.jpg?wh=200x200";
            } else {
                pages--;
                pictures = 5 + random.nextInt(8);
                target = "/product/" + random.nextInt(40_000) + "/a-product-with-a-longer-title?page="
                        + random.nextInt(5);
                page = "https://shop.example" + target;
            }
            int status = random.nextInt(100) == 0 ? 404 : 200;
            return entry(address, target, status, referrer, agent);
        }

        private boolean isGone() {
            return pages == 0 && pictures == 0;
        }
    }

    private String entry(String address, String target, int status, String referrer, String agent) {
        return address + " - - [" + time + " +0000] \"GET " + target + " HTTP/1.1\" " + status + ' '
                + random.nextInt(90_000) + " \"" + referrer + "\" \"" + agent + "\"\n";
    }

    private String next(long number) {
        long now = START + number / LINES_A_SECOND;
        if (now != second) {
            second = now;
            time = TIME.format(java.time.Instant.ofEpochSecond(now));
        }
        if (number % (2 * LINES_A_SECOND) == 0) {
            return entry("198.51.100.77", "/product/" + product++ % 40_000, 200, "-", agents[0]);
        }
        int chosen = random.nextInt(VISITORS);
        String line = visitors.get(chosen).line();
        if (visitors.get(chosen).isGone()) {
            visitors.set(chosen, new Visitor());
        }
        return line;
    }

    /** Writes as many lines as the argument says. */
    public static void main(String[] arguments) throws IOException {
        long lines = Long.parseLong(arguments[0]);
        SyntheticLog log = new SyntheticLog();
        try (OutputStream out = new BufferedOutputStream(System.out, 1 << 16)) {
            for (long i = 0; i < lines; i++) {
                out.write(log.next(i).getBytes(StandardCharsets.ISO_8859_1));
            }
        }
    }
}
