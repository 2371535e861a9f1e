#!/bin/sh
# Runs before the tests: installs the Restate server that they start. It is large, so `npm ci` does not bring it to everyone.
cd "$(dirname "$0")/../test/restate/server" || exit 1

if [ "$(uname -s)-$(uname -m)" != Linux-x86_64 ]; then
  echo "restate server: the tests bring one for Linux on x64 only; tests that need it are skipped"
  exit 0
fi

program=node_modules/@restatedev/restate-server-linux-x64/bin/restate-server
if [ -x "$program" ]; then
  echo "restate server: there"
  exit 0
fi

if npm ci --ignore-scripts --no-audit --no-fund >/dev/null 2>&1 && [ -x "$program" ]; then
  echo "restate server: installed"
  exit 0
fi
echo "restate server: npm could not install it. See why with: cd test/restate/server && npm ci --ignore-scripts" >&2
exit 1
