#!/usr/bin/env python3
"""What a command costs through the Operator, next to the bare program and the shell driver: bench/operator.py BINARY [ROUNDS]

One virtual phone behind a private adb server, whole processes, alternating, so that other work on the machine slows all
of them; what is compared are medians. Real phones take 226 ms for `input` and 600 ms for a dump: there the phone's shell
begins as much later, and the ratio is that of a real phone. Needs adb.
"""

import json
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SCENE = Path(__file__).with_name("screen-of-300.json")
INPUT_MS, DUMP_MS = 226, 600


def main():
    binary = str(Path(sys.argv[1]).resolve())
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    with tempfile.TemporaryDirectory() as home:
        phone = Phone(binary, home)
        try:
            compare(phone, binary, rounds)
        finally:
            phone.end()


class Phone:
    """A virtual phone with a screen of 300 nodes."""

    def __init__(self, binary, home):
        self.environment = {**os.environ, "HOME": home, "ANDROID_ADB_SERVER_PORT": os.environ.get("BENCH_ADB_PORT", "5944")}
        for name in ("CLAWPERATOR_STATE", "CLAWPERATOR_PROFILE", "XDG_STATE_HOME"):
            self.environment.pop(name, None)
        self.run("adb", "start-server")
        words = [binary, "virtual-phone", "--connect", "--control", "0", "--scene", str(SCENE)]
        self.process = subprocess.Popen(words, env=self.environment, stdout=subprocess.PIPE, text=True)
        started = json.loads(self.process.stdout.readline())
        self.environment["ANDROID_SERIAL"] = started["phones"][0]["serial"]
        self.control = started["control"].rsplit(":", 1)
        self.run("adb", "shell", "am", "start", "-n", "com.example.dense/.Main")

    def run(self, *words):
        subprocess.run(words, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)

    def milliseconds(self, words):
        started = time.perf_counter()
        self.run(*words)
        return (time.perf_counter() - started) * 1e3

    def shell_begins_later(self, by_ms):
        fault = {"do": "fault", "name": "shell_slow", "on": by_ms > 0}
        if by_ms:
            fault["delay_ms"] = by_ms
        with socket.create_connection((self.control[0], int(self.control[1]))) as control:
            control.sendall(json.dumps(fault).encode() + b"\n")
            control.makefile().readline()

    def end(self):
        self.process.terminate()
        self.process.wait()
        self.run("adb", "kill-server")


def compare(phone, binary, rounds):
    def ours(*words, driver="resident"):
        return [binary, *words, "--json", "--operator", driver]

    at = ours("click", "--coordinate", "5", "5")
    by_text = ours("read", "--text", "Measurement 7")
    tap = ["adb", "shell", "input", "tap", "5", "5"]
    snapshot, shell_snapshot = ours("snapshot"), ours("snapshot", driver="shell")
    kill = ["adb", "shell", "pkill -f operator; true"]
    phone.run(*snapshot)
    started = measure(phone, rounds, {"clawperator --version": [binary, "--version"]})
    print(f"{'a process that starts and ends':<52} {started[0]:7.2f} ms")
    show("click --coordinate / input tap", measure(phone, rounds, {"ours": at, "theirs": tap}), 0.9)
    show("read --text / input tap", measure(phone, rounds, {"ours": by_text, "theirs": tap}))
    phone.shell_begins_later(INPUT_MS)
    few = max(rounds // 5, 5)
    show(f"click --coordinate / input tap of {INPUT_MS} ms", measure(phone, few, {"ours": at, "theirs": tap}), 0.1)
    phone.shell_begins_later(0)
    show("snapshot / shell driver", apart(phone, rounds, snapshot, shell_snapshot, kill))
    phone.shell_begins_later(DUMP_MS)
    show(f"snapshot / shell driver, a dump of {DUMP_MS} ms", apart(phone, few, snapshot, shell_snapshot, kill), 0.05)
    phone.shell_begins_later(0)
    looked = [over_an_open_stream(phone, snapshot) for _ in range(rounds)]
    for what, times in (("a look at 300 nodes over an open stream", 0), ("the step with it", 1)):
        print(f"{what:<52} {statistics.median(took[times] for took in looked):7.2f} ms, goal 5")
    first = []
    for _ in range(few):
        phone.run(*kill)
        first.append(phone.milliseconds(at))
    print(f"{'the first click, which starts the Operator':<52} {statistics.median(first):7.2f} ms")


def over_an_open_stream(phone, snapshot):
    """What the log of a command says of its one look and its one step, in whole milliseconds."""
    words = [*snapshot, "--verbose"]
    ran = subprocess.run(words, env=phone.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True)
    return [int(re.search(rf"{what}: (?:nodes .*)?took (\d+) ms", ran.stderr)[1]) for what in ("look", "step")]


def apart(phone, rounds, ours, theirs, kill):
    """Medians one after the other: a dump right after the Operator has to wait until that has let go."""
    first = measure(phone, rounds, {"ours": ours})
    phone.run(*kill)
    return first + measure(phone, rounds, {"theirs": theirs})


def measure(phone, rounds, commands):
    """Medians of commands that take turns."""
    samples = [[] for _ in commands]
    for _ in range(rounds):
        for words, times in zip(commands.values(), samples):
            times.append(phone.milliseconds(words))
    return [statistics.median(times) for times in samples]


def show(what, medians, goal=None):
    ours, theirs = medians
    wanted = "" if goal is None else f", goal {goal}"
    print(f"{what:<52} {ours:7.2f} ms, {theirs:7.2f} ms, ratio {ours / theirs:.3f}{wanted}")


if __name__ == "__main__":
    main()
