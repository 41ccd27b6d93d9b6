#!/bin/sh
# Installs missing Debian packages when root, else says in one line which to install. Usage: system-packages.sh PACKAGE ...
set -eu
missing=
for package in "$@"; do
    if [ "$package" = chromium ] && command -v chromium >/dev/null 2>&1; then continue; fi
    if command -v dpkg >/dev/null 2>&1 && dpkg -s "$package" >/dev/null 2>&1; then continue; fi
    missing="$missing $package"
done
[ -z "$missing" ] && exit 0
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    apt-get update -qq
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
else
    echo "please install:$missing (Debian: sudo apt-get install$missing)" >&2
    exit 1
fi
