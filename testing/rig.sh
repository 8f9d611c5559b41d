# shellcheck shell=bash
# For scripts that hold the real binary against programs of others: source testing/rig.sh, once `binary` is set.
#
# A home, an adb server, phones and a server of its own, all of which end with the script. Needs adb and Python.

home=$(mktemp -d)
export HOME=$home TMPDIR=$home
unset CLAWPERATOR_STATE XDG_STATE_HOME
# Nobody else's adb server.
ANDROID_ADB_SERVER_PORT=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
export ANDROID_ADB_SERVER_PORT

rig_end() {
    local child
    for child in ${server:-} ${phone:-}; do
        kill "$child" 2>/dev/null || true
        # What it writes while it ends must not come back into the home that is removed.
        wait "$child" 2>/dev/null || true
    done
    adb kill-server 2>/dev/null || true
    # The adb server ends a moment after it has answered.
    for _ in {1..50}; do
        rm -rf "$home" 2>/dev/null && return
        read -r -t 0.1 <> <(:) || true
    done
    rm -rf "$home"
}
trap rig_end EXIT

# The first line of a program's answer, which comes once it is ready: first_line FILE PROCESS
first_line() {
    until [[ -s $1 ]]; do
        kill -0 "$2"
        read -r -t 0.1 <> <(:) || true
    done
    head -n 1 "$1"
}

# Starts phones; their first line is in $home/phone: start_phones [FLAG…]
start_phones() {
    adb start-server
    "$binary" virtual-phone --connect --json "$@" >"$home/phone" &
    phone=$!
    first_line "$home/phone" "$phone"
}

# Starts a server on a free port; its first line is in $home/server, its address in $url: start_server [FLAG…]
start_server() {
    "$binary" serve --port 0 --json "$@" >"$home/server" &
    server=$!
    url=$(first_line "$home/server" "$server" | python3 -c 'import json, sys; print(json.load(sys.stdin)["url"])')
}

# Makes a token that may do everything, in $token: before the server starts.
make_token() {
    token=$(python3 -c 'import secrets; print(secrets.token_hex(24))')
    local state=$home/.local/state/clawperator
    mkdir -p -m 700 "$state"
    (umask 077 && cat >"$state/tokens.json") <<TOKENS
{"tokens": [{"name": "all", "token": "$token", "scopes": ["read", "act", "approve", "admin"]}]}
TOKENS
}

# The server stops by itself, with success.
stop_server() {
    kill -INT "$server"
    wait "$server"
}
