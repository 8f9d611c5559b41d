package dev.clawperator.conformance;

import android.os.Bundle;

/** A number and the buttons that change it. The number belongs to the process and outlives the page. */
public final class CounterActivity extends PageActivity {
    public CounterActivity() {
        super("Counter", R.layout.counter);
    }

    @Override
    protected void ready(Bundle state) {
        onClick(R.id.decrement, () -> set(Counter.value() - 1));
        onClick(R.id.increment, () -> set(Counter.value() + 1));
        onClick(R.id.reset, () -> set(0));
        setText(R.id.count, String.valueOf(Counter.value()));
    }

    private void set(int value) {
        Counter.set(value);
        setText(R.id.count, String.valueOf(value));
    }
}
