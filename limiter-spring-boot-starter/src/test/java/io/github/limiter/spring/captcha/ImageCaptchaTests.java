package io.github.limiter.spring.captcha;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.captcha.Puzzle;
import io.github.limiter.policy.InvalidConfigurationException;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ImageCaptchaTests {

    private static final ImageStyle USUAL = new ImageStyle(ImageStyle.Type.LINE, 200, 80, 5, null);

    private final ImageCaptcha captcha = ImageCaptcha.open(USUAL);

    private static byte[] bytes(Puzzle puzzle) {
        String uri = (String) puzzle.shown().get("image");
        return Base64.getDecoder().decode(uri.substring(uri.indexOf(',') + 1));
    }

    private static BufferedImage image(Puzzle puzzle) throws IOException {
        return ImageIO.read(new ByteArrayInputStream(bytes(puzzle)));
    }

    @Nested
    class APicture {

        @ParameterizedTest
        @EnumSource(ImageStyle.Type.class)
        void isDrawnInEveryStyle(ImageStyle.Type type) throws IOException {
            Puzzle puzzle =
                    ImageCaptcha.open(new ImageStyle(type, 180, 60, 4, null)).create();

            String format = type == ImageStyle.Type.GIF ? "gif" : "png";
            assertThat((String) puzzle.shown().get("image")).startsWith("data:image/" + format + ";base64,");
            assertThat(image(puzzle).getWidth()).isEqualTo(180);
            assertThat(image(puzzle).getHeight()).isEqualTo(60);
            assertThat(puzzle.secret()).hasSize(4);
        }

        @Test
        void hasTheNoiseThatIsAskedFor() throws IOException {
            ImageCaptcha quiet = ImageCaptcha.open(new ImageStyle(ImageStyle.Type.LINE, 200, 80, 5, 0));
            ImageCaptcha loud = ImageCaptcha.open(new ImageStyle(ImageStyle.Type.LINE, 200, 80, 5, 400));

            assertThat(inkedOnAverage(loud)).isGreaterThan(2 * inkedOnAverage(quiet));
        }

        /** Of many pictures, since an i has less ink than a w. */
        private long inkedOnAverage(ImageCaptcha captcha) throws IOException {
            int pictures = 50;
            long inked = 0;
            for (int i = 0; i < pictures; i++) {
                inked += inked(captcha);
            }
            return inked / pictures;
        }

        private long inked(ImageCaptcha captcha) throws IOException {
            BufferedImage image = image(captcha.create());
            return IntStream.of(image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth()))
                    .filter(colour -> colour != Color.WHITE.getRGB())
                    .count();
        }

        @ParameterizedTest
        @EnumSource(value = ImageStyle.Type.class, names = "GIF", mode = EnumSource.Mode.EXCLUDE)
        void hasNoColourThatNobodySeesOnWhite(ImageStyle.Type type) throws IOException {
            ImageCaptcha captcha = ImageCaptcha.open(new ImageStyle(type, 200, 80, 5, null));
            for (int i = 0; i < 20; i++) {
                BufferedImage image = image(captcha.create());
                assertThat(IntStream.of(image.getRGB(
                                        0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth()))
                                .filter(colour -> (colour & 0xffffff) != 0xffffff)
                                .mapToDouble(colour -> brightness(new Color(colour)))
                                .max()
                                .orElseThrow())
                        .isBetween(1.0, 131.0);
            }
        }

        private double brightness(Color colour) {
            return 0.299 * colour.getRed() + 0.587 * colour.getGreen() + 0.114 * colour.getBlue();
        }

        @Test
        void usesNoCharactersThatLookAlike() {
            for (int i = 0; i < 200; i++) {
                assertThat(captcha.create().secret()).matches("[ABCDEFGHJKMNPQRSTUVWXY3-9]{5}");
            }
        }

        @Test
        void isAnotherOneEachTime() {
            Set<String> secrets = new HashSet<>();
            for (int i = 0; i < 50; i++) {
                secrets.add(captcha.create().secret());
            }
            assertThat(secrets).hasSizeGreaterThan(48);
        }

        @Test
        void showsNothingButItself() {
            assertThat(captcha.create().shown()).containsOnlyKeys("image");
        }
    }

    @ParameterizedTest
    @CsvSource(ignoreLeadingAndTrailingWhitespace = false, textBlock = """
            KM3QX,true
            km3qx,true
            ' Km3Qx ',true
            KM3Q,false
            KM3QXX,false
            KM3Q8,false
            '',false
            ＫＭ３ＱＸ,false""")
    void answersAreReadAsPeopleWriteThem(String answer, boolean right) {
        assertThat(captcha.verify("KM3QX", answer, "203.0.113.7").toCompletableFuture())
                .isCompletedWithValue(right);
    }

    /** A JVM of its own, and a home: where fonts were found once is not forgotten. */
    @Test
    void thereIsNoneWhereThereIsNoFont(@TempDir Path empty) throws Exception {
        Path fonts = Files.writeString(
                empty.resolve("fonts.conf"),
                "<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig><dir>" + empty
                        + "</dir><cachedir>" + empty + "</cachedir></fontconfig>");
        ProcessBuilder java = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.awt.headless=true",
                "-Duser.home=" + empty,
                "-cp",
                System.getProperty("java.class.path"),
                WithoutFonts.class.getName());
        java.environment().put("FONTCONFIG_FILE", fonts.toString());
        Process process = java.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(output)
                .contains("No pictures can be drawn here")
                .contains("fonts-dejavu-core")
                .contains("captcha: null");
    }

    /** To be run alone. */
    static final class WithoutFonts {

        public static void main(String[] args) {
            System.out.println("captcha: " + ImageCaptcha.open(USUAL));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "width,  59,   20,  3,  ",
        "width,  1001, 80,  5,  ",
        "width,  100,  80,  5,  ",
        "height, 200,  19,  5,  ",
        "height, 1000, 401, 5,  ",
        "length, 200,  80,  2,  ",
        "length, 900,  80,  13, ",
        "noise,  200,  80,  5,  -1",
        "noise,  200,  80,  5,  501"
    })
    void stylesOutOfRangeAreRefused(String name, int width, int height, int length, Integer noise) {
        assertThatThrownBy(() -> new ImageStyle(ImageStyle.Type.LINE, width, height, length, noise))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("limiter.captcha.image." + name);
    }
}
