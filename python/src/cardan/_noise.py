"""Noise files, which tune filters."""

from __future__ import annotations

import ctypes
from typing import Any

from . import _library as c
from . import _offline_library as o
from ._document import Document
from ._offline_library import offline
from ._recording import Inputs, as_recording


class SensorNoise(Document):
    """The noise of the sensors, as a file of `cardan allan -o`, for `tuned_parameters` and `cardan fuse --tune-from`. In its
    `details` U is the unit of the sensor.

    :param text: the content of the file
    """

    def __repr__(self) -> str:
        known = [name for name in ("gyroscope", "accelerometer", "magnetometer") if name in self.details]
        return f"<cardan.SensorNoise of {', '.join(known)}>"


def measure_noise(recording: Any, *, movement: bool = False, name: str = "") -> SensorNoise:
    """Measure the noise of the sensors in a recording at rest, as `cardan allan`; `allan_deviation` has the curves.

    Ten minutes at rest determine the white noise, an hour the bias instability, several hours the random walk. Movement is
    excluded, and gaps are not bridged.

    :param recording: `Recording`, `Log`, or a dictionary or tuple of its fields, in SI units
    :param movement: also use rows with detected movement, for sensors too coarse for rest detection
    :param name: the recording's name, kept in the file
    :return: the noise; its `problems` say why sensors are missing
    :raises ValueError: if no sensor's noise is determined

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
        ctypes.byref(inputs.recording), int(movement), c.text(name), ctypes.byref(document), *message.arguments)
    message.check(status, "measure_noise")
    return SensorNoise(o.taken_text(document), problems=tuple(message.text.splitlines()))
