#!/bin/sh
# The long forms of two tests of the server, with the phone's journal as the judge: acting MCP calls that are cut at
# random bytes and sent again, and executions whose server is killed, three for each kill. About 20 minutes.
#
#   bench/server.sh [CALLS [KILLS]]
set -eu
cd "$(dirname "$0")/.."
CLAWPERATOR_TEST_CUT_CALLS="${1:-1000}" CLAWPERATOR_TEST_KILLS="${2:-34}" \
    cargo test -p clawperator --test all -- suite::serve::mcp::calls_cut suite::serve::stopping::a_server_that_is_killed
