package dev.clawperator.conformance;

/** Something that looks like a page with a button, and has no tree. */
public final class WebActivity extends PageActivity {
    public WebActivity() {
        super("Web page", R.layout.web);
    }
}
