#!/usr/bin/env python3
"""What each part of the default filter is for: the errors without it, and with half and twice of each constant and parameter. Writes
tables in Markdown; progress goes to standard error.

    ablations.py CARDAN [DATASETS] [--only PATTERN] [--factors 0.5,2]

Builds the filter once, from a copy of the sources in which every constant is multiplied by a number that can be changed while the
program runs (Ablations/main.swift), and runs it over the recordings of measure.py and over faulty ones. CARDAN is the command,
DATASETS as in measure.py. Two cores, less than half an hour. The columns are the change in percent of the geometric mean over the
sets of a group: of the inclination, of the heading (BROAD and faults: total error), and of the mean squared inclination and heading
over the filter's variances (NEES); then the set that gains and the one that loses most.
"""

import argparse
import collections
import math
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import measure

FILTER = "Sources/Core/AttitudeFilters"
# Files with constants, but for those about velocities, which no recording here has.
FILES = ["VelocityBounded/*.swift", "Tools/ReadingChecks.swift", "Tools/SuccessiveReadings.swift", "Tools/HeadingDoubt.swift",
         "Tools/AttitudeStart.swift"]
VELOCITIES = re.compile("Velocity(Aiding|Trial|Changes|Evidence|Verdict|Setup)|CourseSearch|Platform|KnownVelocity|GroundVelocity")
CONSTANT = re.compile(r"^( *)@export\(implementation\) static var (\w+): Scalar \{ (.+) \}$")

HEADER = """#pragma once
extern double cardan_factors[COUNT];
static inline double cardan_factor(int index) { return cardan_factors[index]; }
static inline void cardan_set_factor(int index, double factor) { cardan_factors[index] = factor; }
static inline void cardan_reset_factors(void) { for (int i = 0; i < COUNT; i++) cardan_factors[i] = 1; }
"""

# Parts and what leaves them out: factors of constants, and values of parameters.
LEFT_OUT = {
    "(1) a field and a force that hang": {"ReadingChecks.largestTurn": 1e9},
    "(1) a gyroscope that hangs": {"ReadingChecks.longestRepetition": 1e9},
    "(2) spikes of the force": {"ReadingChecks.squaredUsualSteps": 1e12, "ReadingChecks.leastSquaredStep": 1e12},
    "(3) clipping": {"ReadingChecks.leastClippedForce": 1e6, "ReadingChecks.leastClippedRate": 1e6},
    "(6) spikes of the rate": {"ReadingChecks.squaredRateStep": 1e12},
    "(14) to (16) lag of the field": {"lag_deviation": 1e-9},
    "(17) to (20) hard iron": {"FieldConditioner.leastImprovement": 1e12},
    "(21) to (23) missed rotations": {"MissedRotationDetector.smallestSquaredTurn": 1e6},
    "(26) walk of the velocity": {"VelocityDensity.walkRate": 0},
    "(28) gravity that is learned": {"gravity_deviation": 0},
    "(29) odds of an acceleration": {"VelocityDensity.velocityOfOdds": 1e9},
    "(29) turns in the odds": {"VelocityDensity.squaredRateOfOdds": 1e9},
    "(29) a tilt that is known": {"VelocityDensity.growthOfKnownTilt": 0},
    "(31) density that is learned": {"VelocityDensity.densityPerSquare": 0},
    "(31) density of travel": {"added_density_of_travel": 0},
    "(32) lasting forces": {"VelocityDensity.squaredLastingForce": 1e9},
    "(34) opening": {"VelocityMonitor.largestGrowth": 0, "VelocityDensity.biasWalkLeaning": 0},
    "(36) level bias held back": {"bias_share": 1},
    "(36) bias about up held back": {"ErrorState.verticalShare": 0},
    "(36) scale held back": {"VelocityDensity.rateOfHalfScale": 1e-6},
    "(36) scale": {"scale_deviation": 0},
    "(37) (38) slow motion against rest": {f"StandstillMonitor.{name}": 0 for name in ("standingFactor", "leastStandingTime")},
    "(39) gate of rest": {"RestGate.squaredSigmas": 1e9},
    "(40) rest": {"rest_duration": 1e6},
    "(43) anomaly of the field": {"anomaly_weight": 1e-9},
    "(45) (46) another reference": {"HeadingEstimator.leastSupport": 1e9},
    "(47) rest in the field's noise": {"HeadingEstimator.varianceFactorAtRest": 0.2},
    "(48) level bias by the field": {"ErrorState.levelBiasShare": 0},
    "(48) a field that contradicts": {"HeadingDoubt.squaredDeviations": 1e9},
    "(51) doubt of the start": {"StartDoubt.largest": 1e-9},
}

