"""Velocities that aid a filter, also from the positions of a satellite receiver, without ROS."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

# WGS 84: half of the equator's diameter, m, and the square of the eccentricity.
_RADIUS = 6_378_137.0
_ECCENTRICITY_SQUARED = 6.694_379_990_141e-3
#: Fixes with more time between them, s, give no velocity: the mean over it is not the velocity in its middle.
LARGEST_INTERVAL = 0.45
# Of a velocity that changes as a sine of time, the mean over an interval is off by a 24th of the second difference of such means, if
# the interval is short, and by a tenth at 2.3 intervals a period.
_MEAN_ERROR = 0.1


@dataclass(frozen=True)
class Velocity:
    """A velocity over ground to the east and to the north, or the speed along the forward axis of the body and across it, m/s."""

    values: tuple[float, float]
    #: Standard deviation of each component, or of the speed ahead, m/s; None for the parameter of the filter.
    sigma: float | None = None
    #: Standard deviation of the speed across; None for the parameter of the filter.
    lateral_sigma: float | None = None
    is_speed: bool = False


class Fix(NamedTuple):
    """A position of a satellite receiver."""

    #: Geodetic latitude and longitude in degrees, height above the ellipsoid, m; the height may be NaN.
    latitude: float
    longitude: float
    height: float
    #: Variances of the position to the east and to the north, m²; not positive if unknown.
    variances: tuple[float, float]
    #: `STATUS_…` of sensor_msgs/NavSatStatus: below 0 without a fix.
    status: int


class FixDifferences:
    """Velocities over ground from consecutive fixes.

    A velocity is the mean between two fixes, at the time in their middle. Its variance is that of two independent positions, and that
    of a mean where the velocity changes, which the two velocities before it show. There is none from fixes without variances, after a
    gap, and between fixes of different status: a position jumps where corrections begin or end.
    """

    def __init__(self) -> None:
        self._last: tuple[int, Fix] | None = None
        # The means before, the newest first.
        self._means: tuple[tuple[float, float], ...] = ()

    def velocity(self, t: int, fix: Fix) -> tuple[int, Velocity] | None:
        """The velocity from the last fix to this one of `t` ns, and its time, ns; None if there is none yet."""
        last, self._last = self._last, (t, fix) if _is_usable(fix) else None
        interval = (t - last[0]) * 1e-9 if last else 0.0
        if last is None or self._last is None or fix.status != last[1].status or not 0 < interval <= LARGEST_INTERVAL:
            self._means = ()
            return None
        east, north = _moved(last[1], fix)
        mean = (east / interval, north / interval)
        before, self._means = self._means, (mean, *self._means[:1])
        if len(before) < 2:
            return None
        position = max(then + now for then, now in zip(last[1].variances, fix.variances)) / (interval * interval)
        bend = [now - 2 * then + first for now, then, first in zip(mean, *before)]
        variance = position + _MEAN_ERROR * _MEAN_ERROR * (bend[0] * bend[0] + bend[1] * bend[1])
        return last[0] + (t - last[0]) // 2, Velocity(mean, math.sqrt(variance))


def _is_usable(fix: Fix) -> bool:
    """Whether there is a fix, at a place on the Earth where east is one direction, with known variances."""
    return (
        fix.status >= 0 and abs(fix.latitude) < 89.9 and math.isfinite(fix.longitude)
        and all(0 < variance < math.inf for variance in fix.variances))


def _moved(before: Fix, after: Fix) -> tuple[float, float]:
    """The way from one fix to another to the east and to the north in the plane between them, m."""
    latitude = math.radians((before.latitude + after.latitude) / 2)
    height = (before.height + after.height) / 2
    if not math.isfinite(height):
        height = 0.0
    sine = math.sin(latitude)
    curvature = 1 - _ECCENTRICITY_SQUARED * sine * sine
    along_meridian = _RADIUS * (1 - _ECCENTRICITY_SQUARED) / (curvature * math.sqrt(curvature))
    across_meridian = _RADIUS / math.sqrt(curvature)
    turned = math.remainder(after.longitude - before.longitude, 360.0)
    return (
        math.radians(turned) * (across_meridian + height) * math.cos(latitude),
        math.radians(after.latitude - before.latitude) * (along_meridian + height))
