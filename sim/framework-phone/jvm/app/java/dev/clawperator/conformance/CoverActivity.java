package dev.clawperator.conformance;

import android.os.Bundle;
import android.view.Gravity;
import android.view.View;
import android.view.ViewGroup;
import android.widget.PopupWindow;

/** A button over which, a second after the page is there, a window of its own opens. */
public final class CoverActivity extends PageActivity {
    public CoverActivity() {
        super("Window above", R.layout.cover);
    }

    @Override
    protected void ready(Bundle state) {
        onClick(R.id.pay, () -> setText(R.id.seen, "Paid"));
        findViewById(R.id.pay).postDelayed(this::openBanner, 1000);
    }

    private void openBanner() {
        if (isDestroyed()) {
            return;
        }
        View banner = getLayoutInflater().inflate(R.layout.cover_banner, null);
        PopupWindow window =
                new PopupWindow(banner, ViewGroup.LayoutParams.MATCH_PARENT, ViewGroup.LayoutParams.WRAP_CONTENT);
        // Not focusable: the page below stays the active window and can be read, while touches land on the banner.
        Views.onClick(banner, "banner", () -> {});
        Views.onClick(
                banner.findViewById(R.id.accept_cookies),
                "accept_cookies",
                () -> {
                    window.dismiss();
                    setText(R.id.seen, "Cookies accepted");
                });
        window.showAtLocation(getWindow().getDecorView(), Gravity.BOTTOM, 0, 0);
        Record.note("open", "banner", "");
    }
}
