package io.github.limiter.kotlin

import io.github.limiter.spring.autoconfigure.LimiterAutoConfiguration
import io.github.limiter.time.ManualTime
import io.github.limiter.time.TimeSource
import java.time.Instant
import kotlin.reflect.KClass
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.runBlocking
import org.springframework.boot.autoconfigure.AutoConfigurations
import org.springframework.boot.test.context.runner.ApplicationContextRunner

/** An application of the limiter and one bean, on a clock that stands still. */
fun application(bean: KClass<*>): ApplicationContextRunner =
    ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(LimiterAutoConfiguration::class.java))
        .withBean(TimeSource::class.java, { ManualTime(Instant.parse("2026-05-04T12:00:00Z")) })
        .withBean(bean.java)

/** Calls the bean of such an application from a coroutine. */
inline fun <reified T : Any> calling(crossinline calls: suspend CoroutineScope.(T, ManualTime) -> Unit) {
    application(T::class).run { context ->
        runBlocking { calls(context.getBean(T::class.java), context.getBean(ManualTime::class.java)) }
    }
}
