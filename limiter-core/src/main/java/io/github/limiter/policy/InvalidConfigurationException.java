package io.github.limiter.policy;

/** Something configured cannot be honoured. Says what it is, which value it has, and what to do about it. */
public final class InvalidConfigurationException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /** What is wrong. */
    private final String element;

    /** Why it cannot be. */
    private final String problem;

    /** What to write instead. */
    private final String fix;

    /**
     * Makes one.
     *
     * @param element what is wrong, in its reader's words: a property, or an attribute of an annotation
     * @param value the value it has
     * @param problem why that cannot be, as the end of a sentence that begins with the value
     * @param fix what to write instead, a sentence
     */
    public InvalidConfigurationException(String element, Object value, String problem, String fix) {
        this(element, "'" + value + "' " + problem, fix);
    }

    private InvalidConfigurationException(String element, String problem, String fix) {
        super(element + ": " + problem + ". " + fix + ".");
        this.element = element;
        this.problem = problem;
        this.fix = fix;
    }

    /**
     * The same problem, seen from outside: {@code limit} becomes {@code @RateLimit on Orders.create: limit}.
     *
     * @param place where the element stands
     * @return a problem that names the place too
     */
    public InvalidConfigurationException at(String place) {
        return named(place + ": " + element);
    }

    /**
     * The same problem by the element's full name: {@code maxWait} becomes {@code limiter.policies.orders.max-wait}.
     *
     * @param fullName what its reader knows the element as
     * @return a problem of that name
     */
    public InvalidConfigurationException named(String fullName) {
        var outside = new InvalidConfigurationException(fullName, problem, fix);
        outside.initCause(this);
        return outside;
    }

    /**
     * Which element is wrong.
     *
     * @return the name given when this was made, with the places added since
     */
    public String element() {
        return element;
    }

    /**
     * What is wrong.
     *
     * @return element, value and problem, without the fix
     */
    public String description() {
        return element + ": " + problem + ".";
    }

    /**
     * What to do about it.
     *
     * @return one or two sentences
     */
    public String fix() {
        return fix + ".";
    }
}
