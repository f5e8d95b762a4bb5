package io.github.limiter.spring.autoconfigure;

import io.github.limiter.captcha.CaptchaProvider;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.autoconfigure.CaptchaProperties.Provider;
import io.github.limiter.spring.autoconfigure.CaptchaProperties.Remote;
import io.github.limiter.spring.autoconfigure.CaptchaProperties.RemoteFailureMode;
import io.github.limiter.spring.captcha.ImageCaptcha;
import io.github.limiter.spring.captcha.ImageStyle;
import io.github.limiter.spring.captcha.ProofOfWork;
import io.github.limiter.spring.captcha.RemoteVerifier;
import io.github.limiter.spring.captcha.Vendor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * Which kinds of challenges there are, as {@code limiter.captcha.*} says.
 *
 * @param providers the first is what clients get; others are to be asked for
 * @param vendor the service whose widget the page shows; null: none
 */
record CaptchaKinds(
        List<CaptchaProvider> providers, @Nullable Vendor vendor) {

    private static final String HUTOOL = "cn.hutool.captcha.AbstractCaptcha";

    /** An application's own provider takes the place of what properties choose. */
    static CaptchaKinds of(CaptchaProperties properties, List<CaptchaProvider> own, @Nullable ClassLoader classes) {
        CaptchaProvider work = new ProofOfWork(properties.altcha().maxNumber());
        if (!own.isEmpty()) {
            return new CaptchaKinds(own, null);
        }
        boolean canDraw = ClassUtils.isPresent(HUTOOL, classes);
        Provider wanted = properties.provider();
        if (wanted == null) {
            return canDraw ? images(properties, work) : new CaptchaKinds(List.of(work), null);
        }
        return switch (wanted) {
            case IMAGE -> {
                if (!canDraw) {
                    throw new InvalidConfigurationException(
                            "limiter.captcha.provider",
                            "image",
                            "needs hutool-captcha, which the application does not have",
                            "Add cn.hutool:hutool-captcha, or set limiter.captcha.provider=altcha");
                }
                yield images(properties, work);
            }
            case ALTCHA -> new CaptchaKinds(List.of(work), null);
            case TURNSTILE -> remote(Vendor.TURNSTILE, properties.remote());
            case HCAPTCHA -> remote(Vendor.HCAPTCHA, properties.remote());
            case RECAPTCHA -> remote(Vendor.RECAPTCHA, properties.remote());
        };
    }

    private static CaptchaKinds images(CaptchaProperties properties, CaptchaProvider work) {
        CaptchaProperties.Image image = properties.image();
        CaptchaProvider images = ImageCaptcha.open(
                new ImageStyle(image.type(), image.width(), image.height(), image.length(), image.noise()));
        List<CaptchaProvider> providers = new ArrayList<>();
        if (images != null) {
            providers.add(images);
        }
        if (images == null || image.alternative()) {
            providers.add(work);
        }
        return new CaptchaKinds(providers, null);
    }

    private static CaptchaKinds remote(Vendor vendor, Remote remote) {
        return new CaptchaKinds(
                List.of(new RemoteVerifier(
                        vendor,
                        new RemoteVerifier.Settings(
                                remote.siteKey(),
                                remote.secret(),
                                remote.verifyUrl(),
                                remote.deadline(),
                                remote.minScore(),
                                remote.failureMode() == RemoteFailureMode.OPEN))),
                vendor);
    }

    String first() {
        return providers.get(0).name();
    }

    /** Whether somebody who cannot see may do a proof of work instead. */
    boolean hasAlternative() {
        return providers.stream().skip(1).anyMatch(provider -> provider.name().equals(ProofOfWork.NAME));
    }
}
