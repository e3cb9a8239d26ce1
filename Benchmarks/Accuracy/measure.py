#!/usr/bin/env python3
"""The accuracy figures of README.md and of Sources/Faces/Cardan/Cardan.docc/Accuracy.md, and the default filter beside VQF and the
MEKF on every set of recordings. Writes Markdown in the form of these documents; progress goes to standard error.

    measure.py [--write] CARDAN [DATASETS]

--write puts the tables into those documents, in place of those with the same heads; sentences with figures are the reader's to change.
CARDAN is the command. DATASETS is the folder of the shared recordings, by default $CARDAN_DATASETS, else shared/datasets beside the
checkout. Missing sets and options that the command refuses are reported and skipped. One core, under ten minutes.

All errors are RMS in degrees over a recording, averaged over the recordings of a set. Simulated sets are four seeds of
`cardan simulate`, without velocities except where a column is about them.
"""

import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "Sources/Faces/Cardan/Cardan.docc/Accuracy.md"]
FILTERS = ["default", "vqf", "mekf"]
SEEDS = (1, 2, 3, 4)

# The trials of BROAD that the documents use, as in Tests/TestSupport/Project.swift.
TRIALS = "02 04 06 08 10 12 14 16 18 24 26 28 30 32 34 36".split()

# Real sets: name, column of the README, whether they have a magnetometer, and what is compared beside the inclination:
# "heading" without its constant offset, "heading⁶", the same without magnetometer, or "total".
REAL = {
    "broad": ("BROAD", "hand", True, "total"),
    "carriers/tstick": ("T-stick", "wand", True, "heading⁶"),
    "carriers/tumvi": ("TUM VI, walking", "walking", False, "heading⁶"),
    "carriers/euroc_unbiased": ("EuRoC without the bias", "drone", False, "heading⁶"),
    "carriers/euroc": ("EuRoC raw", "drone, biased gyroscope", False, "heading⁶"),
    "carriers/openaxes": ("OpenAXES, robot arm", "robot arm", False, "heading⁶"),
    "carriers/phone": ("phone", "phone", True, "heading"),
    "carriers/phone_magnet": ("phone near magnets", "phone near magnets", True, "heading"),
    "carriers/outdoor_drone": ("drone outdoors", "drone outdoors", True, "heading"),
    "carriers/race_drone": ("race drone", "race drone", False, "heading⁶"),
}
NEWER = ["carriers/phone", "carriers/phone_magnet", "carriers/outdoor_drone", "carriers/race_drone"]

# Scenarios: row of Accuracy.md, whether a speed along x is measured, and `--platform vehicle`.
SCENARIOS = {
    "hand-held": ("hand-held", False, False),
    "walking": ("walking", False, False),
    "quadrotor": ("quadrotor", False, False),
    "hover": ("hover, gyroscope that drifts", False, False),
    "city": ("city car", True, True),
    "motorway": ("motorway", True, True),
    "train": ("train", True, True),
    "boat": ("boat", True, True),
    "fixed-wing": ("fixed wing", True, True),
    "motorcycle": ("motorcycle", True, True),
    "tram": ("tram, in a hand", False, True),
}
# Simulated columns of the README, in its order.
VEHICLES = {"city": "city car", "motorway": "motorway", "train": "train", "boat": "boat", "motorcycle": "motorcycle",
            "fixed-wing": "aircraft"}
NUMBERS = "no one two three four five six seven eight nine ten".split()
SCALED = [name for name in SCENARIOS if name != "hover"]
BIASES = {
    "hover, bias steps by 1 °/s": ["--bias-walk", "0", "--bias-step", "1"],
    "hover, bias steps by 2 °/s": ["--bias-walk", "0", "--bias-step", "2"],
    "hover, bias walks by 0.1 °/s/√s": ["--bias-walk", "0.1"],
}


def evaluate(logs, *options, filters=None):
    """The errors of every log by filter; an empty dictionary where the command does not know an option."""
    if filters:
        options = ["--filter", ",".join(filters), *options]
    process = subprocess.run([cardan, "evaluate", *logs, "--json", "-j", "1", *options], capture_output=True, text=True)
    if process.returncode != 0 and "unknown option" in process.stderr:
        report(f"skipped {' '.join(options)}: {process.stderr.splitlines()[0]}")
        return {}
    if process.returncode != 0:
        sys.exit(f"cardan evaluate {' '.join(options)}: {process.stderr}")
    result = {}
    for entry in json.loads(process.stdout):
        result.setdefault(entry["filter"], []).append({
            name: value if name in ("filter", "log") else float(value) for name, value in entry.items()})
    return result


