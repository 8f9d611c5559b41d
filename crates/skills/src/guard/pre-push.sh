#!/bin/sh
# clawperator-guard: keeps tokens of the local denylist out of pushes.
# Written by `clawperator skills guard install`. A hook that was here before lies beside it and runs first.
before="$(dirname "$0")/pre-push.before-clawperator"
# Both hooks are told the same.
told="$(cat)"
if [ -x "$before" ]; then
    printf '%s\n' "$told" | "$before" "$@" || exit $?
fi
program={{PROGRAM}}
if [ -n "${CLAWPERATOR_BIN:-}" ]; then
    program="$CLAWPERATOR_BIN"
elif ! command -v "$program" >/dev/null 2>&1; then
    program=clawperator
fi
if ! command -v "$program" >/dev/null 2>&1; then
    echo "clawperator is not there, so pre-push cannot look for personal tokens." >&2
    echo "hint: install it, set CLAWPERATOR_BIN, or remove $0" >&2
    exit 1
fi
printf '%s\n' "$told" | "$program" skills guard scan --output text --push="$1"
