package io.github.limiter.ban;

import io.github.limiter.subject.Subject;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Bans, offences and notes as they stand in Redis: fields between tabs; see strike.lua and bans.lua. */
final class BanText {

    private static final int FIELDS = 9;

    private BanText() {}

    private static String[] fields(String text, int count) {
        return text.split("\t", count);
    }

    /** Null if it is of a later version. */
    static @Nullable Ban ban(Subject subject, String text) {
        String[] fields = fields(text, FIELDS);
        if (fields.length != FIELDS) {
            return null;
        }
        long until = Long.parseLong(fields[2]);
        Subject named = fields[8].isEmpty() ? subject : Subject.ofText(subject.text(), fields[8]);
        return new Ban(
                named,
                instant(fields[1]),
                until == 0 ? null : Micros.instant(until),
                fields[5],
                fields[7],
                fields[6],
                fields[4].equals("1"));
    }

    static String of(Offence offence) {
        return String.join(
                "\t",
                Long.toString(Micros.of(offence.at())),
                offence.rule(),
                offence.method(),
                offence.path(),
                Integer.toString(offence.status()),
                offence.agent());
    }

    static Offence offence(String text) {
        String[] fields = fields(text, 6);
        return new Offence(instant(fields[0]), fields[1], fields[2], fields[3], Integer.parseInt(fields[4]), fields[5]);
    }

    /** Empty if it is of a later version, which notes more. */
    static Optional<AuditEntry> note(String text) {
        String[] fields = fields(text, 5);
        return Stream.of(AuditEntry.Action.values())
                .filter(action -> action.name().equals(fields[1]))
                .findAny()
                .map(action -> new AuditEntry(
                        instant(fields[0]), action, Subject.ofText(fields[2], null), fields[3], fields[4]));
    }

    static Instant instant(String micros) {
        return Micros.instant(Long.parseLong(micros));
    }
}
