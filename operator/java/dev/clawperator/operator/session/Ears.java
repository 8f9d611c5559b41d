package dev.clawperator.operator.session;

import dev.clawperator.operator.protocol.Limits;
import dev.clawperator.operator.protocol.Notice;

/** Hears what the eye is told of, and keeps what no tree will show. */
final class Ears implements Eye.Listener {
    private final Stirs stirs;
    private final Notices notices;

    Ears(Stirs stirs, Notices notices) {
        this.stirs = stirs;
        this.notices = notices;
    }

    @Override
    public void happened(int events) {
        stirs.happened(events);
    }

    @Override
    public void begins() {
        notices.add(Notice.GAP, null, "");
    }

    @Override
    public void toast(CharSequence of, CharSequence text) {
        // Only as much is kept as is ever told.
        notices.add(Notice.TOAST, cut(of, Limits.PACKAGE_BYTES), cut(text, Limits.NOTICE_BYTES));
    }

    private static String cut(CharSequence text, int most) {
        return text == null ? null : text.subSequence(0, Math.min(text.length(), most)).toString();
    }
}
