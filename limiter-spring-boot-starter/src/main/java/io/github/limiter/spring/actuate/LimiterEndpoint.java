package io.github.limiter.spring.actuate;

import io.github.limiter.ban.Bans;
import io.github.limiter.guard.Policies;
import io.github.limiter.guard.PolicyChanges;
import io.github.limiter.guard.RecentDecisions;
import io.github.limiter.load.Load;
import java.util.Map;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.lang.Nullable;

/**
 * The actuator endpoint {@code limiter}: what is limited, who is banned and why, and the way to change that. Every operation
 * asks for a role of its own, on top of what guards the actuator; what changes something is noted in the audit. Sections
 * and what they answer are in {@link Sections}. Thread-safe.
 *
 * <p>Nullable parameters carry Spring's own annotation: both lines of Spring Boot read it.
 */
@Endpoint(id = LimiterEndpoint.ID)
public final class LimiterEndpoint {

    /** Name of the endpoint. */
    public static final String ID = "limiter";

    private final Access access;
    private final Sections sections;
    private final LoadSection load;
    private final PolicySection policies;

    /**
     * An endpoint.
     *
     * @param role role that it asks for; empty: none
     * @param policies what is limited
     * @param changes what operators change of that
     * @param decisions what this node remembers
     * @param bans who is banned
     * @param load the load level
     * @param subjects reads the subjects that operators write
     */
    public LimiterEndpoint(
            String role,
            Policies policies,
            PolicyChanges changes,
            RecentDecisions decisions,
            Bans bans,
            Load load,
            SubjectText subjects) {
        this.access = new Access(role);
        this.load = new LoadSection(load, bans, policies);
        this.policies = new PolicySection(policies, changes, bans);
        this.sections = new Sections(this.policies, decisions, bans, this.load, subjects);
    }

    /**
     * The overview.
     *
     * @param security who asks
     * @return names of policies, numbers of bans, sections
     */
    @ReadOperation
    public WebEndpointResponse<Map<String, Object>> overview(SecurityContext security) {
        return access.asked(security, by -> sections.overview());
    }

    /**
     * A section.
     *
     * @param security who asks
     * @param section name of the section
     * @param subject one subject of it, as its text; may be left out
     * @param cursor where a page begins, as the page before said; may be left out
     * @param size entries on a page; may be left out
     * @return what it holds
     */
    @ReadOperation
    public WebEndpointResponse<Map<String, Object>> section(
            SecurityContext security,
            @Selector String section,
            @Nullable String subject,
            @Nullable String cursor,
            @Nullable String size) {
        return access.asked(
                security,
                by -> subject == null ? sections.list(section, cursor, size) : sections.item(section, subject));
    }

    /**
     * One of a section.
     *
     * @param security who asks
     * @param section name of the section
     * @param item a policy's name, a decision's id, or a subject's text
     * @return what is known of it
     */
    @ReadOperation
    public WebEndpointResponse<Map<String, Object>> item(
            SecurityContext security, @Selector String section, @Selector String item) {
        return access.asked(security, by -> sections.item(section, item));
    }

    /**
     * One of a section whose name has a slash, such as a network.
     *
     * @param security who asks
     * @param section name of the section
     * @param item what is before the slash
     * @param rest what follows it
     * @return what is known of it
     */
    @ReadOperation
    public WebEndpointResponse<Map<String, Object>> itemWithSlash(
            SecurityContext security, @Selector String section, @Selector String item, @Selector String rest) {
        return item(security, section, item + '/' + rest);
    }

    /**
     * Adds to a section.
     *
     * @param security who asks
     * @param section {@code bans} to ban a subject, {@code review} to confirm its ban, {@code load} to order something
     * @param subject the subject's text, for bans
     * @param duration how long, such as {@code 30m}; left out, a ban lasts until it is lifted
     * @param reason why, for people
     * @param level the load level; left out: that of the other sources
     * @param tiers tiers that are discarded meanwhile, between commas; may be left out
     * @param policies names of policies whose calls are discarded meanwhile, between commas; may be left out
     * @return the ban, or the load
     */
    @WriteOperation
    public WebEndpointResponse<Map<String, Object>> add(
            SecurityContext security,
            @Selector String section,
            @Nullable String subject,
            @Nullable String duration,
            @Nullable String reason,
            @Nullable String level,
            @Nullable String tiers,
            @Nullable String policies) {
        return access.asked(security, by -> {
            if (section.equals(LoadSection.NAME)) {
                refuse(section, "subject", subject);
                return load.order(level, tiers, policies, duration, reason, by);
            }
            refuse(section, "level", level, "tiers", tiers, "policies", policies);
            return sections.add(section, subject, duration, reason, by);
        });
    }

