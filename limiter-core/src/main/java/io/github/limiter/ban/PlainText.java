package io.github.limiter.ban;

/** Text of others that is kept and shown: of bounded length, on one line, and read in the order in which it is written. */
final class PlainText {

    private PlainText() {}

    static String of(String text, int most) {
        String cut = text.length() > most ? text.substring(0, most) : text;
        return cut.codePoints().allMatch(PlainText::isPlain) ? cut : withoutControls(cut);
    }

    private static String withoutControls(String text) {
        StringBuilder plain = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (isPlain(c)) {
                plain.appendCodePoint(c);
            } else if (Character.getType(c) != Character.FORMAT) {
                plain.append(' ');
            }
        });
        return plain.toString();
    }

    /** Neither ends the line nor, unseen, turns around what follows. */
    private static boolean isPlain(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
