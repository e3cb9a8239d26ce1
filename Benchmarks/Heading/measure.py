#!/usr/bin/env python3
"""How long the heading holds without a magnetometer, and how long each filter takes to converge, on simulated hand-held recordings
of a consumer sensor. Writes the tables of Sources/Faces/Cardan/Cardan.docc/HeadingAndStart.md.

    measure.py CARDAN [SEEDS]

CARDAN is the command. Medians and 90th percentiles over the seeds.
"""

import math
import subprocess
import sys
import tempfile
from pathlib import Path

FILTERS = ["default", "default14", "vqf", "mekf", "madgwick", "mahony", "complementary"]
RATE = 100


def run(*arguments):
    return subprocess.run([cardan, *arguments], check=True, capture_output=True, text=True).stdout


def rows(text):
    """The numbers of a CSV text; empty and worded fields are NaN."""
    def number(field):
        try:
            return float(field)
        except ValueError:
            return math.nan
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return [[number(field) for field in line.split(",")] for line in lines[1:]]


def errors(estimates, truths):
    """Signed heading and inclination in degrees (BROAD) of quaternions w, x, y, z."""
    result = []
    for (a, b, c, d), (w, x, y, z) in zip(estimates, truths):
        x, y, z = -x, -y, -z
        w, x, y, z = (a * w - b * x - c * y - d * z, a * x + b * w + c * z - d * y,
                      a * y - b * z + c * w + d * x, a * z + b * y - c * x + d * w)
        heading = math.degrees(2 * math.atan2(z, w))
        result.append(((heading + 180) % 360 - 180, math.degrees(2 * math.atan2(math.hypot(x, y), math.hypot(w, z)))))
    return result


def fused(log, *options):
    return [row[1:5] for row in rows(run("fuse", log, "--columns", "t,q", "-o", "-", "--quiet", *options))]


def simulated(folder, seed, duration):
    log = str(folder / "log.csv")
    run("simulate", "--scenario", "hand-held", "--seed", str(seed), "--duration", str(duration), "--rate", str(RATE), "-o", log)
    lines = [line for line in Path(log).read_text().splitlines() if not line.startswith("#")]
    names = [name.split(" ")[0] for name in lines[0].split(",")]
    first = names.index("q_w")
    return log, lines, [row[first:first + 4] for row in rows("\n".join(lines))]


def summary(values):
    ordered = sorted(values)
    chosen = ordered[len(ordered) // 2], ordered[math.ceil(0.9 * len(ordered)) - 1]
    return " / ".join("over 18" if value == math.inf else f"{value:.1f}" for value in chosen)


def headings(folder, seeds):
    """The change of the heading error from the end of the first second to a later time."""
    minutes = [0.5, 1, 5, 10, 30]
    found = {name: {each: [] for each in minutes} for name in FILTERS}
    for seed in range(1, seeds + 1):
        log, _, truths = simulated(folder, seed, int(60 * minutes[-1]) + 2)
        for name in FILTERS:
            error = errors(fused(log, "--no-magnetometer", "--filter", name), truths)
            for each in minutes:
                change = error[int(60 * each * RATE)][0] - error[RATE][0]
                found[name][each].append(abs((change + 180) % 360 - 180))
    print("| filter | " + " | ".join(f"{each:g} min" for each in minutes) + " |\n|---|" + "---:|" * len(minutes))
    for name in FILTERS:
        print(f"| `{name}` | " + " | ".join(summary(found[name][each]) for each in minutes) + " |")


def settled(values, limit):
    """The time in s from which the values stay within a limit for two seconds; infinity for never."""
    since = 0
    for index, value in enumerate(values):
        if not abs(value) <= limit:
            since = index + 1
        elif index - since >= 2 * RATE:
            return since / RATE
    return math.inf


def convergence(folder, seeds):
    """20 s of recordings that begin in motion: until the error stays small."""
    found = {name: ([], []) for name in FILTERS}
    for seed in range(1, seeds + 1):
        _, lines, truths = simulated(folder, seed, 60)
        for start in (500, 700, 2000):
            part = str(folder / "part.csv")
            Path(part).write_text("\n".join([lines[0], *lines[1 + start:1 + start + 20 * RATE]]) + "\n")
            for name in FILTERS:
                error = errors(fused(part, "--filter", name), truths[start:])
                found[name][0].append(settled([inclination for _, inclination in error], 2))
                found[name][1].append(settled([heading for heading, _ in error], 5))
    print("| filter | inclination below 2° [s] | heading within 5° [s] |\n|---|---:|---:|")
    for name in FILTERS:
        print(f"| `{name}` | {summary(found[name][0])} | {summary(found[name][1])} |")


cardan = sys.argv[1]
count = int(sys.argv[2]) if len(sys.argv) > 2 else 10
with tempfile.TemporaryDirectory() as name:
    headings(Path(name), count)
    print()
    convergence(Path(name), count)
