"""The noise of sensors at rest, as a file that tunes filters."""

from __future__ import annotations

import ctypes
from typing import Any

from . import _offline_library as o
from ._document import Document
from ._offline_library import offline
from ._recording import Inputs, as_recording


class SensorNoise(Document):
    """The noise of the sensors, as a file of `cardan allan -o` has it; `tuned_parameters` and `cardan fuse --tune-from` take it.
    In its `details` U is the unit of the sensor.

    :param text: the content of the file
    """

    def __repr__(self) -> str:
        known = [name for name in ("gyroscope", "accelerometer", "magnetometer") if name in self.details]
        return f"<cardan.SensorNoise of {', '.join(known)}>"


def measure_noise(recording: Any, *, movement: bool = False, name: str = "") -> SensorNoise:
    """The noise of the sensors in a recording at rest, as `cardan allan` finds it; `allan_deviation` has the curves.

    Ten minutes at rest tell the white noise, an hour the bias instability, several hours the random walk. Movement is left
    out, and gaps are not bridged.

    :param recording: `Recording`, `Log`, or a dictionary or tuple of its fields, in SI units
    :param movement: use every row, also where the sensor seems to move: for sensors too coarse for the detection of rest
    :param name: where the recording comes from, for the file to say
    :return: the noise; what is wrong with sensors that are not in it is in its `problems`
    :raises ValueError: where the noise of no sensor is told

    >>> import numpy as np
    >>> random = np.random.default_rng(1)
    >>> still = random.normal(0, 0.002, (60_000, 3)), random.normal(0, 0.02, (60_000, 3)) + [0, 0, 9.81]
    >>> noise = measure_noise((*still, None, None, 100))
    >>> print([round(axis, 5) for axis in noise.details["gyroscope"]["white_noise_U_per_root_Hz"]])
    [0.0002, 0.0002, 0.0002]
    """
    inputs = Inputs(as_recording(recording))
    document, message = ctypes.c_void_p(), o.Message()
    status = offline().cardan_measure_noise(
        ctypes.byref(inputs.recording), int(movement), name.encode(), ctypes.byref(document), *message.arguments)
    message.check(status, "measure_noise")
    return SensorNoise(o.taken_text(document), problems=tuple(message.text.splitlines()))
