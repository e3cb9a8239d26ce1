#!/bin/sh
# Cost of an update through libcardan beside the same update in Swift, as a function call and inlined: the minimum CPU time
# over many short interleaved rounds (other load only adds time), and instruction counts, which are reproducible.
#
#     Benchmarks/CallCost/run.sh times [ROUNDS] [UPDATES]
#     Benchmarks/CallCost/run.sh counts     only instructions, and a failure where a single call costs too many
#
# CORE_OBJECTS: what `Benchmarks/measure core` says, where it has run. Beside tests it may not run again: it waits until they end.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
mode=${1:-times}
rounds=${2:-501}
updates=${3:-10000}
# The instructions that a single call may take beyond the same call of the filter in Swift. The library is compiled in Embedded Swift, the
# other side is not; a stream also checks that its attitude is finite, and what its readings are.
limit=190
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

objects=${CORE_OBJECTS:-$("$root/Benchmarks/measure" core)}
"$root/Scripts/make-libcardan" "$(uname -m)" "$work"
cc -O2 -std=gnu11 -I "$root/Sources/C/CCardan/include" "$root/Benchmarks/CallCost/call_cost.c" -L "$work" -lcardan \
  -Wl,-rpath,"$work" -o "$work/call_cost"
# The package manager's builds keep the frame pointer, the library's too.
swiftc -O -Xcc -fno-omit-frame-pointer -parse-as-library -I "$objects/Modules" -I "$root/Sources/C/CMathShims/include" \
  "$root/Benchmarks/CallCost/CallCost.swift" "$objects"/Rotations.build/*.o "$objects"/MotionSamples.build/*.o \
  "$objects"/AttitudeFilters.build/*.o -lm -o "$work/CallCost"

instructions() { valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 | sed -n 's/.*Collected : //p'; }
per_update() { few=$(instructions "$@" 1000); many=$(instructions "$@" 11000); echo $(((many - few) / 10000)); }

if [ "$mode" = counts ]; then
  for filter in madgwick mahony vqf default; do
    called=$(per_update "$work/CallCost" $filter called)
    single=$(per_update "$work/call_cost" $filter single)
    echo "$filter: $single instructions through cardan.h, $called in Swift"
    [ $((single - called)) -lt $limit ] || { echo "FAILED: a call costs $limit instructions or more"; exit 1; }
  done
  exit 0
fi

echo '| filter | in a Swift loop, ns | Swift call, ns | single call, ns | over the Swift call, ns | batch, ns | over the Swift call, ns | instructions: in the loop, Swift call, single, batch |'
echo '| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |'
for filter in madgwick mahony vqf default; do
  for _ in $(seq "$rounds"); do
    inlined=$("$work/CallCost" $filter inlined "$updates")
    called=$("$work/CallCost" $filter called "$updates")
    single=$("$work/call_cost" $filter single "$updates")
    batch=$("$work/call_cost" $filter batch "$updates")
    # In the loop, Swift call, single, batch; and whether all of them end in the same attitude.
    echo "${inlined% *} ${called% *} ${single% *} ${batch% *} ${inlined#* } ${called#* } ${single#* } ${batch#* }"
  done > "$work/times"
  counts="$(per_update "$work/CallCost" $filter inlined), $(per_update "$work/CallCost" $filter called)"
  counts="$counts, $(per_update "$work/call_cost" $filter single), $(per_update "$work/call_cost" $filter batch)"
  awk -v filter=$filter -v counts="$counts" '
    function least(column, value) { if (!(column in found) || value < found[column]) found[column] = value }
    {
      for (column = 1; column <= 4; ++column) {
        least(column, $column)
        if (($5 - $(4 + column)) ^ 2 > 1e-20) { print "different attitudes: " $0 > "/dev/stderr"; exit 1 }
      }
    }
    END {
      printf "| %s | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %s |\n", filter, found[1], found[2], found[3],
        found[3] - found[2], found[4], found[4] - found[2], counts
    }' "$work/times"
done
