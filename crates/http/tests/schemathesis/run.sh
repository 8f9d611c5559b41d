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

# shellcheck source=testing/rig.sh
source "$here/../../../../testing/rig.sh"
start_phones
# It may do everything: what is refused for want of a scope has its own tests.
make_token
start_server

cd "$home"
# A stream of events has no end to wait for. An execution has so many ways that most of what is drawn for one is thrown
# away again, which says nothing of the server.
"$schemathesis" --config-file "$here/waivers.toml" run "$url/openapi.json" \
    --header "Authorization: Bearer $token" --exclude-path /events --suppress-health-check filter_too_much \
    --checks all --max-examples "$examples" --seed "$seed" --request-timeout 60 --no-color
stop_server