    /** Refuses what another section is told. */
    private static void refuse(String section, @Nullable String... namesAndValues) {
        for (int i = 0; i < namesAndValues.length; i += 2) {
            if (namesAndValues[i + 1] != null) {
                throw new IllegalArgumentException(namesAndValues[i] + ": is no field of " + section);
            }
        }
    }

    /**
     * Changes one of a section.
     *
     * @param security who asks
     * @param section {@code bans} to ban a subject, {@code review} to confirm its ban, {@code policies} to change a policy
     * @param item the subject's text, or the policy's name
     * @param duration of a ban: how long, such as {@code 30m}; left out: until it is lifted
     * @param reason of a ban: why, for people
     * @param limit of a policy: units per window; left out, as all that follows: as it is defined
     * @param window of a policy: length of the window, such as {@code 1m}
     * @param burst of a policy: capacity of a token bucket
     * @param mode of a policy: {@code enforce} or {@code shadow}
     * @return the ban, or the policy
     */
    @WriteOperation
    public WebEndpointResponse<Map<String, Object>> change(
            SecurityContext security,
            @Selector String section,
            @Selector String item,
            @Nullable String duration,
            @Nullable String reason,
            @Nullable String limit,
            @Nullable String window,
            @Nullable String burst,
            @Nullable String mode) {
        return access.asked(security, by -> {
            if (section.equals(PolicySection.NAME)) {
                refuse(section, "duration", duration, "reason", reason);
                return policies.change(item, limit, window, burst, mode, by);
            }
            refuse(section, "limit", limit, "window", window, "burst", burst, "mode", mode);
            return sections.add(section, item, duration, reason, by);
        });
    }

    /**
     * Changes one of a section whose name has a slash, such as a network.
     *
     * @param security who asks
     * @param section {@code bans} to ban a subject, {@code review} to confirm its ban
     * @param item what is before the slash
     * @param rest what follows it
     * @param duration of a ban: how long, such as {@code 30m}; left out: until it is lifted
     * @param reason of a ban: why, for people
     * @return the ban
     */
    @WriteOperation
    public WebEndpointResponse<Map<String, Object>> changeWithSlash(
            SecurityContext security,
            @Selector String section,
            @Selector String item,
            @Selector String rest,
            @Nullable String duration,
            @Nullable String reason) {
        return change(security, section, item + '/' + rest, duration, reason, null, null, null, null);
    }

    /**
     * Takes a subject out of a section.
     *
     * @param security who asks
     * @param section {@code bans} to lift a ban, {@code load} to withdraw what was ordered
     * @param subject the subject's text, for bans
     * @return nothing
     */
    @DeleteOperation
    public WebEndpointResponse<Map<String, Object>> removeSubject(
            SecurityContext security, @Selector String section, @Nullable String subject) {
        return access.asked(
                security,
                by -> section.equals(LoadSection.NAME) ? load.withdraw(by) : sections.remove(section, subject, by));
    }

    /**
     * Takes one out of a section.
     *
     * @param security who asks
     * @param section {@code bans} to lift a ban, {@code policies} to let a policy be as it is defined
     * @param item the subject's text, or the policy's name
     * @return nothing
     */
    @DeleteOperation
    public WebEndpointResponse<Map<String, Object>> remove(
            SecurityContext security, @Selector String section, @Selector String item) {
        return access.asked(
                security,
                by -> section.equals(PolicySection.NAME)
                        ? policies.reset(item, by)
                        : sections.remove(section, item, by));
    }

    /**
     * Takes one whose name has a slash, such as a network, out of a section.
     *
     * @param security who asks
     * @param section {@code bans} to lift a ban
     * @param item what is before the slash
     * @param rest what follows it
     * @return nothing
     */
    @DeleteOperation
    public WebEndpointResponse<Map<String, Object>> removeWithSlash(
            SecurityContext security, @Selector String section, @Selector String item, @Selector String rest) {
        return remove(security, section, item + '/' + rest);
    }
}
