package io.github.limiter.spring.captcha;

import io.github.limiter.policy.InvalidConfigurationException;
import org.jspecify.annotations.Nullable;

/**
 * What pictures look like.
 *
 * @param type what disturbs the characters
 * @param width in pixels, 60 to 1,000
 * @param height in pixels, 20 to 400
 * @param length characters, 3 to 12
 * @param noise how much disturbs them: lines, circles, thickness of the line, lines in each frame; 0 to 500. Null: what is
 *     usual for the type
 */
public record ImageStyle(
        Type type,
        int width,
        int height,
        int length,
        @Nullable Integer noise) {

    /** What disturbs the characters. */
    public enum Type {
        /** Lines across them. */
        LINE(150, 500),
        /** Circles across them. */
        CIRCLE(15, 500),
        /** They are sheared, with a line across. */
        SHEAR(4, 20),
        /** They fade in and out, one after the other. */
        GIF(10, 100);

        private final int usualNoise;
        private final int mostNoise;

        Type(int usualNoise, int mostNoise) {
            this.usualNoise = usualNoise;
            this.mostNoise = mostNoise;
        }
    }

    /**
     * Refuses what is out of range.
     *
     * @param type what disturbs the characters
     * @param width in pixels
     * @param height in pixels
     * @param length characters
     * @param noise how much disturbs them
     * @throws InvalidConfigurationException if a value is out of range
     */
    public ImageStyle {
        require("width", width, 60, 1_000);
        require("height", height, 20, 400);
        require("length", length, 3, 12);
        if (noise != null) {
            require("noise", noise, 0, type.mostNoise);
        }
        if (width < length * height / 3) {
            throw new InvalidConfigurationException(
                    "limiter.captcha.image.width",
                    width,
                    "has no room for " + length + " characters of that height",
                    "Set " + length * height / 3 + " or more, or a lower height");
        }
    }

    private static void require(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new InvalidConfigurationException(
                    "limiter.captcha.image." + name,
                    value,
                    "is out of range",
                    "Set a number from " + least + " to " + most);
        }
    }

    int noiseOrUsual() {
        return noise == null ? type.usualNoise : noise;
    }
}
