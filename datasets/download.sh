#!/bin/sh
# Fetches public recordings with ground truth from their owners into datasets/public (or the folder in CARDAN_DATASETS).
#
#   datasets/download.sh             the data sets, their licences and citations
#   datasets/download.sh broad       BROAD: 39 trials, HDF5
#   datasets/download.sh repoimu     RepoIMU: wand and pendulum, CSV
#   datasets/download.sh all         both
#
# Complete files are skipped, interrupted ones resumed. Needs curl or wget, and tar for RepoIMU.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
target=${CARDAN_DATASETS:-$here/public}

# Fixed commits of the owners' repositories, for the same bytes on every machine.
broad_state=afbaa4d75c4cd7c8ca76b8145b1812312d87fb7f
broad=https://raw.githubusercontent.com/dlaidig/broad/$broad_state/data_hdf5
repoimu_state=24145fc4778705177f3b6333dc2c967909240f9e
repoimu=https://codeload.github.com/agnieszkaszczesna/RepoIMU/tar.gz/$repoimu_state

broad_trials='
01_undisturbed_slow_rotation_A
02_undisturbed_slow_rotation_B
03_undisturbed_slow_rotation_C
04_undisturbed_slow_rotation_with_breaks_A
05_undisturbed_slow_rotation_with_breaks_B
06_undisturbed_fast_rotation_A
07_undisturbed_fast_rotation_B
08_undisturbed_fast_rotation_with_breaks_A
09_undisturbed_fast_rotation_with_breaks_B
10_undisturbed_slow_translation_A
11_undisturbed_slow_translation_B
12_undisturbed_slow_translation_C
13_undisturbed_slow_translation_with_breaks_A
14_undisturbed_slow_translation_with_breaks_B
15_undisturbed_fast_translation_A
16_undisturbed_fast_translation_B
17_undisturbed_fast_translation_with_breaks_A
18_undisturbed_fast_translation_with_breaks_B
19_undisturbed_slow_combined_240s
20_undisturbed_slow_combined_360s
21_undisturbed_fast_combined
22_undisturbed_fast_combined_240s
23_undisturbed_fast_combined_360s
24_disturbed_tapping_A
25_disturbed_tapping_B
26_disturbed_phone_vibration_A
27_disturbed_phone_vibration_B
28_disturbed_stationary_magnet_A
29_disturbed_stationary_magnet_B
30_disturbed_stationary_magnet_C
31_disturbed_stationary_magnet_D
32_disturbed_attached_magnet_1cm
33_disturbed_attached_magnet_2cm
34_disturbed_attached_magnet_3cm
35_disturbed_attached_magnet_4cm
36_disturbed_attached_magnet_5cm
37_disturbed_office_A
38_disturbed_office_B
39_disturbed_mixed'

fail() {
  echo "download.sh: $1" >&2
  exit 1
}

list() {
  cat << 'TEXT'
broad    Berlin Robust Orientation Estimation Assessment Dataset: nine-axis sensor at 286 Hz with optical truth, 39 trials.
         Home:    https://github.com/dlaidig/broad
         Licence: CC BY 4.0
         Cite:    D. Laidig, M. Caruso, A. Cereatti, T. Seel, "BROAD - A Benchmark for Robust Inertial Orientation
                  Estimation", Data 6(7):72, 2021, doi:10.3390/data6070072

repoimu  RepoIMU: nine-axis sensors on a T-shaped wand (100 Hz) and a three-segment pendulum, with optical truth.
         Home:    https://github.com/agnieszkaszczesna/RepoIMU
         Licence: not stated; ask its authors before redistribution
         Cite:    A. Szczesna, P. Skurowski, P. Pruszowski, D. Peszor, M. Paszkuta, K. Wojciechowski, "Reference Data Set
                  for Accuracy Evaluation of Orientation Estimation Algorithms for Inertial Motion Capture Systems",
                  ICCVG 2016, pp. 509-520

euroc    EuRoC MAV: a quadrotor in two halls, gyroscope and accelerometer at 200 Hz, truth from Vicon or Leica.
         Home:    https://projects.asl.ethz.ch/datasets/doku.php?id=kmavvisualinertialdatasets
         Licence: free for research; see its home
         Cite:    M. Burri et al., "The EuRoC micro aerial vehicle datasets", International Journal of Robotics Research 35(10), 2016

tumvi    TUM VI: a rig in a hand, gyroscope and accelerometer at 200 Hz, truth by motion capture in the rooms.
         Home:    https://cvg.cit.tum.de/data/datasets/visual-inertial-dataset
         Licence: CC BY 4.0
         Cite:    D. Schubert et al., "The TUM VI Benchmark for Evaluating Visual-Inertial Odometry", IROS 2018

Fetch one with: datasets/download.sh broad | repoimu | all
Fetch sequences of euroc and tumvi from their homes: most of their gigabytes are pictures, which Cardan does not read. Unpack each into a
folder; 'cardan bench SEQUENCES' reads its mav0/imu0/data.csv with the truth beside it.
TEXT
}

