#!/bin/sh
# Times cardan from Python beside vqf.updateBatch; see measure.py.
#
#   Benchmarks/Python/run.sh [--rows N] [--repetitions N]
#
# Needs python3 with venv, a network (numpy and vqf come from PyPI), and .build/library (`make library`).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
environment=$root/Benchmarks/peers/python
if [ ! -x "$environment/bin/python" ]; then python3 -m venv "$environment"; fi
"$environment/bin/python" -c 'import numpy, vqf' 2>/dev/null ||
  "$environment/bin/python" -m pip install --quiet numpy vqf==2.1.2
export CARDAN_LIBRARY="${CARDAN_LIBRARY:-$root/.build/library/libcardan.so}" PYTHONPATH="$root/python/src"
exec "$environment/bin/python" "$here/measure.py" "$@"
