#!/usr/bin/env python3
"""Adds seeds for the fuzz targets: from the cases and test data of the crates, and bytes as adb sends them.

Files are named by content, so a second run adds nothing; nothing is ever removed, because mended findings and what
`fuzz/keep` has kept live in the same folders. Needs the `jsonschema` module, as schemas/check.py does.
"""

import hashlib
import json
import pathlib
import re
import struct
import sys
import zlib

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
LARGEST = 4096

sys.path.insert(0, str(REPOSITORY / "schemas"))
from check import TESTS, expand, input_text  # noqa: E402


def main():
    for target in [validate, agent_action, answers, adb_frames, adb_sync, adbd_packets, guard_diff, operator_frames, picture,
                   policy_profile, quoting, recipe_fill, recipe_json, recipe_markdown, recording, screen, shell_line,
                   skills_registry]:
        corpus = REPOSITORY / "fuzz/corpus" / target.__name__
        corpus.mkdir(parents=True, exist_ok=True)
        for seed in target():
            (corpus / hashlib.sha256(seed).hexdigest()[:16]).write_bytes(seed)
        print(f"{len(list(corpus.iterdir()))} seeds in {corpus.relative_to(REPOSITORY)}")


def validate():
    candidates = {}
    for file in sorted((TESTS / "cases").rglob("*.json")):
        case = expand(json.loads(file.read_text()))
        seed = input_text(case).encode()
        shows = set(re.findall(rb"\w+", seed)) | {rule.encode() for rule in case["rules"]}
        candidates.setdefault(seed, set()).update(shows)
    return choose(candidates, 60)


def agent_action():
    candidates = {}
    for file in sorted((TESTS / "agent-cases").rglob("*.json")):
        case = expand(json.loads(file.read_text()))
        seed = input_text(case).encode()
        candidates[seed] = set(re.findall(rb"\w+", seed)) | {word.encode() for word in map(str, case.get("repairs", []))}
    return choose(candidates, 80)


def answers():
    """The answers and examples of the contract's tests, and failures of every kind."""
    for folder in ["answers", "seed-examples"]:
        for file in sorted((TESTS / folder).glob("*.json")):
            example = json.loads(file.read_text())
            if example["as"] in ("envelope", "result", "failure"):
                yield json.dumps(example["json"]).encode()
    step = {"id": "a", "actionType": "click", "success": False, "data": {"error": "NODE_NOT_FOUND", "message": "m"}}
    issue = {"path": "a", "inputPath": "b", "rule": "missing", "message": "m", "hint": "h", "actionId": "a", "actionType": "click"}
    in_flight = {"id": "a", "actionType": "click", "dispatched": "unknown"}
    for details in [
        {"path": "", "issues": [], "issueCount": 0},
        {"path": "a", "inputPath": "b", "hint": "h", "issues": [issue, {**issue, "rule": "newer"}], "issueCount": 2},
        {"stepResults": [step], "inFlight": in_flight, "elapsedMs": 1, "timeoutMs": 2},
        {"stepResults": [], "inFlight": {**in_flight, "dispatched": "newer"}, "elapsedMs": 1, "timeoutMs": 2},
        {"deviceId": "a", "holder": {"commandId": "c", "processId": 5, "user": "u"}},
        {"deviceId": "a", "connected": ["a"], "devices": [{"serial": "a", "state": "device", "code": "NEWER"}]},
        {"newer": [1.5, {"a": None}]},
    ]:
        for code in ["NO_DEVICES", "NEWER"]:
            yield json.dumps({"code": code, "message": "m", "hint": "h", "details": details}).encode()
    yield from (b"{", b"[]", b'{"code":"no","message":"m"}', b'{"code":"NO_DEVICES","message":"m","details":{"issues":5}}')


