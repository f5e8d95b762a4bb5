package io.github.limiter.replay;

import io.github.limiter.subject.IpAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One JSON object a line, under the names that nginx, Apache, Caddy, Traefik, Google's balancers and the Elastic Common Schema
 * use; of members of members the innermost name will do, if it means nothing else elsewhere.
 */
final class JsonFormat implements LineFormat {

    private static final List<String> ADDRESS = List.of(
            "remote_addr",
            "remote_ip",
            "remoteIp",
            "clientip",
            "client_ip",
            "ClientHost",
            "client.ip",
            "source.ip",
            "source.address",
            "ip",
            "remoteAddr",
            "host");
    private static final List<String> TIME =
            List.of("time_iso8601", "time_local", "@timestamp", "timestamp", "StartUTC", "time", "ts", "msec");
    private static final List<String> USER = List.of("remote_user", "user.name", "user", "ClientUsername", "user_id");
    private static final List<String> METHOD =
            List.of("request_method", "http.request.method", "method", "RequestMethod", "requestMethod");
    private static final List<String> TARGET =
            List.of("request_uri", "uri", "url.original", "url.path", "path", "url", "RequestPath", "requestUrl");
    private static final List<String> STATUS =
            List.of("status", "http.response.status_code", "status_code", "DownstreamStatus", "response", "code");
    private static final List<String> REFERRER =
            List.of("http_referer", "http.request.referrer", "referer", "referrer", "Referer");
    private static final List<String> AGENT = List.of(
            "http_user_agent",
            "user_agent.original",
            "user_agent",
            "User-Agent",
            "request_User-Agent",
            "userAgent",
            "agent");

    /** Somewhere inside they are anybody's. */
    private static final Set<String> NOT_INSIDE = Set.of("user", "agent", "host", "code", "url", "path");

    private final LogTime time = new LogTime();
    private final Columns columns;

    JsonFormat(Columns columns) {
        this.columns = columns;
    }

    @Override
    public @Nullable LogLine parse(String line) {
        Map<String, String> members = new HashMap<>();
        if (!new JsonMembers(line).readInto(members)) {
            return null;
        }
        String address = columns.address() == null ? address(members) : named(members, columns.address());
        String when = first(members, TIME);
        String status = first(members, STATUS);
        String request = value(members.get("request"));
        String method = first(members, METHOD);
        String target = first(members, TARGET);
        boolean silent = value(target) == null && request == null && (target != null || members.containsKey("request"));
        if ((method == null || target == null) && request != null) {
            String[] words = request.split(" ");
            method = words[0];
            target = words.length > 1 ? words[1] : request;
        }
        if (address == null || when == null || status == null || target == null && !silent) {
            return null;
        }
        long micros = time.any(when);
        if (micros == LogTime.UNKNOWN || !status.matches("[0-9]{3}")) {
            return null;
        }
        if (silent || target == null) {
            return LogLine.NO_REQUEST;
        }
        return new LogLine(
                micros,
                CombinedFormat.withoutPort(address),
                columns.forwarded() == null ? null : value(named(members, columns.forwarded())),
                value(columns.user() == null ? first(members, USER) : named(members, columns.user())),
                method == null ? "-" : method,
                withoutSite(target),
                Integer.parseInt(status),
                value(first(members, REFERRER)),
                value(first(members, AGENT)));
    }

    /** Some call the client's address host, others the site's name. */
    private static @Nullable String address(Map<String, String> members) {
        for (String name : ADDRESS) {
            String value = first(members, List.of(name));
            if (value != null && IpAddress.tryParse(CombinedFormat.withoutPort(value)) != null) {
                return value;
            }
        }
        return null;
    }

    private static @Nullable String first(Map<String, String> members, List<String> names) {
        for (String name : names) {
            String value = members.get(name);
            if (value != null) {
                return value;
            }
        }
        for (String name : names) {
            String value = NOT_INSIDE.contains(name) ? null : members.get('.' + name);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    /** Without the site's name, if there is one. */
    private static String withoutSite(String target) {
        int site = target.startsWith("http://") ? 7 : target.startsWith("https://") ? 8 : -1;
        if (site < 0) {
            return target;
        }
        int slash = target.indexOf('/', site);
        return slash < 0 ? "/" : target.substring(slash);
    }

    /** As the command line says it: by its path, or its innermost name. */
    private static @Nullable String named(Map<String, String> members, String name) {
        String value = members.get(name);
        return value == null ? members.get('.' + name) : value;
    }

    private static @Nullable String value(@Nullable String text) {
        return text == null || text.isEmpty() || text.equals("-") ? null : text;
    }
}
