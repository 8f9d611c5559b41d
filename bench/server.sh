#!/bin/sh
# The long forms of three tests, with the phone's journal as the judge: acting MCP calls that are cut at random bytes and
# sent again, executions whose server is killed, three for each kill, and answers about generated screens. About 20
# minutes.
#
#   bench/server.sh [CALLS [KILLS [SCREENS]]]
set -eu
cd "$(dirname "$0")/.."
CLAWPERATOR_TEST_CUT_CALLS="${1:-1000}" CLAWPERATOR_TEST_KILLS="${2:-34}" CLAWPERATOR_TEST_DUMPS="${3:-500}" \
    cargo test -p clawperator --test all -- --nocapture \
    suite::serve::mcp::calls_cut suite::serve::stopping::a_server_that_is_killed suite::mcp::budget
