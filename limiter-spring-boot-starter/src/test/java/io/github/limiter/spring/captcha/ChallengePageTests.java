package io.github.limiter.spring.captcha;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.subject.Caller;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChallengePageTests {

    private final ChallengePage page = new ChallengePage("image", null, true);

    /** A request in as many words as the page hears. */
    private record Asked(String method, String contextPath, String path, String query, Map<String, String> headers)
            implements CaptchaRequest {

        static Asked page(String query, Map<String, String> headers) {
            return new Asked("GET", "", CaptchaEndpoints.PAGE, query, headers);
        }

        @Override
        public String header(String name) {
            return headers.get(name);
        }

        @Override
        public boolean isSecure() {
            return false;
        }

        @Override
        public Caller caller() {
            return Caller.NONE;
        }

        @Override
        public CompletionStage<byte[]> body(int most) {
            throw new AssertionError("a page needs no body");
        }
    }

    private String body(String query) {
        return page.reply(Asked.page(query, Map.of())).body();
    }

    private static String between(String text, String start, String end) {
        int from = text.indexOf(start) + start.length();
        return text.substring(from, text.indexOf(end, from));
    }

    @Nested
    class ItsPolicy {

        private final CaptchaReply reply = page.reply(Asked.page(null, Map.of()));
        private final String policy = reply.headers().get("Content-Security-Policy");

        @Test
        void allowsNothingButWhatIsListed() {
            assertThat(policy)
                    .startsWith("default-src 'none';")
                    .contains("connect-src 'self';", "img-src data:;")
                    .contains("base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe", "http", "*");
        }

        @Test
        void namesScriptAndStyleByTheirDigests() throws Exception {
            assertThat(policy)
                    .contains("script-src 'sha256-" + digest(between(reply.body(), "<script>", "</script>")) + "'")
                    .contains("style-src 'sha256-" + digest(between(reply.body(), "<style>", "</style>")) + "'");
        }

        private String digest(String text) throws Exception {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        }

        @ParameterizedTest
        @EnumSource(Vendor.class)
        void letsTheWidgetOfAServiceLoadFromThereAlone(Vendor vendor) {
            String policy = new ChallengePage(vendor.providerName(), vendor, false)
                    .reply(Asked.page(null, Map.of()))
                    .headers()
                    .get("Content-Security-Policy");

            assertThat(policy).contains("default-src 'none'").contains("frame-src " + vendor.origins());
            assertThat(vendor.origins().split(" ")).allMatch(origin -> origin.startsWith("https://"));
        }
    }

    @Nested
    class ItsText {

        @Test
        void isAsciiWithoutAnEmptyPlaceAndLoadsNothing() {
            String body = body("to=/products/1");

            assertThat(body).matches("[\\x20-\\x7e\\n]+").doesNotContain("{{", "src=", "href=", "@import", "url(");
        }

        @ParameterizedTest
        @CsvSource(nullValues = "-", delimiter = '|', textBlock = """
                -                       | en
                en-GB,en;q=0.8          | en
                zh-CN,zh;q=0.9,en;q=0.8 | zh
                zh-TW                   | zh
                zh-Hans-CN              | zh
                de,zh;q=0.5,en;q=0.4    | zh
                de                      | en
                en;q=0.1,zh;q=0.9       | zh
                *                       | en
                ;;;q=x                  | en
                """)
        void isInTheLanguageThatTheClientLikesBest(String accepted, String language) {
            Map<String, String> headers = accepted == null ? Map.of() : Map.of("Accept-Language", accepted);
            String body = page.reply(Asked.page(null, headers)).body();

            assertThat(body).contains("<html lang=\"" + language + "\">");
            assertThat(decoded(body)).contains(language.equals("zh") ? "请确认您是真人" : "Are you a person?");
        }

        @Test
        void isAllThereInBothLanguages() {
            PageTexts texts = new PageTexts();
            Map<String, String> english = texts.in(Locale.ENGLISH);
            String template = PageTexts.resource("challenge.html");

            assertThat(texts.in(Locale.CHINESE).keySet()).isEqualTo(english.keySet());
            assertThat(english.keySet()).allMatch(name -> template.contains("{{" + name + "}}"));
            assertThat(texts.in(Locale.CHINESE).values()).noneMatch(String::isBlank);
            assertThat(english.values()).noneMatch(String::isBlank);
        }

        private String decoded(String text) {
            Matcher entity = Pattern.compile("&#(\\d+);").matcher(text);
            return entity.replaceAll(
                    found -> Matcher.quoteReplacement(Character.toString(Integer.parseInt(found.group(1)))));
        }
    }

    @Nested
    class TheWayBack {

        private String of(CaptchaReply reply) {
            return between(reply.body(), "data-return=\"", "\"");
        }

        @Test
        void isWhereTheQuerySays() {
            assertThat(of(page.reply(Asked.page("to=%2Fproducts%3Fpage%3D2", Map.of()))))
                    .isEqualTo("/products?page=2");
            assertThat(of(page.reply(Asked.page("a=b&to=/products/1", Map.of()))))
                    .isEqualTo("/products/1");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "to=//evil.example",
                    "to=https://evil.example",
                    "to=%2F%2Fevil.example",
                    "to=%2F%5Cevil.example",
                    "to=%2F%09%2Fevil.example",
                    "to=javascript:alert(1)",
                    "to=%zz",
                    "to=",
                    "to"
                })
        void leadsToNoOtherSite(String query) {
            assertThat(of(page.reply(Asked.page(query, Map.of())))).isEqualTo("/");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "to=/limiter/challenge",
                    "to=/limiter/challenge?to=/limiter/challenge",
                    "to=/limiter/challenge/",
                    "to=/limiter/./challenge%23x",
                    "to=/limiter/captcha"
                })
        void doesNotLeadRoundInACircle(String query) {
            assertThat(of(page.reply(Asked.page(query, Map.of())))).isEqualTo("/");
        }

        @Test
        void doesNotLeadRoundInACircleBelowAPathEither() {
            assertThat(of(page.reply(
                            new Asked("GET", "/shop", "/limiter/challenge", "to=/shop/limiter/challenge", Map.of()))))
                    .isEqualTo("/shop/");
            assertThat(of(page.reply(
                            new Asked("GET", "/shop", "/limiter/challenge", "to=/shop/limiter/challenges", Map.of()))))
                    .isEqualTo("/shop/limiter/challenges");
        }

        @Test
        void cannotBreakOutOfThePage() {
            String body = body("to=/%22%3E%3Cscript%3Ealert(1)%3C/script%3E%26%27{{code}}");

            assertThat(body)
                    .contains("data-return=\"/&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;&#38;&#39;{{code}}\"");
        }

        @Test
        void ofARequestThatReadsIsThatRequest() {
            CaptchaReply reply = page.inPlaceOf(new Asked("GET", "/shop", "/products", "page=2", Map.of()));

            assertThat(reply.status()).isEqualTo(403);
            assertThat(of(reply)).isEqualTo("/shop/products?page=2");
            assertThat(reply.body()).contains("data-endpoint=\"/shop/limiter/captcha\"");
        }

        @Test
        void ofARequestThatWritesIsThePageBefore() {
            Map<String, String> headers = Map.of("Host", "shop.example", "Referer", "https://shop.example/cart?step=2");
            CaptchaReply reply = page.inPlaceOf(new Asked("POST", "", "/orders", null, headers));

            assertThat(of(reply)).isEqualTo("/cart?step=2");
            assertThat(of(page.inPlaceOf(new Asked("POST", "/shop", "/orders", null, Map.of()))))
                    .isEqualTo("/shop/");
        }
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", delimiter = '|', textBlock = """
            text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8 | true
            TEXT/HTML                                                      | true
            application/json, text/html;level=1;q=0.1                      | true
            text/html;q=0                                                  | false
            application/json, text/html; q=0.000                           | false
            text/html;q=0, */*                                             | false
            text/htmlx                                                     | false
            application/json                                               | false
            */*                                                            | false
            -                                                              | false
            """)
    void browsersNameHtml(String accept, boolean browser) {
        assertThat(ChallengePage.isWanted(accept)).isEqualTo(browser);
    }
}
