package io.github.limiter.ban;

import java.time.Instant;

/**
 * A request that was held against its subject, as a reviewer sees it: without query, body, cookies or other secrets.
 * Immutable.
 *
 * @param at when; on the clock of the node that saw it
 * @param rule name of the rule that counted it
 * @param method of the request; empty outside of one; cut after 16 characters
 * @param path route or path; cut at a {@code ?} and after 200 characters
 * @param status of the answer; 0 if it is not known
 * @param agent what the client says it is; cut after 120 characters
 */
public record Offence(Instant at, String rule, String method, String path, int status, String agent) {

    private static final int MAX_METHOD = 16;
    private static final int MAX_PATH = 200;
    private static final int MAX_AGENT = 120;

    /**
     * Cuts what is long, drops a query and replaces control characters.
     *
     * @param at when
     * @param rule name of the rule that counted it
     * @param method of the request
     * @param path route or path
     * @param status of the answer
     * @param agent what the client says it is
     */
    public Offence {
        method = PlainText.of(method, MAX_METHOD);
        int query = path.indexOf('?');
        path = PlainText.of(query < 0 ? path : path.substring(0, query), MAX_PATH);
        agent = PlainText.of(agent, MAX_AGENT);
    }
}