def report(text):
    print(text, file=sys.stderr, flush=True)


def mean(entries, figure):
    """The mean of a figure over recordings; NaN without recordings."""
    return statistics.fmean(entry[figure] for entry in entries) if entries else math.nan


def text(value, digits=2):
    return "" if math.isnan(value) else f"{value:.{digits}f}"


TABLES = {}


def table(header, rows):
    """Writes a table of Markdown; the first column and those of words are left-aligned."""
    rule = ["---"] + ["---:" if re.fullmatch(r"[\d.*/ ?]*", cell) else "---" for cell in rows[0][1:]]
    head, *others = ["|" + "|".join(f" {cell} " if cell else " " for cell in row) + "|" for row in [header, *rows]]
    TABLES[head] = [head, "|" + "|".join(rule) + "|", *others]
    print(*TABLES[head], "", sep="\n", flush=True)


def write_tables():
    """Replaces the tables of the documents by those of this run with the same heads."""
    for document in DOCUMENTS:
        lines = document.read_text().splitlines()
        start = 0
        while start < len(lines):
            end = start
            while end < len(lines) and lines[end].startswith("|"):
                end += 1
            if lines[start] in TABLES:
                lines[start:end] = TABLES[lines[start]]
                end = start + len(TABLES[lines[start]])
            start = max(end, start + 1)
        document.write_text("\n".join(lines) + "\n")


class Measured:
    """The errors of a set with its magnetometer, where it has one, and without, by filter."""

    def __init__(self, name, logs, heading="heading", has_magnetometer=True):
        report(f"{name} ({len(logs)})")
        self.name, self.heading, self.has_magnetometer = name, heading, has_magnetometer
        self.full = evaluate(logs, filters=FILTERS)
        self.inertial = evaluate(logs, "--no-magnetometer", filters=FILTERS) if has_magnetometer else self.full

    def figure(self, name, kind, part=slice(None)):
        """The inclination of a filter, or its heading as `heading` says, over a part of the recordings."""
        if kind == "inclination":
            return mean(self.full[name][part], "inclination")
        if self.heading == "total":
            return mean(self.full[name][part], "total")
        errors = self.inertial if self.heading == "heading⁶" else self.full
        return mean(errors[name][part], "headingWithoutOffset")

    def ratio(self, kind, part=slice(None)):
        """A figure of the default filter over that of the better of VQF and MEKF."""
        return self.figure("default", kind, part) / min(self.figure(name, kind, part) for name in ("vqf", "mekf"))

    def consistency(self, name, figure):
        """The median over the recordings of a normalized squared error."""
        values = [entry[figure] for entry in self.full[name] if not math.isnan(entry[figure])]
        return statistics.median(values) if values else math.nan

    @property
    def row(self):
        """The cells of the table of every set."""
        mark = {"total": ", total", "heading": "", "heading⁶": "⁶"}[self.heading]
        return [f"{self.name} ({len(self.full['default'])}){mark}",
                *(text(self.figure(name, kind)) for kind in ("inclination", "heading") for name in FILTERS),
                *(text(self.consistency(name, figure)) for name in ("default", "mekf")
                  for figure in ("normalizedInclination", "normalizedHeading"))]


def real_logs(name):
    """The paths of a set, in order."""
    paths = sorted(path for path in (datasets / name).glob("*") if path.suffix in (".csv", ".hdf5"))
    return [str(path) for path in paths if name != "broad" or path.name[:2] in TRIALS]


def simulated(scenario, *options):
    """The four recordings of a scenario, which replace those before."""
    logs = []
    for seed in SEEDS:
        logs.append(str(folder / f"{seed}.csv"))
        subprocess.run([cardan, "simulate", "--scenario", scenario, "--seed", str(seed), *options, "-o", logs[-1]], check=True,
                       capture_output=True)
    return logs


def scale(logs):
    """Multiplies the accelerometer of the logs by 0.98 and 1.02 in turn."""
    for index, log in enumerate(logs):
        factor = 1.02 if index % 2 else 0.98
        header, *rows = Path(log).read_text().splitlines()
        first = [name.split(" ")[0] for name in header.split(",")].index("accel_x")
        with open(log, "w") as file:
            print(header, file=file)
            for row in rows:
                cells = row.split(",")
                cells[first:first + 3] = [f"{factor * float(cell):.7f}" for cell in cells[first:first + 3]]
                print(",".join(cells), file=file)


