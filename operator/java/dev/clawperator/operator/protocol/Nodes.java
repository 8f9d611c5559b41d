package dev.clawperator.operator.protocol;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The nodes of one window as the bytes that they go as. Each window has its own, with names of its own, so that several
 * threads can read windows at once; {@link Tree} joins them.
 */
public final class Nodes {
    public static final int CHECKABLE = 0x1;
    public static final int CHECKED = 0x2;
    public static final int CLICKABLE = 0x4;
    public static final int ENABLED = 0x8;
    public static final int FOCUSABLE = 0x10;
    public static final int FOCUSED = 0x20;
    public static final int SCROLLABLE = 0x40;
    public static final int LONG_CLICKABLE = 0x80;
    public static final int PASSWORD = 0x100;
    public static final int SELECTED = 0x200;
    public static final int HEADING = 0x400;
    public static final int SHOWS_HINT = 0x800;
    public static final int NOT_VISIBLE = 0x1000;
    public static final int CHILDREN_MISSING = 0x2000;
    public static final int EDITABLE = 0x4000;
    public static final int ACCESSIBILITY_FOCUSED = 0x8000;
    public static final int PARTLY_CHECKED = 0x10000;
    public static final int TEXT_CUT = 0x20000;

    private static final int OFFSET_OF_FLAGS = 13;
    private static final int OFFSET_OF_NAMES = 33;
    private static final int TEXTS = 7;
    /** Less than a tree can have: each window may go beyond it by one node. */
    private static final int FULL_BYTES = 14 << 20;

    /** What is left for all windows of a tree: several apps at once could fill the program's memory. */
    private final AtomicLong room;
    private long counted;
    final Writer writer = new Writer(4_096);
    private final Map<String, Integer> names = new HashMap<>();
    private String[] nameList = new String[64];
    private int[] starts = new int[256];
    private int count;
    /** The most that the names can add to a tree. */
    private int nameBytes;

    /** Texts of one node in the order of the document; reused from node to node. */
    public static final class Texts {
        public CharSequence text;
        public CharSequence description;
        public CharSequence hint;
        public CharSequence state;
        public CharSequence tooltip;
        public CharSequence paneTitle;
        public CharSequence error;

        private CharSequence at(int place) {
            switch (place) {
                case 0:
                    return text;
                case 1:
                    return description;
                case 2:
                    return hint;
                case 3:
                    return state;
                case 4:
                    return tooltip;
                case 5:
                    return paneTitle;
                default:
                    return error;
            }
        }
    }

    /** Of a tree that has one window. */
    public Nodes() {
        this(room());
    }

    /** @param room of the tree, from {@link #room} */
    public Nodes(AtomicLong room) {
        this.room = room;
    }

    /** The bytes that all windows of a tree share. */
    public static AtomicLong room() {
        return new AtomicLong(FULL_BYTES);
    }

    public int count() {
        return count;
    }

    /**
     * Begins a node and returns its place. Its bounds, names and texts follow with {@link #bounds} and {@link #end}.
     *
     * @param index its place among all children of its parent, those that are not sent included
     * @param drawingOrder when it is drawn among them, from 1; 0 where that is not known
     */
    public int begin(int depth, int index, int drawingOrder, long identity, int flags) {
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, count * 2);
        }
        starts[count] = writer.length();
        writer.u8(depth);
        writer.u16(Math.min(index, 0xffff));
        writer.u16(drawingOrder > 0xffff ? 0 : Math.max(drawingOrder, 0));
        writer.u64(identity);
        writer.i32(flags);
        return count++;
    }

    public void bounds(int left, int top, int right, int bottom) {
        writer.i32(left);
        writer.i32(top);
        writer.i32(right);
        writer.i32(bottom);
    }

    public void end(CharSequence className, CharSequence packageName, CharSequence id, int actions, Texts texts) {
        int node = count - 1;
        boolean whole = name(className) & name(packageName) & name(id);
        writer.i32(actions);
        int which = 0;
        for (int place = 0; place < TEXTS; place++) {
            which |= texts.at(place) == null ? 0 : 1 << place;
        }
        writer.u8(which);
        for (int place = 0; place < TEXTS; place++) {
            if (texts.at(place) != null) {
                whole &= writer.text(texts.at(place), Limits.NODE_TEXT_BYTES);
            }
        }
        if (!whole) {
            addFlags(node, TEXT_CUT);
        }
        long bytes = bytes();
        room.addAndGet(counted - bytes);
        counted = bytes;
    }

    /** Says more of a node that was written before. */
    public void addFlags(int node, int flags) {
        int place = starts[node] + OFFSET_OF_FLAGS;
        int before = writer.at16(place) << 16 | writer.at16(place + 2);
        writer.put32(place, before | flags);
    }

    /** Writes a name's place plus 1; false if the name has no place, because it or the list would be too long. */
    private boolean name(CharSequence name) {
        if (name == null) {
            writer.u16(0);
            return true;
        }
        String text = name.toString();
        Integer known = names.get(text);
        if (known == null) {
            if (names.size() == Limits.NAMES || !fits(text)) {
                writer.u16(0);
                return false;
            }
            known = names.size() + 1;
            if (names.size() == nameList.length) {
                nameList = Arrays.copyOf(nameList, nameList.length * 2);
            }
            nameList[names.size()] = text;
            names.put(text, known);
            nameBytes += 4 + text.length() * 3;
        }
        writer.u16(known);
        return true;
    }

    /** Whether a tree may have no room for more. */
    public boolean isFull() {
        return room.get() < 0;
    }

    /** How many bytes a tree has more with these. */
    long bytes() {
        return (long) writer.length() + nameBytes;
    }

    static boolean fits(String name) {
        return name.length() * 3 <= Limits.NAME_BYTES || new Writer().text(name, Limits.NAME_BYTES);
    }

    /** Gives every name the place that it has in the whole tree. */
    void rename(Names all) {
        int[] places = new int[names.size() + 1];
        for (int place = 0; place < names.size(); place++) {
            places[place + 1] = all.placeOf(nameList[place]);
        }
        for (int node = 0; node < count; node++) {
            int first = starts[node] + OFFSET_OF_NAMES;
            boolean whole = true;
            for (int at = first; at < first + 6; at += 2) {
                int own = writer.at16(at);
                writer.put16(at, places[own]);
                whole &= own == 0 || places[own] != 0;
            }
            if (!whole) {
                addFlags(node, TEXT_CUT);
            }
        }
        // From here on the places are those of the tree.
        names.clear();
    }

    /** The names of a whole tree. */
    static final class Names {
        final Writer writer = new Writer(4_096);
        private final Map<String, Integer> places = new HashMap<>();

        int count() {
            return places.size();
        }

        /** Its place plus 1; 0 if the list is full. */
        int placeOf(String name) {
            Integer known = places.get(name);
            if (known != null) {
                return known;
            }
            if (places.size() == Limits.NAMES) {
                return 0;
            }
            writer.text(name, Limits.NAME_BYTES);
            places.put(name, places.size() + 1);
            return places.size();
        }
    }
}
