package io.github.limiter.spring.interceptor;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.Handle;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;
import org.springframework.util.ClassUtils;

/**
 * Finds calls of limited methods that a bean makes on itself, and which so pass by its proxy. Reads class files: where
 * there are none, as in native images, it finds nothing. A method that has any other instance of its class at hand is
 * left alone, since a warning that may be wrong is worth nothing.
 */
final class SelfInvocations {

    private static final String LAMBDA = "lambda$";

    private final Map<String, Callee> limited;
    private final Set<String> limitedWithTheirClass;
    private final Set<Call> found = new LinkedHashSet<>();

    /** A limited method, and what limits it. */
    record Callee(Method method, LimitAnnotations annotations) {}

    /** A method, by its name, and a limited one that it calls on {@code this}. */
    record Call(String caller, Callee callee) {}

    private SelfInvocations(Map<Method, LimitAnnotations> annotations) {
        limited = annotations.entrySet().stream()
                .map(entry -> new Callee(entry.getKey(), entry.getValue()))
                .collect(Collectors.toMap(
                        callee -> callee.method().getName() + Type.getMethodDescriptor(callee.method()),
                        Function.identity(),
                        (one, other) -> one));
        limitedWithTheirClass = annotations.entrySet().stream()
                .filter(entry -> entry.getValue().onClass())
                .map(Entry::getKey)
                .map(Method::getName)
                .collect(Collectors.toSet());
    }

    /** Those in a class and what it extends, once for each pair of methods. */
    static Set<Call> in(Class<?> type, Map<Method, LimitAnnotations> annotations) {
        SelfInvocations invocations = new SelfInvocations(annotations);
        // An interface's own calls are those of whoever implements it.
        if (!annotations.isEmpty() && !type.isInterface()) {
            for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
                invocations.read(each);
            }
        }
        return invocations.found;
    }

    private void read(Class<?> type) {
        try (InputStream file = type.getResourceAsStream(ClassUtils.getClassFileName(type))) {
            if (file != null) {
                new ClassReader(file).accept(new Bodies(type), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            }
        } catch (IOException | RuntimeException e) {
            // Made at run time, damaged, or newer than the reader: it stays unknown what it calls.
        }
    }

    /** What limits the whole class has been charged when one of its methods was entered. */
    private boolean isCharged(Callee callee, String caller, boolean inside) {
        return callee.annotations().onClass() && (inside || limitedWithTheirClass.contains(caller));
    }

    private final class Bodies extends ClassVisitor {

        private final Class<?> type;

        Bodies(Class<?> type) {
            super(SpringAsmInfo.ASM_VERSION);
            this.type = type;
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            boolean looked = !Modifier.isStatic(access) && (access & Opcodes.ACC_BRIDGE) == 0;
            return looked ? new Body(type, name, descriptor, Modifier.isPrivate(access)) : null;
        }
    }

    /** Whatever a method calls on its own class is called on {@code this}, unless it obtains another instance. */
    private final class Body extends MethodVisitor {

        private final Class<?> type;
        private final String owner;
        private final String caller;
        private final String signature;
        private final boolean isPrivate;
        private final boolean isLambda;
        private final Set<Type> obtained = new HashSet<>();
        private final Set<Callee> called = new LinkedHashSet<>();

        Body(Class<?> type, String name, String descriptor, boolean isPrivate) {
            super(SpringAsmInfo.ASM_VERSION);
            this.type = type;
            this.isPrivate = isPrivate;
            owner = Type.getInternalName(type);
            int number = name.lastIndexOf('$');
            isLambda = name.startsWith(LAMBDA) && number > LAMBDA.length();
            caller = isLambda ? name.substring(LAMBDA.length(), number) : name.replace("<init>", "new");
            signature = name + descriptor;
            Collections.addAll(obtained, Type.getArgumentTypes(descriptor));
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            if (opcode == Opcodes.GETFIELD || opcode == Opcodes.GETSTATIC) {
                obtained.add(Type.getType(descriptor));
            }
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            if (opcode == Opcodes.NEW || opcode == Opcodes.CHECKCAST) {
                obtained.add(Type.getObjectType(type));
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            obtained.add(Type.getReturnType(descriptor));
            if (opcode == Opcodes.INVOKEVIRTUAL && owner.equals(this.owner)) {
                call(name + descriptor);
            }
        }

        /** {@code this::method}, which is bound to its first argument; {@code Type::method} to none. */
        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            for (Object argument : arguments) {
                if (argument instanceof Handle handle
                        && handle.getTag() == Opcodes.H_INVOKEVIRTUAL
                        && descriptor.startsWith("(L" + owner + ";")) {
                    call(handle.getName() + handle.getDesc());
                }
            }
        }

        private void call(String callee) {
            Callee known = limited.get(callee);
            if (known != null && !isRecursive(known.method(), callee) && !isCharged(known, caller, isPrivate)) {
                called.add(known);
            }
        }

        private boolean isRecursive(Method method, String callee) {
            return isLambda ? method.getName().equals(caller) : callee.equals(signature);
        }

        @Override
        public void visitEnd() {
            if (!called.isEmpty() && obtained.stream().noneMatch(this::mayBeAnInstance)) {
                called.forEach(callee -> found.add(new Call(caller, callee)));
            }
        }

        private boolean mayBeAnInstance(Type obtained) {
            Type element = obtained.getSort() == Type.ARRAY ? obtained.getElementType() : obtained;
            if (element.getSort() != Type.OBJECT) {
                return false;
            }
            try {
                return type.isAssignableFrom(ClassUtils.forName(element.getClassName(), type.getClassLoader()));
            } catch (ClassNotFoundException | LinkageError e) {
                return true;
            }
        }
    }
}