def change_velocity(logs, change):
    """Replaces the velocities over ground of the logs by those that `change` makes of east and north."""
    for log in logs:
        header, *rows = Path(log).read_text().splitlines()
        first = [name.split(" ")[0] for name in header.split(",")].index("vel_e")
        with open(log, "w") as file:
            print(header, file=file)
            for row in rows:
                cells = row.split(",")
                cells[first:first + 2] = map(str, change(float(cells[first]), float(cells[first + 1])))
                print(",".join(cells), file=file)


def wrong_velocities():
    """The table of Accuracy.md of velocities that are wrong or whose lag is given wrong."""
    print("## Accuracy.md, wrong velocities: inclination / heading\n")
    scenarios = ["walking", "quadrotor", "hover", "city", "boat", "fixed-wing", "motorcycle"]
    rows = []
    for scenario in scenarios:
        row = [SCENARIOS[scenario][0]]

        def add(*options, change=None):
            logs = simulated(scenario, "--gnss-rate", "5", "--speed-rate", "0")
            if change:
                change_velocity(logs, change)
            entries = evaluate(logs, *options).get("default")
            row.append(f"{mean(entries, 'inclination'):.2f} / {mean(entries, 'heading'):.1f}")

        add()
        add("--no-velocity")
        add("--set", "velocity_lag=0")
        add("--set", "velocity_lag=0.3")
        add(change=lambda east, north: (north, east))
        add(change=lambda east, north: (-east, -north))
        add(change=lambda east, north: (2 * east, 2 * north))
        rows.append(row)
    table(["motion", "right", "none", "lag 0", "lag 0.3 s", "east for north", "reversed", "doubled"], rows)


def leave_out_start(logs, seconds):
    """Marks the first seconds as not moving, so that they do not count."""
    for log in logs:
        header, *rows = Path(log).read_text().splitlines()
        with open(log, "w") as file:
            print(header + ",moving", file=file)
            for row in rows:
                print(f"{row},{int(float(row.split(',', 1)[0]) >= seconds)}", file=file)


def broad():
    """The table of BROAD and what Accuracy.md adds to it."""
    logs = real_logs("broad")
    if not logs:
        return report(f"skipped BROAD: no recordings in {datasets / 'broad'}")
    report(f"BROAD, all filters ({len(logs)})")
    errors = evaluate(logs, filters=["default", "default14", "vqf", "mekf", "madgwick", "mahony", "complementary"])
    errors.update(evaluate(logs, "--smooth"))
    cut = evaluate(logs, "--smooth", "--cut-rest")

    def figures(name):
        return [text(mean(errors.get(name), figure), 3) for figure in ("total", "heading", "inclination")]

    print("## README.md, Accuracy\n")
    choices = {
        "default": "unless you have a reason not to", "default14": "for a gyroscope with misaligned axes",
        "vqf": "to compare with the literature", "mekf": "for a textbook covariance", "madgwick": "on small processors",
        "smoother": "for complete recordings"}
    rows = []
    for name, choice in choices.items():
        bold = "**" if name in ("default", "smoother") else ""
        label = "--smooth" if name == "smoother" else name
        rows.append([f"`{label}`", *(f"{bold}{figure}{bold}" for figure in figures(name)), choice])
    table(["filter", "total", "heading", "inclination", "choose it"], rows)

    print("## Accuracy.md, BROAD\n")
    first, second = figures("mahony"), figures("complementary")
    print(f"- Of the filters that the README leaves out, `mahony` has {first[0]} total, {first[1]} heading and {first[2]} "
          f"inclination, `complementary` {second[0]}, {second[1]}\n  and {second[2]}.")
    print("- With the rest at both ends of each recording removed (`--cut-rest`), `--smooth` has "
          f"{text(mean(cut.get('smoother'), 'total'), 3)} degrees.\n")
    errors = evaluate([str(ROOT / "datasets/broad-26.csv"), str(ROOT / "datasets/tumvi-room2.csv")],
                      filters=["default", "vqf", "madgwick"])
    print("`make run` evaluates one minute of trial 26 and one of a person who walks with a rig (TUM VI, no magnetometer). Total "
          "error in degrees there:\n" + ", ".join(
              f"`{name}` {first['total']:.3f} and {second['total']:.3f}" for name, (first, second) in errors.items()) + ".\n")

    calibrated(logs)


