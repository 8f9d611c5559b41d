#!/usr/bin/env bash
# What the engine adds to the requests of a payload: 50 actions against their own requests to the phone, sent back to back
# by the same client. usage: bench/engine.sh. Needs adb. One command next to the bare program is bench/ratios.sh.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --release --locked --quiet --package clawperator-engine --example replay
"${CARGO_TARGET_DIR:-target}/release/examples/replay" "$(command -v adb)"