# fetch ADDRESS FILE: an existing file is complete; partial ones are FILE.part and resumed.
fetch() {
  if [ -s "$2" ]; then
    echo "have    $2"
    return
  fi
  echo "fetch   $1"
  mkdir -p "$(dirname "$2")"
  if command -v curl > /dev/null; then
    curl --fail --location --silent --show-error --retry 3 --continue-at - --output "$2.part" "$1" || {
      # The server does not support resuming (22: range refused, 33, 36): retry from the start.
      case $? in 22 | 33 | 36) ;; *) unreachable "$1" ;; esac
      rm -f "$2.part"
      curl --fail --location --silent --show-error --retry 3 --output "$2.part" "$1" || unreachable "$1"
    }
  elif command -v wget > /dev/null; then
    wget --quiet --tries=3 --continue --output-document="$2.part" "$1" || unreachable "$1"
  else
    fail "neither curl nor wget is installed (apt install curl)"
  fi
  [ -s "$2.part" ] || fail "the answer from $1 is empty"
  mv "$2.part" "$2"
}

unreachable() {
  fail "not fetched: $1
  Check the network, and https_proxy behind a proxy. Partial files are kept; run this again to resume.
  If the owner has moved the data, see the home page printed by 'datasets/download.sh'."
}

is_hdf5() { [ "$(head -c 4 "$1" | LC_ALL=C tr -d '\211')" = HDF ]; }

fetch_broad() {
  for trial in $broad_trials; do
    file=$target/broad/$trial.hdf5
    fetch "$broad/$trial.hdf5" "$file"
    is_hdf5 "$file" || { rm -f "$file"; fail "$broad/$trial.hdf5 is not an HDF5 file; it was removed"; }
  done
  echo "BROAD is complete in $target/broad (CC BY 4.0; cite doi:10.3390/data6070072)."
}

fetch_repoimu() {
  if [ -d "$target/repoimu/TStick" ]; then
    echo "have    $target/repoimu"
  else
    command -v tar > /dev/null || fail "tar is not installed"
    archive=$target/repoimu.tar.gz
    fetch "$repoimu" "$archive"
    rm -rf "$target/repoimu.part"
    mkdir -p "$target/repoimu.part"
    tar -xzf "$archive" -C "$target/repoimu.part" --strip-components=1 ||
      { rm -f "$archive"; fail "$archive is damaged; it was removed, run this again"; }
    mv "$target/repoimu.part" "$target/repoimu"
    rm -f "$archive"
  fi
  echo "RepoIMU is complete in $target/repoimu (no licence stated; cite Szczesna et al., ICCVG 2016)."
}

case "${1:-}" in
  "" | list) list ;;
  broad) fetch_broad ;;
  repoimu) fetch_repoimu ;;
  all) fetch_broad; fetch_repoimu ;;
  euroc | tumvi) list; fail "fetch sequences of '$1' from its home, see above" ;;
  -h | --help) sed -n '2,9s/^# \{0,1\}//p' "$0" ;;
  *) fail "unknown data set '$1'; expected broad, repoimu, euroc, tumvi or all" ;;
esac
