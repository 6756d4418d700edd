#!/bin/sh
# Set up .venv:  sh scripts/setup_venv.sh lab     the package (editable) with all that it can use
#                sh scripts/setup_venv.sh test    and with the tools that test it
#                sh scripts/setup_venv.sh bench   and with the programs that it is measured against
#
# Nothing is done where .venv/.stamp-lab, -test or -bench is newer than pyproject.toml and this script.
# A stamp is written last and holds the project's directory, since a moved .venv does not work.
# Where a step fails, one line on stderr says what is wrong and what to do; the rest is in .venv/setup.log.
# PYTHON, if set, names the Python to try first.

set -u

goal=${1:-lab}
case $goal in
    lab) what='.[dashboard,print]' ;;
    test) what='.[test]' ;;
    bench) what='.[test,bench]' ;;
    *)
        echo "usage: sh scripts/setup_venv.sh lab|test|bench" >&2
        exit 2
        ;;
esac

cd "$(dirname "$0")/.." || exit 1
root=$(pwd -P)

stamp=.venv/.stamp-$goal
unfinished=.venv/.unfinished
log=.venv/setup.log
name_one="name one: make $goal PYTHON=/path/to/python3.12"

say() {
    echo "oldtown_lab: $*"
}

fail() {
    say "$*" >&2
    exit 1
}

# Print the version of the Python that is named, as 3.12.1; fail if it does not run.
version_of() {
    "$1" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null
}

new_enough() {
    major=${1%%.*}
    rest=${1#*.}
    minor=${rest%%.*}
    [ "$major" -gt 3 ] || { [ "$major" -eq 3 ] && [ "$minor" -ge 11 ]; }
}

# Set python and version to the first Python that is new enough.
find_python() {
    old=
    for python in "${PYTHON:-}" python3.13 python3.12 python3.11 python3 python; do
        [ -n "$python" ] || continue
        version=$(version_of "$python") || continue
        [ -n "$version" ] || continue
        if new_enough "$version"; then
            [ -z "${PYTHON:-}" ] || [ "$python" = "$PYTHON" ] ||
                say "PYTHON=$PYTHON is not Python 3.11 or newer, using $python ($version)" >&2
            return
        fi
        old=${old:-$version}
    done
    install_it="install it (Debian: apt install python3 python3-venv; macOS: brew install python) or $name_one"
    [ -z "$old" ] || fail "Python 3.11 or newer is needed, found $old: $install_it"
    fail "Python 3.11 or newer is needed, found none: $install_it"
}

venv_works() {
    [ ! -e "$unfinished" ] || return 1
    version=$(version_of .venv/bin/python) || return 1
    [ -n "$version" ] && new_enough "$version" || return 1
    .venv/bin/python -c 'import pip' 2>/dev/null || return 1
    # Where a stamp is, it must be of this directory.
    for any in .venv/.stamp-*; do
        [ ! -e "$any" ] || [ "$(cat "$any")" = "$root" ] || return 1
    done
}

up_to_date() {
    [ -e "$stamp" ] && [ -z "$(find pyproject.toml scripts/setup_venv.sh -newer "$stamp")" ]
}

make_venv() {
    find_python
    "$python" -c 'import venv, ensurepip' 2>/dev/null ||
        fail "$python ($version) cannot make a virtual environment:" \
            "install its venv module (Debian: apt install python${version%.*}-venv) or $name_one"
    rm -rf .venv && mkdir .venv && : >"$unfinished" ||
        fail "cannot write $root/.venv: free some disk space or correct the directory's permissions"
    say "setting up .venv with Python $version"
    "$python" -m venv .venv >"$log" 2>&1 ||
        fail "$python ($version) could not make a virtual environment: read $log, or $name_one"
}

install() {
    say "installing packages, which takes some minutes the first time"
    : >"$unfinished"
    .venv/bin/python -m pip install --disable-pip-version-check --no-input --editable "$what" >"$log" 2>&1 && return
    if grep -q 'No space left on device' "$log"; then
        fail "the disk is full: free some space and run make $goal again (details: $log)"
    fi
    if grep -E -q 'from versions: none|NewConnectionError|Max retries exceeded|timed out|ProxyError|SSLError' "$log"; then
        # pip fetches everything before it installs anything, so .venv is as it was.
        rm -f "$unfinished"
        fail "pip cannot reach the package index: check the network connection and proxy," \
            "then run make $goal again (details: $log)"
    fi
    fail "pip could not install the packages: read the end of $log, then run make $goal again"
}

if venv_works; then
    up_to_date && exit 0
else
    make_venv
fi
install
rm -f "$unfinished"
echo "$root" >.venv/.stamp-lab
[ "$goal" = lab ] || echo "$root" >.venv/.stamp-test
[ "$goal" != bench ] || echo "$root" >"$stamp"
