package io.github.limiter.kotlin

import io.github.limiter.annotation.RateLimit
import io.github.limiter.guard.Decision
import io.github.limiter.guard.RejectedException
import java.time.Duration
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.AtomicInteger
import kotlinx.coroutines.CoroutineStart.UNDISPATCHED
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flowOf
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.withContext
import kotlinx.coroutines.yield
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Nested
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.junit.jupiter.api.assertThrows
import org.springframework.stereotype.Service

@Service
class Offers {

    private val calls = AtomicInteger()

    fun calls() = calls.get()

    @RateLimit(dimension = "global", limit = 2, window = "1m")
    suspend fun best(): String {
        yield()
        return "best ${calls.incrementAndGet()}"
    }

    @RateLimit(dimension = "global", limit = 2, window = "1m")
    suspend fun forget() {
        yield()
        calls.incrementAndGet()
    }

    @RateLimit(dimension = "global", limit = 2, window = "1m")
    suspend fun find(id: Long?): Long? {
        yield()
        return id
    }

    @RateLimit(dimension = "global", limit = 2, window = "1m")
    suspend fun failing(): String {
        yield()
        throw IllegalStateException("call ${calls.incrementAndGet()}")
    }

    @RateLimit(dimension = "global", limit = 1, window = "1m", key = "#customer", fallback = "cached")
    suspend fun of(customer: String): String {
        yield()
        return "fresh for $customer"
    }

    private suspend fun cached(customer: String): String {
        yield()
        return "cached for $customer"
    }

    @RateLimit(dimension = "global", limit = 1, window = "1m", key = "#page + #size", fallback = "stale")
    suspend fun page(page: Int, size: Int = 10): String {
        yield()
        return "page $page of $size"
    }

    suspend fun stale(page: Int, size: Int, decision: Decision): String {
        yield()
        return "stale page $page of $size, ${decision.outcome()}"
    }

    @RateLimit(dimension = "global", algorithm = "leaky-bucket", limit = 10, window = "1s", maxWait = "5s")
    suspend fun slow(): String {
        yield()
        return "slow ${calls.incrementAndGet()}"
    }

    @RateLimit(dimension = "global", limit = 1, window = "1m", fallback = "none")
    suspend fun prepared(): Flow<Int> {
        yield()
        return flowOf(1, 2, 3)
    }

    suspend fun none(): Flow<Int> {
        yield()
        return flowOf(0)
    }
}

/** Suspending functions: one or two calls a minute, or ten departures a second. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SuspendingFunctionTests {

    @Nested
    inner class Call {

        @Test
        fun `is admitted up to the limit and then refused without running`() =
            calling<Offers> { offers, _ ->
                assertThat(offers.best()).isEqualTo("best 1")
                assertThat(offers.best()).isEqualTo("best 2")
                assertThrows<RejectedException> { offers.best() }
                assertThat(offers.calls()).isEqualTo(2)
            }

        @Test
        fun `is limited on the threads of a dispatcher too`() =
            calling<Offers> { offers, _ ->
                withContext(Dispatchers.Default) {
                    assertThat(offers.best()).isEqualTo("best 1")
                    assertThat(offers.best()).isEqualTo("best 2")
                    assertThrows<RejectedException> { offers.best() }
                }
            }

        @Test
        fun `without a result is limited`() =
            calling<Offers> { offers, _ ->
                offers.forget()
                offers.forget()
                assertThrows<RejectedException> { offers.forget() }
                assertThat(offers.calls()).isEqualTo(2)
            }

        @Test
        fun `answers null as null`() =
            calling<Offers> { offers, _ ->
                assertThat(offers.find(7)).isEqualTo(7)
                assertThat(offers.find(null)).isNull()
                assertThrows<RejectedException> { offers.find(7) }
            }

        @Test
        fun `fails as its function does`() =
            calling<Offers> { offers, _ ->
                assertThat(assertThrows<IllegalStateException> { offers.failing() }).hasMessage("call 1")
            }

        @Test
        fun `goes on on the dispatcher that it was made on`() =
            calling<Offers> { offers, _ ->
                val thread = Thread.currentThread()
                offers.best()
                assertThat(Thread.currentThread()).isSameAs(thread)
            }
    }

    @Nested
    inner class Fallback {

        @Test
        fun `answers in the place of a refused call, counted by the name of a parameter`() =
            calling<Offers> { offers, _ ->
                assertThat(offers.of("carol")).isEqualTo("fresh for carol")
                assertThat(offers.of("carol")).isEqualTo("cached for carol")
                assertThat(offers.of("dave")).isEqualTo("fresh for dave")
            }

        @Test
        fun `is told the decision, and the values of parameters that were left out`() =
            calling<Offers> { offers, _ ->
                assertThat(offers.page(1)).isEqualTo("page 1 of 10")
                assertThat(offers.page(1)).isEqualTo("stale page 1 of 10, LIMITED")
                assertThat(offers.page(1, 20)).isEqualTo("page 1 of 20")
            }

        @Test
        fun `of a flow is a flow`() =
            calling<Offers> { offers, _ ->
                assertThat(offers.prepared().toList()).containsExactly(1, 2, 3)
                assertThat(offers.prepared().toList()).containsExactly(0)
            }
    }

    @Nested
    inner class Waiting {

        @Test
        fun `suspends until the departure and holds no thread`() =
            calling<Offers> { offers, time ->
                assertThat(offers.slow()).isEqualTo("slow 1")
                val second = async(start = UNDISPATCHED) { offers.slow() }
                assertThat(time.delays()).isEqualTo(1)
                assertThat(time.sleepers()).isZero()
                assertThat(second.isCompleted).isFalse()

                time.advance(Duration.ofMillis(100))

                assertThat(second.await()).isEqualTo("slow 2")
            }

        @Test
        fun `gives back its place if it is cancelled`() =
            calling<Offers> { offers, time ->
                offers.slow()
                val waiter = async(start = UNDISPATCHED) { offers.slow() }
                assertThat(time.delays()).isEqualTo(1)

                waiter.cancelAndJoin()

                assertThat(time.delays()).isZero()
                val next = async(start = UNDISPATCHED) { offers.slow() }
                time.advance(Duration.ofMillis(100))
                assertThat(next.await()).isEqualTo("slow 2")
            }
    }
}
