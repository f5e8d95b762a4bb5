package io.github.limiter.kotlin

import io.github.limiter.annotation.RateLimit
import io.github.limiter.guard.RejectedException
import java.util.concurrent.TimeUnit
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOf
import kotlinx.coroutines.flow.toList
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.junit.jupiter.api.assertThrows
import org.springframework.stereotype.Service

@Service
class Streams {

    @RateLimit(dimension = "global", limit = 2, window = "1m")
    fun all(): Flow<Int> = flow {
        emit(1)
        emit(2)
        emit(3)
    }

    @RateLimit(dimension = "global", limit = 1, window = "1m", key = "#shelf", fallback = "none")
    fun on(shelf: String): Flow<String> = flowOf("a on $shelf", "b on $shelf")

    private fun none(shelf: String): Flow<String> = flowOf("none on $shelf")
}

/** Functions that answer with a flow. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class FlowTests {

    @Test
    fun `each collection is one call, whatever the length of the flow`() =
        calling<Streams> { streams, _ ->
            val flow = streams.all()
            streams.all()
            streams.all()

            assertThat(flow.toList()).containsExactly(1, 2, 3)
            assertThat(flow.toList()).containsExactly(1, 2, 3)
            assertThrows<RejectedException> { flow.toList() }
        }

    @Test
    fun `the fallback of a flow is a flow`() =
        calling<Streams> { streams, _ ->
            assertThat(streams.on("left").toList()).containsExactly("a on left", "b on left")
            assertThat(streams.on("left").toList()).containsExactly("none on left")
            assertThat(streams.on("right").toList()).containsExactly("a on right", "b on right")
        }
}
