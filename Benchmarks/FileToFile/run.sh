#!/bin/sh
# Times `cardan fuse` from file to file beside Python readers with vqf, interleaved, on one core each: CSV beside pandas and polars,
# Arrow beside pyarrow, MCAP and ROS 1 bags beside rosbags, ULog beside pyulog. Then one core beside two: one log, and 200 logs.
#
#   Benchmarks/FileToFile/run.sh [--rows N] [--repetitions N] [--scaling]
#
# Needs python3 with venv, pip and a network (the packages come from PyPI). Writes to Benchmarks/peers and
# Benchmarks/results/*.json, which Git ignores.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
environment=$root/Benchmarks/peers/python
if [ ! -x "$environment/bin/python" ]; then python3 -m venv "$environment"; fi
"$environment/bin/python" -c 'import mcap, numpy, pandas, polars, pyarrow, pyulog, rosbags, vqf' 2>/dev/null ||
  "$environment/bin/python" -m pip install --quiet mcap==1.6.0 numpy pandas polars pyarrow pyulog==1.3.0 rosbags==0.11.9 vqf==2.1.2
# shellcheck disable=SC2086  # CARDAN_FLAGS are several options or none
swift build -c release --product cardan --package-path "$root" ${CARDAN_FLAGS:-}
# shellcheck disable=SC2086
cardan=$(swift build -c release --package-path "$root" ${CARDAN_FLAGS:-} --show-bin-path)/cardan
exec "$environment/bin/python" "$here/file_to_file.py" --cardan "$cardan" --peers "$here" "$@"
