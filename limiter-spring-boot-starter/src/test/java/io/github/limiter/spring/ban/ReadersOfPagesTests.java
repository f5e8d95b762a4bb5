package io.github.limiter.spring.ban;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.ban.Bans;
import io.github.limiter.spring.ban.BanTestServer.Client;
import io.github.limiter.store.Standing;
import io.github.limiter.store.Standing.State;
import io.github.limiter.subject.Subject;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.WebApplicationType;

/** A page anywhere on the web makes its reader's browser send requests here. He is not banned for it. */
class ReadersOfPagesTests {

    private static final String[] IMAGE = {
        "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "image"
    };
    private static final String[] LINK = {
        "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"
    };
    private static final String[] IMAGE_OF_A_GUEST = {
        "Sec-Fetch-Site", "same-origin", "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "image"
    };
    private static final String[] PREFLIGHT = {
        "Origin", "https://page.example", "Access-Control-Request-Method", "DELETE"
    };
    private static final String[] TYPED = {
        "Sec-Fetch-Site", "none", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"
    };

    private static final AtomicInteger ADDRESSES = new AtomicInteger();

    @Nested
    class WithServlets extends Pages {

        WithServlets() {
            super(WebApplicationType.SERVLET);
        }
    }

    @Nested
    class WithoutServlets extends Pages {

        WithoutServlets() {
            super(WebApplicationType.REACTIVE);
        }
    }

    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class Pages {

        private final WebApplicationType type;
        private BanTestServer server;

        Pages(WebApplicationType type) {
            this.type = type;
        }

        @BeforeAll
        void start() {
            server = new BanTestServer(type);
        }

        @AfterAll
        void stop() {
            server.close();
        }

        private Client reader() {
            return server.at("203.0.113." + ADDRESSES.incrementAndGet());
        }

        private State standing(Client reader) {
            Standing standing = server.bean(Bans.class).find(Subject.ofText("ip:" + reader.address(), null));
            return standing.state();
        }

        @Test
        void isNotBannedForATrapInAPage() {
            for (String[] fields : new String[][] {IMAGE, LINK, IMAGE_OF_A_GUEST}) {
                Client reader = reader();

                assertThat(reader.get("/.env", fields).statusCode()).isEqualTo(404);
                assertThat(reader.status("/products")).isEqualTo(200);
            }
        }

        @Test
        void isNotBannedForWhatABrowserAsksBeforeAScriptMaySend() {
            Client reader = reader();

            reader.send("OPTIONS", "/.env", "", PREFLIGHT);
            for (int i = 0; i < 12; i++) {
                reader.send("OPTIONS", "/missing/" + i, "", PREFLIGHT);
            }

            assertThat(reader.status("/products")).isEqualTo(200);
            assertThat(standing(reader)).isEqualTo(State.CLEAR);
        }

        @Test
        void isAskedForACaptchaAtMostForMissingPathsInAPage() {
            Client reader = reader();

            for (int i = 0; i < 9; i++) {
                assertThat(reader.get("/missing/" + i, IMAGE).statusCode()).isEqualTo(404);
            }
            assertThat(standing(reader)).isEqualTo(State.CLEAR);
            reader.get("/.env", IMAGE);
            assertThat(standing(reader)).isEqualTo(State.CHALLENGED);
            for (int i = 9; i < 40; i++) {
                reader.get("/missing/" + i, IMAGE);
            }

            assertThat(standing(reader)).isEqualTo(State.CHALLENGED);
            assertThat(reader.status("/open")).isEqualTo(200);
        }

        @Test
        void isNotBannedForGoingOnWithoutACaptchaThatHeNeverSaw() {
            Client reader = reader();
            for (int i = 0; i < 10; i++) {
                reader.get("/missing/" + i, IMAGE);
            }
            assertThat(standing(reader)).isEqualTo(State.CHALLENGED);

            for (int i = 0; i < 130; i++) {
                assertThat(reader.get("/products", IMAGE).statusCode()).isEqualTo(403);
            }

            assertThat(standing(reader)).isEqualTo(State.CHALLENGED);
        }

        @Test
        void isNotCloserToABanForThem() {
            Client reader = reader();
            for (int i = 0; i < 9; i++) {
                reader.get("/missing/" + i, IMAGE);
            }

            for (int i = 0; i < 9; i++) {
                reader.status("/mistyped/" + i);
            }

            assertThat(standing(reader)).isEqualTo(State.CLEAR);
        }

        @Test
        void isBannedForWhatHeAsksForHimself() {
            Client prober = reader();

            assertThat(prober.get("/.env", TYPED).statusCode()).isEqualTo(403);
            assertThat(prober.status("/open")).isEqualTo(403);
        }

        @Test
        void isNoProgramThatGuessesPasswordsAndWritesItsFields() {
            Client guesser = reader();
            for (int i = 0; i < 10; i++) {
                guesser.as("bob", "guess" + i).get("/mine", IMAGE);
            }

            assertThat(guesser.status("/open")).isEqualTo(403);
        }
    }
}
