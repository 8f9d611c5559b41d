package dev.clawperator.operator.session;

import dev.clawperator.operator.protocol.Limits;
import dev.clawperator.operator.protocol.Notice;

/** Hears what the eye is told of, and keeps what no tree will show. */
final class Ears implements Eye.Listener {
    private final Stirs stirs;
    private final Notices notices;
    private final Recorder recorder;

    Ears(Stirs stirs, Notices notices, Recorder recorder) {
        this.stirs = stirs;
        this.notices = notices;
        this.recorder = recorder;
    }

    @Override
    public void happened(int events) {
        stirs.happened(events);
        recorder.stirred();
    }

    @Override
    public void begins() {
        notices.add(Notice.GAP, null, "");
        recorder.gap();
    }

    @Override
    public void toast(CharSequence of, CharSequence text) {
        // Only as much is kept as is ever told.
        notices.add(Notice.TOAST, cut(of, Limits.PACKAGE_BYTES), cut(text, Limits.NOTICE_BYTES));
        recorder.toast(of, text);
    }

    @Override
    public boolean isRecording() {
        return recorder.isRunning();
    }

    @Override
    public void event(Happening happening) {
        recorder.happened(happening);
    }

    private static String cut(CharSequence text, int most) {
        return text == null ? null : text.subSequence(0, Math.min(text.length(), most)).toString();
    }
}
