package io.github.limiter.spring.captcha;

import io.github.limiter.subject.Caller;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A request to {@link CaptchaEndpoints}, in the words of no web technology. */
public interface CaptchaRequest {

    /**
     * The method.
     *
     * @return such as {@code GET}
     */
    String method();

    /**
     * Where the application begins.
     *
     * @return empty, or such as {@code /shop}
     */
    String contextPath();

    /**
     * What is asked for.
     *
     * @return path within the application, as it was sent
     */
    String path();

    /**
     * What follows the path.
     *
     * @return as it was sent, without {@code ?}; null if there is none
     */
    @Nullable
    String query();

    /**
     * A header.
     *
     * @param name its name
     * @return its first value; null if there is none
     */
    @Nullable
    String header(String name);

    /**
     * Whether the client has sent it over TLS.
     *
     * @return if so, cookies are for TLS alone
     */
    boolean isSecure();

    /**
     * Who sends it: nobody is logged in yet.
     *
     * @return the caller
     */
    Caller caller();

    /**
     * Reads the body; may block.
     *
     * @param most how many bytes to read at most
     * @return the body; of one that is longer, the first {@code most + 1} bytes
     */
    CompletionStage<byte[]> body(int most);
}
