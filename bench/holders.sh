#!/bin/sh
# The long form of the test that twenty processes with two state folders are never two holders of one phone.
#
#   bench/holders.sh [ROUNDS]
set -eu
cd "$(dirname "$0")/.."
CLAWPERATOR_TEST_HOLDER_ROUNDS="${1:-20}" cargo test -p clawperator --test all suite::holders -- --nocapture
