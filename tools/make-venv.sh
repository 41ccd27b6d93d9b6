#!/bin/sh
# Makes a virtual environment with the newest Python that fits (3.11 or later). Usage: make-venv.sh FOLDER
set -eu
for name in ${PYTHON:-} python3.13 python3.12 python3.11 python3; do
    if command -v "$name" >/dev/null 2>&1 && "$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))'; then
        found=$name
        break
    fi
done
if [ -z "${found:-}" ]; then
    echo "graphicacy needs Python 3.11, 3.12 or 3.13: install one, or name it: make PYTHON=/path/to/python3 ..." >&2
    exit 1
fi
# Debian ships venv apart from Python.
if ! "$found" -c 'import ensurepip, venv' >/dev/null 2>&1; then
    sh "$(dirname "$0")/system-packages.sh" python3-venv
fi
"$found" -m venv "$1"
