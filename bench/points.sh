#!/bin/sh
# The long form of the test that a point of a snapshot never presses another node: 500 points on pages that change, with
# the phones' journals as the judge.
#
#   bench/points.sh [USES]
set -eu
cd "$(dirname "$0")/.."
CLAWPERATOR_TEST_POINT_USES="${1:-500}" \
    cargo test -p clawperator --test all suite::refs::points -- --nocapture 2>&1 | grep -v '^$'
