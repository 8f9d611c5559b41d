package dev.clawperator.conformance;

import android.os.Bundle;
import com.google.android.material.tabs.TabLayout;
import java.util.List;

/** Three tabs and the text below them. */
public final class TabsActivity extends PageActivity {
    private static final List<String> BODIES = List.of("No news is good news", "3 new messages ✉", "Nothing to set");

    public TabsActivity() {
        super("Tabs", R.layout.tabs);
    }

    @Override
    protected void ready(Bundle state) {
        TabLayout tabs = findViewById(R.id.tabs);
        tabs.addOnTabSelectedListener(
                new TabLayout.OnTabSelectedListener() {
                    @Override
                    public void onTabSelected(TabLayout.Tab tab) {
                        Record.note("tab", "tabs", tab.getText());
                        setText(R.id.tab_body, BODIES.get(tab.getPosition()));
                    }

                    @Override
                    public void onTabUnselected(TabLayout.Tab tab) {}

                    @Override
                    public void onTabReselected(TabLayout.Tab tab) {
                        Record.note("tab_again", "tabs", tab.getText());
                    }
                });
        for (String label : List.of("News", "Mail", "Settings")) {
            tabs.addTab(tabs.newTab().setText(label).setContentDescription(label));
        }
    }
}