def calibrated(logs):
    """What a calibration of the magnetometer from the recording itself changes, and what it says of its heading."""
    result = str(folder / "calibration.json")
    rows = []
    for log in logs:
        process = subprocess.run([cardan, "calibrate", "magnetometer", log, "-o", result], capture_output=True, text=True)
        if process.returncode != 0:
            continue
        before, after = (evaluate([log], *options)["default"] for options in ([], ["--calibration", result]))
        expected = json.loads(Path(result).read_text())["magnetometer"]["expected_heading_error_radians"]
        rows.append([Path(log).name[:2], text(math.degrees(expected), 1), *(text(mean(errors, figure), 3) for figure in ("total", "totalWithoutOffset")
                                               for errors in (before, after))])
    print("## Accuracy.md, magnetometer calibration\n\n"
          f"Of the {len(logs)} recordings `cardan calibrate magnetometer` accepts {len(rows)} and refuses "
          f"{len(logs) - len(rows)}.\n")
    if rows:
        table(["recording", "expected heading error", "total error before", "after",
               "without the heading offset before", "after"], rows)


def simulations():
    """Every scenario: errors without velocities, the same with a scaled accelerometer, with a gyroscope bias that changes, the
    columns of Accuracy.md, and errors with a velocity over ground that leave out the first 10 s."""
    sets, scaled, columns, settled = {}, {}, {}, {}
    refused = False
    without = ["--gnss-rate", "0", "--speed-rate", "0"]
    for scenario, (label, has_speed, is_vehicle) in SCENARIOS.items():
        logs = simulated(scenario, *without)
        measured = sets[scenario] = Measured(label, logs)
        column = columns[scenario] = {name: measured.figure(name, "inclination") for name in ("default", "vqf")}

        def inclination(*options):
            return mean(evaluate(logs, *options).get("default"), "inclination")

        column["platform"] = inclination("--platform", "vehicle") if is_vehicle and not refused else math.nan
        refused = refused or is_vehicle and math.isnan(column["platform"])
        if scenario in SCALED:
            scale(logs)
            scaled[scenario] = Measured(label + ", scaled", logs)
        simulated(scenario, "--gnss-rate", "5", "--speed-rate", "0")
        column["velocity"] = inclination()
        column["velocity, inertial"] = inclination("--no-magnetometer")
        if scenario in ("quadrotor", "motorway"):
            leave_out_start(logs, 10)
            settled[scenario] = inclination()
        column["speed"] = math.nan
        if has_speed:
            simulated(scenario, "--gnss-rate", "0", "--speed-rate", "10")
            column["speed"] = inclination()
    biases = {label: Measured(label, simulated("hover", *without, *options)) for label, options in BIASES.items()}
    return sets, scaled, biases, columns, settled


def by_carrier(real, sets, columns):
    """The README's table of inclinations without magnetometer and the paragraph below it."""
    print("## README.md, inclination by carrier\n")
    print(f"Inclination by carrier, default settings, no magnetometer; first {NUMBERS[len(real)]} real recordings, then simulated "
          "ones (`cardan simulate`):\n")
    rows = [[f"`{name}`"] for name in FILTERS]
    for measured in [*real.values(), *(sets[scenario] for scenario in VEHICLES)]:
        for row, name in zip(rows, FILTERS):
            row.append(text(mean(measured.inertial[name], "inclination"), 2 if measured in real.values() else 1))
    table(["", *(REAL[name][1] for name in real), *VEHICLES.values()], rows)

    def span(column, scenarios):
        values = [columns[scenario][column] for scenario in scenarios if not math.isnan(columns[scenario][column])]
        return f"{min(values):.1f} to {max(values):.1f}" if values else "?"

    steady = [scenario for scenario in SCENARIOS if scenario != "hover"]
    hover = columns["hover"]
    print(f"""Where a car, motorcycle or aircraft moves along its body's x axis, `--platform vehicle` has {
        span("platform", ["city", "motorway", "motorcycle", "fixed-wing"])}°. Velocities over ground in the log
(`vel_e [m/s]`, `vel_n`, PX4's receiver; in programs `cardan_observe_velocity`) aid the default filter to {
        span("velocity", steady)}°, without magnetometer to
{span("velocity, inertial", steady)}° (a hover whose gyroscope drifts: {hover["velocity"]:.1f} and {
        hover["velocity, inertial"]:.1f}°) with the time until the heading is found; a speed along x (`speed [m/s]`) to {
        span("speed", steady)}°.
""")

    newer = [real[name] for name in NEWER if name in real]
    if newer:
        print("## Newer real sets, with magnetometer where they have one: inclination / heading without its constant offset\n")
        names = [measured.name + ("" if measured.has_magnetometer else "⁶") for measured in newer]
        table(["", *names], [[f"`{name}`", *(
            f"{mean(measured.full[name], 'inclination'):.2f} / {mean(measured.full[name], 'headingWithoutOffset'):.2f}"
            for measured in newer)] for name in FILTERS])


