#!/bin/sh
# Times fusion in Spark on one and two cores, beside `fuse_many` on one thread; see measure.py.
#
#   Benchmarks/Cluster/run.sh [--rows N] [--logs N] [--partitions N] [--repetitions N]
#
# Needs python3 with venv, Java, a network (Spark comes from PyPI), and .build/library (`make library`).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
environment=$root/.build/integrations
"$root/Scripts/install-python-peers" "$environment" "$root/python/tests/integrations/requirements.txt"
export CARDAN_LIBRARY="${CARDAN_LIBRARY:-$root/.build/library/libcardan.so}" PYTHONPATH="$root/python/src"
exec "$environment/bin/python" "$here/measure.py" "$@"
