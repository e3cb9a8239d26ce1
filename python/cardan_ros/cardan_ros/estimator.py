"""Attitude from messages of an IMU and an asynchronous magnetometer, without ROS."""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass

import cardan

from .settings import Settings
from .velocity import Fix, FixDifferences, Velocity

Vector = Sequence[float]
# A heading of which nothing is known: the variance of a uniform angle.
_UNKNOWN_VARIANCE = math.pi**2 / 3
_MOST_WAITING = 1000
_REPORTED = (
    cardan.Flags.ANGULAR_RATE_REJECTED, cardan.Flags.SPECIFIC_FORCE_REJECTED, cardan.Flags.MAGNETIC_FIELD_REJECTED,
    cardan.Flags.AFTER_GAP, cardan.Flags.SATURATED, cardan.Flags.CORRECTED_BY_JUMP, cardan.Flags.FIELD_DISTURBED,
    cardan.Flags.VELOCITY_REJECTED,
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
    #: In body axes, without the estimated bias, rad/s; NaN if the sample had no angular rate.
    angular_rate: tuple[float, float, float]
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

    Fields and velocities wait for the first sample that is not older, and do not delay samples. Samples that are not newer than
    the last are ignored, unless the time went back by more than `time_jump_threshold`: the clock was set, and the attitude stays.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._filter = settings.make_filter()
        #: Counts since the start: samples, late samples, late fields, clock steps, resets, and samples by flag.
        self.counts: Counter[str] = Counter()
        self._clear()

    def _clear(self) -> None:
        self._last: int | None = None
        self._time = 0
        self._fields: deque[tuple[int, Vector]] = deque(maxlen=_MOST_WAITING)
        self._velocities: deque[tuple[int, Velocity]] = deque(maxlen=_MOST_WAITING)
        self._fixes = FixDifferences()

    def change(self, settings: Settings) -> None:
        """Go on with other parameters; the attitude and all that was learned stay.

        :raises ValueError: for a parameter that is set when the filter is made
        """
        before = self._settings.parameters
        known = {each.name: each.default for each in cardan.parameters(settings["filter"])}
        wanted = {name: settings.parameters.get(name, known[name]) for name in {*before, *settings.parameters}}
        changes = {name: value for name, value in wanted.items() if value != before.get(name, known[name])}
        # All or none: what another filter refuses does not reach this one.
        settings.make_filter().set_parameters(**changes)
        self._filter.set_parameters(**changes)
        self._settings = settings

    @property
    def doubts(self) -> cardan.Doubts:
        """What is doubtful about the readings since the last reset."""
        return self._filter.doubts

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
            # What waits has the times of the other clock.
            self._fields.clear()
            self._velocities.clear()
            self.counts["clock steps"] += 1
        interval = self._settings["constant_dt"]
        self._time = self._time + round(interval * 1e9) if interval else t
        self._last = t
        self._filter.update(gyro, accel, self._field(t), t=self._time)
        self.counts["samples"] += 1
        self._observe_velocities(t)
        attitude = self._attitude()
        for flag in _REPORTED:
            if flag in attitude.flags:
                self.counts[str(flag)] += 1
        return attitude

    def add_velocity(self, t: int, velocity: Velocity) -> None:
        """Add a velocity, measured at `t` ns. It acts on the samples after the first that is not older."""
        self.counts["velocities"] += 1
        if not all(map(math.isfinite, velocity.values)):
            self.counts["invalid velocities"] += 1
            return
        self._velocities.append((t, velocity))

    def add_fix(self, t: int, fix: Fix) -> None:
        """Add a position of a satellite receiver, measured at `t` ns; it and those before it give velocities."""
        self.counts["fixes"] += 1
        found = self._fixes.velocity(t, fix)
        if found is None:
            self.counts["fixes without velocity"] += 1
        else:
            self.add_velocity(*found)

    def _observe_velocities(self, t: int) -> None:
        while self._velocities and self._velocities[0][0] <= t:
            measured, velocity = self._velocities.popleft()
            if velocity.is_speed:
                self._filter.observe_speed(velocity.values[0], sigma=velocity.sigma, lateral_sigma=velocity.lateral_sigma)
            else:
                # The parameter is the time from the measurement to the stamp of the message.
                lag = (t - measured) * 1e-9 + self._filter.parameter("velocity_lag")
                self._filter.observe_velocity(*velocity.values, sigma=velocity.sigma, lag=lag)

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
        return [(value - self._settings[f"mag_bias_{axis}"]) * 1e6 for value, axis in zip(found[1], "xyz")]

    def _attitude(self) -> Attitude:
        w, x, y, z = map(float, self._filter.quaternion)
        half = self._settings["yaw_offset"] / 2
        if half:
            c, s = math.cos(half), math.sin(half)
            w, x, y, z = c * w - s * z, c * x - s * y, c * y + s * x, c * z + s * w
        (ahead, left, up), (roll, pitch, yaw) = self._filter.user_acceleration.tolist(), self._filter.angular_rate.tolist()
        return Attitude((w, x, y, z), self._covariance(), (ahead, left, up), (roll, pitch, yaw), self._filter.flags)

    def _covariance(self) -> tuple[float, ...]:
        tilt, heading = self._filter.tilt_sigma, self._filter.heading_sigma
        if math.isnan(tilt):
            tilt = heading = self._settings["orientation_stddev"]
        elif cardan.Flags.HEADING_UNKNOWN in self._filter.flags:
            # Its sigma is that of the heading since the start, not from north.
            heading = math.inf
        about_up, about_level = min(heading * heading, _UNKNOWN_VARIANCE), tilt * tilt
        return (about_level, 0.0, 0.0, 0.0, about_level, 0.0, 0.0, 0.0, about_up)
