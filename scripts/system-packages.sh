#!/bin/sh
# Called before the tests: installs what they need from the system, where that can be done without asking anybody. Never
# fails; says in one line what it did, or what is skipped.
missing=""
command -v bwrap >/dev/null 2>&1 || missing="bubblewrap"
command -v strace >/dev/null 2>&1 || missing="$missing strace"
missing=$(echo $missing)

skipped() {
  echo "system packages: $missing $1; tests that need it are skipped"
  exit 0
}

if [ -z "$missing" ]; then
  echo "system packages: bubblewrap and strace are there"
  exit 0
fi

[ "$(uname -s)" = Linux ] || skipped "exists only for Linux"
command -v apt-get >/dev/null 2>&1 || skipped "is missing, and there is no apt-get to install it with"

if [ "$(id -u)" = 0 ]; then
  as_root=""
elif command -v sudo >/dev/null 2>&1 && sudo -n true >/dev/null 2>&1; then
  as_root="sudo -n"
else
  skipped "is missing, and we are not root"
fi

# A lock that another apt holds, or a mirror that does not answer, must not hold up the tests for long.
apt() {
  $as_root env DEBIAN_FRONTEND=noninteractive timeout 120 apt-get -qq -o DPkg::Lock::Timeout=20 "$@" >/dev/null 2>&1 </dev/null
}

install() {
  apt install -y --no-install-recommends $missing
}

install || { apt update && install; } || skipped "could not be installed"
echo "system packages: installed $missing"
