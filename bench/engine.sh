#!/usr/bin/env bash
# What driving a phone costs next to the bare programs, in one run on one virtual phone behind a private adb server:
#   clawperator click --coordinate   against   adb shell input tap
#   clawperator snapshot             against   adb exec-out uiautomator dump /dev/tty, on a screen of 300 nodes
#   a payload of 50 actions          against   its own requests to the phone, sent back to back
# usage: bench/engine.sh [RUNS]. Needs adb, hyperfine and python3.
set -euo pipefail
cd "$(dirname "$0")/.."

runs=${1:-40}
cargo build --release --locked --quiet --package clawperator-cli
cargo build --release --locked --quiet --package clawperator-engine --example replay
target=${CARGO_TARGET_DIR:-target}
binary=$target/release/clawperator

scratch=$(mktemp -d)
export HOME=$scratch ANDROID_ADB_SERVER_PORT=${BENCH_ADB_PORT:-5941}
finish() {
    adb disconnect >/dev/null 2>&1 || true
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
serial=$(python3 -c 'import json, sys; print(json.loads(sys.argv[1])["phones"][0]["serial"])' "$started")
export ANDROID_SERIAL=$serial
adb shell am start -n com.example.dense/.Main >/dev/null

hyperfine --shell=none --warmup 3 --runs "$runs" --export-json "$scratch/tap.json" \
    --command-name "clawperator click" "$binary click --coordinate 5 5 --json" \
    --command-name "adb input tap" "adb shell input tap 5 5" >/dev/null
hyperfine --shell=none --warmup 3 --runs "$runs" --export-json "$scratch/dump.json" \
    --command-name "clawperator snapshot" "$binary snapshot --json" \
    --command-name "adb uiautomator dump" "adb exec-out uiautomator dump /dev/tty" >/dev/null

python3 - "$scratch/tap.json" "$scratch/dump.json" <<'REPORT'
import json
import sys

for path in sys.argv[1:]:
    with open(path) as file:
        ours, theirs = json.load(file)["results"]
    for result in (ours, theirs):
        figures = "  ".join(f"{key} {result[key] * 1e3:7.2f} ms" for key in ("median", "min"))
        print(f"{result['command']:<22} {figures}")
    print(f"{'ratio of medians':<22} {ours['median'] / theirs['median']:.3f}\n")
REPORT
"$target/release/examples/replay" "$(command -v adb)"
