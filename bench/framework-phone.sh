#!/usr/bin/env bash
# The long forms of the tests on the framework phone, one after another: bench/framework-phone.sh [FORM...]
#   repeats   every scenario 20 times, half of them with one core busy
#   searches  each of the 200 rows, from both ends, in both toolkits
#   walk      20,000 random actions at speed
#   real      1,000 random actions at real speed
#   points    500 points of an agent's snapshots, on pages that change
#   looks     300 snapshots of pages that are turned meanwhile
# Each writes a log, and its figures to the output. Without a form all are run, which takes hours.
# Wants what `cargo test -p clawperator-framework-phone --features built-phone` wants.
set -euo pipefail
cd "$(dirname "$0")/.."

target=${CARGO_TARGET_DIR:-$PWD/target}
logs=$target/framework-phone-logs
mkdir -p "$logs"
FRAMEWORK_PHONE=$(sim/framework-phone/jvm/build "$target/framework-phone")
export FRAMEWORK_PHONE
cargo test --locked --quiet --package clawperator-framework-phone --features built-phone --test product --no-run

# Kilobytes that the JVM of a run holds now; nothing before it is started and after it is gone.
resident() {
    local process
    process=$(sed -n 's/^started the toolkit as process \([0-9]*\) .*/\1/p' "$1" | tail -n 1)
    sed -n 's/^VmRSS:[[:space:]]*\([0-9]*\) kB/\1/p' "/proc/${process:-none}/status" 2>/dev/null || true
}

# measure NAME TEST: runs a test, and tells how long it took and what its JVM held at most.
measure() {
    local log=$logs/$1.log most=0 now status=0 begun=$SECONDS
    cargo test --locked --package clawperator-framework-phone --features built-phone --test product -- \
        --nocapture "$2" >"$log" 2>&1 &
    local run=$!
    while kill -0 "$run" 2>/dev/null; do
        sleep 5
        now=$(resident "$log")
        ((${now:-0} <= most)) || most=$now
    done
    wait "$run" || status=$?
    printf '\n=== %s: %s, %d s, %d MB resident at most; %s\n' \
        "$1" "$( ((status == 0)) && echo ok || echo FAILED)" $((SECONDS - begun)) $((most / 1024)) "$log"
    grep -E '^(round|DIFFERS|WRONG|\|)|plays,|searches:|one swipe|actions|^    (uses|pressed|refused|looks|said_|without_|cached|wrong)|^test result' "$log" || true
    return "$status"
}

failed=0
for form in "${@:-repeats searches walk real points looks}"; do
    for one in $form; do
        case $one in
            repeats) FRAMEWORK_PHONE_REPEAT=20 measure "$one" each_time || failed=1 ;;
            searches) FRAMEWORK_PHONE_SEARCHES=800 measure "$one" rows_are_found || failed=1 ;;
            walk) FRAMEWORK_PHONE_WALK=20000 measure "$one" a_random_walk || failed=1 ;;
            real) FRAMEWORK_PHONE_SPEED=1 FRAMEWORK_PHONE_WALK=1000 measure "$one" a_random_walk || failed=1 ;;
            points) FRAMEWORK_PHONE_POINTS=500 measure "$one" a_point_of_a_snapshot || failed=1 ;;
            looks) FRAMEWORK_PHONE_LOOKS=300 measure "$one" a_picture_and_its_elements || failed=1 ;;
            *) sed -n '2,10s/^# //p' "$0" && exit 2 ;;
        esac
    done
done
exit "$failed"
