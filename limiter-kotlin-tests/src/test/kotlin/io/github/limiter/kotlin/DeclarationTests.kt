package io.github.limiter.kotlin

import io.github.limiter.annotation.RateLimit
import io.github.limiter.annotation.RiskCheck
import io.github.limiter.guard.RejectedException
import kotlin.reflect.KClass
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Nested
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.assertThrows
import org.junit.jupiter.api.extension.ExtendWith
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.SpringBootVersion
import org.springframework.boot.test.system.CapturedOutput
import org.springframework.boot.test.system.OutputCaptureExtension
import org.springframework.context.annotation.Lazy
import org.springframework.stereotype.Service

class ClosedClass {
    @RateLimit(dimension = "global", limit = 1, window = "1m")
    fun call() = Unit
}

@Service
class ClosedFunction {
    @RateLimit(dimension = "global", limit = 1, window = "1m")
    final fun call() = Unit
}

@Service
class CheckedAndSuspending {
    @RiskCheck(scene = "login", key = "#name")
    suspend fun logIn(name: String) = name
}

@Service
class FallbackThatDoesNotSuspend {
    @RateLimit(dimension = "global", limit = 1, window = "1m", fallback = "cached")
    suspend fun call(id: String) = id

    fun cached(id: String) = id
}

@Service
class FallbackOfAnotherType {
    @RateLimit(dimension = "global", limit = 1, window = "1m", fallback = "cached")
    suspend fun call(id: String) = id

    suspend fun cached(id: String) = id.length
}

@Service
@RateLimit(dimension = "global", limit = 1, window = "1m")
class LimitedAsAWhole {
    fun call(times: Int = 1) = times

    companion object {
        fun create() = LimitedAsAWhole()
    }
}

@Service
class CallingItself {
    @RateLimit(dimension = "global", limit = 1, window = "1m")
    fun call() = Unit

    fun twice() = repeat(2) { call() }
}

@Service
class CallingAnother {
    @Autowired @Lazy
    lateinit var self: CallingAnother

    @RateLimit(dimension = "global", limit = 1, window = "1m")
    fun call() = Unit

    fun throughItself() = self.call()
}

/** What can be limited, and what the start says of what cannot. */
@ExtendWith(OutputCaptureExtension::class)
class DeclarationTests {

    @Test
    fun `the tests run on the Spring Boot that the build names`() {
        assertThat(SpringBootVersion.getVersion()).isEqualTo(System.getProperty("spring-boot.version"))
    }

    @Nested
    inner class StartFails {

        @Test
        fun `for a class that is not open, naming the ways to open it`() =
            fails(
                ClosedClass::class,
                "@RateLimit on ClosedClass.call",
                "is final",
                "open",
                "kotlin-spring",
            )

        @Test
        fun `for a function that is not open, naming the ways to open it`() =
            fails(ClosedFunction::class, "@RateLimit on ClosedFunction.call", "is final", "open", "kotlin-spring")

        @Test
        fun `for a fallback that does not suspend, naming how to declare it`() =
            fails(FallbackThatDoesNotSuspend::class, "suspend fun cached(String): String")

        @Test
        fun `for a check of a function that suspends, naming what to do`() =
            fails(CheckedAndSuspending::class, "@RiskCheck on CheckedAndSuspending.logIn", "suspends", "RiskGuard")

        @Test
        fun `for a fallback that answers with another type`() =
            fails(FallbackOfAnotherType::class, "returns Integer, but call returns String")

        private fun fails(bean: KClass<*>, vararg message: String) {
            application(bean).run { context ->
                val causes = generateSequence(context.startupFailure) { it.cause }
                assertThat(causes.last()).hasMessageContainingAll(*message)
            }
        }
    }

    @Test
    fun `a call that passes by the proxy is told at start`(output: CapturedOutput) {
        application(CallingItself::class).run {
            assertThat(output.out).contains("@RateLimit on CallingItself.call does not act when twice calls it")
        }
    }

    @Test
    fun `a call through an injected bean is not`(output: CapturedOutput) {
        application(CallingAnother::class).run { context ->
            assertThat(context.startupFailure).isNull()
            assertThat(output.out).doesNotContain("does not act when")
        }
    }

    @Test
    fun `a limited class counts each of its functions, however many parameters are left out`() =
        calling<LimitedAsAWhole> { bean, _ ->
            assertThat(bean.call()).isEqualTo(1)
            assertThrows<RejectedException> { bean.call(2) }
        }
}
