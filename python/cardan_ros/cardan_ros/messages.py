"""Velocities and fixes from messages of ROS, without ROS: anything with the same fields."""

from __future__ import annotations

import math
from typing import Any

from .velocity import Fix, Velocity


def of_twist(twist: Any) -> Velocity:
    """The velocity of a TwistWithCovariance in east-north-up axes, as drivers of satellite receivers publish it."""
    linear = twist.twist.linear
    return Velocity((linear.x, linear.y), _larger(*_sigmas(twist)))


def of_odometry(message: Any, is_speed: bool) -> Velocity:
    """The velocity of an Odometry, whose twist is in body axes: the speed ahead, or turned by the pose into the frame of the header,
    which must be east-north-up."""
    v, q, sigmas = message.twist.twist.linear, message.pose.pose.orientation, _sigmas(message.twist)
    if is_speed:
        return Velocity((v.x, 0.0), *sigmas, is_speed=True)
    east = (1 - 2 * (q.y * q.y + q.z * q.z)) * v.x + 2 * (q.x * q.y - q.w * q.z) * v.y + 2 * (q.x * q.z + q.w * q.y) * v.z
    north = 2 * (q.x * q.y + q.w * q.z) * v.x + (1 - 2 * (q.x * q.x + q.z * q.z)) * v.y + 2 * (q.y * q.z - q.w * q.x) * v.z
    return Velocity((east, north), _larger(*sigmas))


def of_fix(message: Any) -> Fix:
    """The position of a NavSatFix; without variances if the type of its covariance says so."""
    covariance = message.position_covariance
    variances = (covariance[0], covariance[4]) if message.position_covariance_type else (0.0, 0.0)
    return Fix(message.latitude, message.longitude, message.altitude, variances, message.status.status)


def _sigmas(twist: Any) -> tuple[float | None, float | None]:
    """Of x and of y; None where a covariance says nothing: zero, -1 or no number."""
    first, second = (math.sqrt(each) if 0 < each < math.inf else None for each in (twist.covariance[0], twist.covariance[7]))
    return first, second


def _larger(*sigmas: float | None) -> float | None:
    return max((sigma for sigma in sigmas if sigma is not None), default=None)