TARGETS = """
package.targets.append(.target(name: "CConstantFactors", path: "CConstantFactors"))
package.targets.first { $0.name == "AttitudeFilters" }!.dependencies.append("CConstantFactors")
package.targets.append(
  .executableTarget(
    name: "Ablations",
    dependencies: ["CConstantFactors", "Rotations", "MotionSamples", "AttitudeFilters", "AttitudeEvaluation"],
    path: "Ablations"))
package.products.append(.executable(name: "Ablations", targets: ["Ablations"]))
"""

FIGURES = ("inclination", "heading", "NEES of inclination", "NEES of heading")

Constant = collections.namedtuple("Constant", "equation kind name value")


def multiply_constants(folder):
    """Multiplies each constant in a copy of the sources by a factor; returns the constants in the order of their factors."""
    constants = []
    paths = sorted(path for pattern in FILES for path in (folder / FILTER).glob(pattern) if not VELOCITIES.search(path.name))
    for path in paths:
        lines, equation, first = path.read_text().splitlines(), "", len(constants)
        for place, line in enumerate(lines):
            if "///" in line and (comment := re.search(r"\(equations? ([\d ,andto]+)\)", line)):
                equation = comment[1]
            if found := CONSTANT.match(line):
                indent, name, value = found.groups()
                # A comment stands for the constants right below it.
                if "///" not in lines[place - 1] and "static var" not in lines[place - 1]:
                    equation = ""
                lines[place] = f"{indent}@export(implementation) static var {name}: Scalar {{ Scalar(cardan_factor({len(constants)})) * ({value}) }}"
                constants.append(Constant(equation, path.stem.split("+")[0], name, value))
        if len(constants) > first:
            path.write_text("\n".join(["import CConstantFactors", *lines]) + "\n")
    return constants


def add_program(folder, count):
    """Adds the factors, in C, and the program to a copy of the package."""
    factors = folder / "CConstantFactors"
    (factors / "include").mkdir(parents=True)
    (factors / "include/factors.h").write_text(HEADER.replace("COUNT", str(count)))
    (factors / "factors.c").write_text(f'#include "factors.h"\ndouble cardan_factors[{count}];\n')
    shutil.copytree(Path(__file__).parent / "Ablations", folder / "Ablations")
    with open(folder / "Package.swift", "a") as manifest:
        manifest.write(TARGETS)


def build(folder):
    """Builds the program, and returns its path."""
    command = ["swift", "build", "-c", "release", "--package-path", str(folder), "--product", "Ablations"]
    process = subprocess.run(command, capture_output=True, text=True)
    if process.returncode != 0:
        sys.exit(process.stdout + process.stderr)
    bin_path = subprocess.run([*command[:-2], "--show-bin-path"], check=True, capture_output=True, text=True).stdout.strip()
    return f"{bin_path}/Ablations"


class Sets:
    """The recordings as CSV files in a folder, by group and set."""

    def __init__(self, folder):
        self.folder = folder
        self.rows = []  # group, set, what is compared beside the inclination (as in measure.REAL), path

    def add(self, group, name, logs, kind, change=None):
        for log in logs:
            path = self.folder / f"{len(self.rows)}.csv"
            subprocess.run([measure.cardan, "convert", str(log), "-o", str(path)], check=True, capture_output=True)
            if change:
                change_rows(path, change)
            self.rows.append((group, name, kind, path))

    def write_list(self):
        path = self.folder / "list"
        path.write_text("".join(f"{int(kind != 'heading⁶')} {log}\n" for _, _, kind, log in self.rows))
        return path

    def means(self, figures):
        """For each set: inclination, heading or total error, and both NEES, means over its recordings."""
        sets = collections.defaultdict(list)
        for (group, name, kind, _), line in zip(self.rows, figures.split(",")):
            inclination, heading, total, *normalized = map(float, line.split())
            sets[group, name].append((inclination, total if kind == "total" else heading, *normalized))
        return {key: [statistics.fmean(column) for column in zip(*values)] for key, values in sets.items()}


