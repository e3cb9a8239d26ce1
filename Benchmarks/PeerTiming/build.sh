#!/bin/sh
# Fetches the C++ sources of VQF (Laidig and Seel, MIT licence) from PyPI and compiles them, with a loop of ours around
# them, into Benchmarks/peers/libcardan_peers.so. Nothing of it enters the repository.
#
#   Benchmarks/PeerTiming/build.sh            portable code, -O3
#   Benchmarks/PeerTiming/build.sh native     code for this machine, -O3 -march=native
set -eu

version=2.1.2
here=$(cd "$(dirname "$0")" && pwd)
peers=$(dirname "$here")/peers
sources=$peers/vqf-$version/vqf/cpp

case "${1:-portable}" in
  portable) machine= ;;
  native) machine=-march=native ;;
  *) echo "usage: build.sh [portable|native]" >&2; exit 2 ;;
esac

missing() { echo "build.sh: $1 is missing: $2" >&2; exit 1; }

compiler=${CXX:-clang++}
command -v "$compiler" > /dev/null || missing "$compiler" "it comes with the Swift toolchain; or set CXX"

if [ ! -f "$sources/vqf.cpp" ]; then
  python=${PYTHON:-python3}
  command -v "$python" > /dev/null || missing "$python" "apt install python3 python3-pip"
  "$python" -m pip --version > /dev/null 2>&1 || missing pip "apt install python3-pip"
  mkdir -p "$peers"
  "$python" -m pip download --quiet --no-deps --no-binary vqf "vqf==$version" --dest "$peers" ||
    { echo "build.sh: could not fetch vqf $version; is there a network?" >&2; exit 1; }
  tar -xzf "$peers/vqf-$version.tar.gz" -C "$peers"
fi

# shellcheck disable=SC2086  # $machine is one option or none
"$compiler" -std=c++17 -O3 $machine -DNDEBUG -shared -fPIC -I "$sources" \
  "$here/vqf_peer.cpp" "$sources/vqf.cpp" "$sources/basicvqf.cpp" "$sources/offline_vqf.cpp" \
  -o "$peers/libcardan_peers.so"
echo "$peers/libcardan_peers.so"
