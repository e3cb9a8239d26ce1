#!/usr/bin/env python3
"""What `cardan doctor` finds of faults that are put into recordings.

    measure.py [--truth] CARDAN LOG...

CARDAN is the command; NumPy is needed. Each fault is put into the first 150 s of each log, with its true attitude if --truth is
given. Writes a table: the check that should find the fault, and in how many logs the first reason of the verdict names it (right),
another reason does, or the first names the sensor and not the fault (vague), the first reason is another fault (wrong), or there is
none (good). Reasons that the log has without the fault do not count. The last column counts the logs whose first advice is the one
that undoes the fault. A log takes 10 to 20 seconds.
"""

import collections
import copy
import json
import re
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

import numpy as np

SECONDS = 150


class Log:
    """The columns of a log: t in s, three columns of gyro, accel and mag; mag and truth are None without them."""

    def __init__(self, table):
        names = table.dtype.names
        self.t = table["t_ns"] * 1e-9
        self.gyro, self.accel = table["gyro_rad_s"], table["accel_m_s2"]
        self.mag = table["mag_uT"] if "mag_uT" in names and np.isfinite(table["mag_uT"]).any() else None
        self.truth = table["q"] if "q" in names else None

    def select(self, rows):
        """The log with some of its rows."""
        for name, value in vars(self).items():
            if value is not None:
                setattr(self, name, value[rows])
        return self

    @property
    def interval(self):
        return np.median(np.diff(self.t))

    def save(self, path):
        fields = [("gyro_rad_s", self.gyro), ("accel_m_s2", self.accel)] + [("mag_uT", self.mag)] * (self.mag is not None)
        if keeps_truth and self.truth is not None:
            fields.append(("q", self.truth))
        table = np.empty(len(self.t), [("t_ns", "i8")] + [(name, "f8", values.shape[1]) for name, values in fields])
        table["t_ns"] = np.round(self.t * 1e9)
        for name, values in fields:
            table[name] = values
        np.save(path, table)


def turn(degrees):
    """A rotation about an axis that no sensor has."""
    axis = np.array([1, 2, 0.5]) / np.linalg.norm([1, 2, 0.5])
    cross = np.cross(np.eye(3), axis)
    angle = np.radians(degrees)
    return np.eye(3) - np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross


def late(log, values, delay):
    return np.stack([np.interp(log.t - delay, log.t, column) for column in values.T], 1)


def up(log):
    """The vertical in axes of the body, from the truth."""
    known = np.flatnonzero(np.isfinite(log.truth[:, 0]))
    q = log.truth[known]
    q[1:] *= np.cumprod(np.where(np.sum(q[1:] * q[:-1], 1) < 0, -1, 1))[:, None]
    w, x, y, z = np.stack([np.interp(np.arange(len(log.t)), known, column) for column in q.T])
    size = w * w + x * x + y * y + z * z
    return np.stack([2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z], 1) / size[:, None]


def scaled(sensor, factor):
    def fault(log, random):
        setattr(log, sensor, getattr(log, sensor) * factor)
    return fault


def axes(sensor, text):
    """A sensor whose axes are to be read as the text says to be right."""
    def fault(log, random):
        values = getattr(log, sensor).copy()
        for axis, name in enumerate(text.split(",")):
            getattr(log, sensor)[:, "xyz".index(name[-1])] = values[:, axis] * (-1 if name[0] == "-" else 1)
    return fault


def turned(sensor, degrees):
    def fault(log, random):
        setattr(log, sensor, getattr(log, sensor) @ turn(degrees).T)
    return fault


def delayed(sensor, delay):
    def fault(log, random):
        setattr(log, sensor, late(log, getattr(log, sensor), delay))
    return fault


