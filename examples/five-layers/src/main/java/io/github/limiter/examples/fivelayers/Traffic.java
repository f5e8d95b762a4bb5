package io.github.limiter.examples.fivelayers;

import io.github.limiter.examples.fivelayers.Visitor.Step;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Plays visitors against the door of the site, each at its own pace, but nobody asks again before the answer. */
final class Traffic {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int FORBIDDEN = 403;
    private static final String CAPTCHA = "urn:limiter:captcha-required";
    private static final String ABUSE = "looks like abuse";

    /**
     * One answer.
     *
     * @param kind of visitor
     * @param status 0: none came
     * @param suspected whether risk control asked for a CAPTCHA, or saw abuse
     * @param atMillis when it was asked for, from the start
     */
    record Answer(String kind, int status, boolean suspected, long atMillis) {

        boolean isSuccess() {
            return status >= 200 && status < 400;
        }
    }

    /** All answers. */
    record Played(List<Answer> answers) {

        /** By status, such as {@code {200=117, 429=3}}. */
        Map<Integer, Long> statuses(String kind) {
            Map<Integer, Long> counts = new TreeMap<>();
            answers.stream()
                    .filter(answer -> answer.kind().equals(kind))
                    .forEach(answer -> counts.merge(answer.status(), 1L, Long::sum));
            return counts;
        }

        long count(String kind, boolean success) {
            return answers.stream()
                    .filter(answer -> answer.kind().equals(kind) && answer.isSuccess() == success)
                    .count();
        }

        long suspected(String kind) {
            return answers.stream()
                    .filter(answer -> answer.kind().equals(kind) && answer.suspected())
                    .count();
        }

        /** What was asked for from that second on. */
        Played from(int second) {
            return new Played(answers.stream()
                    .filter(answer -> answer.atMillis() >= second * 1_000L)
                    .toList());
        }

        /** Share of requests from that second on that did not go well. */
        double shareRefused(String kind, int fromSecond) {
            Played late = from(fromSecond);
            double refused = late.count(kind, false);
            return refused / Math.max(1, refused + late.count(kind, true));
        }

        /** Answers a second that went well, or did not. */
        double[] perSecond(String kind, boolean success, int seconds) {
            double[] counts = new double[seconds];
            for (Answer answer : answers) {
                int second = (int) (answer.atMillis() / 1_000);
                if (answer.kind().equals(kind) && answer.isSuccess() == success && second < seconds) {
                    counts[second]++;
                }
            }
            return counts;
        }
    }

    private final URI door;
    private final long seconds;
    private final List<Answer> answers = Collections.synchronizedList(new ArrayList<>());
    private final ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(2);
    private final ExecutorService network = Executors.newFixedThreadPool(4);
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .executor(network)
            .build();
    /** The player, and one party for each request under way. */
    private final Phaser underWay = new Phaser(1);

    private final long start = System.nanoTime();

    private Traffic(URI door, long seconds) {
        this.door = door;
        this.seconds = seconds;
        clock.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Plays them for that time; the same seed gives the same visits. */
    static Played play(URI door, List<Visitor> visitors, long seed, long seconds) throws InterruptedException {
        return new Traffic(door, seconds).play(visitors, seed);
    }

    private Played play(List<Visitor> visitors, long seed) throws InterruptedException {
        for (int i = 0; i < visitors.size(); i++) {
            Visit visit = new Visit(visitors.get(i), new Random(seed * 1_000_003 + i));
            clock.schedule(visit, visitors.get(i).startsAfterMillis(), TimeUnit.MILLISECONDS);
        }
        TimeUnit.SECONDS.sleep(seconds);
        clock.shutdown();
        clock.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        underWay.arriveAndAwaitAdvance();
        network.shutdown();
        return new Played(List.copyOf(answers));
    }

    private long millis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }

    /** One visitor at work: a request, its answer, a pause, the next. */
    private final class Visit implements Runnable {

        private final Visitor visitor;
        private final Random random;
        private int asked;

        Visit(Visitor visitor, Random random) {
            this.visitor = visitor;
            this.random = random;
        }

        @Override
        public void run() {
            Step step = visitor.behaviour().next(random, asked++);
            long atMillis = millis();
            underWay.register();
            client.sendAsync(request(step), BodyHandlers.ofString()).whenComplete((response, failure) -> {
                answers.add(new Answer(visitor.kind(), status(response), isSuspected(response), atMillis));
                if (millis() < seconds * 1_000) {
                    clock.schedule(this, atMillis + step.thenPauseMillis() - millis(), TimeUnit.MILLISECONDS);
                }
                underWay.arriveAndDeregister();
            });
        }

        private static int status(@Nullable HttpResponse<?> response) {
            return response == null ? 0 : response.statusCode();
        }

        private static boolean isSuspected(@Nullable HttpResponse<String> response) {
            return response != null
                    && response.statusCode() == FORBIDDEN
                    && (response.body().contains(CAPTCHA) || response.body().contains(ABUSE));
        }

        private HttpRequest request(Step step) {
            HttpRequest.Builder request = HttpRequest.newBuilder(door.resolve(step.path()))
                    .timeout(PATIENCE)
                    .header("X-Forwarded-For", visitor.address())
                    .method(step.method(), BodyPublishers.noBody());
            for (int i = 0; i < visitor.headers().size(); i += 2) {
                request.header(visitor.headers().get(i), visitor.headers().get(i + 1));
            }
            if (!visitor.user().isEmpty()) {
                byte[] login = (visitor.user() + ':' + visitor.user()).getBytes(StandardCharsets.UTF_8);
                request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(login));
            }
            return request.build();
        }
    }
}