def picture():
    """PNG files of every kind of pixel, plain, interlaced, animated and damaged, some with rectangles after the end."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    def png(width, height, depth, color, before=b"", interlaced=0, rows=None):
        bits = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[color] * depth
        row = (width * bits + 7) // 8
        if rows is None:
            rows = b"".join(bytes([y % 5]) + bytes((x * 7 + y * 11) % 256 for x in range(row)) for y in range(height))
        header = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, interlaced)
        return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + before + chunk(b"IDAT", zlib.compress(rows))
                + chunk(b"IEND", b""))

    palette = chunk(b"PLTE", bytes(range(256)) * 3)
    for color, depths in [(0, (1, 2, 4, 8, 16)), (2, (8, 16)), (3, (1, 2, 4, 8)), (4, (8, 16)), (6, (8, 16))]:
        for depth in depths:
            before = chunk(b"PLTE", bytes(range(3 * 2 ** depth % 769))) if color == 3 and depth < 8 else palette
            yield png(20, 12, depth, color, before if color == 3 else b"")
    yield png(20, 12, 8, 3, palette + chunk(b"tRNS", bytes(range(200))))
    yield png(20, 12, 8, 2, chunk(b"tRNS", bytes([0, 0, 0, 7, 0, 14])))
    # Interlaced: one row of every pass.
    passes = b"".join(b"\0" + bytes(4 * samples) for samples, rows in
                      [(1, 1), (1, 1), (2, 1), (2, 2), (4, 2), (4, 4), (8, 4)] for _ in range(rows))
    yield png(8, 8, 8, 6, interlaced=1, rows=passes)
    # The first frame of an animation, as large as the picture and smaller.
    for width, height in [(20, 12), (4, 3)]:
        frame = struct.pack(">IIIIIHHBB", 0, width, height, 0, 0, 1, 10, 0, 0)
        yield png(20, 12, 8, 6, chunk(b"acTL", struct.pack(">II", 1, 0)) + chunk(b"fcTL", frame))
    whole = png(150, 200, 8, 6, rows=b"".join(b"\2" + bytes(600) for _ in range(200)))
    yield whole
    yield whole + bytes(range(0, 250, 3)) * 2 + b"\x90"
    yield whole + bytes([1, 2, 3, 40, 12, 7, 2, 16, 40, 28, 9, 2, 30, 40, 40, 5, 0, 0, 50, 60]) + b"\xff"
    yield whole[: len(whole) // 2]
    yield png(65_535, 65_535, 8, 6, rows=b"")
    yield b"\x89PNG\r\n\x1a\n"
    yield b"not a picture"


def policy_profile():
    """The shipped profiles, those of the document, and the pieces of those."""
    for file in sorted((REPOSITORY / "crates/policy/profiles").glob("*.toml")):
        yield file.read_bytes()
    document = (REPOSITORY / "docs/policy.md").read_text()
    for whole in re.findall(r"```toml\n(.*?)```", document, flags=re.DOTALL):
        yield whole.encode()
        head, *tables = re.split(r"\n(?=\[)", whole)
        yield head.encode()
        for table in tables:
            yield (head + "\n" + table).encode()
            yield table.encode()


def recipe_texts(json_form):
    """The recipes of the cases, whole; those that change the base are changed."""
    tests = REPOSITORY / "crates/recipe/tests"
    base = (tests / "base.recipe.md").read_text()
    for file in sorted((tests / "cases").rglob("*.txt")):
        head, *sections = file.read_text().split("\n=== ")
        body = {title: text for title, _, text in (section.partition("\n") for section in sections)}
        if ("name: case.recipe.json" in head) != json_form or "{{repeat:" in "".join(body.values()):
            continue
        if "recipe" in body:
            yield body["recipe"]
        elif "edit" in body:
            text = "\n" + base
            for removed, added in re.findall(r"((?:^-.*\n)*)((?:^\+.*\n)*)", body["edit"] + "\n", flags=re.MULTILINE):
                cut = lambda lines: "".join(line[2:] + "\n" for line in lines.splitlines())
                if removed:
                    text = text.replace("\n" + cut(removed), "\n" + cut(added), 1)
                elif added:
                    text += cut(added)
            yield text[1:]
        elif "step" in body:
            yield base.split("## Step 1")[0] + "## Step 1\n\n```yaml\n" + body["step"] + "```\n"


def recipe_markdown():
    texts = {text.encode() for text in recipe_texts(json_form=False)}
    yield from choose({text: set(re.findall(rb"[^\s,]+", text)) for text in texts}, 80)


def recipe_json():
    texts = {text.encode() for text in recipe_texts(json_form=True)}
    yield from choose({text: set(re.findall(rb"[^\s,]+", text)) for text in texts}, 40)


def skills_registry():
    """A sound registry, and the same with one thing changed."""
    entry = {"id": "com.example.app.read", "applicationId": "com.example.app", "intent": "read", "summary": "Read.",
             "path": "com.example.app.read", "skillFile": "SKILL.md", "scripts": ["scripts/run.js"],
             "artifacts": ["artifacts/read.recipe.md"], "keywords": ["a"], "interpreter": "node"}
    whole = lambda entries: json.dumps({"schemaVersion": "1.0", "skills": entries}).encode()
    yield from (whole([]), whole([entry]), whole([entry, entry]), b"{", b"[]", b"[[[[", b'"\\ud800"', b"\xff", b"{}x")
    for key in entry:
        yield whole([{name: value for name, value in entry.items() if name != key}])
        yield from (whole([{**entry, key: value}]) for value in ["../x", "", 5, ["../../x"], {"a": None}])
    yield b'{"schemaVersion":"1.0","skills":[],"\\u0073kills":[]}'
    yield b'\xef\xbb\xbf{"schemaVersion":"2.0","generatedAt":"x","skills":[]}'


def guard_diff():
    """Diffs as git writes them, and lines of files that look like diffs."""
    headers = [b"diff --git a/a b/a\n--- a/a\n+++ b/a\n", b"--- /dev/null\n+++ b/a b\t\n", b"--- a/a\n+++ /dev/null\n",
               b"rename from a\nrename to b\n", b'+++ "b/\\303\\251"\n']
    hunks = [b"@@ -1 +1 @@\n-x\n+y\n", b"@@ -0,0 +1,2 @@ fn\n+++ b/b\n+@@ -1 +1 @@\n", b"@@ -1,2 +0,0 @@\n-x\n-y\n",
             b"@@ -1 +1 @@\n-x\n\\ No newline at end of file\n+y", b"@@ -1,3 +1,3 @@\n a\n-b\n+c\n d\n", b"@@ x @@\n+a\n"]
    yield from (header + hunk for header in headers for hunk in hunks)


def recipe_fill():
    """Values, each ended by a NUL."""
    words = ["x", "", " ", "${inputs.first}", "${inputs.second}", "{{second}}", "{{COMMAND_ID}}", '"', '", "strict": false, "',
             "\\", "\\u0022", "a\nid: b", "```", "---", "'", "*a", "&a", "!!str 5", "\u202ex", "\ufeff", "a" * 512, "a" * 513,
             "5", "-1", "1e9", "true", "\x7f\x1b[2J", "\U0001f600"]
    yield from (word.encode() + b"\0y\0005" for word in words)
    yield from (b"x\0" + word.encode() for word in words)
    yield from (b"x\0y\0" + word.encode() for word in words)
    yield b"\xff\xfe\0\x80\0\xc0"


def shell_line():
    data = REPOSITORY / "sim/phone-shell/tests/data"
    lines = []
    for name in ["hostile-lines.txt", "generated-lines.txt"]:
        lines += (data / name).read_bytes().split(b"\n=====\n")
    for line in (data / "programs.txt").read_bytes().splitlines():
        if line.startswith(b"$ "):
            lines.append(line[2:])
    return choose({line: set(re.findall(rb"\w+|[^\w\s]{1,3}", line)) for line in lines}, 30)


def choose(candidates, count):
    """Of all small candidates, again and again the one that shows the most not shown yet."""
    candidates = {seed: shows for seed, shows in candidates.items() if len(seed) <= LARGEST}
    shown = set()
    for _ in range(min(count, len(candidates))):
        best = max(candidates, key=lambda seed: (len(candidates[seed] - shown), -len(seed), seed))
        shown |= candidates.pop(best)
        yield best


def quoting():
    """Words, each ended by a NUL."""
    words = ["", "plain", "-rf", "--", "~root", "a b", "a\nb", "it's", "'", "''", "\\", "\\'", '"', "$HOME", "$(reboot)",
             "`id`", "*", "?[a]", "{a,b}", "#", "!", "; reboot", "&& x", "| y", "> z", "<<E", "if", "A=b", "é", "\x7f\x01"]
    yield from (word.encode() for word in words)
    yield "\0".join(words).encode()
    yield bytes(range(1, 256))
    yield b"\xff\xfe\0\x80"
    # The first byte of a word says how its command is joined.
    yield b"a\0\x04b\0\x06c\0\x00d\0\x05e\0\x07f\0\x01g"


def screen():
    dumps = {}
    for file in sorted((REPOSITORY / "crates/ui/tests/cases").rglob("*.txt")):
        for part in re.split(r"^=== ", file.read_text(), flags=re.MULTILINE)[1:]:
            head, _, body = part.partition("\n")
            if head.startswith("dump"):
                # Flags that are not set say little, and the corpus is to stay small.
                small = re.sub(r' [a-z-]+="(false)?"', "", body).encode()
                dumps[small] = set(re.findall(rb"\w+|[^\w\s]{1,3}", small))
    return choose(dumps, 60)


def operator_frames():
    """The vectors, one by one and one behind the other, and hellos."""
    vectors = [bytes.fromhex(file.read_text()) for file in sorted((REPOSITORY / "operator/vectors/frames").glob("*.hex"))]
    yield from vectors
    yield b"".join(vector for vector in vectors if vector[4] < 0x80)
    hello = b"CLAWOP\0\0\0\x01" + bytes(32)
    yield from [hello + bytes(32), hello + bytes(16 + 32 + 32), hello, b"GET / HTTP/1.1\r\n\r\n"]


def recording():
    """Lines of every type, alone, together, cut and damaged."""
    header = b'{"type":"header","version":1,"name":"walk","texts":false,"phone":{"api":"34"},"package":"com.example"}\n'
    end = b'{"type":"end","ms":9,"why":"stopped","lines":1,"dropped":0,"withheld":0}\n'
    node = b'"node":{"id":"com.example:id/%s","same_id":%d,"text":"%s","same_text":1,"editable":%s,"bounds":[0,0,9,9]}'
    event = b'{"type":"%s","ms":%d,"by":"%s","package":"com.example","seen":"before",%s,"inside":[{"text":"In it","same_text":1}],"above":[]%s}\n'
    lines = []
    for place, kind in enumerate([b"click", b"long_click", b"text", b"scroll", b"window", b"toast", b"gap"]):
        more = b',"length":5,"password":true,"typed":"hunter2","scroll":[0,5,-1,-1]'
        field = b"true" if kind == b"text" else b"false"
        lines.append(event % (kind, place * 300, b"person", node % (b"row", place % 3, b"OK ${x}", field), more))
    lines.append(event % (b"click", 9, b"operator", node % (b"ours", 1, b"Ours", b"false"), b""))
    lines.append(b'{"type":"dropped","count":4}\n')
    for line in lines:
        yield header + line + end
    whole = header + b"".join(lines) + end
    yield whole
    for cut in range(1, 10):
        yield whole[: len(whole) * cut // 10]
    yield header.replace(b":1,", b":2,", 1) + end
    yield header + b"nonsense\n" + end + lines[0]
    yield header + b"[" * 5_000 + b"\n" + end


def adb_frames():
    def text(message):
        return b"%04x%s" % (len(message), message)

    def packet(number, data):
        return struct.pack("<BI", number, len(data)) + data

    permissions = b"no permissions (missing udev rules? user is in the plugdev group); see [http://developer.android.com/tools/device.html]"
    short = b"emulator-5554\tdevice\n127.0.0.1:6001\toffline\nR5\t" + permissions + b"\nX\tfrobnicating\n"
    long = (b"emulator-5554          device product:sdk model:Pixel_7 device:emu64x transport_id:1\n"
            b"0123456789ABCDEF0123456789 device usb:1-1 product:p model:m device:d transport_id:12\n"
            b"127.0.0.1:6001         unauthorized transport_id:3\n"
            b"(no serial number)     " + permissions + b" usb:1-2 transport_id:4\n"
            b"R6                     no permissions usb:1-3 transport_id:5\n")
    yield from [b"OKAY", b"FAIL" + text(b"device offline"), b"HTTP/1.1 400 Bad Request\r\n\r\n"]
    yield from [text(b""), text(b"0029"), text(short), text(long), b"000Fshell_v2,cmd,abb", b"1", b"00000", b"00005hello"]
    yield text(short[:21]) + text(b"") + text(short) + b"00"
    yield from [short, long, b"(no serial number)device\n", b" device\n", b"\tdevice\n", b"a\t\n", b"a\r\n\n", b"\xff\tdevice\n"]
    for state in b"device offline unauthorized authorizing connecting bootloader host recovery rescue sideload detached".split():
        yield b"%-22s %s transport_id:7\na\t%s\n" % (b"a", state, state)
    yield packet(1, b"hello\n") + packet(2, b"error\n") + packet(1, b"") + packet(3, b"\x01")
    yield from [packet(3, b""), packet(3, b"ab"), packet(0, b"stdin"), packet(4, b""), packet(5, b"24x80,0x0")]
    yield b"\x01\xff\xff\xff\xffpart of four gigabytes"


def adb_sync():
    def sized(name, data):
        return struct.pack("<4sI", name, len(data)) + data

    def stat(error=0, size=9):
        return struct.pack("<IQQ4IQ3q", error, 1, 2, 0o100644, 3, 2000, 1000, size, 10, 11, 12)

    def entry(name):
        return struct.pack("<I", len(name)) + name

    old = struct.pack("<III", 0o100644, 5, 7)
    yield from [b"STAT" + old, b"STAT" + bytes(12), b"STA2" + stat(), b"LST2" + stat(size=1 << 33), b"LST2" + stat(error=2)]
    yield b"DENT" + old + entry(b".") + b"DENT" + old + entry(b"a\nb") + b"DONE" + bytes(16)
    yield b"DNT2" + stat() + entry(b"abc") + b"DNT2" + stat(error=13) + entry(b"x") + b"DONE" + bytes(72)
    yield from [b"DONE" + bytes(16), b"DONE" + bytes(72), b"DONE" + bytes(4), b"OKAY" + bytes(4)]
    yield sized(b"DATA", b"a file\n") + sized(b"DATA", b"") + b"DONE" + bytes(4)
    yield from [sized(b"FAIL", b"No such file or directory"), sized(b"FAIL", b"\xff\xfe"), b"QUIT" + bytes(4)]
    yield from [struct.pack("<4sI", b"DATA", 64 * 1024 + 1), struct.pack("<4sI", b"FAIL", 0xFFFFFFFF)]
    yield b"DENT" + old + struct.pack("<I", 4097)
    yield b"DENT" + old + entry(b"n" * 4096)


def adbd_packets():
    def packet(command, arg0, arg1, payload=b"", checksum=True):
        total = sum(payload) if checksum else 0
        code = struct.unpack("<I", command)[0]
        return struct.pack("<6I", code, arg0, arg1, len(payload), total, code ^ 0xFFFFFFFF) + payload

    host = b"host::features=shell_v2,cmd,stat_v2,ls_v2,apex,abb"
    opened = packet(b"OPEN", 1, 0, b"shell,v2,raw:id\0")
    yield packet(b"CNXN", 0x01000000, 4096, host)
    yield packet(b"CNXN", 0x01000001, 1 << 20, host, checksum=False) + opened + packet(b"OKAY", 1, 2)
    yield packet(b"AUTH", 2, 0, bytes(range(256))) + packet(b"AUTH", 3, 0, b"QUFB me@here\0") + packet(b"STLS", 0x01000000, 0)
    yield packet(b"WRTE", 1, 2, b"\x01\x05\0\0\0hello") + packet(b"CLSE", 1, 2)
    yield packet(b"SYNC", 1, 2)
    yield packet(b"WRTE", 1, 2, b"w" * 4096)
    yield packet(b"WRTE", 1, 2, b"w" * 4097)
    yield packet(b"WRTE", 1, 2, b"ab", checksum=False)
    yield from [bytes(24), b"\xff" * 24, opened[:23], opened[:30], b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"]


if __name__ == "__main__":
    main()
