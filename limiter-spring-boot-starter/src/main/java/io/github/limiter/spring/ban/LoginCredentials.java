package io.github.limiter.spring.ban;

/** What a request may log in by. */
public enum LoginCredentials {
    /** Nothing. */
    NONE,
    /** The {@code Authorization} field. */
    FIELD,
    /** What it posts: a form with a name and a password, say. Most of what is posted is none. */
    BODY;

    /**
     * Looks at a request.
     *
     * @param method its HTTP method
     * @param hasField whether it has an {@code Authorization} field
     * @return what it may log in by
     */
    public static LoginCredentials of(String method, boolean hasField) {
        if (hasField) {
            return FIELD;
        }
        return method.equals("POST") ? BODY : NONE;
    }
}
