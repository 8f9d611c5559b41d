#!/usr/bin/env bash
# How long one `clawperator exec --validate-only` takes as a process, next to an empty Node.js script, which is what
# an agent's host starts otherwise: bench/validate.sh [RUNS]
# Needs hyperfine, node and python3. In-process figures: cargo bench -p clawperator-contract.
set -euo pipefail
cd "$(dirname "$0")/.."

runs=${1:-100}
if ((runs < 30)); then
    echo "usage: bench/validate.sh [RUNS], at least 30" >&2
    exit 2
fi

cargo build --release --locked --quiet --package clawperator
binary=${CARGO_TARGET_DIR:-target}/release/clawperator

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cat >"$scratch/one-action.json" <<'PAYLOAD'
{
  "commandId": "bench-1",
  "taskId": "bench-1",
  "source": "bench",
  "expectedFormat": "android-ui-automator",
  "timeoutMs": 30000,
  "actions": [{ "id": "click-1", "type": "click", "params": { "matcher": { "textEquals": "Continue" } } }]
}
PAYLOAD

hyperfine --shell=none --warmup 5 --runs "$runs" --export-json "$scratch/times.json" \
    --command-name clawperator "$binary exec --validate-only --json $scratch/one-action.json" \
    --command-name node "node -e 0"

python3 - "$scratch/times.json" <<'REPORT'
import json
import sys

with open(sys.argv[1]) as file:
    ours, node = json.load(file)["results"]
runs = f"{len(ours['times'])} runs"
print(f"{runs:<11} {'mean':>9}  {'median':>9}  {'minimum':>9}")
for result in (ours, node):
    figures = "  ".join(f"{result[key] * 1e3:6.2f} ms" for key in ("mean", "median", "min"))
    print(f"{result['command']:<11} {figures}")
print(f"clawperator takes {ours['median'] / node['median']:.3f} of node's median, {ours['min'] / node['min']:.3f} of its minimum")
REPORT
