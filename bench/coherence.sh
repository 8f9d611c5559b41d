#!/bin/sh
# The long form of the test that a snapshot never pairs a picture with another page's elements without saying so: 300
# looks at pages that come and go.
#
#   bench/coherence.sh [LOOKS]
set -eu
cd "$(dirname "$0")/.."
CLAWPERATOR_TEST_LOOKS="${1:-300}" \
    cargo test -p clawperator --test all suite::refs::coherence -- --nocapture 2>&1 | grep -v '^$'
