#!/bin/sh
# Cost and memory per sample of the offline procedures, beside allantools, imucal and offline VQF from PyPI, in one run:
# each procedure runs in its own process, interleaved with its peer. Prints a Markdown table.
#
#   Benchmarks/Offline/run.sh [options of swift build]
set -eu

here=$(cd "$(dirname "$0")" && pwd)
environment="$here/../peers/offline"
if [ ! -x "$environment/bin/python3" ] || ! "$environment/bin/python3" -c 'import allantools, imucal, vqf' 2>/dev/null; then
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet allantools imucal vqf
fi
swift build -c release --package-path "$here" "$@" >&2
ours="$(swift build -c release --package-path "$here" "$@" --show-bin-path)/offline-benchmarks"

echo '| procedure | samples | ns per sample | bytes per sample | peer | its ns | its bytes | ratio of times |'
echo '|---|---|---|---|---|---|---|---|'
for name in allan allan-and-fit calibrate-magnetometer calibrate-accelerometer-gyroscope align smooth-286 smooth-100 smooth-50; do
  case "$name" in
    allan) peer='allantools `oadev`' ;;
    calibrate-accelerometer-gyroscope) peer='imucal Ferraris' ;;
    smooth-*) peer='vqf `offlineVQF`' ;;
    *) peer='' ;;
  esac
  line=$("$ours" "$name")
  other=',,,'
  if [ -n "$peer" ]; then other=$("$environment/bin/python3" "$here/peers.py" "$name"); fi
  echo "$line,$other" | awk -F, -v peer="${peer:--}" '{
    ratio = $7 > 0 ? sprintf("%.2f", $3 / $7) : "-"
    printf "| %s | %d | %s | %s | %s | %s | %s | %s |\n", $1, $2, $3, $4, peer, $7 ? $7 : "-", $8 != "" ? $8 : "-", ratio }'
done
