#!/usr/bin/env bash
# Our client of the adb server next to the adb program, on one virtual phone and one server: bench/adb.sh [ADB]
# A shell command in a warm process against `adb shell true`, and a push of 5 MB against `adb push`.
set -euo pipefail
cd "$(dirname "$0")/.."

adb=${1:-adb}
port=${BENCH_ADB_PORT:-5961}
cargo build --release --locked --quiet --package clawperator
cargo build --release --locked --quiet --package clawperator-adb --example ratios
target=${CARGO_TARGET_DIR:-target}

scratch=$(mktemp -d)
export HOME=$scratch ANDROID_ADB_SERVER_PORT=$port
finish() {
    kill "${phone:-}" 2>/dev/null || true
    "$adb" kill-server 2>/dev/null || true
    rm -rf "$scratch"
}
trap finish EXIT

"$adb" start-server 2>/dev/null
"$adb" version | head -n 2
mkfifo "$scratch/started"
"$target/release/clawperator" virtual-phone --connect >"$scratch/started" &
phone=$!
read -r started <"$scratch/started"
serial=$(python3 -c 'import json, sys; print(json.loads(sys.argv[1])["phones"][0]["serial"])' "$started")
"$target/release/examples/ratios" "$adb" "$serial" "$port"
