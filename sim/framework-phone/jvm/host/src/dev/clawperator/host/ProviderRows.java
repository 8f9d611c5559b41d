package dev.clawperator.host;

import android.content.Context;
import android.database.Cursor;
import android.net.Uri;
import org.json.JSONArray;

/** What a content provider of the app answers. */
final class ProviderRows {
    /** What the phone's own command prints for a value that is not there. */
    private static final String NO_VALUE = "NULL";

    private ProviderRows() {}

    /** Each row as a list of columns with their values, or null where no provider answers. */
    static JSONArray of(Context context, Uri uri) {
        try (Cursor cursor = context.getContentResolver().query(uri, null, null, null, null)) {
            if (cursor == null) {
                return null;
            }
            JSONArray rows = new JSONArray();
            while (cursor.moveToNext()) {
                rows.put(row(cursor));
            }
            return rows;
        }
    }

    private static JSONArray row(Cursor cursor) {
        JSONArray row = new JSONArray();
        for (int column = 0; column < cursor.getColumnCount(); column++) {
            String value = cursor.getString(column);
            row.put(new JSONArray().put(cursor.getColumnName(column)).put(value == null ? NO_VALUE : value));
        }
        return row;
    }
}
