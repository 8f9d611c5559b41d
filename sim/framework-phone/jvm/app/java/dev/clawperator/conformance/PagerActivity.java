package dev.clawperator.conformance;

import android.os.Bundle;
import androidx.viewpager2.widget.ViewPager2;
import com.google.android.material.tabs.TabLayout;
import com.google.android.material.tabs.TabLayoutMediator;
import java.util.List;

/** Seven pages that are swiped sideways, under tabs. */
public final class PagerActivity extends PageActivity {
    private static final List<String> DAYS =
            List.of("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday");

    public PagerActivity() {
        super("Tabs and pager", R.layout.pager);
    }

    @Override
    protected void ready(Bundle state) {
        ViewPager2 pager = findViewById(R.id.pager);
        pager.setAdapter(
                new Rows(
                        R.layout.pager_page,
                        DAYS.size(),
                        (row, place) -> {
                            String day = DAYS.get(place);
                            row.setText(R.id.day, day);
                            row.setText(R.id.book_day, "Book " + day);
                            Views.onClick(
                                    row.find(R.id.book_day), "Book " + day, () -> setText(R.id.seen, "Booked " + day));
                        }));
        pager.registerOnPageChangeCallback(
                new ViewPager2.OnPageChangeCallback() {
                    @Override
                    public void onPageSelected(int place) {
                        Record.note("page", "pager", DAYS.get(place));
                    }
                });
        TabLayout tabs = findViewById(R.id.tabs);
        new TabLayoutMediator(tabs, pager, (tab, place) -> tab.setText(DAYS.get(place))).attach();
    }
}
