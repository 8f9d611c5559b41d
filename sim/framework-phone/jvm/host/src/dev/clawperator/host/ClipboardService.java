package dev.clawperator.host;

import android.content.ClipData;
import android.content.IClipboard;
import android.content.IOnPrimaryClipChangedListener;
import android.os.RemoteException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The clipboard. */
final class ClipboardService extends SystemService<IClipboard> {
    private final List<IOnPrimaryClipChangedListener> listeners = new CopyOnWriteArrayList<>();
    private volatile ClipData clip;

    ClipboardService() {
        super(IClipboard.class);
    }

    @Override
    Object answer(Method method, Object[] arguments) throws Exception {
        return switch (method.getName()) {
            case "setPrimaryClip", "setPrimaryClipAsPackage" -> set((ClipData) arguments[0]);
            case "clearPrimaryClip" -> set(null);
            case "getPrimaryClip" -> clip;
            case "getPrimaryClipDescription" -> clip == null ? null : clip.getDescription();
            case "hasPrimaryClip" -> clip != null;
            case "hasClipboardText" -> hasText(clip);
            case "addPrimaryClipChangedListener" -> {
                listeners.add((IOnPrimaryClipChangedListener) arguments[0]);
                yield null;
            }
            case "removePrimaryClipChangedListener" -> {
                listeners.remove((IOnPrimaryClipChangedListener) arguments[0]);
                yield null;
            }
            default -> UNKNOWN;
        };
    }

    /** Forgets the apps that listened: their process is gone. */
    void forgetListeners() {
        listeners.clear();
    }

    private Object set(ClipData now) throws RemoteException {
        clip = now;
        for (IOnPrimaryClipChangedListener listener : listeners) {
            listener.dispatchPrimaryClipChanged();
        }
        return null;
    }

    private static boolean hasText(ClipData clip) {
        CharSequence text = clip == null ? null : clip.getItemAt(0).getText();
        return text != null && text.length() > 0;
    }
}
