#!/usr/bin/env bash
# Proves the README's two commands on a machine that has only Node and npm: a clone in a private folder, an empty environment.
# Usage: scripts/fresh-machine.sh [start|test|all]
set -euo pipefail
what=${1:-all}
root=$(cd "$(dirname "$0")/.." && pwd)
place=$(mktemp -d)
chmod 700 "$place"
trap 'rm -rf "$place"' EXIT
git clone -q "$root" "$place/incisive"
cd "$place/incisive"
clean() { env -i PATH="$PATH" HOME="$HOME" "$@"; }
if [ "$what" != test ]; then
  port=$((20000 + RANDOM % 20000))
  # Not through the function: its subshell would take the signal that is meant for npm.
  env -i PATH="$PATH" HOME="$HOME" PORT=$port npm start > "$place/start.log" 2>&1 &
  pid=$!
  for _ in $(seq 1 300); do
    if grep -q 'Incisive is ready' "$place/start.log"; then break; fi
    if ! kill -0 $pid 2>/dev/null; then cat "$place/start.log"; echo 'npm start ended early'; exit 1; fi
    sleep 1
  done
  grep -q 'Incisive is ready' "$place/start.log" || { cat "$place/start.log"; exit 1; }
  password=$(sed -n 's/^password: //p' data/demo-credentials.txt)
  token=$(curl -sf "http://127.0.0.1:$port/auth/login/" -d "username=approver&password=$password" | sed -n 's/.*"access_token":"\([^"]*\)".*/\1/p')
  id=$(curl -sf "http://127.0.0.1:$port/api/v1/op-notes/" -H "authorization: Bearer $token" -H 'content-type: application/json' \
    -d '{"text":"PROCEDURE PERFORMED: Laparoscopic appendectomy. The appendix was removed through the scope."}' | sed -n 's/.*"id":"\([^"]*\)".*/\1/p')
  curl -sf "http://127.0.0.1:$port/api/v1/op-notes/$id/cpt-codes-suggested/?size=5" -H "authorization: Bearer $token" | grep -q '"code":"44970"'
  curl -sf "http://127.0.0.1:$port/" | grep -qi '<title>'
  kill -TERM $pid
  wait $pid || true
  # The server drains requests and stops its database; then nothing of it may be left.
  left() { pgrep -f "$place" || true; }
  for _ in $(seq 1 20); do [ -z "$(left)" ] && break; sleep 1; done
  if [ -n "$(left)" ]; then echo 'a process outlived npm start'; exit 1; fi
  echo 'npm start: ok'
fi
if [ "$what" != start ]; then
  clean npm test
  echo 'npm test: ok'
fi
