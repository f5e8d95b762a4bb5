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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out by DNS whether an address is a bot's: its name must end with a domain of the bot, and that name must lead back
 * to the address, since whoever owns an address may give it any name. Never on the request path: the first question is
 * answered "pending", for ten seconds at most whatever DNS and the executor do, and looked up by the executor; later ones
 * "unknown", until it is known. Who has no name is a liar only if DNS answers at all: if it has an answer about the bot's own
 * domain. Answers are kept for a day, failures for ten minutes, and hold as long again until there is a newer one. Bounded:
 * of IPv6 a whole /64 is asked about by the address of it that came first; of a network (/16, of IPv6 /32) one address at a
 * time, more seldom if its names are slow and lead to nothing, and 64 of its claims are let be within ten seconds. Thread-safe.
 */
public final class BotDns {

    private static final Logger log = LoggerFactory.getLogger(BotDns.class);
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

    private final DnsTurns turns = new DnsTurns();

    private record Question(String bot, IpAddress address) {}

    /** What holds until a time, and is asked again from another one on. */
    private record Answer(Standing standing, long fresh, long holds) {

        private static Answer found(Standing standing, long now, long kept) {
            return new Answer(standing, now + kept, now + 2 * kept);
        }

        private Standing at(long now) {
            return now < holds ? standing : Standing.UNKNOWN;
        }
    }

    /** What is asked of DNS; may wait. */
    public interface Resolver {

        /**
         * The name of an address.
         *
         * @param address any
         * @return its name, without a final dot
         * @throws UnknownHostException if it has none, or that cannot be found out
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
        Question question = question(bot, address);
        long now = time.micros();
        Answer known;
        synchronized (answers) {
            known = answers.get(question);
            if (known == null) {
                known = new Answer(Standing.PENDING, now, turns.isSpared(address, now, PENDING) ? now + PENDING : now);
                answers.put(question, known);
            }
            if (now < known.fresh || !turns.take(address, now)) {
                return known.at(now);
            }
        }
        try {
            executor.execute(() -> settle(question, bot, address));
        } catch (RejectedExecutionException e) {
            // Too many are asked about: a later request asks again.
            synchronized (answers) {
                turns.giveBack(address);
            }
        }
        synchronized (answers) {
            return answers.getOrDefault(question, known).at(now);
        }
    }

    /** What is known already of a claim that is not made now. */
    Standing remembered(GoodBot bot, IpAddress address) {
        synchronized (answers) {
            Answer known = answers.get(question(bot, address));
            return known == null ? Standing.NO_CLAIM : known.at(time.micros());
        }
    }

    /** Whoever has one address of a /64 has all. */
    private static Question question(GoodBot bot, IpAddress address) {
        return new Question(bot.name(), address.countedAs(IpAddress.DEFAULT_IPV6_PREFIX));
    }

    private void settle(Question question, GoodBot bot, IpAddress address) {
        long asked = time.micros();
        Answer answer = null;
        try {
            answer = answer(bot, address);
        } finally {
            long now = time.micros();
            synchronized (answers) {
                if (answer != null) {
                    answers.put(question, answer);
                }
                if (answer != null && answer.standing == Standing.VERIFIED) {
                    turns.giveBack(address);
                } else {
                    turns.rest(address, now, now - asked);
                }
            }
        }
    }

    private Answer answer(GoodBot bot, IpAddress address) {
        try {
            Standing standing = isOf(bot, address) ? Standing.VERIFIED : Standing.FALSE_CLAIM;
            return Answer.found(standing, time.micros(), KNOWN);
        } catch (UnknownHostException e) {
            Standing standing = isAnswering(bot) ? Standing.FALSE_CLAIM : Standing.UNKNOWN;
            return Answer.found(standing, time.micros(), UNKNOWN);
        } catch (RuntimeException e) {
            log.warn("It cannot be found out whose {} is", address, e);
            return Answer.found(Standing.UNKNOWN, time.micros(), UNKNOWN);
        }
    }

    private boolean isOf(GoodBot bot, IpAddress address) throws UnknownHostException {
        String name = resolver.nameOf(address).toLowerCase(Locale.ROOT);
        return bot.domains().stream().anyMatch(name::endsWith)
                && resolver.addressesOf(name).contains(address);
    }

    /** Whether DNS works, by what must be there. */
    private boolean isAnswering(GoodBot bot) {
        for (String domain : bot.domains()) {
            try {
                if (!resolver.addressesOf(domain.substring(domain.indexOf('.') + 1))
                        .isEmpty()) {
                    return true;
                }
            } catch (UnknownHostException e) {
                log.debug("No answer about {}", domain, e);
            }
        }
        return false;
    }

    private static final class SystemResolver implements Resolver {

        @Override
        public String nameOf(IpAddress address) throws UnknownHostException {
            String literal = InetAddress.getByName(address.toString()).getHostAddress();
            String name = InetAddress.getByName(literal).getCanonicalHostName();
            // Which is what it answers with if it does not know, or cannot ask.
            if (name.equals(literal)) {
                throw new UnknownHostException("no name of " + literal);
            }
            return name;
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
