package io.github.limiter.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Nodes in JVMs of their own, at once. */
final class NodeProcesses {

    private NodeProcesses() {}

    /** Runs a program once with each client, whose name is its first argument; returns what each has printed. */
    static List<String> run(Class<?> program, String... arguments) throws IOException, InterruptedException {
        List<Process> nodes = new ArrayList<>();
        for (Client client : Client.values()) {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    program.getName(),
                    client.name()));
            command.addAll(List.of(arguments));
            nodes.add(new ProcessBuilder(command).redirectErrorStream(true).start());
        }
        List<String> outputs = new ArrayList<>();
        for (Process node : nodes) {
            outputs.add(new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            assertThat(node.waitFor(20, TimeUnit.SECONDS)).isTrue();
        }
        return outputs;
    }
}
