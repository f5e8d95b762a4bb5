package io.github.limiter.ban;

/** Text of others that is kept and shown: of bounded length, on one line. */
final class PlainText {

    private PlainText() {}

    static String of(String text, int most) {
        String cut = text.length() > most ? text.substring(0, most) : text;
        return cut.chars().noneMatch(Character::isISOControl) ? cut : withoutControls(cut);
    }

    private static String withoutControls(String text) {
        StringBuilder plain = new StringBuilder(text);
        for (int i = 0; i < plain.length(); i++) {
            if (Character.isISOControl(plain.charAt(i))) {
                plain.setCharAt(i, ' ');
            }
        }
        return plain.toString();
    }
}
