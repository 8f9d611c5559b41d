#!/usr/bin/env bash
# What one command costs next to the bare program, on one virtual phone behind a private adb server:
#   clawperator click --coordinate   against   adb shell input tap
#   clawperator snapshot --json      against   adb exec-out uiautomator dump /dev/tty, on a screen of 300 nodes
# usage: bench/ratios.sh [ROUNDS [MOST_OF_TAP MOST_OF_DUMP]]
# The commands alternate, so that other work on the machine slows all of them; what is compared are medians.
# Fails where a ratio is above its limit in three tries. Needs adb and python3.
set -euo pipefail
cd "$(dirname "$0")/.."

rounds=${1:-200}
most_of_tap=${2:-inf}
most_of_dump=${3:-inf}
cargo build --release --locked --quiet --package clawperator
binary=${CARGO_TARGET_DIR:-target}/release/clawperator

scratch=$(mktemp -d)
# As it is installed: a file that a linker has just written is mapped more slowly than its copy.
install "$binary" "$scratch/clawperator"
binary=$scratch/clawperator
export HOME=$scratch ANDROID_ADB_SERVER_PORT=${BENCH_ADB_PORT:-5943}
unset CLAWPERATOR_STATE CLAWPERATOR_PROFILE XDG_STATE_HOME
finish() {
    kill "${phone:-}" 2>/dev/null || true
    adb kill-server 2>/dev/null || true
    rm -rf "$scratch"
}
trap finish EXIT

adb start-server 2>/dev/null
mkfifo "$scratch/started"
"$binary" virtual-phone --connect --scene bench/screen-of-300.json >"$scratch/started" &
phone=$!
read -r started <"$scratch/started"
ANDROID_SERIAL=$(python3 -c 'import json, sys; print(json.loads(sys.argv[1])["phones"][0]["serial"])' "$started")
export ANDROID_SERIAL
adb shell am start -n com.example.dense/.Main >/dev/null

python3 - "$binary" "$rounds" "$most_of_tap" "$most_of_dump" <<'MEASURE'
import statistics
import subprocess
import sys
import time

binary, rounds = sys.argv[1], int(sys.argv[2])
TRIES, SECONDS_A_TRY, FEWEST_ROUNDS = 3, 8, 20
PAIRS = [
    ("click", [binary, "click", "--coordinate", "5", "5", "--json"], ["adb", "shell", "input", "tap", "5", "5"]),
    ("snapshot", [binary, "snapshot", "--json"], ["adb", "exec-out", "uiautomator", "dump", "/dev/tty"]),
]


def milliseconds(command):
    started = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return (time.perf_counter() - started) * 1e3


def measure(ours, theirs):
    """Both, in turn, until the rounds or the time are over."""
    samples = [], []
    until = time.perf_counter() + SECONDS_A_TRY
    while len(samples[0]) < rounds and (len(samples[0]) < FEWEST_ROUNDS or time.perf_counter() < until):
        for command, times in zip((ours, theirs), samples):
            times.append(milliseconds(command))
    return samples


failed = False
for (name, ours, theirs), most in zip(PAIRS, map(float, sys.argv[3:5])):
    for command in (ours, theirs):
        milliseconds(command)
    for attempt in range(TRIES):
        samples = measure(ours, theirs)
        medians = [statistics.median(times) for times in samples]
        ratio = medians[0] / medians[1]
        print(f"{name:<9} {medians[0]:6.2f} ms, adb {medians[1]:6.2f} ms, ratio {ratio:.2f}, at most {most}; "
              f"best {min(samples[0]):.2f} and {min(samples[1]):.2f} ms; {len(samples[0])} rounds")
        if ratio <= most:
            break
    failed |= ratio > most
sys.exit(failed)
MEASURE
