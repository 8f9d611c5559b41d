#!/usr/bin/env bash
# Holds a running server against its OpenAPI document, with a virtual phone: crates/http/tests/schemathesis/run.sh BINARY SCHEMATHESIS [EXAMPLES] [SEED]
#
# Needs adb. Starts an adb server, a phone and a server of its own, and ends them.
set -euo pipefail

binary=$(realpath "$1")
schemathesis=$2
examples=${3:-10}
seed=${4:-7}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

home=$(mktemp -d)
export HOME=$home TMPDIR=$home
# Nobody else's adb server.
ANDROID_ADB_SERVER_PORT=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
export ANDROID_ADB_SERVER_PORT

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
"$binary" virtual-phone --connect --json >"$home/phone" &
phone=$!
first_line "$home/phone" "$phone"
# It may do everything: what is refused for want of a scope has its own tests.
token=$(python3 -c 'import secrets; print(secrets.token_hex(24))')
state=$home/.local/state/clawperator
mkdir -p -m 700 "$state"
(umask 077 && cat >"$state/tokens.json") <<TOKENS
{"tokens": [{"name": "all", "token": "$token", "scopes": ["read", "act", "approve", "admin"]}]}
TOKENS
"$binary" serve --port 0 --json >"$home/server" &
server=$!
url=$(first_line "$home/server" "$server" | python3 -c 'import json, sys; print(json.load(sys.stdin)["url"])')

cd "$home"
# A stream of events has no end to wait for.
"$schemathesis" --config-file "$here/waivers.toml" run "$url/openapi.json" \
    --header "Authorization: Bearer $token" --exclude-path /events \
    --checks all --max-examples "$examples" --seed "$seed" --request-timeout 60 --no-color
# It stops by itself, with success.
kill -INT "$server"
wait "$server"