def vehicles(columns, settled):
    """The table of Accuracy.md."""
    print("## Accuracy.md, vehicles\n")
    names = ["default", "vqf", "velocity", "velocity, inertial", "speed", "platform"]
    header = ["motion", "`default`", "`vqf`", "velocity over ground", "the same, no magnetometer", "speed",
              "`--platform vehicle`"]
    table(header, [[SCENARIOS[scenario][0], *(text(columns[scenario][name]) for name in names)] for scenario in SCENARIOS])
    print(f"Without the first 10 s the quadrotor has {settled['quadrotor']:.2f} with a magnetometer, the motorway "
          f"{settled['motorway']:.2f}.\n")


def geometric_mean(values):
    return math.exp(statistics.fmean(map(math.log, values))) if values else math.nan


def comparison(groups):
    """Every set, and the default filter relative to the better of VQF and MEKF."""
    print("## Every set: inclination, and heading without its constant offset\n")
    print("⁶: heading without magnetometer. NEES: squared error over the variance that the filter gave, per axis, with the "
          "magnetometer, median over the recordings; that of the heading counts its constant offset, where there is no magnetometer "
          "the change since the start.\n")
    header = ["set (recordings)", "`default`: inclination", "`vqf`", "`mekf`", "`default`: heading or total", "`vqf`", "`mekf`",
              "NEES of `default`: inclination", "heading", "NEES of `mekf`: inclination", "heading"]
    table(header, [measured.row for sets in groups.values() for measured in sets])

    print("## The default filter relative to the better of VQF and MEKF\n")
    print("Geometric mean over the sets; even, odd: every second recording of each set, from the first and from the "
          "second (scale 0.98 and 1.02).\n")
    halves = {"all": slice(None), "even": slice(0, None, 2), "odd": slice(1, None, 2)}
    rows, means = [], []
    for group, sets in groups.items():
        row = [f"{group} ({len(sets)})"]
        figures = []
        for kind in ("inclination", "heading"):
            for half, part in halves.items():
                figures.append(geometric_mean([each.ratio(kind, part) for each in sets
                                               if half == "all" or len(each.full["default"]) > 1]))
            worst = max(sets, key=lambda each: each.ratio(kind))
            row += [*map(text, figures[-3:]), f"{worst.name} {worst.ratio(kind):.2f}"]
        rows.append(row)
        means.append(figures)
    whole = [text(geometric_mean(column)) for column in zip(*means)]
    rows.append(["mean of the groups", *whole[:3], "", *whole[3:], ""])
    table(["group (sets)", "inclination", "even", "odd", "worst set", "heading", "even", "odd", "worst set"], rows)


def main():
    broad()
    real = {}
    for name, (label, _, has_magnetometer, second) in REAL.items():
        logs = real_logs(name)
        if logs:
            real[name] = Measured(label, logs, second, has_magnetometer)
        else:
            report(f"skipped {label}: no recordings in {datasets / name}")
    sets, scaled, biases, columns, settled = simulations()
    by_carrier(real, sets, columns)
    vehicles(columns, settled)
    wrong_velocities()
    print("## Accelerometer scale of 0.98 and 1.02, two recordings each: inclination / heading without its constant offset\n")
    table(["motion", *(f"`{name}`" for name in FILTERS)], [
        [SCENARIOS[scenario][0], *(f"{measured.figure(name, 'inclination'):.2f} / {measured.figure(name, 'heading'):.2f}"
                                   for name in FILTERS)] for scenario, measured in scaled.items()])
    groups = {"real": [*real.values()], "simulated": [*sets.values(), *biases.values()], "scaled": [*scaled.values()]}
    comparison({name: group for name, group in groups.items() if group})


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if argument != "--write"]
    if not 1 <= len(arguments) <= 2:
        sys.exit(__doc__)
    cardan = arguments[0]
    datasets = Path(arguments[1] if len(arguments) > 1 else os.environ.get("CARDAN_DATASETS", ROOT.parent / "shared/datasets"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        main()
    if "--write" in sys.argv:
        write_tables()
