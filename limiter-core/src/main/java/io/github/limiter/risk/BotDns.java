package io.github.limiter.risk;

import io.github.limiter.risk.GoodBots.Standing;
import io.github.limiter.subject.IpAddress;
import io.github.limiter.time.TimeSource;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Finds out by DNS whether an address is a bot's: its name must end with a domain of the bot, and that name must lead back
 * to the address, since whoever owns an address may give it any name. Never on the request path: the first question is
 * answered "pending", for at most ten seconds, and looked up by an executor. Answers are kept for a day, failures for ten
 * minutes; bounded. Thread-safe.
 */
public final class BotDns {

    private static final int MOST = 10_000;
    private static final long PENDING = 10_000_000L;
    private static final long KNOWN = 86_400_000_000L;
    private static final long UNKNOWN = 600_000_000L;

    private final Resolver resolver;
    private final Executor executor;
    private final TimeSource time;
    private final Map<Question, Answer> answers = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Question, Answer> eldest) {
            return size() > MOST;
        }
    };

    private record Question(String bot, IpAddress address) {}

    private record Answer(Standing standing, long until) {}

    /** What is asked of DNS; may wait. */
    public interface Resolver {

        /**
         * The name of an address.
         *
         * @param address any
         * @return its name, without a final dot; the address itself if it has none
         * @throws UnknownHostException if it cannot be found out
         */
        String nameOf(IpAddress address) throws UnknownHostException;

        /**
         * The addresses of a name.
         *
         * @param name any
         * @return all of them
         * @throws UnknownHostException if there is none
         */
        List<IpAddress> addressesOf(String name) throws UnknownHostException;

        /**
         * The JDK's.
         *
         * @return asks as the machine is set up to
         */
        static Resolver system() {
            return new SystemResolver();
        }
    }

    /**
     * Knows nothing yet.
     *
     * @param resolver is asked
     * @param executor where it may wait; one that refuses leaves the question for later
     * @param time how old answers are
     */
    public BotDns(Resolver resolver, Executor executor, TimeSource time) {
        this.resolver = resolver;
        this.executor = executor;
        this.time = time;
    }

    /** What is known of a claim; asks, if nothing is. */
    Standing standing(GoodBot bot, IpAddress address) {
        Question question = new Question(bot.name(), address);
        long now = time.micros();
        synchronized (answers) {
            Answer known = answers.get(question);
            if (known != null && now < known.until) {
                return known.standing;
            }
            // Meanwhile nobody asks again. A claim that could not be confirmed in time is as good as false.
            Standing meanwhile = known == null
                    ? Standing.PENDING
                    : known.standing == Standing.PENDING ? Standing.FALSE_CLAIM : known.standing;
            answers.put(question, new Answer(meanwhile, now + PENDING));
        }
        try {
            executor.execute(() -> settle(question, bot));
        } catch (RejectedExecutionException e) {
            return Standing.PENDING;
        }
        synchronized (answers) {
            Answer answer = answers.get(question);
            return answer == null ? Standing.PENDING : answer.standing;
        }
    }

    /** What is known already of a claim that is not made now. */
    Standing remembered(GoodBot bot, IpAddress address) {
        synchronized (answers) {
            Answer known = answers.get(new Question(bot.name(), address));
            return known == null || time.micros() >= known.until ? Standing.NO_CLAIM : known.standing;
        }
    }

    private void settle(Question question, GoodBot bot) {
        Answer answer;
        try {
            Standing standing = isOf(bot, question.address) ? Standing.VERIFIED : Standing.FALSE_CLAIM;
            answer = new Answer(standing, time.micros() + KNOWN);
        } catch (UnknownHostException e) {
            answer = new Answer(Standing.FALSE_CLAIM, time.micros() + UNKNOWN);
        }
        synchronized (answers) {
            answers.put(question, answer);
        }
    }

    private boolean isOf(GoodBot bot, IpAddress address) throws UnknownHostException {
        String name = resolver.nameOf(address).toLowerCase(Locale.ROOT);
        return bot.domains().stream().anyMatch(name::endsWith)
                && resolver.addressesOf(name).contains(address);
    }

    private static final class SystemResolver implements Resolver {

        @Override
        public String nameOf(IpAddress address) throws UnknownHostException {
            return InetAddress.getByName(address.toString()).getCanonicalHostName();
        }

        @Override
        public List<IpAddress> addressesOf(String name) throws UnknownHostException {
            List<IpAddress> addresses = new ArrayList<>();
            for (InetAddress one : InetAddress.getAllByName(name)) {
                IpAddress address = IpAddress.tryParse(one.getHostAddress());
                if (address != null) {
                    addresses.add(address);
                }
            }
            return addresses;
        }
    }
}
