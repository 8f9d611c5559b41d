#!/bin/sh
# The long form of the attacks on the Operator: what somebody learns who does not know its secret, and how much longer an
# honest driver waits meanwhile. The Operator in Java on a plain JVM first, then the virtual phone's through an adb
# server; each prints the p99 alone, under attack, and their ratio. About ten minutes on two cores.
#
#   bench/attack.sh [STREAMS]
set -eu
cd "$(dirname "$0")/.."
streams="${1:-100000}"
OPERATOR_ATTACKS="$streams" operator/test attack
OPERATOR_ATTACKS="$streams" operator/test malformed
CLAWPERATOR_ATTACKS="$streams" cargo test -p clawperator-virtual-phone --test all operator::attack -- \
    --nocapture --test-threads 1
CLAWPERATOR_ATTACKS="$streams" cargo test -p clawperator-virtual-phone --test all malformed_frames -- --nocapture
