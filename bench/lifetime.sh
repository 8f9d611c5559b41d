#!/usr/bin/env bash
# A server's lifetime in short: many virtual phones through crates/host in one process, executors made, used and
# dropped: bench/lifetime.sh [PHONES] [SECONDS] [shell|resident]
# The phones are processes of their own behind private adb servers, 400 on each, so that the memory printed is the
# host's. Memory must stay within 5 % of what it was after the second minute, descriptors flat, no lock left.
set -euo pipefail
cd "$(dirname "$0")/.."

phones=${1:-1000}
seconds=${2:-600}
driver=${3:-shell}
of_a_server=400
first_port=${BENCH_ADB_PORT:-5950}

cargo build --release --locked --quiet --package clawperator
cargo build --release --locked --quiet --package clawperator-host --example lifetime
target=${CARGO_TARGET_DIR:-target}

scratch=$(mktemp -d)
export HOME=$scratch ADB_LOCAL_TRANSPORT_MAX_PORT=5554 ADB_MDNS=0
ports=()
hosts=()
finish() {
    kill "${hosts[@]}" 2>/dev/null || true
    for port in "${ports[@]}"; do
        adb -P "$port" kill-server 2>/dev/null || true
    done
    rm -rf "$scratch"
}
trap finish EXIT

left=$phones
while ((left > 0)); do
    count=$((left < of_a_server ? left : of_a_server))
    port=$((first_port + ${#ports[@]}))
    ports+=("$port")
    adb -P "$port" start-server 2>/dev/null
    mkfifo "$scratch/started-$port"
    ANDROID_ADB_SERVER_PORT=$port "$target/release/clawperator" virtual-phone --connect --count "$count" --timeout 120000 \
        >"$scratch/started-$port" &
    hosts+=($!)
    read -r _ <"$scratch/started-$port"
    left=$((left - count))
done
"$target/release/examples/lifetime" "$scratch/state" "$seconds" "$driver" "${ports[@]}"
