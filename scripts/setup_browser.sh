#!/bin/sh
# The browser for tests/test_browser:  sh scripts/setup_browser.sh         find a Chromium or install it
#                                      sh scripts/setup_browser.sh find    print the one to use; fail if there is none
#
# OLDTOWN_BROWSER, if set, names the browser to try first. Root on a machine with apt-get gets Debian's. Where there is
# none in the end, one line says so: the browser tests are then left out, or, where CI is set, this fails.

set -u

left_out='so the browser tests (tests/test_browser) are left out'
install_it='install chromium (Debian: apt install chromium) or set OLDTOWN_BROWSER'

# Print the first browser that is there; fail if none is.
find_browser() {
    for browser in "${OLDTOWN_BROWSER:-}" chromium chromium-browser google-chrome google-chrome-stable \
        '/Applications/Chromium.app/Contents/MacOS/Chromium' \
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'; do
        [ -n "$browser" ] && command -v "$browser" && return
    done
    return 1
}

# What is wrong, in a few words.
missing() {
    if [ -n "${CI:-}" ]; then
        echo "oldtown_lab: $1, and the browser tests (tests/test_browser) must run where CI is set: $install_it" >&2
        exit 1
    fi
    echo "oldtown_lab: $1, $left_out: $install_it"
    exit 0
}

install_browser() {
    apt-get -qq update && apt-get -qq install -y --no-install-recommends chromium fonts-dejavu-core fonts-liberation
}

case ${1:-setup} in
    find)
        find_browser
        exit
        ;;
    setup) ;;
    *)
        echo "usage: sh scripts/setup_browser.sh [find]" >&2
        exit 2
        ;;
esac

find_browser >/dev/null && exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "oldtown_lab: installing Chromium for the browser tests"
    cd "$(dirname "$0")/.." || exit 1
    [ -d .venv ] && log=.venv/browser.log || log=/dev/null
    DEBIAN_FRONTEND=noninteractive
    export DEBIAN_FRONTEND
    install_browser >"$log" 2>&1 </dev/null || missing "apt-get could not install Chromium"
    find_browser >/dev/null && exit 0
fi
missing "no Chromium found"
