"""The state of an estimator for diagnostics, without ROS."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

import cardan

OK, WARN, ERROR = 0, 1, 2
_DOUBTS = {
    cardan.Doubts.FORCE_UNIT: "linear_acceleration is not in m/s^2",
    cardan.Doubts.RATE_UNIT: "angular_velocity is not in rad/s",
    cardan.Doubts.RATE_AXES: "angular_velocity has other signs or axes than linear_acceleration",
}
# Counts that are no problem.
_EXPECTED = ("samples", "fields", "velocities", "fixes")


class Health(NamedTuple):
    """A status of `diagnostic_msgs`."""

    level: int
    message: str
    values: dict[str, str]


class HealthReport:
    """The changes of an estimator's counts from report to report."""

    def __init__(self, use_mag: bool) -> None:
        self._use_mag = use_mag
        self._before: Counter[str] = Counter()
        self._times: list[float] = []

    def add_time(self, seconds: float) -> None:
        """Add the time from the arrival of a sample to its published attitude."""
        self._times.append(seconds)

    def made(
        self, counts: Mapping[str, int], flags: cardan.Flags | None, frames: tuple[str, str] = ("", ""),
        doubts: cardan.Doubts = cardan.Doubts(0),
    ) -> Health:
        """The health since the last report; `flags` are those of the last sample, `frames` those of sample and field, `doubts` those
        of the filter."""
        change = Counter(counts)
        change.subtract(self._before)
        self._before = Counter(counts)
        values = {name: str(count) for name, count in sorted(counts.items())}
        if self._times:
            values["latency, median [us]"] = f"{1e6 * statistics.median(self._times):.0f}"
            values["latency, largest [us]"] = f"{1e6 * max(self._times):.0f}"
            self._times = []
        if change["samples"] == 0:
            return Health(ERROR, "no messages on imu/data_raw", values)
        if change["velocities"]:
            # Some fixes after a gap give none.
            change["fixes without velocity"] = 0
        problems = [
            f"{name.replace('_', ' ')}: {change[name]}" for name in sorted(change) if change[name] > 0 and name not in _EXPECTED]
        problems += [words for doubt, words in _DOUBTS.items() if doubt in doubts]
        if self._use_mag and change["fields"] == 0:
            problems.append("no messages on imu/mag")
        if all(frames) and frames[0] != frames[1]:
            problems.append(f"imu/mag is in the frame {frames[1]}, imu/data_raw in {frames[0]}; fields are taken as in {frames[0]}")
        if flags is not None and cardan.Flags.HEADING_UNKNOWN in flags and self._use_mag:
            problems.append("heading unknown")
        if flags is not None and cardan.Flags.INITIALIZING in flags:
            problems.append("initializing")
        return Health(WARN if problems else OK, "; ".join(problems) or "ok", values)
