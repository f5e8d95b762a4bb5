package io.github.limiter.spring.watch;

import java.util.Collection;
import java.util.Set;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.validation.BindException;
import org.springframework.validation.method.MethodValidationException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.multipart.MultipartException;
import org.springframework.web.server.ServerWebInputException;

/** What is found out about one request while it is handled, for those who look at it afterwards. Thread-safe. */
public final class RequestMarks {

    private static final Set<Class<?>> MALFORMED_TYPES = Set.of(
            BindException.class,
            MethodArgumentNotValidException.class,
            MethodValidationException.class,
            HttpMessageNotReadableException.class,
            TypeMismatchException.class,
            MultipartException.class,
            ServerWebInputException.class);

    /** By name: of libraries or technologies that may be missing. */
    private static final Set<String> MALFORMED = Set.of(
            "jakarta.validation.ConstraintViolationException",
            "org.springframework.core.codec.DecodingException",
            "org.springframework.web.bind.ServletRequestBindingException",
            "org.springframework.web.multipart.support.MissingServletRequestPartException",
            "org.springframework.web.method.annotation.HandlerMethodValidationException",
            "org.springframework.web.server.UnsatisfiedRequestParameterException");

    private volatile boolean malformed;
    private volatile boolean loginFailed;
    private volatile boolean loginUndecided;

    /** Nothing found out yet. */
    public RequestMarks() {}

    /**
     * Notes an exception that the request caused, whatever it is answered by.
     *
     * @param exception any
     */
    public void failed(Throwable exception) {
        if (isMalformed(exception.getClass())) {
            malformed = true;
        }
    }

    /**
     * Notes that the request caused an exception that is not known itself.
     *
     * @param kinds what it may have been; it is held against the request only if each of them would be
     */
    public void failedByOneOf(Collection<? extends Class<? extends Throwable>> kinds) {
        if (!kinds.isEmpty() && kinds.stream().allMatch(RequestMarks::isMalformed)) {
            malformed = true;
        }
    }

    /** Notes that somebody tried to log in and must not. */
    public void loginFailed() {
        loginFailed = true;
    }

    /** Notes that nobody could say whether the login was right, since what knows it is out of order. */
    public void loginUndecided() {
        loginUndecided = true;
    }

    boolean isMalformed() {
        return malformed;
    }

    /**
     * Whether somebody tried to log in and must not.
     *
     * @return true once that was noted
     */
    public boolean hasFailedLogin() {
        return loginFailed;
    }

    boolean hasUndecidedLogin() {
        return loginUndecided;
    }

    private static boolean isMalformed(Class<?> exception) {
        for (Class<?> type = exception; type != null; type = type.getSuperclass()) {
            if (MALFORMED_TYPES.contains(type) || MALFORMED.contains(type.getName())) {
                return true;
            }
        }
        return false;
    }
}
