#!/usr/bin/env bash
# Searches for presses that go wrong, for long: bench/touches.sh [PRESSES] [SEED]
#
# Pages made by chance on the virtual phone, pressed by the release binary under every shipped profile and judged by the
# phone's own record; then three for every twenty of them on the framework phone, where the toolkit dispatches the touches. Prints how
# many were refused in vain on ordinary pages. 20,000 presses under each profile take about half an hour on two cores.
set -euo pipefail

presses=${1:-20000}
seed=${2:-1}
cd "$(dirname "${BASH_SOURCE[0]}")/.."

CLAWPERATOR_SEARCH_PRESSES=$presses CLAWPERATOR_SEARCH_SEED=$seed \
    cargo test --release --locked --package clawperator --test touches -- --nocapture
# A phone of its own for each: the toolkit keeps the theme of every activity that it ever showed.
for profile in person agent server; do
    FRAMEWORK_PHONE_TOUCHES=$((presses * 3 / 20)) FRAMEWORK_PHONE_SEED=$seed FRAMEWORK_PHONE_PROFILE=$profile \
        cargo test --locked --package clawperator-framework-phone --features built-phone --test product -- \
        --nocapture no_press_goes_to_another_view
done
