#!/bin/sh
# What `npm run test:real` meets, from where an operator would have it: Debian's (or Ubuntu's) own packages, and those of
# npm that are too large for every installation. Run it as root, or with sudo; it may be run again.
#
#   sh scripts/install-real-things.sh
set -eu
cd "$(dirname "$0")/.."

export DEBIAN_FRONTEND=noninteractive
chromium=chromium
apt-get update --quiet
# Ubuntu's "chromium" is a door to another shop; there the tests bring their own.
if [ "$(. /etc/os-release && echo "$ID")" != debian ]; then chromium=; fi
# shellcheck disable=SC2086
apt-get install --quiet --yes --no-install-recommends postgresql exim4-daemon-light prometheus caddy $chromium

npm ci --prefix tests/real/packages --no-audit --no-fund
