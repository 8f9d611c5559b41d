import java.io.FileInputStream;
import java.io.ObjectInputStream;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.codehaus.mojo.animal_sniffer.Clazz;

/** Prints a file of signatures: each class with what it extends, then its members, each with a tab before it. */
final class PrintSignatures {
    private PrintSignatures() {}

    public static void main(String[] arguments) throws Exception {
        try (ObjectInputStream in = new ObjectInputStream(new GZIPInputStream(new FileInputStream(arguments[0])))) {
            for (Clazz found = (Clazz) in.readObject(); found != null; found = (Clazz) in.readObject()) {
                String above = String.join(" ", Arrays.asList(found.getSuperInterfaces()));
                System.out.println(found.getName() + " " + found.getSuperClass() + " " + above);
                for (Object member : found.getSignatures()) {
                    System.out.println("\t" + member);
                }
            }
        }
    }
}
