#!/bin/sh
# The long form of the test that a ref never presses another node: 5,000 uses of refs, three callers a phone, with the
# phones' journals as the judge. It takes about ten minutes, mostly of waiting for screens to come to rest.
#
#   bench/refs.sh [USES [PHONES]]
set -eu
cd "$(dirname "$0")/.."
CLAWPERATOR_TEST_REF_USES="${1:-5000}" CLAWPERATOR_TEST_REF_PHONES="${2:-32}" \
    cargo test -p clawperator --test all suite::refs -- --nocapture 2>&1 | grep -v '^$'
