#!/bin/sh
# Installs the programs that the tests of the virtual phone are driven by.
#
#   setup.sh FOLDER
#
# It prints the environment that the tests read, one `export` a line, so that `eval "$(setup.sh FOLDER)"` sets it:
#
#   ADB36        the adb 36 inside the wheel `adbutils` 2.12.0
#   ADB_PYTHON   a Python whose packages include `adbutils` 2.12.0
#   MOBILE_MCP   the entry file of `@mobilenext/mobile-mcp` 1.0.4, to be run by Node
#
# Debian's adb (29) is taken from the path; it is installed with apt when it is missing and this runs as root.
# Running it again changes nothing that is there already.
set -eu

if [ $# -ne 1 ]; then
    echo "usage: $0 FOLDER" >&2
    exit 2
fi
mkdir -p "$1"
folder=$(cd "$1" && pwd)

if ! command -v adb >/dev/null 2>&1; then
    apt-get update >&2
    apt-get install --yes --no-install-recommends adb >&2
fi

if [ ! -x "$folder/python/bin/python" ]; then
    python3 -m venv "$folder/python" >&2
fi
if ! "$folder/python/bin/python" -c 'import adbutils' >/dev/null 2>&1; then
    "$folder/python/bin/pip" install --quiet 'adbutils==2.12.0' 'pillow' >&2
fi

if [ ! -f "$folder/node_modules/@mobilenext/mobile-mcp/lib/index.js" ]; then
    npm install --prefix "$folder" --no-save --no-audit --no-fund --ignore-scripts '@mobilenext/mobile-mcp@1.0.4' >&2
fi

adb36=$("$folder/python/bin/python" -c 'import adbutils, os; print(os.path.join(os.path.dirname(adbutils.__file__), "binaries", "adb"))')
if [ ! -x "$adb36" ]; then
    chmod +x "$adb36"
fi
echo "export ADB36='$adb36'"
echo "export ADB_PYTHON='$folder/python/bin/python'"
echo "export MOBILE_MCP='$folder/node_modules/@mobilenext/mobile-mcp/lib/index.js'"
