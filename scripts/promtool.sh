#!/bin/sh
# Runs before the tests: brings promtool, which tries the alerts of deploy/prometheus. Only this program (48 MB) is taken out of Debian's
# package prometheus: installed, that would bring 330 MB and a server that starts by itself. A folder may be named in place of the usual one.
folder=${1:-$(dirname "$0")/../node_modules/.cache/pawl-tests}

if [ "$(uname -s)" != Linux ]; then
  echo "promtool: the tests bring one for Linux only; tests that need it are skipped"
  exit 0
fi

if [ -x "$folder/promtool" ] || command -v promtool >/dev/null 2>&1; then
  echo "promtool: there"
  exit 0
fi

refuse() {
  echo "promtool: missing, $1. Tests need it to try the alerts." >&2
  echo "Install the package prometheus, or put promtool from https://prometheus.io/download on the path, then run the tests again." >&2
  exit 1
}

command -v apt-get >/dev/null 2>&1 && command -v dpkg-deb >/dev/null 2>&1 || refuse "and there is no apt-get to bring it with"

mkdir -p "$folder/prometheus" && cd "$folder" || exit 1

download() {
  (cd prometheus && timeout 200 apt-get -qq download prometheus >/dev/null 2>&1)
}

# Lists of packages may be old or missing. Only root can renew them.
renew() {
  if [ "$(id -u)" = 0 ]; then as_root=""; else as_root="sudo -n"; fi
  $as_root timeout 200 apt-get -qq update >/dev/null 2>&1
}

download || { renew && download; } || refuse "and apt-get could not download it"
# Renamed at the end, so that one who is interrupted leaves nothing that looks complete.
dpkg-deb --extract prometheus/*.deb prometheus/files && mv prometheus/files/usr/bin/promtool promtool && rm -r prometheus ||
  refuse "and its package has no such program"
echo "promtool: downloaded"
