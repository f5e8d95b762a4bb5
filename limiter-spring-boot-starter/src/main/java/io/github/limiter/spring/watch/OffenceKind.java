package io.github.limiter.spring.watch;

/** What a request does that honest ones seldom do. */
public enum OffenceKind {
    /** It asked for what is not there (404), other than an asset. */
    NOT_FOUND,
    /** It asked in a way that is not offered (405). */
    METHOD_NOT_ALLOWED,
    /** Its path is one that no honest client writes, or a firewall refused it. */
    ILLEGAL_PATH,
    /** Its parameters or its body could not be read, or are not valid (4xx). */
    MALFORMED,
    /** Its credentials were wrong, in whatever way they came. */
    FAILED_LOGIN
}