def change_rows(path, change):
    """Replaces the rows of a CSV file by what `change` makes of them: lists of cells, and the places of columns by their names."""
    header, *rows = path.read_text().splitlines()
    places = {name.split(" ")[0]: place for place, name in enumerate(header.split(","))}
    path.write_text("\n".join([header, *(",".join(cells) for cells in change([row.split(",") for row in rows], places))]) + "\n")


def cuts(length):
    """Leaves out a part of `length` seconds every 20 s; the rest is stamped as if nothing were missing."""
    def change(rows, places):
        times = [float(row[places["t"]]) for row in rows]
        kept = [row for row, time in zip(rows, times) if time % 20 < 20 - length]
        for row, time in zip(kept, times):
            row[places["t"]] = repr(time)
        return kept
    return change


def wrong_signs(rows, places):
    """A rate of the wrong sign in one row of a hundred."""
    choice = random.Random(1)
    for row in rows:
        if choice.random() < 0.01:
            place = places["gyro_" + choice.choice("xyz")]
            row[place] = repr(-float(row[place]))
    return rows


def spikes(rows, places):
    """16 g on an axis of the accelerometer in one row of a hundred."""
    choice = random.Random(1)
    for row in rows:
        if choice.random() < 0.01:
            row[places["accel_" + choice.choice("xyz")]] = repr(choice.choice([-157.0, 157.0]))
    return rows


def frozen(sensor):
    """A sensor that repeats a reading for 10 s of every 40."""
    def change(rows, places):
        held = None
        columns = [places[f"{sensor}_{axis}"] for axis in "xyz"]
        for row in rows:
            if float(row[places["t"]]) % 40 < 30:
                held = [row[column] for column in columns]
            elif held:
                for column, value in zip(columns, held):
                    row[column] = value
        return rows
    return change


def beside_magnet(rows, places):
    """A field of 40 µT beside the sensor for the first 15 s."""
    for row in rows:
        if float(row[places["t"]]) < 15:
            row[places["mag_x"]] = repr(float(row[places["mag_x"]]) + 40)
    return rows


FAULTS = {
    "cuts of 0.3 s": cuts(0.3), "cuts of 1 s": cuts(1), "spikes": spikes, "rates of the wrong sign": wrong_signs,
    "accelerometer frozen": frozen("accel"), "field frozen": frozen("mag"), "gyroscope frozen": frozen("gyro"), "start beside a magnet": beside_magnet}


def gather(folder):
    """All recordings: those of measure.py, two seeds of each scenario (the others have an accelerometer scale), faulty ones, and small
    cases of slow motion, turntables and starts in motion."""
    sets = Sets(folder)
    for name, (label, _, _, kind) in measure.REAL.items():
        sets.add("real", label, measure.real_logs(name), kind)
    without = ["--gnss-rate", "0", "--speed-rate", "0"]
    for scenario, (label, _, _) in measure.SCENARIOS.items():
        logs = measure.simulated(scenario, *without)
        measure.scale(logs[2:])
        sets.add("simulated", label, logs, "heading")
    for label, options in measure.BIASES.items():
        sets.add("simulated", label, measure.simulated("hover", *without, *options)[:2], "heading")
    for label, change in FAULTS.items():
        sets.add("faults", label, measure.real_logs("broad")[::4], "total", change)
    for log in sorted((measure.datasets.parent / "cases/motion").glob("*_[69]d/input.csv")):
        sets.add("cases", log.parent.name, [log], "total" if log.parent.name.endswith("9d") else "heading⁶")
    return sets


def ratio(changed, base):
    """Of two figures, of which hundredths do not count; 1 where one is not known."""
    return 1 if math.isnan(changed + base) else max(changed, 0.02) / max(base, 0.02)


