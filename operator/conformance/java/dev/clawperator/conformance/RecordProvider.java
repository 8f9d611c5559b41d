package dev.clawperator.conformance;

import android.content.ContentProvider;
import android.content.ContentValues;
import android.database.Cursor;
import android.database.MatrixCursor;
import android.net.Uri;
import android.os.Binder;
import android.os.Process;
import java.io.UnsupportedEncodingException;
import java.net.URLEncoder;
import java.util.List;

/**
 * The record, for the shell of the phone: {@code content query --uri content://dev.clawperator.conformance.record/after/0}
 *
 * <p>{@code after/N} has the entries whose number is greater, oldest first; {@code after/last} one row with the newest
 * number, so that whoever asks later knows where to begin. Numbers begin anew with each process of the app. Texts are
 * encoded as in a URL, because {@code content} separates columns and rows by signs that may be in them.
 */
public final class RecordProvider extends ContentProvider {
    private static final String[] COLUMNS = {"number", "what", "view", "detail"};
    private static final int MOST_ROWS = 500;
    private static final int ROOT = 0;
    private static final int SHELL = 2_000;

    @Override
    public boolean onCreate() {
        return true;
    }

    @Override
    public Cursor query(Uri uri, String[] projection, String selection, String[] arguments, String order) {
        allow(Binder.getCallingUid());
        List<String> path = uri.getPathSegments();
        if (path.size() != 2 || !path.get(0).equals("after")) {
            return null;
        }
        if (path.get(1).equals("last")) {
            MatrixCursor newest = new MatrixCursor(COLUMNS);
            add(newest, Record.last(), "last", "-", "");
            return newest;
        }
        try {
            return after(Long.parseLong(path.get(1)));
        } catch (NumberFormatException unknown) {
            return null;
        }
    }

    private static Cursor after(long number) {
        MatrixCursor rows = new MatrixCursor(COLUMNS);
        for (Record.Entry entry : Record.after(number)) {
            if (rows.getCount() == MOST_ROWS) {
                break;
            }
            add(rows, entry.number(), entry.what(), entry.view(), entry.detail());
        }
        return rows;
    }

    private static void add(MatrixCursor rows, long number, String what, String view, String detail) {
        rows.addRow(new Object[] {number, encoded(what), encoded(view), encoded(detail)});
    }

    private static String encoded(String text) {
        try {
            return URLEncoder.encode(text, "UTF-8");
        } catch (UnsupportedEncodingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Other apps learn nothing of what was done here. */
    private static void allow(int caller) {
        if (caller != ROOT && caller != SHELL && caller != Process.myUid()) {
            throw new SecurityException("the record is for the shell alone");
        }
    }

    @Override
    public String getType(Uri uri) {
        return null;
    }

    @Override
    public Uri insert(Uri uri, ContentValues values) {
        throw readOnly();
    }

    @Override
    public int update(Uri uri, ContentValues values, String selection, String[] arguments) {
        throw readOnly();
    }

    @Override
    public int delete(Uri uri, String selection, String[] arguments) {
        throw readOnly();
    }

    private static UnsupportedOperationException readOnly() {
        return new UnsupportedOperationException("the record can only be read");
    }
}
