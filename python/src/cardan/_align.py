"""Alignment of sensors with each other, with an attitude reference, or with the body."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _arrays
from . import _offline_library as o
from ._offline_library import offline
from ._recording import Inputs, as_recording


@dataclass(frozen=True, eq=False)
class Alignment:
    """The alignment of two sensors on one rigid body."""

    #: (4,): turns coordinates in the second sensor's axes into the first one's, w x y z.
    first_from_second: npt.NDArray[np.float64]
    #: (3,): one standard deviation of that about the first sensor's axes, rad, from the noise alone.
    rotation_sigma: npt.NDArray[np.float64]
    #: Seconds to add to the second recording's timestamps to get the first one's clock.
    clock_offset: float
    #: One standard deviation of it, s, from the noise alone.
    clock_offset_sigma: float
    #: (3,): the first gyroscope's bias minus the second one's, in the first one's axes, rad/s.
    bias_difference: npt.NDArray[np.float64]
    #: The ratio of the first one's rates to the second one's.
    rate_ratio: float
    #: The share of the first one's motion that the second one explains, up to 1.
    explained: float
    #: The RMS residual of the rates per axis, rad/s.
    residual: float
    #: The nearest mounting in quarter turns, for `axes=`: the second one's axes for the first one's x, y and z.
    nearest_axes: str
    #: The remaining angle, rad.
    nearest_axes_deviation: float
    #: The number of compared rates.
    count: int


@dataclass(frozen=True, eq=False)
class Mounting:
    """The mounting of a sensor in a body."""

    #: (4,): turns coordinates in the sensor's axes into body axes, w x y z.
    body_from_sensor: npt.NDArray[np.float64]
    #: The nearest mounting in quarter turns, for `axes=` of `fuse`.
    nearest_axes: str
    #: The remaining angle, rad.
    nearest_axes_deviation: float
    #: The largest angle between a given and a measured direction, rad.
    largest_residual: float


def align(
    first: Any, second: Any = None, *, attitude: tuple[npt.ArrayLike, npt.ArrayLike] | None = None,
    max_offset: float = 60.0,
) -> Alignment:
    """Align the axes and clocks of two recordings of one motion, as `cardan align`.

    Fix both sensors to one rigid body and turn it by hand about all axes for half a minute.

    :param first: `Recording`, `Log`, or a dictionary or tuple of its fields; only the gyroscope is used
    :param second: the same; or
    :param attitude: an attitude reference: timestamps (M,) and quaternions (M, 4), reference from body, w x y z
    :param max_offset: the largest clock offset to search, s, 0 to 3600
    :raises ValueError: for insufficient motion; the message says what to record instead

    >>> import numpy as np
    >>> t = np.arange(0, 20, 0.01)
    >>> rates = np.stack([np.sin(t), np.cos(0.7 * t), np.sin(1.3 * t)], axis=1)
    >>> turned = rates[:, [1, 0, 2]] * [1, -1, 1]
    >>> align({"gyro": turned, "t": t}, {"gyro": rates, "t": t}).nearest_axes
    'y,-x,z'
    """
    if (second is None) == (attitude is None):
        raise ValueError("expected either second (a recording) or attitude")
    inputs, message = Inputs(as_recording(first)), o.Message()
    found = o.Alignment(size=ctypes.sizeof(o.Alignment))
    if attitude is not None:
        timestamps, quaternions = _arrays.timestamps(attitude[0]), _arrays.quaternions(attitude[1], "attitude")
        if len(timestamps) != len(quaternions):
            raise ValueError(f"attitude: {len(timestamps)} timestamps, but {len(quaternions)} quaternions")
        time, rows = _arrays.described(timestamps), _arrays.described(quaternions)
        status = offline().cardan_align_to_attitude(
            ctypes.byref(inputs.recording), len(timestamps), ctypes.byref(time), ctypes.byref(rows), max_offset,
            ctypes.byref(found), *message.arguments)
    else:
        other = Inputs(as_recording(second))
        status = offline().cardan_align(
            ctypes.byref(inputs.recording), ctypes.byref(other.recording), max_offset, ctypes.byref(found),
            *message.arguments)
    message.check(status, "align")
    return Alignment(
        np.array(found.first_from_second), np.array(found.rotation_sigma), found.clock_offset, found.clock_offset_sigma,
        np.array(found.bias_difference), found.rate_ratio, found.explained, found.residual,
        _arrays.axes_text(found.nearest_axes), found.nearest_axes_deviation, found.count)


def find_mounting(recording: Any, *, up: str, turn: str) -> Mounting:
    """Determine the mounting of a sensor, as `cardan align --up --turn`.

    Rest the body for three seconds with a known axis up, turn it once by 45 to 120 degrees about a known level axis, and rest
    it again.

    :param recording: `Recording`, `Log`, or a dictionary or tuple of its fields
    :param up: the body axis that points up in the first rest: "z", "-x" ...
    :param turn: the body axis of the turn, right-handed
    :raises ValueError: for insufficient motion; the message says what to record instead
    """
    inputs, message = Inputs(as_recording(recording)), o.Message()
    found = o.Mounting(size=ctypes.sizeof(o.Mounting))
    status = offline().cardan_find_mounting(
        ctypes.byref(inputs.recording), _arrays.axis(up, "up"), _arrays.axis(turn, "turn"), ctypes.byref(found),
        *message.arguments)
    message.check(status, "find_mounting")
    return Mounting(
        np.array(found.body_from_sensor), _arrays.axes_text(found.nearest_axes), found.nearest_axes_deviation,
        found.largest_residual)
