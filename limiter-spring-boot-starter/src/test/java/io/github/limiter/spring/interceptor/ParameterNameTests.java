package io.github.limiter.spring.interceptor;

import static io.github.limiter.spring.Applications.admitted;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.spring.Applications;
import io.github.limiter.spring.autoconfigure.StartFailure;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.util.ReflectionUtils;

/** Expressions need the names of parameters, which the compiler keeps only if it is told to. */
class ParameterNameTests {

    @TempDir
    private Path classes;

    @Test
    void namesThatWereNotCompiledInStopTheStart() throws Exception {
        Class<?> orders = compiledWithoutParameters("#id");
        StartFailure failure = StartFailure.of(application(orders));
        assertThat(failure.description()).contains("@RateLimit on Orders.create: key: '#id'", "names of create");
        assertThat(failure.action()).contains("Compile with -parameters");
    }

    @Test
    void positionsDoWithoutThem() throws Exception {
        Class<?> orders = compiledWithoutParameters("#p0");
        Method create = orders.getMethod("create", int.class);
        application(orders).run(context -> {
            Object bean = context.getBean(orders);
            assertThat(admitted(() -> ReflectionUtils.invokeMethod(create, bean, 1)))
                    .isEqualTo(2);
            assertThat(admitted(() -> ReflectionUtils.invokeMethod(create, bean, 2)))
                    .isEqualTo(2);
        });
    }

    private static ApplicationContextRunner application(Class<?> bean) {
        return Applications.with(bean).withClassLoader(bean.getClassLoader());
    }

    private Class<?> compiledWithoutParameters(String key) throws IOException, ClassNotFoundException {
        String source = """
                package shop;
                public class Orders {
                    @io.github.limiter.annotation.RateLimit(dimension = "interface", limit = 2, key = "%s")
                    public void create(int id) {}
                }
                """.formatted(key);
        JavaFileObject file =
                new SimpleJavaFileObject(URI.create("string:///Orders.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return source;
                    }
                };
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        String annotations = RateLimit.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        List<String> options = List.of("-proc:none", "-d", classes.toString(), "-classpath", annotations);
        boolean done = compiler.getTask(messages, null, null, options, null, List.of(file))
                .call();
        assertThat(done).as(messages.toString()).isTrue();
        URLClassLoader loader = new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader());
        return loader.loadClass("shop.Orders");
    }
}
