#!/bin/sh
# Fetches the C++ sources of VQF (Laidig and Seel) and the C sources of Fusion (xio Technologies), both MIT licence, from
# PyPI and compiles them with benchmark loops into Benchmarks/peers, which Git ignores.
#
#   Benchmarks/PeerTiming/build.sh            portable code, -O3
#   Benchmarks/PeerTiming/build.sh native     code for this machine, -O3 -march=native
#
# Prints the library's path.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
peers=$(dirname "$here")/peers
vqf=$peers/vqf-2.1.2
fusion=$peers/imufusion-1.3.3

case "${1:-portable}" in
  portable) machine= ;;
  native) machine=-march=native ;;
  *) echo "usage: build.sh [portable|native]" >&2; exit 2 ;;
esac

missing() { echo "build.sh: $1 is missing: $2" >&2; exit 1; }

# fetch PACKAGE VERSION: download the sources if they are missing.
fetch() {
  [ ! -d "$peers/$1-$2" ] || return 0
  python=${PYTHON:-python3}
  command -v "$python" > /dev/null || missing "$python" "apt install python3 python3-pip"
  "$python" -m pip --version > /dev/null 2>&1 || missing pip "apt install python3-pip"
  mkdir -p "$peers"
  "$python" -m pip download --quiet --no-deps --no-binary "$1" "$1==$2" --dest "$peers" >&2 ||
    { echo "build.sh: $1 $2 not fetched; check the network" >&2; exit 1; }
  tar -xzf "$peers/$1-$2.tar.gz" -C "$peers"
}

command -v clang++ > /dev/null || missing clang++ "part of the Swift toolchain"
fetch vqf 2.1.2
fetch imufusion 1.3.3

library=$peers/libcardan_peers_${1:-portable}.so
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT
# shellcheck disable=SC2086  # $machine is one option or none
{
  clang -std=c11 -O3 $machine -DNDEBUG -fPIC -I "$fusion/Fusion" -c "$here/fusion_peer.c" -o "$objects/fusion.o"
  clang++ -std=c++17 -O3 $machine -DNDEBUG -shared -fPIC -I "$vqf/vqf/cpp" "$objects/fusion.o" \
    "$here/vqf_peer.cpp" "$vqf/vqf/cpp/vqf.cpp" "$vqf/vqf/cpp/basicvqf.cpp" "$vqf/vqf/cpp/offline_vqf.cpp" \
    -o "$library"
}
echo "$library"
