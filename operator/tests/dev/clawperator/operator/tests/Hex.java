package dev.clawperator.operator.tests;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Bytes as digits. */
final class Hex {
    private Hex() {}

    static byte[] read(Path file) throws IOException {
        return bytes(new String(Files.readAllBytes(file), StandardCharsets.US_ASCII).replaceAll("\\s", ""));
    }

    static byte[] bytes(String digits) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int place = 0; place < digits.length(); place += 2) {
            bytes.write(Integer.parseInt(digits.substring(place, place + 2), 16));
        }
        return bytes.toByteArray();
    }

    static String of(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (byte one : bytes) {
            text.append(String.format("%02x", one));
        }
        return text.toString();
    }
}
