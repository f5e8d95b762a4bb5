package io.github.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.Mockito.mock;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.Applications;
import io.github.limiter.spring.autoconfigure.StoreSelection.Choice;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.api.RedissonClient;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Where counts are kept, and by which client. */
class StoreSelectionTests {

    private final ApplicationContextRunner application =
            new ApplicationContextRunner().withUserConfiguration(Properties.class);

    /** Boot has made a connection factory for localhost, as it does wherever Spring Data Redis is on the class path. */
    private final ApplicationContextRunner withBoot =
            application.withConfiguration(AutoConfigurations.of(Applications.bootsRedis()));

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(LimiterProperties.class)
    static class Properties {}

    @Configuration(proxyBeanMethods = false)
    static class OwnLettuce {

        @Bean
        LettuceConnectionFactory connections() {
            LettuceConnectionFactory factory = new LettuceConnectionFactory("redis.example", 6379);
            factory.setEarlyStartup(false);
            return factory;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnRedissonClient {

        @Bean(destroyMethod = "")
        RedissonClient redisson() {
            return mock(RedissonClient.class);
        }
    }

    private static Choice choice(ApplicationContextRunner application) {
        Choice[] made = new Choice[1];
        application.run(context -> made[0] = new StoreSelection(
                        context.getBean(LimiterProperties.class), context.getEnvironment(), context.getBeanFactory())
                .choose());
        return made[0];
    }

    @Nested
    class Auto {

        @Test
        void isMemoryThoughBootInventsAConnection() {
            assertThat(choice(withBoot)).isEqualTo(Choice.MEMORY);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "spring.data.redis.url=redis://redis.example",
                    "spring.data.redis.host=redis.example",
                    "spring.data.redis.sentinel.master=main",
                    "spring.data.redis.cluster.nodes=a:1,b:2"
                })
        void isLettuceWhereARedisIsNamed(String property) {
            assertThat(choice(
                            application.withUserConfiguration(OwnLettuce.class).withPropertyValues(property)))
                    .isEqualTo(Choice.LETTUCE);
        }

        @Test
        void isLettuceThroughBootsFactoryWhereAHostIsNamed() {
            assertThat(choice(withBoot.withPropertyValues("spring.data.redis.host=redis.example")))
                    .isEqualTo(Choice.LETTUCE);
        }

        @Test
        void isTheApplicationsOwnClient() {
            assertThat(choice(application.withUserConfiguration(OwnLettuce.class)))
                    .isEqualTo(Choice.LETTUCE);
            assertThat(choice(application.withUserConfiguration(OwnRedissonClient.class)))
                    .isEqualTo(Choice.REDISSON);
        }

        @Test
        void isRedissonBesideAnInventedConnection() {
            assertThat(choice(withBoot.withUserConfiguration(OwnRedissonClient.class)))
                    .isEqualTo(Choice.REDISSON);
        }

        @Test
        void isLettuceBeforeRedissonWhereBothAreTheApplications() {
            assertThat(choice(application.withUserConfiguration(OwnLettuce.class, OwnRedissonClient.class)))
                    .isEqualTo(Choice.LETTUCE);
        }

        @Test
        void isARedissonOfTheLibrarysOwnWhereThereIsNoSpringData() {
            assertThat(choice(application.withPropertyValues("spring.data.redis.host=redis.example")))
                    .isEqualTo(Choice.OWN_REDISSON);
        }
    }

    @Nested
    class Chosen {

        @Test
        void memoryStaysMemory() {
            assertThat(choice(application
                            .withUserConfiguration(OwnLettuce.class)
                            .withPropertyValues("limiter.store=memory")))
                    .isEqualTo(Choice.MEMORY);
        }

        @Test
        void redisTakesTheInventedConnection() {
            assertThat(choice(withBoot.withPropertyValues("limiter.store=redis")))
                    .isEqualTo(Choice.LETTUCE);
        }

        @Test
        void redissonIsMadeOfTheProperties() {
            assertThat(choice(withBoot.withPropertyValues("limiter.store=redis", "limiter.redis.client=redisson")))
                    .isEqualTo(Choice.OWN_REDISSON);
        }

        @Test
        void lettuceThatIsNotThereStopsTheStart() {
            application
                    .withPropertyValues("limiter.store=redis", "limiter.redis.client=lettuce")
                    .run(context -> assertThatExceptionOfType(InvalidConfigurationException.class)
                            .isThrownBy(() -> choice(application.withPropertyValues(
                                    "limiter.store=redis", "limiter.redis.client=lettuce")))
                            .withMessageContaining("limiter.redis.client: 'lettuce' needs Lettuce")
                            .withMessageContaining("Add spring-boot-starter-data-redis"));
        }

        @Test
        void redisWithoutAnyClientStopsTheStart() {
            assertThatExceptionOfType(InvalidConfigurationException.class)
                    .isThrownBy(() -> choice(application
                            .withClassLoader(new FilteredClassLoader("org.redisson", "org.springframework.data.redis"))
                            .withPropertyValues("limiter.store=redis")))
                    .withMessageContaining("limiter.store: 'redis' needs a Redis client")
                    .withMessageContaining("limiter.store=memory");
        }
    }
}
