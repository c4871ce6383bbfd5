#!/bin/sh
# Installs the services that `npm run test:real` needs: packages of Debian or Ubuntu, and npm packages that are too large
# for every installation. Run it as root or with sudo; it may be repeated.
#
#   sh scripts/install-real-things.sh
set -eu
cd "$(dirname "$0")/.."

export DEBIAN_FRONTEND=noninteractive
chromium=chromium
apt-get update --quiet
# Ubuntu's package "chromium" only installs a snap, so the tests use a browser of their own there.
if [ "$(. /etc/os-release && echo "$ID")" != debian ]; then chromium=; fi
# shellcheck disable=SC2086
apt-get install --quiet --yes --no-install-recommends postgresql exim4-daemon-light prometheus caddy $chromium

npm ci --prefix tests/real/packages --no-audit --no-fund
