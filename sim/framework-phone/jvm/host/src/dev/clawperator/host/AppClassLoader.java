package dev.clawperator.host;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The classes of one process of the app: its own and those of its libraries, all with fresh static state.
 *
 * <p>Android's classes, the host's and the app's record come from the loader above and outlive the process.
 */
final class AppClassLoader extends URLClassLoader {
    private static final String[] OWN = {
        "dev.clawperator.conformance.", "androidx.", "com.google.android.material.", "kotlin.", "kotlinx.", "_COROUTINE."
    };
    private static final String SHARED = "androidx.test.";
    private static final String RECORD = "dev.clawperator.conformance.Record";
    /** Every process has the same classes: what one has read the next need not look for in a hundred archives. */
    private static final Map<String, byte[]> READ = new ConcurrentHashMap<>();

    AppClassLoader() {
        super("app", classPath(), AppClassLoader.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!isOwn(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> found = findLoadedClass(name);
            if (found == null) {
                found = findClass(name);
            }
            if (resolve) {
                resolveClass(found);
            }
            return found;
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] code = READ.get(name);
        if (code == null) {
            code = read(name);
            READ.put(name, code);
        }
        return defineClass(name, code, 0, code.length);
    }

    private byte[] read(String name) throws ClassNotFoundException {
        try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException broken) {
            throw new ClassNotFoundException(name, broken);
        }
    }

    private static boolean isOwn(String name) {
        if (name.startsWith(SHARED) || name.equals(RECORD) || name.startsWith(RECORD + "$")) {
            return false;
        }
        for (String beginning : OWN) {
            if (name.startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }

    private static URL[] classPath() {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            try {
                urls.add(new File(entry).toURI().toURL());
            } catch (MalformedURLException impossible) {
                throw new IllegalStateException(entry, impossible);
            }
        }
        return urls.toArray(new URL[0]);
    }
}
