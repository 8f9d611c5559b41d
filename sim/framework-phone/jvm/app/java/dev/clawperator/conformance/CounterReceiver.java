package dev.clawperator.conformance;

import android.app.Activity;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;

/** Sets the counter from outside, for tests of broadcasts. */
public final class CounterReceiver extends BroadcastReceiver {
    @Override
    public void onReceive(Context context, Intent intent) {
        String count = String.valueOf(intent.getExtras() == null ? null : intent.getExtras().get("count"));
        Record.note("broadcast", intent.getAction(), count);
        if (count.matches("-?[0-9]{1,9}")) {
            Counter.set(Integer.parseInt(count));
        }
        if (isOrderedBroadcast()) {
            setResult(Activity.RESULT_OK, "set", null);
        }
    }
}
