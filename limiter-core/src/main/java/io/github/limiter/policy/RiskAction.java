package io.github.limiter.policy;

/** What risk control answers to a call, from the mildest to the hardest. */
public enum RiskAction {
    /** It may go on. */
    ALLOW,
    /** A CAPTCHA is asked for. */
    CHALLENGE,
    /** This call is refused. */
    BLOCK,
    /** This call is refused, and its subject banned. */
    BAN
}
