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

# shellcheck source=testing/rig.sh
source "$here/../../../../testing/rig.sh"
start_phones --control 0 --count 2 --scene "$here/hostile-scene.json"
start_server

PLAYWRIGHT=$folder/node_modules/playwright-core/index.mjs PICTURES=$pictures BINARY=$binary \
    PHONES=$(head -n 1 "$home/phone") SERVER=$(head -n 1 "$home/server") node "$here/proof.mjs"
stop_server
