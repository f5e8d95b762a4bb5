package io.github.limiter.spring.ban;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.ban.Ban;
import io.github.limiter.ban.BanPage;
import io.github.limiter.subject.Cidr;
import io.github.limiter.subject.IpAddress;
import io.github.limiter.subject.Subject;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Iterator;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A file of all banned addresses and networks, as a {@code geo} block of nginx includes it: {@code 203.0.113.7/32 1;}. It is
 * replaced as a whole, so that no reader ever sees a part of it, and only if something has changed. Used by one thread at
 * a time.
 */
public final class BanFile {

    private static final long PATIENCE_SECONDS = 10;

    private final Path file;
    private final Path next;
    private final int most;
    private final int ipv6Prefix;
    private final Function<@Nullable String, CompletionStage<BanPage>> pages;
    private long left;

    /** What was read last, as of when, and when that was on this node's clock. */
    private TreeSet<Line> known = new TreeSet<>(Line.ORDER);

    private Instant asOf = Instant.EPOCH;
    private long readAt;

    /** A line; the one that is over first comes first. */
    private record Line(Instant until, Cidr block) {

        static final Comparator<Line> ORDER = Comparator.comparing(Line::until)
                .thenComparing(line -> line.block().toString());
    }

    /**
     * What writing has found.
     *
     * @param changed whether the file is another one now
     * @param lines how many there are in it
     * @param left how many bans have no room in it
     * @param fresh for how long it holds if nobody is banned or lifted meanwhile; null: for ever
     */
    public record Written(
            boolean changed, int lines, long left, @Nullable Duration fresh) {}

    /**
     * A file that is not there yet.
     *
     * @param file where; its directory must be there
     * @param most lines at most; if there are more bans, those that last longest stay
     * @param ipv6Prefix bits of an IPv6 address that make one client
     * @param pages reads a page of bans, from a cursor on; null: from the beginning
     */
    public BanFile(Path file, int most, int ipv6Prefix, Function<@Nullable String, CompletionStage<BanPage>> pages) {
        this.file = file.toAbsolutePath();
        // Its own: another application may have been told of the same file.
        this.next = this.file.resolveSibling(this.file.getFileName() + "." + UUID.randomUUID() + ".next");
        this.most = most;
        this.ipv6Prefix = ipv6Prefix;
        this.pages = pages;
    }

    /**
     * Reads all bans and writes them, unless the file says the same already.
     *
     * @return what was found
     * @throws IOException if the file cannot be written; it stays as it was
     * @throws CompletionException if the bans cannot be read in time; the file stays as it was
     */
    public Written write() throws IOException {
        TreeSet<Line> lines = new TreeSet<>(Line.ORDER);
        left = 0;
        String cursor = null;
        Instant now;
        do {
            BanPage page = pages.apply(cursor)
                    .toCompletableFuture()
                    .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .join();
            page.bans().forEach(ban -> add(lines, ban));
            cursor = page.next();
            now = page.asOf();
        } while (cursor != null);
        known = lines;
        asOf = now;
        readAt = System.nanoTime();
        Instant first = lines.isEmpty() ? Instant.MAX : lines.first().until();
        Duration fresh = first.equals(Instant.MAX) ? null : Duration.between(now, first);
        return new Written(replace(lines), lines.size(), left, fresh);
    }

    /**
     * Leaves out bans that have ended since they were read; for when they cannot be.
     *
     * @return whether the file is another one now
     * @throws IOException if the file cannot be written; it stays as it was
     */
    public boolean leaveOutWhatHasEnded() throws IOException {
        Instant now = asOf.plusNanos(System.nanoTime() - readAt);
        return known.removeIf(line -> !line.until().isAfter(now)) && replace(known);
    }

    private void add(TreeSet<Line> lines, Ban ban) {
        Cidr block = block(ban.subject());
        if (block == null) {
            return;
        }
        Instant lapses = ban.lapses();
        lines.add(new Line(lapses == null ? Instant.MAX : lapses, block));
        if (lines.size() > most) {
            lines.pollFirst();
            left++;
        }
    }

    /** Only what is read as an address gets into the file, whatever stands in the store. */
    private @Nullable Cidr block(Subject subject) {
        String text = subject.text().substring(subject.text().indexOf(':') + 1);
        if (subject.dimension().equals(Dimensions.SUBNET)) {
            try {
                return Cidr.parse(text);
            } catch (IllegalArgumentException e) {
                return null;
            }
        }
        IpAddress address = subject.dimension().equals(Dimensions.IP) ? IpAddress.tryParse(text) : null;
        return address == null ? null : Cidr.ofClient(address, ipv6Prefix);
    }

    private boolean replace(TreeSet<Line> lines) throws IOException {
        try {
            writeNext(lines);
            if (Files.exists(file) && Files.mismatch(file, next) < 0) {
                return false;
            }
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return true;
        } finally {
            Files.deleteIfExists(next);
        }
    }

    private void writeNext(TreeSet<Line> lines) throws IOException {
        Iterator<String> texts = lines.stream()
                .map(line -> line.block() + " 1;")
                .distinct()
                .sorted()
                .iterator();
        try (BufferedWriter writer = Files.newBufferedWriter(next)) {
            while (texts.hasNext()) {
                writer.write(texts.next());
                writer.write('\n');
            }
        }
    }
}
