package dev.clawperator.conformance;

/** A page that other apps may not start. */
public final class HiddenActivity extends PageActivity {
    public HiddenActivity() {
        super("Hidden", R.layout.hidden);
    }
}
