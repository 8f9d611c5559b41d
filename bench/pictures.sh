#!/bin/sh
# What one picture of a screen costs, stage by stage: decode, scale, hash, marks, encode.
#
#   bench/pictures.sh [ROUNDS]
set -eu
cd "$(dirname "$0")/.."
cargo run --release --locked --quiet --package clawperator-pictures --example stages -- "${1:-30}"
