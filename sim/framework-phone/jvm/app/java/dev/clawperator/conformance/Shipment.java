package dev.clawperator.conformance;

import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.os.BatteryManager;
import android.os.Build;
import java.util.List;

/** What the page of labels and values shows, in both toolkits. */
public final class Shipment {
    /** The scripted phone's battery, for a phone that tells of none. */
    private static final int USUAL_LEVEL = 87;

    private Shipment() {}

    public static List<List<String>> entries(Context context) {
        return List.of(
                List.of("Order number", "4711"),
                List.of("Status", "Shipped"),
                List.of("Carrier", "DHL"),
                List.of("Weight", "2.4 kg"),
                List.of("Insurance", "none"),
                List.of("Destination", "München"),
                List.of("Recipient", "Zoë Müller"),
                List.of("Sent on", "2024-05-12"),
                List.of("Expected", "2024-05-16"),
                List.of("Pieces", "3"),
                List.of("Battery", battery(context) + " %"),
                List.of("Android version", Build.VERSION.RELEASE));
    }

    private static int battery(Context context) {
        Intent state = context.registerReceiver(null, new IntentFilter(Intent.ACTION_BATTERY_CHANGED));
        return state == null ? USUAL_LEVEL : state.getIntExtra(BatteryManager.EXTRA_LEVEL, USUAL_LEVEL);
    }
}
