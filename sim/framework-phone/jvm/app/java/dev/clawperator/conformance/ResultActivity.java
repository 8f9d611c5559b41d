package dev.clawperator.conformance;

import android.content.Intent;
import android.os.Bundle;
import androidx.activity.result.ActivityResult;
import androidx.activity.result.ActivityResultLauncher;
import androidx.activity.result.contract.ActivityResultContracts;

/** A page that asks another one and shows its answer. */
public final class ResultActivity extends PageActivity {
    private final ActivityResultLauncher<Intent> choose =
            registerForActivityResult(new ActivityResultContracts.StartActivityForResult(), this::answered);

    public ResultActivity() {
        super("Result", R.layout.result);
    }

    @Override
    protected void ready(Bundle state) {
        onClick(R.id.choose, () -> choose.launch(new Intent(this, ColourActivity.class)));
    }

    private void answered(ActivityResult result) {
        Intent data = result.getData();
        Record.note("result", "colour", data == null ? "none" : data.getStringExtra("colour"));
        if (result.getResultCode() == RESULT_OK && data != null) {
            setText(R.id.colour, "Colour: " + data.getStringExtra("colour"));
        }
    }
}
