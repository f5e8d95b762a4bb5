package io.github.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ServiceLoader;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;
import reactor.blockhound.integration.BlockHoundIntegration;

class BlockHoundAllowanceTests {

    @Test
    void isFound() {
        assertThat(ServiceLoader.load(BlockHoundIntegration.class))
                .hasAtLeastOneElementOfType(BlockHoundAllowance.class);
    }

    @Test
    void isForTheOneMethodThatTakesTheLock() throws ReflectiveOperationException {
        Class<?> lock = Class.forName(BlockHoundAllowance.LOCK);
        assertThat(lock).isAssignableTo(Lock.class);
        assertThat(lock.getDeclaredMethod(BlockHoundAllowance.METHOD).getParameterCount())
                .isZero();
    }
}
