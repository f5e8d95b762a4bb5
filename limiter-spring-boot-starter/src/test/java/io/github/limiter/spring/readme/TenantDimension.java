package io.github.limiter.spring.readme;

// tag::dimension[]
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.DimensionResolver;
import io.github.limiter.subject.Subject;
import io.github.limiter.subject.SubjectRequiredException;
import org.springframework.stereotype.Component;

/** All users of one company together: carol@example.com counts for example.com. */
@Component
class TenantDimension implements DimensionResolver {

    @Override
    public String name() {
        return "tenant";
    }

    @Override
    public Subject resolve(Caller caller, String policy) {
        if (caller.user() == null) {
            throw new SubjectRequiredException(name());
        }
        return Subject.of(name(), caller.user().substring(caller.user().indexOf('@') + 1));
    }
}
// end::dimension[]
