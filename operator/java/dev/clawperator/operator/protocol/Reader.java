package dev.clawperator.operator.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Reads fields one after another. Nothing is kept beyond what the bytes themselves have. */
final class Reader {
    private final byte[] bytes;
    private int at;

    Reader(byte[] bytes) {
        this.bytes = bytes;
    }

    int u8(String what) throws Damaged {
        need(1, what);
        return bytes[at++] & 0xff;
    }

    int u16(String what) throws Damaged {
        return (int) number(2, what);
    }

    long u32(String what) throws Damaged {
        return number(4, what);
    }

    /** All of its 64 bits. */
    long u64(String what) throws Damaged {
        return number(8, what);
    }

    int i32(String what) throws Damaged {
        return (int) number(4, what);
    }

    boolean bool(String what) throws Damaged {
        return below(2, what) == 1;
    }

    /** A number that stands for one of so many things. */
    int below(int most, String what) throws Damaged {
        int value = u8(what);
        if (value >= most) {
            throw Damaged.unknown(what, value);
        }
        return value;
    }

    byte[] bytes(int count, String what) throws Damaged {
        need(count, what);
        byte[] taken = new byte[count];
        System.arraycopy(bytes, at, taken, 0, count);
        at += count;
        return taken;
    }

    /** A text of at most so many bytes. */
    String text(int most, String what) throws Damaged {
        int length = count(most, what);
        need(length, what);
        ByteBuffer own = ByteBuffer.wrap(bytes, at, length);
        at += length;
        try {
            return StandardCharsets.UTF_8.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(own)
                    .toString();
        } catch (CharacterCodingException bad) {
            throw new Damaged(what + " is not UTF-8");
        }
    }

    /** A text, or null where there is none. */
    String optionText(int most, String what) throws Damaged {
        return bool(what) ? text(most, what) : null;
    }

    /** How many of something follow, or how many bytes a text has. */
    int count(int most, String what) throws Damaged {
        long count = u32(what);
        if (count > most) {
            throw new Damaged(what + " has more than it may");
        }
        return (int) count;
    }

    void end() throws Damaged {
        if (at != bytes.length) {
            throw new Damaged(bytes.length - at + " bytes are behind its last field");
        }
    }

    private long number(int count, String what) throws Damaged {
        need(count, what);
        long value = 0;
        for (int place = 0; place < count; place++) {
            value = value << 8 | bytes[at++] & 0xff;
        }
        return value;
    }

    private void need(int count, String what) throws Damaged {
        if (bytes.length - at < count) {
            throw new Damaged("it ends within " + what);
        }
    }
}
