#!/bin/sh
# Two moments of the Operator, each on virtual phones with their journals as the judge: how long a wait goes on after what
# it waits for has come, and how long something else can come under the finger between the order to touch and the touch,
# next to the shell driver where `input` takes as long as on a real phone.
#
#   bench/moments.sh [WAITS [PRESSES]]
set -eu
cd "$(dirname "$0")/.."
CLAWPERATOR_WAITS="${1:-200}" CLAWPERATOR_WINDOW_PRESSES="${2:-400}" \
    cargo test -p clawperator-engine --test truth -- --nocapture --test-threads 1 suite::waits suite::window
