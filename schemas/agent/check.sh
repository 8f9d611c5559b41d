#!/bin/sh
# Holds the agent's types in TypeScript against the contract's, with the real compiler.
#
#   check.sh FOLDER
#
# The compiler is installed into FOLDER with npm; running it again uses what is there.
set -eu

version=5.9.3

if [ $# -ne 1 ]; then
    echo "usage: $0 FOLDER" >&2
    exit 2
fi
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
compiler=$folder/node_modules/typescript/bin/tsc

if [ "$(node "$compiler" --version 2>/dev/null)" != "Version $version" ]; then
    npm install --prefix "$folder" --no-save --no-audit --no-fund --ignore-scripts "typescript@$version" >&2
fi
node "$compiler" --version
node "$compiler" --noEmit --strict --exactOptionalPropertyTypes "$here/assignable.ts"
echo "the types of the agent are those of its contract"
