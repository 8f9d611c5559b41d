#!/usr/bin/env bash
# The page in a real browser, with a virtual phone whose journal is the judge: crates/http/tests/page/run.sh BINARY FOLDER [PICTURES]
#
# FOLDER has playwright-core in its node_modules. Needs adb, Node and Chromium. With PICTURES, the pages are drawn into
# that folder. Starts an adb server, a phone and a server of its own, and ends them.
set -euo pipefail

binary=$(realpath "$1")
folder=$(realpath "$2")
pictures=${3:+$(mkdir -p "$3" && realpath "$3")}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

home=$(mktemp -d)
export HOME=$home TMPDIR=$home
# Nobody else's adb server.
ANDROID_ADB_SERVER_PORT=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
export ANDROID_ADB_SERVER_PORT
unset CLAWPERATOR_STATE XDG_STATE_HOME

end() {
    kill "${server:-}" "${phone:-}" 2>/dev/null || true
    adb kill-server 2>/dev/null || true
    rm -rf "$home"
}
trap end EXIT

# The first line of a program's answer, which comes once it is ready.
first_line() {
    until [[ -s $1 ]]; do
        kill -0 "$2"
        read -r -t 0.1 <> <(:) || true
    done
    head -n 1 "$1"
}

adb start-server
"$binary" virtual-phone --connect --control 0 --count 2 --scene "$here/hostile-scene.json" --json >"$home/phone" &
phone=$!
first_line "$home/phone" "$phone"
"$binary" serve --port 0 --json >"$home/server" &
server=$!
first_line "$home/server" "$server"

PLAYWRIGHT=$folder/node_modules/playwright-core/index.mjs PICTURES=$pictures BINARY=$binary \
    PHONES=$(head -n 1 "$home/phone") SERVER=$(head -n 1 "$home/server") node "$here/proof.mjs"
# It stops by itself, with success.
kill -INT "$server"
wait "$server"
