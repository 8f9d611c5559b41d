#!/bin/sh
# Writes the indexes under generated/ from the skills beside them; with --check, only says whether they are fresh.
# CLAWPERATOR_BIN names the program when it is not on the PATH.
set -eu
tree="$(cd "$(dirname "$0")/.." && pwd)"
exec "${CLAWPERATOR_BIN:-clawperator}" skills index --skills-dir "$tree" "$@"
