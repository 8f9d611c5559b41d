#!/usr/bin/env bash
# The conformance suite of the protocol, both revisions, with a virtual phone: crates/mcp/tests/conformance/run.sh BINARY FOLDER
#
# FOLDER has the suite and Node 22 from npm. What is expected to fail is in expected-failures-REVISION.yml, with reasons: the suite
# wants tools, prompts and resources of its own, which a phone does not have. Needs adb. Starts an adb server, a phone, a
# server and a proxy of its own, and ends them.
set -euo pipefail

binary=$(realpath "$1")
folder=$(realpath "$2")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
node=$folder/node_modules/.bin/node

# shellcheck source=testing/rig.sh
source "$here/../../../../testing/rig.sh"
start_phones
make_token

# The server must know the name under which it is asked.
coproc proxy { TOKEN=$token exec "$node" "$here/proxy.mjs"; }
read -r port <&"${proxy[0]}"
start_server --name "127.0.0.1:$port" --name "localhost:$port"
echo "$url" >&"${proxy[1]}"

for revision in 2025-11-25 2026-07-28; do
    timeout 300 "$node" "$folder/node_modules/@modelcontextprotocol/conformance/dist/index.js" server \
        --url "http://127.0.0.1:$port/mcp" --requirements "$revision" \
        --expected-failures "$here/expected-failures-$revision.yml" --output-dir "${RESULTS:-$home}/results-$revision"
done
kill "$proxy_PID"
stop_server
