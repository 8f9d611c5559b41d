package dev.clawperator.conformance;

import android.content.Intent;
import android.os.Bundle;
import android.view.View;
import android.widget.LinearLayout;
import android.widget.TextView;
import java.util.List;

/** The page that answers the result page. */
public final class ColourActivity extends PageActivity {
    public ColourActivity() {
        super("Colours", R.layout.colour);
    }

    @Override
    protected void ready(Bundle state) {
        LinearLayout colours = findViewById(R.id.colours);
        for (String name : List.of("Rot", "Grün", "Blau", "Κίτρινο", "Фиолетовый")) {
            View item = getLayoutInflater().inflate(R.layout.menu_item, colours, false);
            TextView title = item.findViewById(R.id.title);
            title.setText(name);
            Views.onClick(
                    item,
                    name,
                    () -> {
                        setResult(RESULT_OK, new Intent().putExtra("colour", name));
                        finish();
                    });
            colours.addView(item);
        }
    }
}
