package io.github.limiter.examples.browser;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** Chromium without a window, of a person who speaks a language and is at an address. */
final class Browser implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ChromeDriver driver;

    Browser(Path profile, String language, String address) {
        ChromeOptions options = new ChromeOptions();
        options.setBinary("/usr/bin/chromium");
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--lang=" + language,
                "--user-data-dir=" + profile);
        options.setExperimentalOption("prefs", Map.of("intl.accept_languages", language));
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        driver = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(new File("/usr/bin/chromedriver"))
                        .build(),
                options);
        driver.manage().window().setSize(new Dimension(720, 860));
        driver.executeCdpCommand("Network.enable", Map.of());
        driver.executeCdpCommand("Network.setExtraHTTPHeaders", Map.of("headers", Map.of("X-Forwarded-For", address)));
    }

    void open(String url) {
        driver.get(url);
    }

    String url() {
        return driver.getCurrentUrl();
    }

    WebElement find(String css) {
        return driver.findElement(By.cssSelector(css));
    }

    WebElement focused() {
        return driver.switchTo().activeElement();
    }

    void press(CharSequence... keys) {
        new Actions(driver).sendKeys(keys).perform();
    }

    /** Presses Tab until that element has the focus. */
    void tabTo(String id) {
        for (int tab = 0; tab < 10 && !id.equals(focused().getDomAttribute("id")); tab++) {
            press(Keys.TAB);
        }
    }

    void await(String what, Predicate<Browser> condition) {
        new WebDriverWait(driver, PATIENCE)
                .withMessage(what)
                // The page is left while it is read.
                .ignoring(StaleElementReferenceException.class)
                .until(any -> condition.test(this));
    }

    String text() {
        return find("body").getText();
    }

    Object run(String script) {
        return driver.executeScript(script);
    }

    /** What the page did against its own policy. */
    List<String> violations() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(entry -> entry.getMessage())
                .filter(message -> message.contains("Content Security Policy"))
                .toList();
    }

    boolean hasHiddenCookie(String name) {
        return driver.manage().getCookieNamed(name) != null
                && driver.manage().getCookieNamed(name).isHttpOnly();
    }

    void screenshot(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    }

    @Override
    public void close() {
        driver.quit();
    }
}
