#!/usr/bin/env python3
"""The default filter, the same with a latency of 1 s, and the smoother on every set of recordings, and the smoother with wrong
velocities: the tables of Sources/Faces/Cardan/Cardan.docc/Accuracy.md about smoothing. Writes Markdown; progress goes to standard error.

    smoothing.py CARDAN [DATASETS]

The arguments are those of measure.py. One core, about eight minutes.

A figure is the mean over the recordings of a set: RMS of the total error and of the inclination in degrees, and the squared error of the
inclination over its variance (NEES). Without magnetometer the total error is that without the constant heading offset.
"""

import os
import sys
import tempfile
from pathlib import Path

import measure

SIMULATED = {**measure.SCENARIOS, "pendulum": ("pendulum", False, False), "coning": ("coning", False, False),
             "sculling": ("sculling", False, False), "constant-rate": ("constant rate", False, False)}
VEHICLES = [*measure.VEHICLES, "tram"]
METHODS = {"default": [], "latency 1 s": ["--latency", "1"], "smoother": ["--smooth"]}
NONE = ["--gnss-rate", "0", "--speed-rate", "0"]
GROUND = ["--gnss-rate", "5", "--speed-rate", "0"]
KINDS = {"exchanged": lambda east, north: (north, east), "reversed": lambda east, north: (-east, -north),
         "mirrored": lambda east, north: (east, -north), "turned": lambda east, north: (-north, east),
         "doubled": lambda east, north: (2 * east, 2 * north), "km/h": lambda east, north: (3.6 * east, 3.6 * north),
         "halved": lambda east, north: (east / 2, north / 2)}
SETTINGS = {"lag 0": ["--set", "velocity_lag=0"], "lag 0.3 s": ["--set", "velocity_lag=0.3"],
            "antenna off by 2.2 m": ["--set", "antenna_x=2", "--set", "antenna_z=-1"]}


def simulated(scenario, *options):
    return measure.simulated(scenario, *(["-d", "300"] if scenario in VEHICLES else []), *options)


def entries(logs, *options):
    """The errors of the one method that the options choose."""
    return next(iter(measure.evaluate(logs, *options).values()))


def row(name, logs, *options):
    """The cells of a set; the last says where the smoother is worse than the filter, or its standard deviations do not fit."""
    measure.report(f"{name} ({len(logs)})")
    cells, found = [f"{name} ({len(logs)})"], {}
    for method, choice in METHODS.items():
        found[method] = entries(logs, *options, *choice)
        cells.append(" / ".join(measure.text(measure.mean(found[method], figure)) for figure in (
            "total", "inclination", "normalizedInclination")))
    before, after = found["default"], found["smoother"]
    ratio = measure.mean(after, "total") / measure.mean(before, "total")
    consistency = measure.mean(after, "normalizedInclination")
    remarks = ["worse than the filter"] if ratio > 1 else []
    remarks += ["overconfident"] if consistency > 2 else ["cautious"] if consistency < 0.5 else []
    return [*cells, measure.text(ratio), ", ".join(remarks)]


def sets():
    rows = []
    for name, (label, _, has_magnetometer, _) in measure.REAL.items():
        logs = measure.real_logs(name)
        groups = {label: logs}
        if name == "carriers/phone":
            groups = {label: [log for log in logs if "Running" not in log],
                      "phone, runners": [log for log in logs if "Running" in log]}
        for title, part in groups.items():
            if part:
                rows.append(row(title, part))
                if has_magnetometer:
                    rows.append(row(title + "⁶", part, "--no-magnetometer"))
    for scenario, (label, has_speed, _) in SIMULATED.items():
        logs = simulated(scenario, *NONE)
        rows += [row(label, logs), row(label + "⁶", logs, "--no-magnetometer")]
        if scenario in VEHICLES or scenario in ("hover", "quadrotor", "walking", "hand-held"):
            logs = simulated(scenario, *GROUND)
            rows += [row(label + ", velocity", logs), row(label + ", velocity⁶", logs, "--no-magnetometer")]
        if has_speed:
            rows.append(row(label + ", speed", simulated(scenario, "--gnss-rate", "0", "--speed-rate", "10")))
            rows.append(row(label + ", velocity and speed", simulated(scenario)))
    print("## Filter, latency and smoother: total / inclination / NEES\n\n⁶: without magnetometer.\n")
    measure.table(["set (recordings)", *METHODS, "total, smoother over filter", "smoother"], rows)


def wrong_velocities():
    """The smoother with velocities that are wrong, total; in parentheses the worst recording relative to no velocities."""
    print("## Smoother with wrong velocities: total, and the worst recording over that without velocities\n")
    for options, title in ([], "with magnetometer"), (["--no-magnetometer"], "without magnetometer"):
        rows = []
        for scenario in [*VEHICLES, "walking", "quadrotor", "hover", "hand-held"]:
            measure.report(f"wrong velocities, {title}: {scenario}")
            logs = simulated(scenario, *GROUND)
            none, right = (entries(logs, "--smooth", *options, *more) for more in (["--no-velocity"], []))
            cells = [SIMULATED[scenario][0], measure.text(measure.mean(none, "total")), measure.text(measure.mean(right, "total"))]

            def add(found):
                worst = max(each["total"] / other["total"] for each, other in zip(found, none))
                cells.append(f"{measure.text(measure.mean(found, 'total'))} ({measure.text(worst)})")

            for change in SETTINGS.values():
                add(entries(logs, "--smooth", *options, *change))
            for change in KINDS.values():
                logs = simulated(scenario, *GROUND)
                measure.change_velocity(logs, change)
                add(entries(logs, "--smooth", *options))
            rows.append(cells)
        print(f"{title.capitalize()}:\n")
        measure.table(["motion", "none", "right", *SETTINGS, *KINDS], rows)


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    measure.cardan = sys.argv[1]
    measure.datasets = Path(sys.argv[2] if len(sys.argv) > 2 else os.environ.get(
        "CARDAN_DATASETS", measure.ROOT.parent / "shared/datasets"))
    with tempfile.TemporaryDirectory() as name:
        measure.folder = Path(name)
        sets()
        wrong_velocities()
