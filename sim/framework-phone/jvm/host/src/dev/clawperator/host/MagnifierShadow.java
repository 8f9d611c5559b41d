package dev.clawperator.host;

import android.widget.Magnifier;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** The glass over a text that is pressed for long is drawn from a surface, which windows do not have here: none is shown. */
@Implements(Magnifier.class)
public class MagnifierShadow {
    @Implementation
    protected void show(float sourceX, float sourceY) {}

    @Implementation
    protected void show(float sourceX, float sourceY, float x, float y) {}

    @Implementation
    protected void update() {}

    @Implementation
    protected void dismiss() {}
}
