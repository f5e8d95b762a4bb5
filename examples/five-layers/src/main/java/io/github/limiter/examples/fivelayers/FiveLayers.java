package io.github.limiter.examples.fivelayers;

import io.github.limiter.examples.fivelayers.Site.Defence;
import io.github.limiter.examples.fivelayers.Site.Layer;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Plays the scenarios, prints what it found, draws pictures, and ends with 0 only if all figures hold. Started by {@code
 * run.sh}, from the project's directory.
 */
public final class FiveLayers {

    private static final int NIGHTS = 3;
    private static final String WITHOUT = "--without=";

    private final Path home = Path.of("").toAbsolutePath();
    private final Path out = home.resolve("examples/five-layers/out");
    /** Held for as long as a run lasts; beside what is emptied. */
    private final Path lock = home.resolve("examples/five-layers/target/run.lock");

    private final Findings findings = new Findings();
    private final boolean quick;
    private final Set<Layer> without;

    private FiveLayers(boolean quick, Set<Layer> without) {
        this.quick = quick;
        this.without = without;
    }

    /**
     * Plays them.
     *
     * @param arguments {@code --short} for one night, a short one; {@code --without=gateway}, {@code limits} or
     *     {@code risk} to see which figures hang on that layer
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Set<Layer> without = EnumSet.noneOf(Layer.class);
        for (String argument : arguments) {
            if (argument.startsWith(WITHOUT)) {
                without.add(Layer.valueOf(argument.substring(WITHOUT.length()).toUpperCase(Locale.ROOT)));
            }
        }
        FiveLayers run = new FiveLayers(List.of(arguments).contains("--short"), without);
        try (FileChannel lock = FileChannel.open(run.lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            if (lock.tryLock() == null) {
                System.err.println("Another run is at work in " + run.out + ": wait for its end");
                System.exit(1);
            }
            run.empty();
            run.play();
        }
        System.out.println();
        System.out.print(run.findings.text());
        System.out.println("Pictures and logs are in " + run.out);
        System.exit(run.findings.hold() ? 0 : 1);
    }

    private void empty() throws IOException {
        if (Files.exists(out)) {
            try (Stream<Path> files = Files.walk(out)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        Files.createDirectories(out);
    }

    private void play() throws IOException, InterruptedException {
        Incident incident = new Incident();
        Quiet quiet = new Quiet();
        Promotion promotion = new Promotion();
        int nights = quick ? 1 : NIGHTS;
        say("The site with only a global limit, of " + Site.REQUESTS_A_SECOND + " requests a second");
        try (Site site = site("global", Defence.GLOBAL_LIMIT)) {
            for (int night = 0; night < nights; night++) {
                say("a night with the crawler");
                incident.withGlobalLimit(site, night, quick ? 45 : 90);
            }
            say("the peak of a promotion, without tiers and with them");
            promotion.withoutTiers(site, quick ? 12 : 30);
            promotion.withTiers(site, quick ? 12 : 30);
        }
        say("The site with five layers");
        try (Site site = site("layers", Defence.LAYERS)) {
            say("addresses that the shop bans and lifts");
            new Blacklist(site).play(findings);
            Hits.play(site, findings);
            for (int night = 0; night < nights; night++) {
                say("a night with the crawler");
                incident.withLayers(site, night, quick ? 75 : 90);
            }
            for (int night = 0; night < nights; night++) {
                say("a night with those of whom nginx sees nothing");
                quiet.play(site, night);
            }
            say("a flood from a banned address");
            Flood.play(site, findings);
            say("reports at load level peak");
            Reports.play(site, findings);
        }
        say("What the guard costs nginx");
        Cost.measure(home, out.resolve("cost"), quick ? 3 : 9, quick ? 1 : 2, findings);
        incident.report(findings);
        incident.draw(out);
        quiet.report(findings);
        quiet.draw(out);
        promotion.report(findings);
        promotion.draw(out);
    }

    private Site site(String name, Defence defence) {
        return new Site(home, out.resolve(name), defence, without);
    }

    private static void say(String what) {
        System.out.println(what + " ...");
    }
}
