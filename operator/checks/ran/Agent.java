package ran;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Has the Operator's classes say which calls of the platform they make: `-javaagent:ran.jar=FILE`. */
public final class Agent implements ClassFileTransformer {
    private static final String OPERATOR = "dev/clawperator/operator/";
    private static final String HIDDEN = OPERATOR + "hidden/Hidden";
    private static final String MAKES_HIDDEN_CALL =
            "(L" + OPERATOR + "hidden/Call;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;";

    public static void premain(String file, Instrumentation instrumentation) {
        System.setProperty(Ran.FILE, file);
        instrumentation.addTransformer(new Agent());
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> before, ProtectionDomain domain, byte[] bytes) {
        if (name == null || !name.startsWith(OPERATOR)) {
            return null;
        }
        try {
            return marked(name, bytes);
        } catch (Throwable failed) {
            // The virtual machine would say nothing, and a call that ran would be listed as one that never did.
            failed.printStackTrace();
            Runtime.getRuntime().halt(1);
            return null;
        }
    }

    private static byte[] marked(String name, byte[] bytes) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        ClassVisitor visitor =
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String method, String types, String signature, String[] thrown) {
                        MethodVisitor into = super.visitMethod(access, method, types, signature, thrown);
                        boolean isHidden = name.equals(HIDDEN) && types.equals(MAKES_HIDDEN_CALL);
                        return new Marking(into, isHidden);
                    }
                };
        new ClassReader(bytes).accept(visitor, 0);
        return writer.toByteArray();
    }

    private static final class Marking extends MethodVisitor {
        private final boolean makesHiddenCalls;

        Marking(MethodVisitor into, boolean makesHiddenCalls) {
            super(Opcodes.ASM9, into);
            this.makesHiddenCalls = makesHiddenCalls;
        }

        @Override
        public void visitInsn(int instruction) {
            if (makesHiddenCalls && instruction == Opcodes.ARETURN) {
                super.visitVarInsn(Opcodes.ALOAD, 1);
                super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Enum", "name", "()Ljava/lang/String;", false);
                super.visitVarInsn(Opcodes.ALOAD, 0);
                super.visitVarInsn(Opcodes.ALOAD, 1);
                super.visitMethodInsn(
                        Opcodes.INVOKEVIRTUAL, HIDDEN, "form", "(L" + OPERATOR + "hidden/Call;)I", false);
                super.visitMethodInsn(Opcodes.INVOKESTATIC, "ran/Ran", "hidden", "(Ljava/lang/String;I)V", false);
            }
            super.visitInsn(instruction);
        }

        @Override
        public void visitMethodInsn(int how, String owner, String method, String types, boolean isInterface) {
            super.visitMethodInsn(how, owner, method, types, isInterface);
            // Behind the call, here and above: one that threw has not shown that it works.
            if (owner.startsWith("android/") || owner.startsWith("com/android/")) {
                super.visitLdcInsn(owner + " " + method + " " + types);
                super.visitMethodInsn(Opcodes.INVOKESTATIC, "ran/Ran", "call", "(Ljava/lang/String;)V", false);
            }
        }
    }
}
