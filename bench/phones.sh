#!/usr/bin/env bash
# Many virtual phones driven at once from one process, each with a mixed payload of ten actions in a loop:
# bench/phones.sh [PHONES] [SECONDS]
# The phones are a process of their own behind a private adb server, so that the memory printed is the engine's.
# Needs adb and python3. CI runs a short form as a test of crates/engine.
set -euo pipefail
cd "$(dirname "$0")/.."

phones=${1:-200}
seconds=${2:-60}
if ((phones < 1 || phones > 400)); then
    echo "usage: bench/phones.sh [PHONES] [SECONDS], at most 400 phones on one adb server" >&2
    exit 2
fi

cargo build --release --locked --quiet --package clawperator
cargo build --release --locked --quiet --package clawperator-engine --example phones
target=${CARGO_TARGET_DIR:-target}

scratch=$(mktemp -d)
export HOME=$scratch ANDROID_ADB_SERVER_PORT=${BENCH_ADB_PORT:-5942}
finish() {
    kill "${host:-}" 2>/dev/null || true
    adb kill-server 2>/dev/null || true
    rm -rf "$scratch"
}
trap finish EXIT

adb start-server 2>/dev/null
mkfifo "$scratch/started"
"$target/release/clawperator" virtual-phone --connect --count "$phones" >"$scratch/started" &
host=$!
read -r started <"$scratch/started"
mapfile -t serials < <(python3 -c '
import json, sys
for phone in json.loads(sys.argv[1])["phones"]:
    print(phone["serial"])
' "$started")
"$target/release/examples/phones" "$ANDROID_ADB_SERVER_PORT" "$seconds" "${serials[@]}"
