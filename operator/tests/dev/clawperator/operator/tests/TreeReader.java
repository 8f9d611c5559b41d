package dev.clawperator.operator.tests;

import dev.clawperator.operator.protocol.FrameHead;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads the frame of a tree as a driver does, and fails on whatever a driver would not take. */
final class TreeReader {
    final long number;
    final int rest;
    final int dropped;
    final long notices;
    final List<String> names = new ArrayList<>();
    final List<Integer> contents = new ArrayList<>();
    final List<Node> nodes = new ArrayList<>();
    private final ByteBuffer bytes;

    static final class Node {
        int depth;
        int flags;
        String className;
        String id;
        String text;
    }

    TreeReader(byte[] frame) {
        bytes = ByteBuffer.wrap(frame);
        bytes.position(FrameHead.BYTES + 2 + 4 + 1 + 12);
        for (int option = 0; option < 3; option++) {
            optionText();
        }
        number = bytes.getLong();
        rest = bytes.get();
        dropped = bytes.getInt();
        notices = bytes.getLong();
        for (int left = bytes.getInt(); left > 0; left--) {
            names.add(text());
        }
        for (int left = bytes.getInt(); left > 0; left--) {
            window();
        }
        if (bytes.hasRemaining()) {
            throw new AssertionError(bytes.remaining() + " bytes are left");
        }
    }

    private void window() {
        bytes.position(bytes.position() + 4 + 2 + 8 + 16);
        optionText();
        contents.add((int) bytes.get());
        int deepest = 0;
        for (int left = bytes.getInt(); left > 0; left--) {
            Node node = node();
            if (node.depth > deepest) {
                throw new AssertionError("depth " + node.depth);
            }
            deepest = node.depth + 1;
            nodes.add(node);
        }
    }

    private Node node() {
        Node node = new Node();
        node.depth = bytes.get() & 0xff;
        bytes.getInt();
        bytes.getLong();
        node.flags = bytes.getInt();
        bytes.position(bytes.position() + 16);
        node.className = name();
        name();
        node.id = name();
        bytes.getInt();
        int which = bytes.get();
        for (int place = 0; place < 7; place++) {
            if ((which & 1 << place) != 0) {
                String text = text();
                node.text = place == 0 ? text : node.text;
            }
        }
        return node;
    }

    private String name() {
        int place = bytes.getShort() & 0xffff;
        return place == 0 ? null : names.get(place - 1);
    }

    private void optionText() {
        if (bytes.get() == 1) {
            text();
        }
    }

    private String text() {
        byte[] text = new byte[bytes.getInt()];
        bytes.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }
}
