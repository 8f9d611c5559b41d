package dev.clawperator.conformance;

import android.Manifest;
import android.content.pm.PackageManager;
import android.os.Bundle;
import android.view.View;
import androidx.activity.result.ActivityResultLauncher;
import androidx.activity.result.contract.ActivityResultContracts;

/** A button that needs the camera. */
public final class PermissionActivity extends PageActivity {
    private final ActivityResultLauncher<String> request =
            registerForActivityResult(new ActivityResultContracts.RequestPermission(), this::answered);

    public PermissionActivity() {
        super("Permission", R.layout.permission);
    }

    @Override
    protected void ready(Bundle state) {
        onClick(R.id.ask, () -> request.launch(Manifest.permission.CAMERA));
        showGranted();
    }

    private void answered(boolean granted) {
        Record.note("permission", "camera", granted);
        setText(R.id.camera_state, granted ? "Camera is ready 📷" : "Camera was denied");
        showGranted();
    }

    private void showGranted() {
        boolean granted = checkSelfPermission(Manifest.permission.CAMERA) == PackageManager.PERMISSION_GRANTED;
        findViewById(R.id.camera_granted).setVisibility(granted ? View.VISIBLE : View.GONE);
    }
}
