package io.github.limiter.risk;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.subject.Cidr;
import io.github.limiter.subject.CidrSet;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A crawler that is welcome.
 *
 * @param name for people and properties
 * @param token what its agents contain, in any case
 * @param ranges the networks that it comes from; empty if they are not published
 * @param domains what the names of its addresses end with, such as {@code .googlebot.com}; empty: not told by DNS
 */
public record GoodBot(String name, String token, CidrSet ranges, List<String> domains) {

    private static final Pattern DOMAIN = Pattern.compile("(\\.[a-z0-9-]+){2,}");
    private static final Pattern BLOCK = Pattern.compile("[0-9a-fA-F:.]+/[0-9]{1,3}");

    /**
     * Brings the token and the domains into lower case, the domains with a dot before.
     *
     * @param name for people and properties
     * @param token what its agents contain
     * @param ranges the networks that it comes from
     * @param domains what the names of its addresses end with
     * @throws InvalidConfigurationException if there is nothing to tell it by, or a domain is none
     */
    public GoodBot {
        token = token.strip().toLowerCase(Locale.ROOT);
        domains = domains.stream().map(GoodBot::domain).toList();
        if (token.isEmpty()) {
            throw new InvalidConfigurationException(
                    "token", token, "is what every agent contains", "Set a word such as googlebot");
        }
    }

    /** With a dot before, or a name that only ends alike would do. */
    private static String domain(String written) {
        String domain = written.strip().toLowerCase(Locale.ROOT);
        String dotted = domain.startsWith(".") ? domain : '.' + domain;
        if (!DOMAIN.matcher(dotted).matches()) {
            throw new InvalidConfigurationException(
                    "domains", written, "is no domain of somebody's own", "Set one such as .search.example");
        }
        return dotted;
    }

    /** Google's and Bing's, by the ranges that ship with the library. */
    static List<GoodBot> published() {
        return List.of(google(), bing());
    }

    /**
     * Google's crawlers, by their ranges of 2 September 2026 (developers.google.com/static/crawling/ipranges/
     * common-crawlers.json) or the names that Google documents for them.
     *
     * @return the bot
     */
    public static GoodBot google() {
        return new GoodBot("google", "googlebot", shipped("google"), List.of(".googlebot.com", ".google.com"));
    }

    /**
     * Bing's crawler, by its ranges of 3 January 2024, the newest in September 2026 (www.bing.com/toolbox/bingbot.json),
     * or the name that Bing documents for it.
     *
     * @return the bot
     */
    public static GoodBot bing() {
        return new GoodBot("bing", "bingbot", shipped("bing"), List.of(".search.msn.com"));
    }

    private static CidrSet shipped(String file) {
        try (InputStream in = GoodBot.class.getResourceAsStream(file + "-ranges.txt")) {
            if (in == null) {
                throw new IllegalStateException("the ranges of " + file + " are not in the jar");
            }
            return readRanges(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads ranges from whatever text they are in: one a line with comments, or the JSON that the engines publish.
     *
     * @param text any
     * @return all blocks in it, those wider than /8 (IPv6: /16) left out, since nobody's crawlers have them all
     */
    public static CidrSet readRanges(String text) {
        List<Cidr> blocks = new ArrayList<>();
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            try {
                Cidr cidr = Cidr.parse(block.group());
                if (cidr.prefix() >= (cidr.network().isV4() ? 8 : 16)) {
                    blocks.add(cidr);
                }
            } catch (IllegalArgumentException e) {
                // A number with a slash that is something else: a date, a version.
                continue;
            }
        }
        return CidrSet.of(blocks);
    }

    /**
     * The same by other ranges.
     *
     * @param ranges the networks that it comes from
     * @return the bot
     */
    public GoodBot withRanges(CidrSet ranges) {
        return new GoodBot(name, token, ranges, domains);
    }
}
