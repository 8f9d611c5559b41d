package dev.clawperator.conformance;

import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.content.Context;
import android.content.Intent;

/** The notifications that the app posts. */
public final class Notices {
    private Notices() {}

    /** Tells of a parcel, and leads to the page that describes it. */
    public static void parcel(Context context) {
        NotificationManager notifications = context.getSystemService(NotificationManager.class);
        notifications.createNotificationChannel(
                new NotificationChannel("parcels", "Parcels", NotificationManager.IMPORTANCE_DEFAULT));
        Intent open = new Intent(context, PairsActivity.class);
        notifications.notify(
                1,
                new Notification.Builder(context, "parcels")
                        .setSmallIcon(R.drawable.dot)
                        .setContentTitle("Parcel delivered")
                        .setContentText("It is at your door 📦")
                        .setAutoCancel(true)
                        .setContentIntent(PendingIntent.getActivity(context, 0, open, PendingIntent.FLAG_IMMUTABLE))
                        .build());
        Record.note("notify", "parcels", "Parcel delivered");
    }
}
