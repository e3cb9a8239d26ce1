"""Attitude from messages of an IMU and an asynchronous magnetometer, without ROS."""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass

import cardan

from .settings import Settings

Vector = Sequence[float]
# A heading of which nothing is known: the variance of a uniform angle.
_UNKNOWN_VARIANCE = math.pi**2 / 3
_WAITING_FIELDS = 1000
_REPORTED = (
    cardan.Flags.ANGULAR_RATE_REJECTED, cardan.Flags.SPECIFIC_FORCE_REJECTED, cardan.Flags.MAGNETIC_FIELD_REJECTED,
    cardan.Flags.AFTER_GAP, cardan.Flags.SATURATED, cardan.Flags.CORRECTED_BY_JUMP, cardan.Flags.FIELD_DISTURBED,
)


@dataclass(frozen=True)
class Attitude:
    """The attitude after a sample."""

    #: World frame from body: w, x, y, z.
    quaternion: tuple[float, float, float, float]
    #: 3×3, row by row, of rotations about the axes of the world frame, rad²; zeros if unknown.
    covariance: tuple[float, ...]
    #: In body axes, without gravity, m/s²; NaN if the sample had no specific force.
    user_acceleration: tuple[float, float, float]
    flags: cardan.Flags

    @property
    def roll_pitch_yaw(self) -> tuple[float, float, float]:
        """The angles about x'', y' and z, rad."""
        w, x, y, z = self.quaternion
        return (
            math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)), math.asin(max(-1.0, min(1.0, 2 * (w * y - x * z)))),
            math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)))


class Estimator:
    """A filter for messages of an IMU and a magnetometer.

    A field waits for the first sample that is not older, and does not delay samples. Samples that are not newer than the last
    are ignored, unless the time went back by more than `time_jump_threshold`, which resets the filter.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._filter = settings.make_filter()
        self._bias = tuple(settings[f"mag_bias_{axis}"] for axis in "xyz")
        #: Counts since the start: samples, late samples, late fields, resets, and samples by flag.
        self.counts: Counter[str] = Counter()
        self._clear()

    def _clear(self) -> None:
        self._last: int | None = None
        self._time = 0
        self._fields: deque[tuple[int, Vector]] = deque(maxlen=_WAITING_FIELDS)

    def reset(self) -> None:
        """Restart the filter."""
        self._filter.reset()
        self._clear()
        self.counts["resets"] += 1

    def add_field(self, t: int, field: Vector) -> None:
        """Add a magnetic field in T, measured at `t` ns."""
        if not self._settings["use_mag"]:
            return
        self.counts["fields"] += 1
        if not all(map(math.isfinite, field)):
            self.counts["invalid fields"] += 1
            return
        if self._fields and t < self._fields[-1][0]:
            self.counts["late fields"] += 1
            return
        self._fields.append((t, field))

    def add_sample(self, t: int, gyro: Vector | None, accel: Vector | None) -> Attitude | None:
        """Add a sample of `t` ns, rad/s and m/s²; None, or NaN in it, is a missing reading. None for a late sample."""
        if self._last is not None and t <= self._last:
            if self._last - t <= self._settings["time_jump_threshold"] * 1e9:
                self.counts["late samples"] += 1
                return None
            self.reset()
        interval = self._settings["constant_dt"]
        self._time = self._time + round(interval * 1e9) if interval else t
        self._last = t
        self._filter.update(gyro, accel, self._field(t), t=self._time)
        self.counts["samples"] += 1
        attitude = self._attitude()
        for flag in _REPORTED:
            if flag in attitude.flags:
                self.counts[str(flag)] += 1
        return attitude

    def _field(self, t: int) -> Vector | None:
        """The newest field that is not newer than a sample, in µT."""
        found = None
        while self._fields and self._fields[0][0] <= t:
            found = self._fields.popleft()
        if found is None:
            return None
        if t - found[0] > self._settings["mag_delay_limit"] * 1e9:
            self.counts["late fields"] += 1
            return None
        return [(value - bias) * 1e6 for value, bias in zip(found[1], self._bias)]

    def _attitude(self) -> Attitude:
        w, x, y, z = map(float, self._filter.quaternion)
        half = self._settings["yaw_offset"] / 2
        if half:
            c, s = math.cos(half), math.sin(half)
            w, x, y, z = c * w - s * z, c * x - s * y, c * y + s * x, c * z + s * w
        ahead, left, up = map(float, self._filter.user_acceleration)
        return Attitude((w, x, y, z), self._covariance(), (ahead, left, up), self._filter.flags)

    def _covariance(self) -> tuple[float, ...]:
        tilt, heading = self._filter.tilt_sigma, self._filter.heading_sigma
        if math.isnan(tilt):
            tilt = heading = self._settings["orientation_stddev"]
        about_up = _UNKNOWN_VARIANCE if math.isnan(heading) else min(heading**2, _UNKNOWN_VARIANCE)
        return (tilt**2, 0.0, 0.0, 0.0, tilt**2, 0.0, 0.0, 0.0, about_up)
