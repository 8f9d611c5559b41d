package dev.clawperator.conformance;

import android.net.Uri;
import android.os.Bundle;

/** Shows the address by which it was opened. */
public final class LinkActivity extends PageActivity {
    public LinkActivity() {
        super("Deep link", R.layout.link);
    }

    @Override
    protected void ready(Bundle state) {
        Uri uri = getIntent().getData();
        Record.note("link", "link", uri);
        setText(R.id.link_uri, String.valueOf(uri));
        setText(R.id.link_last, "Opened: " + (uri == null ? "" : uri.getLastPathSegment()));
    }
}
