#!/bin/sh
# Times our filters and VQF's C++ in one run, in turn, on the same recording, and prints the ratios.
#
#   Benchmarks/PeerTiming/run.sh [portable|native] [options of cardan-benchmarks]
set -eu

here=$(cd "$(dirname "$0")" && pwd)
machine=portable
case "${1:-}" in portable | native) machine=$1; shift ;; esac
flags=
if [ "$machine" = native ]; then flags="-Xcc -march=native"; fi

library=$("$here/build.sh" "$machine")
# shellcheck disable=SC2086  # $flags is two options or none
exec swift run -c release --package-path "$(dirname "$here")" $flags cardan-benchmarks --peers "$library" "$@"
