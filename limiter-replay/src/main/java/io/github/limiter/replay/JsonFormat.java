package io.github.limiter.replay;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One JSON object a line, under the names that nginx, Apache, Caddy, Traefik and the Elastic Common Schema use; members of
 * members are found by the name of the innermost.
 */
final class JsonFormat implements LineFormat {

    private static final List<String> ADDRESS = List.of(
            "remote_addr", "remote_ip", "clientip", "client_ip", "ClientHost", "client.ip", "ip", "host", "remoteAddr");
    private static final List<String> TIME =
            List.of("time_iso8601", "time_local", "@timestamp", "timestamp", "StartUTC", "time", "ts", "msec");
    private static final List<String> USER = List.of("remote_user", "user", "ClientUsername", "user_id");
    private static final List<String> METHOD = List.of("request_method", "method", "RequestMethod");
    private static final List<String> TARGET =
            List.of("request_uri", "uri", "path", "url", "RequestPath", "url.path", "original");
    private static final List<String> STATUS = List.of("status", "status_code", "DownstreamStatus", "response", "code");
    private static final List<String> REFERRER = List.of("http_referer", "referer", "referrer", "Referer");
    private static final List<String> AGENT =
            List.of("http_user_agent", "user_agent", "agent", "User-Agent", "request_User-Agent", "userAgent");

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
        String address = columns.address() == null ? first(members, ADDRESS) : members.get(columns.address());
        String when = first(members, TIME);
        String status = first(members, STATUS);
        String request = members.get("request");
        String method = first(members, METHOD);
        String target = first(members, TARGET);
        if ((method == null || target == null) && request != null) {
            String[] words = request.split(" ");
            method = words[0];
            target = words.length > 1 ? words[1] : request;
        }
        if (address == null || when == null || status == null || target == null) {
            return null;
        }
        long micros = time.any(when);
        if (micros == LogTime.UNKNOWN || !status.matches("[0-9]{3}")) {
            return null;
        }
        return new LogLine(
                micros,
                address,
                columns.forwarded() == null ? null : value(members.get(columns.forwarded())),
                value(columns.user() == null ? first(members, USER) : members.get(columns.user())),
                method == null ? "-" : method,
                target,
                Integer.parseInt(status),
                value(first(members, REFERRER)),
                value(first(members, AGENT)));
    }

    private static @Nullable String first(Map<String, String> members, List<String> names) {
        for (String name : names) {
            String value = members.get(name);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    private static @Nullable String value(@Nullable String text) {
        return text == null || text.isEmpty() || text.equals("-") ? null : text;
    }
}
