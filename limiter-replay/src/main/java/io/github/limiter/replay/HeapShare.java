package io.github.limiter.replay;

/**
 * How much is kept where nobody says, by the memory there is: of what is left beside the program itself and the lines that
 * are being sorted, half goes to records of addresses, and the rest to what the rules know. What one takes was counted in
 * heaps of logs in which each line has another address.
 *
 * @param maxBytes of the heap
 */
record HeapShare(long maxBytes) {

    private static final long FIXED_BYTES = 64L << 20;
    private static final int BYTES_AN_ADDRESS = 500;
    private static final int BYTES_A_RISK_SUBJECT = 1_400;
    private static final int BYTES_A_COUNT = 400;
    private static final int FEWEST = 1_000;
    private static final int MOST_ADDRESSES = 1_000_000;
    /** As much as an application knows by default. */
    private static final int MOST_SUBJECTS = 100_000;

    static HeapShare ofThisJvm() {
        return new HeapShare(Runtime.getRuntime().maxMemory());
    }

    /** Addresses of which a record is kept. */
    int addresses() {
        return part(2, BYTES_AN_ADDRESS, MOST_ADDRESSES);
    }

    /** For {@code limiter.risk.max-subjects}. */
    int riskSubjects() {
        return part(3, BYTES_A_RISK_SUBJECT, MOST_SUBJECTS);
    }

    /** For {@code limiter.memory.max-keys}. */
    int counts() {
        return part(8, BYTES_A_COUNT, MOST_SUBJECTS);
    }

    private int part(int divisor, int bytesEach, int most) {
        long fit = (maxBytes - FIXED_BYTES) / divisor / bytesEach;
        return (int) Math.max(FEWEST, Math.min(most, fit));
    }
}
