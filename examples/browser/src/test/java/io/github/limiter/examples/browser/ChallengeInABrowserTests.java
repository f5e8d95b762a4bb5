package io.github.limiter.examples.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** A person who is challenged by the shop, solves it in a browser, and is where he was. */
class ChallengeInABrowserTests {

    private static final AtomicInteger PEOPLE = new AtomicInteger();

    @TempDir
    private static Path directory;

    private static RunningShop withWork;
    private static RunningShop withPictures;

    private final String address = "203.0.113." + PEOPLE.incrementAndGet();

    @BeforeAll
    static void start() throws Exception {
        withWork = new RunningShop(directory.resolve("work.log"), "--limiter.captcha.provider=altcha");
        withPictures = new RunningShop(directory.resolve("pictures.log"), "--limiter.captcha.provider=image");
    }

    @AfterAll
    static void stop() {
        withWork.close();
        withPictures.close();
    }

    private Browser browser(String language) {
        return new Browser(directory.resolve("profile-" + address), language, address);
    }

    private static void assertAtTheProduct(Browser browser, RunningShop shop) {
        browser.await("the product page", page -> page.text().contains("Tea no. 1"));
        assertThat(browser.url()).isEqualTo(shop.url("/products/1?from=list"));
        assertThat(browser.hasHiddenCookie("limiter-pass")).isTrue();
    }

    @Test
    void aProofOfWorkLeadsBackToTheProduct() throws Exception {
        withWork.challenge(address);
        try (Browser browser = browser("en-US")) {
            browser.open(withWork.url("/products/1?from=list"));
            assertThat(browser.find("h1").getText()).isEqualTo("Are you a person?");

            browser.find("#go").click();

            assertAtTheProduct(browser, withWork);
            assertThat(browser.violations()).isEmpty();
        }
    }

    @Test
    void theKeyboardIsEnough() throws Exception {
        withWork.challenge(address);
        try (Browser browser = browser("en-US")) {
            browser.open(withWork.url("/products/1?from=list"));
            assertThat(browser.focused().getDomAttribute("id")).isEqualTo("go");

            browser.press(Keys.ENTER);

            assertAtTheProduct(browser, withWork);
        }
    }

    @Test
    void whoCannotSeeThePictureNeedsNoMouseEither() throws Exception {
        withPictures.challenge(address);
        try (Browser browser = browser("en-US")) {
            browser.open(withPictures.url("/products/1?from=list"));
            browser.await("the picture", page -> page.find("#image").isDisplayed());
            assertThat(browser.focused().getDomAttribute("id")).isEqualTo("answer");
            assertThat(browser.find("#image").getDomAttribute("alt")).isNotBlank();
            assertThat(browser.find("#answer").getAccessibleName()).isEqualTo("Characters in the picture");

            browser.tabTo("compute");
            browser.press(Keys.SPACE);

            assertAtTheProduct(browser, withPictures);
            assertThat(browser.violations()).isEmpty();
        }
    }

    @Test
    void aWrongAnswerIsSaidAndAnotherPictureShown() throws Exception {
        withPictures.challenge(address);
        try (Browser browser = browser("en-US")) {
            browser.open(withPictures.url("/products/1"));
            browser.await("the picture", page -> page.find("#image").isDisplayed());
            String picture = browser.find("#image").getDomAttribute("src");

            browser.press("wrong", Keys.ENTER);

            browser.await(
                    "another picture",
                    page -> !picture.equals(page.find("#image").getDomAttribute("src")));
            browser.await(
                    "what was wrong", page -> page.find("#status").getText().startsWith("That was not right"));
            assertThat(browser.find("#status").getDomAttribute("role")).isEqualTo("status");
            assertThat(browser.focused().getDomAttribute("id")).isEqualTo("answer");
        }
    }

    @Test
    void whoSpeaksChineseIsSpokenToInChinese() throws Exception {
        withWork.challenge(address);
        try (Browser browser = browser("zh-CN")) {
            browser.open(withWork.url("/products/1?from=list"));
            assertThat(browser.find("html").getDomAttribute("lang")).isEqualTo("zh");
            assertThat(browser.find("h1").getText()).isEqualTo("\u8bf7\u786e\u8ba4\u60a8\u662f\u771f\u4eba");
            assertThat(browser.find("#go").getText()).isEqualTo("\u7ee7\u7eed");

            browser.find("#go").click();

            assertAtTheProduct(browser, withWork);
        }
    }

    @Test
    void thePageByItsOwnAddressLeadsToNoOtherSite() throws Exception {
        try (Browser browser = browser("en-US")) {
            browser.open(withWork.url("/limiter/challenge?to=//evil.example/"));
            assertThat(browser.find("main").getDomAttribute("data-return")).isEqualTo("/");
            browser.open(withWork.url("/limiter/challenge?to=/products/1%3Ffrom=list"));

            browser.find("#go").click();

            assertAtTheProduct(browser, withWork);
        }
    }

    @Test
    void itLooksLikeThis() throws Exception {
        try (Browser browser = browser("en-US")) {
            browser.open(withPictures.url("/limiter/challenge"));
            browser.await("the picture", page -> page.find("#image").isDisplayed());

            browser.screenshot(Path.of(System.getProperty("screenshots"), "challenge.png"));

            assertThat(browser.run("return document.documentElement.scrollWidth <= innerWidth"))
                    .isEqualTo(true);
            assertThat(browser.run("return document.documentElement.scrollHeight <= innerHeight"))
                    .as("the picture shows all of it")
                    .isEqualTo(true);
        }
    }
}
