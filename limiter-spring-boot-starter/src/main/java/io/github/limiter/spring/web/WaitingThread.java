package io.github.limiter.spring.web;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;

/** The thread of a request, which has to wait for an answer: meanwhile it does what is to be done for that. */
final class WaitingThread implements Executor {

    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    /** Called by the one thread. Like {@link CompletableFuture#join}, it does not end early when it is interrupted. */
    <T> T await(CompletionStage<T> stage) {
        CompletableFuture<T> answer = stage.toCompletableFuture();
        answer.whenComplete((value, failure) -> tasks.add(() -> {}));
        boolean interrupted = false;
        while (!answer.isDone()) {
            try {
                tasks.take().run();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return answer.join();
    }
}
