#!/usr/bin/env bash
# The clients that others write, with a virtual phone: crates/mcp/tests/clients/run.sh BINARY FOLDER PYTHON
#
# FOLDER has the npm packages of the TypeScript SDKs and Node 22, PYTHON the package `mcp`. Needs adb. Starts an adb
# server and a phone of its own, and ends them.
set -euo pipefail

binary=$(realpath "$1")
folder=$(realpath "$2")
# Not resolved: a link is how a virtual environment is told from the system's Python.
python=$3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

home=$(mktemp -d)
export HOME=$home TMPDIR=$home
# Nobody else's adb server.
ANDROID_ADB_SERVER_PORT=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
export ANDROID_ADB_SERVER_PORT

end() {
    kill "${phone:-}" 2>/dev/null || true
    adb kill-server 2>/dev/null || true
    rm -rf "$home"
}
trap end EXIT

adb start-server
"$binary" virtual-phone --connect --json >"$home/phone" &
phone=$!
until [[ -s $home/phone ]]; do
    kill -0 "$phone"
    read -r -t 0.1 <> <(:) || true
done

# Packages are found from where the script is.
cp "$here"/*.mjs "$folder"
for client in sdk client; do
    timeout 120 "$folder/node_modules/.bin/node" "$folder/$client.mjs" "$binary"
done
timeout 120 "$python" "$here/client.py" "$binary"
