#!/usr/bin/env bash
# The clients that others write, with a virtual phone: crates/mcp/tests/clients/run.sh BINARY FOLDER PYTHON
#
# Over standard streams and over HTTP. FOLDER has the npm packages of the TypeScript SDKs and Node 22, PYTHON the package
# `mcp`. Needs adb. Starts an adb server, a phone and a server of its own, and ends them.
set -euo pipefail

binary=$(realpath "$1")
folder=$(realpath "$2")
# Not resolved: a link is how a virtual environment is told from the system's Python.
python=$3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# shellcheck source=testing/rig.sh
source "$here/../../../../testing/rig.sh"
start_phones
make_token
start_server

# Packages are found from where the script is.
cp "$here"/*.mjs "$folder"
for transport in "$binary" "$url/mcp"; do
    for client in sdk client; do
        TOKEN=$token timeout 120 "$folder/node_modules/.bin/node" "$folder/$client.mjs" "$transport"
    done
    TOKEN=$token timeout 120 "$python" "$here/client.py" "$transport"
done
stop_server
