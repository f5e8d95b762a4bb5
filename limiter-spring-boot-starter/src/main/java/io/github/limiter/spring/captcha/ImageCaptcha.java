package io.github.limiter.spring.captcha;

import cn.hutool.captcha.AbstractCaptcha;
import cn.hutool.captcha.CircleCaptcha;
import cn.hutool.captcha.GifCaptcha;
import cn.hutool.captcha.LineCaptcha;
import cn.hutool.captcha.ShearCaptcha;
import cn.hutool.captcha.generator.CodeGenerator;
import io.github.limiter.captcha.CaptchaProvider;
import io.github.limiter.captcha.Puzzle;
import java.awt.Image;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Disturbed characters to be read off a picture that hutool-captcha draws, in one to two milliseconds. Upper and lower case
 * are the same, and characters that look alike are not used. Thread-safe.
 */
public final class ImageCaptcha implements CaptchaProvider {

    /** Name of this kind. */
    public static final String NAME = "image";

    private static final Logger log = LoggerFactory.getLogger(ImageCaptcha.class);
    private static final String ALPHABET = "ABCDEFGHJKMNPQRSTUVWXY3456789";

    /** Brightness of 255 that stands out on white. */
    private static final int DARK_ENOUGH = 130;

    private final SecureRandom random = new SecureRandom();
    private final ImageStyle style;

    private ImageCaptcha(ImageStyle style) {
        this.style = style;
    }

    /**
     * Warms up: the first picture takes a hundred times as long as later ones.
     *
     * @param style what pictures look like
     * @return the provider; null where nothing can be drawn, most often since there is no font, which is logged with what
     *     to do about it
     */
    public static @Nullable ImageCaptcha open(ImageStyle style) {
        ImageCaptcha captcha = new ImageCaptcha(style);
        try {
            captcha.create();
            return captcha;
        } catch (RuntimeException | LinkageError | InternalError e) {
            log.warn(
                    "No pictures can be drawn here, so challenges are proofs of work instead: {}. Install fontconfig and a"
                            + " font (Debian: fontconfig fonts-dejavu-core), or set limiter.captcha.provider=altcha",
                    e.toString());
            return null;
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Puzzle create() {
        StringBuilder characters = new StringBuilder();
        for (int i = 0; i < style.length(); i++) {
            characters.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        String code = characters.toString();
        String image = "data:image/" + (style.type() == ImageStyle.Type.GIF ? "gif" : "png") + ";base64,"
                + Base64.getEncoder().encodeToString(draw(code));
        return new Puzzle(code, Map.of("image", image));
    }

    private byte[] draw(String code) {
        CodeGenerator given = new Given(code);
        int noise = style.noiseOrUsual();
        return switch (style.type()) {
            case LINE -> png(new LineCaptcha(style.width(), style.height(), given, noise).createImage(code));
            case CIRCLE -> png(new CircleCaptcha(style.width(), style.height(), given, noise).createImage(code));
            case SHEAR -> png(new ShearCaptcha(style.width(), style.height(), given, noise).createImage(code));
            case GIF -> {
                GifCaptcha gif = new GifCaptcha(style.width(), style.height(), style.length(), noise);
                gif.setGenerator(given);
                gif.setMaxColor(DARK_ENOUGH);
                yield bytes(gif);
            }
        };
    }

    private static byte[] bytes(AbstractCaptcha captcha) {
        captcha.createCode();
        return captcha.getImageBytes();
    }

    /** Without the temporary file that ImageIO and hutool would write each time: file systems may be read-only. */
    private static byte[] png(Image image) {
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(png)) {
            ImageIO.write(darkened((BufferedImage) image), "png", out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return png.toByteArray();
    }

    /** Hutool picks colours at random, also such as nobody sees on white. */
    private static BufferedImage darkened(BufferedImage image) {
        int width = image.getWidth();
        int[] pixels = image.getRGB(0, 0, width, image.getHeight(), null, 0, width);
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = darkened(pixels[i]);
        }
        image.setRGB(0, 0, width, image.getHeight(), pixels, 0, width);
        return image;
    }

    private static int darkened(int colour) {
        int red = colour >> 16 & 0xff;
        int green = colour >> 8 & 0xff;
        int blue = colour & 0xff;
        // ITU-R BT.601: how bright people see it.
        int brightness = (299 * red + 587 * green + 114 * blue) / 1_000;
        if (brightness <= DARK_ENOUGH || red + green + blue == 3 * 0xff) {
            return colour;
        }
        return colour & 0xff000000
                | red * DARK_ENOUGH / brightness << 16
                | green * DARK_ENOUGH / brightness << 8
                | blue * DARK_ENOUGH / brightness;
    }

    @Override
    public CompletionStage<Boolean> verify(String secret, String answer, String address) {
        byte[] given = answer.strip().toUpperCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
        return CompletableFuture.completedFuture(MessageDigest.isEqual(secret.getBytes(StandardCharsets.UTF_8), given));
    }

    /**
     * Hutool's own generators can be predicted: their random numbers are not made for secrets.
     *
     * @param code what is shown, made elsewhere
     */
    private record Given(String code) implements CodeGenerator {

        @Override
        public String generate() {
            return code;
        }

        @Override
        public boolean verify(String code, String userInputCode) {
            throw new UnsupportedOperationException("answers are judged elsewhere");
        }
    }
}
