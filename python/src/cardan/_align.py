"""How sensors lie to each other, to an attitude reference, or to the body."""

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
    """How a second sensor lies to a first one on the same rigid body."""

    #: (4,): turns coordinates in the second sensor's axes into the first one's, w x y z.
    first_from_second: npt.NDArray[np.float64]
    #: (3,): one standard deviation of that about the first sensor's axes, rad, as far as the noise goes.
    rotation_sigma: npt.NDArray[np.float64]
    #: Seconds to be added to stamps of the second recording to get the first one's clock.
    clock_offset: float
    #: One standard deviation of it, s, as far as the noise goes.
    clock_offset_sigma: float
    #: (3,): the bias of the first gyroscope less that of the second one turned into the first one's axes, rad/s.
    bias_difference: npt.NDArray[np.float64]
    #: By which factor the first one's rates are larger.
    rate_ratio: float
    #: The share of the first one's motion that the second one explains, up to 1.
    explained: float
    #: The root mean square distance per axis that remains between the rates, rad/s.
    residual: float
    #: The nearest mounting in quarter turns, as `axes=` has it: the second one's axes that are read for the first one's.
    nearest_axes: str
    #: The angle that is left then, rad.
    nearest_axes_deviation: float
    #: How many rates were compared.
    count: int


@dataclass(frozen=True, eq=False)
class Mounting:
    """How a sensor is mounted in a body."""

    #: (4,): turns coordinates in the sensor's axes into body axes, w x y z.
    body_from_sensor: npt.NDArray[np.float64]
    #: The nearest mounting in quarter turns, for `axes=` of `fuse`.
    nearest_axes: str
    #: The angle that is left then, rad.
    nearest_axes_deviation: float
    #: The largest angle that remains between a given and a measured direction, rad.
    largest_residual: float


def align(
    first: Any, second: Any = None, *, attitude: tuple[npt.ArrayLike, npt.ArrayLike] | None = None,
    max_offset: float = 60.0,
) -> Alignment:
    """Aligns the axes and clocks of two recordings of one motion, as `cardan align` does.

    Fix both sensors to one rigid body and turn it by hand about all axes for half a minute.

    :param first: `Recording`, `Log`, or a dictionary or tuple of its fields; only the gyroscope counts
    :param second: the same; or
    :param attitude: an attitude reference: its time stamps (M,), and quaternions (M, 4), reference from body, w x y z
    :param max_offset: the clocks may differ by so many seconds, 0 to 3600
    :raises ValueError: where the recordings do not tell it; it says what to record instead

    >>> import numpy as np
    >>> t = np.arange(0, 20, 0.01)
    >>> rates = np.stack([np.sin(t), np.cos(0.7 * t), np.sin(1.3 * t)], axis=1)
    >>> turned = rates[:, [1, 0, 2]] * [1, -1, 1]
    >>> align({"gyro": turned, "t": t}, {"gyro": rates, "t": t}).nearest_axes
    'y,-x,z'
    """
    if (second is None) == (attitude is None):
        raise ValueError("either second (a recording) or attitude is needed, and not both")
    inputs, message = Inputs(as_recording(first)), o.Message()
    found = o.Alignment(size=ctypes.sizeof(o.Alignment))
    if attitude is not None:
        stamps, quaternions = _arrays.timestamps(attitude[0]), _arrays.quaternions(attitude[1], "attitude")
        if len(stamps) != len(quaternions):
            raise ValueError(f"attitude: {len(stamps)} time stamps, and {len(quaternions)} quaternions")
        time, rows = _arrays.described(stamps), _arrays.described(quaternions)
        status = offline().cardan_align_to_attitude(
            ctypes.byref(inputs.recording), len(stamps), ctypes.byref(time), ctypes.byref(rows), max_offset,
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
    """Tells how a sensor is mounted, as `cardan align --up --turn` does.

    Lay the body still for three seconds with a known axis up, turn it once by 45 to 120 degrees about a known level axis, and
    lay it still again.

    :param recording: `Recording`, `Log`, or a dictionary or tuple of its fields
    :param up: the body axis that points up in the first rest: "z", "-x" ...
    :param turn: the body axis about which the body is turned, right-handed
    :raises ValueError: where the recording does not tell it; it says what to record instead
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
