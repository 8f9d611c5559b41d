package dev.clawperator.conformance;

import android.content.Context;
import android.util.AttributeSet;
import android.view.View;
import android.widget.FrameLayout;
import java.util.ArrayList;

/**
 * A layout whose children are seen and touched, and are in no tree.
 *
 * <p>A view that is marked as unimportant is still in a dump, which asks for those too.
 */
public final class HidingLayout extends FrameLayout {
    public HidingLayout(Context context, AttributeSet attributes) {
        super(context, attributes);
    }

    @Override
    public void addChildrenForAccessibility(ArrayList<View> children) {}
}