def held(sensor, rows):
    def fault(log, random):
        setattr(log, sensor, getattr(log, sensor)[np.arange(len(log.t)) // rows * rows])
    return fault


def clipped(sensor):
    def fault(log, random):
        limit = np.quantile(np.abs(getattr(log, sensor)).max(1), 0.98)
        setattr(log, sensor, np.clip(getattr(log, sensor), -limit, limit))
    return fault


def clipped_at(sensor, limit):
    def fault(log, random):
        setattr(log, sensor, np.clip(getattr(log, sensor), -limit, limit))
    return fault


def wrapped(sensor, quantile):
    """Readings that overflow: the largest go on at the other end of the range."""
    def fault(log, random):
        limit = np.quantile(np.abs(getattr(log, sensor)).max(1), quantile)
        setattr(log, sensor, (getattr(log, sensor) + limit) % (2 * limit) - limit)
    return fault


def smoothed(sensor, time):
    def fault(log, random):
        values = getattr(log, sensor).copy()
        gain = log.interval / (time + log.interval)
        for row in range(1, len(values)):
            values[row] = values[row - 1] + gain * (values[row] - values[row - 1])
        setattr(log, sensor, values)
    return fault


def remounted(degrees, begin):
    """All sensors in other axes of the body from a share of the log on."""
    def fault(log, random):
        start = int(begin * len(log.t))
        for sensor in "gyro", "accel", "mag":
            values = getattr(log, sensor)
            if values is not None:
                values[start:] = values[start:] @ turn(degrees).T
    return fault


def exchanged(log, random):
    log.gyro, log.accel = log.accel, log.gyro


def stuck(sensor, axis, begin, end, value=None):
    def fault(log, random):
        rows = slice(int(begin * len(log.t)), int(end * len(log.t)))
        values = getattr(log, sensor)
        values[rows, axis] = values[rows.start, axis] if value is None else value
    return fault


def added(sensor, values):
    def fault(log, random):
        setattr(log, sensor, getattr(log, sensor) + values(log, random))
    return fault


def somewhere(sensor, share, value):
    def fault(log, random):
        getattr(log, sensor)[random.uniform(size=len(log.t)) < share] = value
    return fault


def without_gravity(log, random):
    log.accel -= 9.81 * up(log)


def normalized(log, random):
    log.mag /= np.linalg.norm(log.mag, axis=1)[:, None]


def lost(log, random):
    log.select(random.uniform(size=len(log.t)) > 0.05)


def bursts(log, random):
    last = np.minimum(np.arange(len(log.t)) // 8 * 8 + 7, len(log.t) - 1)
    log.t = log.t[last] + np.arange(len(log.t)) % 8 * 1e-4


def reset(log, random):
    log.t[len(log.t) // 2:] -= log.t[len(log.t) // 2]


def jitter(log, random):
    log.t += random.uniform(-0.4, 0.4, len(log.t)) * log.interval


def white(density):
    return lambda log, random: random.normal(0, density / np.sqrt(2 * log.interval), (len(log.t), 3))


def drift(log, random):
    return np.radians(np.outer(log.t / log.t[-1], [1.1, -0.6, 0.3]))


def step(log, random):
    return np.outer(log.t > log.t[len(log.t) // 2], np.radians([2, -1, 2]))


def magnet(log, random):
    waves = np.stack([30 * np.sin(log.t / 3), 25 * np.cos(log.t / 4), 20 * np.sin(log.t / 5)], 1)
    return waves * (np.sin(log.t / 4) > -0.3)[:, None]


# Name, checks that find it, the advice that undoes it, and the change.
FAULTS = [
    ("gyroscope in deg/s", "A", None, scaled("gyro", 180 / np.pi)),
    ("accelerometer in g", "B", None, scaled("accel", 1 / 9.80665)),
    ("accelerometer 6 % too large", "B", None, scaled("accel", 1.06)),
    ("gravity removed", "C", None, without_gravity),
    ("accelerometer reversed", "D", "--accel-axes=-x,-y,-z", scaled("accel", -1)),
    *((f"{sensor} read as {text}", "E", f"--{sensor}-axes={text}", axes(sensor, text))
      for sensor, text in [
          ("accel", "-x,y,z"), ("accel", "y,x,z"), ("gyro", "-x,-y,-z"), ("gyro", "x,y,-z"), ("gyro", "x,z,y"),
          ("mag", "x,y,-z"), ("mag", "x,-y,-z"), ("mag", "y,x,z")]),
    ("accelerometer turned by 12 deg", "F", None, turned("accel", 12)),
    ("accelerometer turned by 5 deg", "F", None, turned("accel", 5)),
    ("magnetometer turned by 12 deg", "F", None, turned("mag", 12)),
    ("timestamps of arrival", "G", None, jitter),
    ("rows in groups of eight", "G", None, bursts),
    ("every 20th row lost", "G", None, lost),
    ("clock begins anew", "H", None, reset),
    ("accelerometer 40 ms late", "I", None, delayed("accel", 0.04)),
    ("magnetometer 60 ms late", "I", None, delayed("mag", 0.06)),
    ("gyroscope held for two rows", "J", None, held("gyro", 2)),
    ("gyroscope saturated", "K", None, clipped("gyro")),
    ("accelerometer saturated", "K", None, clipped("accel")),
    ("y of the gyroscope stuck", "L", None, stuck("gyro", 1, 0, 1, 0)),
    ("z of the gyroscope stuck for a while", "L", None, stuck("gyro", 2, 0.4, 0.7)),
    ("x of the accelerometer stuck", "L", None, stuck("accel", 0, 0, 1, 0.02)),
    ("zeros of the gyroscope", "M", None, somewhere("gyro", 0.01, 0)),
    ("missing readings of the gyroscope", "M", None, somewhere("gyro", 0.02, np.nan)),
    ("bias of 2.3 deg/s", "N", None, added("gyro", lambda log, random: np.radians([2, -1, 0.5]))),
    ("bias that drifts by 1.3 deg/s", "N", None, added("gyro", drift)),
    ("noise of 0.5 deg/s/√Hz", "O", None, added("gyro", white(np.radians(0.5)))),
    ("vibration of 7 m/s² at 47 Hz", "P", None,
     added("accel", lambda log, random: np.outer(np.sin(2 * np.pi * 47 * log.t), [4.2, 5.6, 7]))),
    ("field 1.8 times too strong", "Q", None, scaled("mag", 1.8)),
    ("field normalized", "R", None, normalized),
    ("hard iron", "S", None, added("mag", lambda log, random: [25, -20, 15])),
    ("soft iron", "S", None, scaled("mag", np.array([1.25, 0.85, 1]))),
    ("magnets most of the time", "ST", None, added("mag", magnet)),
    ("accelerometer smoothed over 200 ms", "I", None, smoothed("accel", 0.2)),
    ("z of the gyroscope 10 % too large", "A", None, scaled("gyro", np.array([1, 1, 1.1]))),
    ("x of the gyroscope 15 % too small", "A", None, scaled("gyro", np.array([0.85, 1, 1]))),
    ("z of the accelerometer in g", "B", None, scaled("accel", np.array([1, 1, 1 / 9.80665]))),
    ("y of the accelerometer in g", "B", None, scaled("accel", np.array([1, 1 / 9.80665, 1]))),
    ("bias that steps by 3 deg/s", "N", None, added("gyro", step)),
    ("gyroscope 60 ms late", "I", None, delayed("gyro", 0.06)),
    ("gyroscope that overflows", "K", None, wrapped("gyro", 0.97)),
    ("accelerometer clipped at 8 m/s²", "K", None, clipped_at("accel", 8)),
    ("turned by 90 deg in mid-log", "E", None, remounted(90, 0.5)),
    ("gyroscope and accelerometer exchanged", "E", None, exchanged),
]


# What a reason that names the fault says, where its check has several.
WORDS = {
    "gyroscope in deg/s": "look like deg/s",
    "accelerometer in g": "look like g",
    "accelerometer turned": "axes of the accelerometer are turned",
    "magnetometer turned": "axes of the magnetometer are turned",
    "accel read as": "axes of the (accelerometer|gyroscope) are wrong",
    "gyro read as": "axes of the gyroscope are wrong",
    "mag read as": "axes of the magnetometer are wrong",
    "accelerometer 40 ms late": "accelerometer is late",
    "accelerometer smoothed": "accelerometer is late",
    "magnetometer 60 ms late": "magnetometer is late",
    "gyroscope 60 ms late": "gyroscope is late",
    "z of the gyroscope 10": "z of the gyroscope",
    "x of the gyroscope 15": "x of the gyroscope",
    "z of the accelerometer in g": "z of the accelerometer",
    "y of the accelerometer in g": "y of the accelerometer",
    "bias that steps": "bias steps",
    "gyroscope that overflows": "overflow",
    "turned by 90 deg": "turns against the body",
    "gyroscope and accelerometer exchanged": "each other's place|exchanged",
}


def findings(path):
    output = subprocess.run([cardan, "doctor", "--json", path], capture_output=True, text=True).stdout
    found = json.loads(output)[0].get("findings", [])
    return [finding for finding in found if finding["severity"] != "note"]


def reason(finding):
    return finding["check"], finding["text"]


def outcome(found, known, name, checks):
    """Whether the reasons of a faulty log are right, vague, wrong or none (good), and the one that is right."""
    words = next((words for start, words in WORDS.items() if name.startswith(start)), "")
    new = [finding for finding in found if reason(finding) not in known] or found
    right = [finding for finding in new if finding["check"] in checks and re.search(words, finding["text"])]
    if right:
        return ("right" if new[0] in right else "vague"), right[0]
    if any(finding["check"] in checks for finding in new):
        return "vague", None
    return ("good" if all(reason(finding) in known for finding in new) else "wrong"), None


def main():
    rows = {name: collections.Counter() for name, *_ in FAULTS}
    with tempfile.TemporaryDirectory() as folder:
        for path in logs:
            table = str(Path(folder) / "log.npy")
            subprocess.run([cardan, "convert", path, "-o", table, "--format", "npy"], check=True, capture_output=True)
            log = Log(np.load(table))
            log.select(log.t <= log.t[0] + SECONDS)
            log.t -= log.t[0]
            faulty = str(Path(folder) / "faulty.npy")
            log.save(faulty)
            known = {reason(finding) for finding in findings(faulty)}
            print(f"{path}: {', '.join(sorted(check for check, _ in known)) or 'good'}", flush=True)
            for name, checks, advice, fault in FAULTS:
                if log.mag is None and ("mag" in name or "field" in name or " iron" in name):
                    continue
                if log.truth is None and fault is without_gravity:
                    continue
                changed = copy.deepcopy(log)
                fault(changed, np.random.default_rng(zlib.crc32(f"{name} {path}".encode())))
                changed.save(faulty)
                kind, right = outcome(findings(faulty), known, name, checks)
                rows[name].update([kind, "logs"])
                if advice and right and any(advice in option for option in right.get("options", [])):
                    rows[name]["advice"] += 1
    kinds = ["logs", "right", "vague", "wrong", "good"]
    print(f"\n| {'fault':37} | check | {' | '.join(kinds)} | advice |\n|{'-' * 39}|---|{'---:|' * 6}")
    for name, checks, advice, _ in FAULTS:
        row = rows[name]
        numbers = " | ".join(str(row[kind]) for kind in kinds)
        print(f"| {name:37} | {', '.join(checks)} | {numbers} | {row['advice'] if advice else ''} |")
    total = sum(rows.values(), collections.Counter())
    print(f"| {'all':37} | | {' | '.join(str(total[kind]) for kind in kinds)} | |")


if __name__ == "__main__":
    keeps_truth = "--truth" in sys.argv
    arguments = [argument for argument in sys.argv[1:] if argument != "--truth"]
    if len(arguments) < 2:
        sys.exit(__doc__)
    cardan, *logs = arguments
    main()
