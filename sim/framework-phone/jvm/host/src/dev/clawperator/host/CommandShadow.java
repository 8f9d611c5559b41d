package dev.clawperator.host;

import android.app.UiAutomationConnection;
import android.os.ParcelFileDescriptor;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** Commands of a UiAutomation would run on the machine that the phone runs on; they do not run at all. */
@Implements(value = UiAutomationConnection.class, isInAndroidSdk = false)
public class CommandShadow {
    @Implementation
    protected void executeShellCommand(String command, ParcelFileDescriptor sink, ParcelFileDescriptor source) {
        throw new SecurityException("this phone runs no commands for a UiAutomation");
    }

    @Implementation
    protected void executeShellCommandWithStderr(
            String command, ParcelFileDescriptor sink, ParcelFileDescriptor source, ParcelFileDescriptor errors) {
        throw new SecurityException("this phone runs no commands for a UiAutomation");
    }
}