def changes(base, changed):
    """The cells of a row: the change of the geometric mean of each group, percent, and the sets that gain and lose most."""
    cells = []
    for group in dict.fromkeys(group for group, _ in base):
        for figure in range(len(FIGURES)):
            ratios = [ratio(changed[key][figure], base[key][figure]) for key in base if key[0] == group]
            cells.append(f"{100 * (measure.geometric_mean(ratios) - 1):+.1f}")
    ratios = [(ratio(changed[key][figure], base[key][figure]), key[1], FIGURES[figure]) for key in base for figure in range(2)]
    return cells + [f"{name}, {word} {most:.2f}" if abs(most - 1) > 0.005 else "" for most, name, word in (min(ratios), max(ratios))]


def parameters_by_name():
    """The names and defaults of parameters that are numbers, but for those about velocities and places."""
    text = subprocess.run([measure.cardan, "fuse", "--parameters"], check=True, capture_output=True, text=True).stdout
    pairs = re.findall(r"^  (\w+)=([\d.e+-]+)\b", text, re.MULTILINE)
    return {name: float(value) for name, value in pairs if float(value) > 0 and not re.match("velocity_(dev|lag)|speed|lateral", name)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("cardan")
    parser.add_argument("datasets", nargs="?", default=os.environ.get("CARDAN_DATASETS", measure.ROOT.parent / "shared/datasets"))
    parser.add_argument("--only", default="", help="only constants whose name has this pattern")
    parser.add_argument("--factors", default="0.5,2")
    options = parser.parse_args()
    measure.cardan, measure.datasets = options.cardan, Path(options.datasets)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # It names its files by numbers, too.
        measure.folder = folder / "simulated"
        measure.folder.mkdir()
        copy = folder / "copy"
        for part in ("Sources", "Tests"):
            shutil.copytree(measure.ROOT / part, copy / part)
        shutil.copy(measure.ROOT / "Package.swift", copy)
        constants = multiply_constants(copy)
        add_program(copy, len(constants))
        program = build(copy)
        measure.report(f"built, {len(constants)} constants")
        sets = gather(folder)
        measure.report(f"{len(sets.rows)} recordings")
        process = subprocess.Popen([program, str(sets.write_list())], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

        def run(line):
            process.stdin.write(line + "\n")
            process.stdin.flush()
            figures = process.stdout.readline()
            return sets.means(figures) if figures else sys.exit(f"the program ended at '{line}'")

        base = run("")
        for (group, name), figures in base.items():
            measure.report(f"{group}, {name}: " + " / ".join(f"{figure:.2f}" for figure in figures))

        def write_table(first, rows):
            """Writes a table: the first columns, and the changes by what rows say."""
            groups = [f"{group}: {figure}" for group in dict.fromkeys(group for group, _ in base) for figure in FIGURES]
            head = [*first, *groups, "gains most", "loses most"]
            print("| " + " | ".join(head) + " |\n|" + "---|" * len(head), flush=True)
            for cells, line in rows:
                if re.search(options.only, cells[0] + cells[-1]):
                    print("| " + " | ".join([*cells, *changes(base, run(line))]) + " |", flush=True)
            print()

        places = {f"{constant.kind}.{constant.name}": index for index, constant in enumerate(constants)}
        write_table(["left out"], [
            ([part], " ".join(f"{places.get(name, name)}={factor!r}" for name, factor in settings.items()))
            for part, settings in LEFT_OUT.items()])
        factors = [float(factor) for factor in options.factors.split(",")]
        write_table(["equation", "value", "factor", "constant"], [
            ([constant.equation, f"`{constant.value}`", f"{factor:g}", f"`{name}`"], f"{places[name]}={factor!r}")
            for name, constant in zip(places, constants) for factor in factors])
        write_table(["value", "factor", "parameter"], [
            ([f"{value:g}", f"{factor:g}", f"`{name}`"], f"{name}={factor * value!r}")
            for name, value in parameters_by_name().items() for factor in factors])
        process.stdin.close()


if __name__ == "__main__":
    main()
