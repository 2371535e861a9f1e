#!/bin/sh
# Runs before the tests: checks for the system commands they need, and installs missing ones where that needs no password.
# On Linux the tests do not run without them; other systems do not have them, and the tests skip what needs them.

# command, Debian package, what needs it
needed() {
  cat <<TABLE
bwrap bubblewrap to confine commands
chromium chromium to play the web app in a real browser
git git for the repositories that they attack
haproxy haproxy to run sessions on several workers behind one address
openssl openssl to make certificates
pg_ctlcluster postgresql to run sessions on a real PostgreSQL
script bsdutils to type at a terminal
strace strace to see what reaches the disk
tmux tmux to look at a screen while it is drawn
TABLE
}

# Servers lie in a folder that is not on everybody's path.
has() {
  command -v "$1" >/dev/null 2>&1 || [ -x "/usr/sbin/$1" ]
}

missing=$(needed | while read -r command package _; do has "$command" || echo "$package"; done)
missing=$(echo $missing)

if [ -z "$missing" ]; then
  # No package can change that.
  if [ "$(uname -s)" = Linux ] && ! bwrap --ro-bind / / --unshare-all true >/dev/null 2>&1; then
    echo "system packages: bwrap may not make namespaces here, as in some containers; tests that need it are skipped"
  fi
  echo "system packages: all there ($(echo $(needed | while read -r _ package _; do echo "$package"; done)))"
  exit 0
fi

if [ "$(uname -s)" != Linux ]; then
  echo "system packages: $missing exists only for Linux; tests that need it are skipped"
  exit 0
fi

refuse() {
  echo "system packages: missing, $1:" >&2
  needed | while read -r command package why; do
    has "$command" || echo "  $package (the command $command), which tests need $why" >&2
  done
  echo "Install it, then run the tests again:" >&2
  echo "  sudo apt-get install $missing" >&2
  echo "or the packages of these names of another distribution." >&2
  exit 1
}

command -v apt-get >/dev/null 2>&1 || refuse "and there is no apt-get to install it with"

if [ "$(id -u)" = 0 ]; then
  as_root=""
elif command -v sudo >/dev/null 2>&1 && sudo -n true >/dev/null 2>&1; then
  as_root="sudo -n"
else
  refuse "and only root can install it"
fi

# Another apt's lock, or a mirror that does not answer, must not delay the tests for long. A browser takes a minute and a half.
apt() {
  $as_root env DEBIAN_FRONTEND=noninteractive timeout 400 apt-get -qq -o DPkg::Lock::Timeout=20 "$@" >/dev/null 2>&1 </dev/null
}

install() {
  apt install -y --no-install-recommends $missing
}

install || { apt update && install; } || refuse "and apt-get could not install it"
echo "system packages: installed $missing"
