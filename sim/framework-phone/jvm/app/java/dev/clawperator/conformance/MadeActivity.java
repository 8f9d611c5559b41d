package dev.clawperator.conformance;

import android.app.AlertDialog;
import android.os.Bundle;
import android.view.ViewGroup.LayoutParams;
import android.widget.FrameLayout;
import org.json.JSONException;
import org.json.JSONObject;

/** A page that its address describes, in the words of the scripted phone's scene files: {@code ?page=JSON}. */
public final class MadeActivity extends ObservedActivity {
    @Override
    protected String name() {
        return "made";
    }

    @Override
    protected void onCreate(Bundle state) {
        super.onCreate(state);
        FrameLayout root = new FrameLayout(this);
        setContentView(root, new LayoutParams(LayoutParams.MATCH_PARENT, LayoutParams.MATCH_PARENT));
        try {
            JSONObject page = new JSONObject(getIntent().getData().getQueryParameter("page"));
            MadeViews views = new MadeViews(this);
            views.add(root, page.getJSONObject("view"));
            if (page.has("dialog")) {
                FrameLayout above = new FrameLayout(this);
                views.add(above, page.getJSONObject("dialog"));
                new AlertDialog.Builder(this).setView(above).show();
            }
        } catch (JSONException wrong) {
            throw new IllegalArgumentException(wrong);
        }
    }
}
