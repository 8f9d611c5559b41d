#!/usr/bin/env bash
# Many virtual phones in one process, behind several adb servers, driven at once by one client process:
#   bench/scale.sh [PHONES] [SERVERS]
# Needs adb and python3. Prints the client's figures, and beside them what the phones and the servers take.
set -euo pipefail
cd "$(dirname "$0")/.."

phones=${1:-1000}
servers=${2:-4}
first_port=${BENCH_ADB_PORT:-5951}
ulimit -n 8192 || echo "the limit of open files is $(ulimit -n)" >&2

cargo build --release --locked --quiet --package clawperator
cargo build --release --locked --quiet --package clawperator-adb --example fleet
target=${CARGO_TARGET_DIR:-target}

scratch=$(mktemp -d)
ports=()
finish() {
    kill "${host:-}" 2>/dev/null || true
    for port in "${ports[@]}"; do
        HOME=$scratch adb -P "$port" kill-server 2>/dev/null || true
    done
    rm -rf "$scratch"
}
trap finish EXIT

for ((index = 0; index < servers; index++)); do
    port=$((first_port + index))
    HOME=$scratch adb -P "$port" start-server 2>/dev/null
    ports+=("$port")
done
mkfifo "$scratch/started"
"$target/release/clawperator" virtual-phone --count "$phones" >"$scratch/started" &
host=$!
read -r started <"$scratch/started"
mapfile -t serials < <(python3 -c '
import json, sys
for phone in json.loads(sys.argv[1])["phones"]:
    print(phone["serial"])' "$started")

resident() { awk '/^VmRSS/ { print $2 }' "/proc/$1/status"; }
processor() { awk '{ sub(/.*\) /, ""); print ($12 + $13) * 10 }' "/proc/$1/stat"; }
server_pids() { for port in "${ports[@]}"; do pgrep -f "adb -L tcp:(localhost:)?$port fork-server" || true; done; }

echo "phone host, $phones idle phones: $(resident "$host") KiB, $(($(resident "$host") / phones)) KiB each"
joined=$(IFS=,; echo "${ports[*]}")
"$target/release/examples/fleet" "$joined" "${serials[@]}"
echo "phone host afterwards: $(resident "$host") KiB, processor time $(processor "$host") ms"
for pid in $(server_pids); do
    echo "adb server $pid: $(resident "$pid") KiB, processor time $(processor "$pid") ms"
done
