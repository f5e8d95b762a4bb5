package io.github.limiter.risk;

/**
 * What became of a call, known only afterwards.
 *
 * @param failed whether it failed: a wrong password, a declined card, an error that the caller caused
 * @param status of HTTP; 0 outside of it
 */
public record RiskResult(boolean failed, int status) {

    /** It went well. */
    public static final RiskResult SUCCESS = new RiskResult(false, 0);

    /** It failed. */
    public static final RiskResult FAILURE = new RiskResult(true, 0);

    /**
     * Of an answer: what the caller caused, 400 to 499, is a failure.
     *
     * @param status of HTTP
     * @return the result
     */
    public static RiskResult ofStatus(int status) {
        return new RiskResult(status >= 400 && status < 500, status);
    }

    /**
     * Of an answer to any request: like {@link #ofStatus}, except that who is not logged in has done nothing wrong: a page
     * that was left open goes on asking when its session has run out. Nor has who was slow, or left before the answer.
     *
     * @param status of HTTP, or one that stands for it in a log
     * @return the result
     */
    public static RiskResult ofPage(int status) {
        return status == 401 || wasBrokenOff(status) ? new RiskResult(false, status) : ofStatus(status);
    }

    /** 408, and what nginx (444, 499) and Amazon's balancers (460) write of connections that had no answer. */
    private static boolean wasBrokenOff(int status) {
        return status == 408 || status == 444 || status == 460 || status == 499;
    }

    /** Whether what was asked for is not there, or could not be asked for. */
    boolean isMiss() {
        return status == 400 || status == 403 || status == 404 || status == 405 || status == 410;
    }
}
