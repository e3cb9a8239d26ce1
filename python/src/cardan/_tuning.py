"""Filter parameters from sensor noise."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path

from . import _library as c
from . import _offline_library as o
from ._noise import SensorNoise
from ._offline_library import offline
from ._options import kind_named


def tuned_parameters(noise: SensorNoise | str | os.PathLike[str] | bytes, filter: str = "default") -> dict[str, float]:
    """The parameters of a filter for sensors with a measured noise, as set by `cardan fuse --tune-from`.

        cardan.fuse(gyro, accel, mag, rate=100, **cardan.tuned_parameters("noise.json"))

    The noise at rest is added to the defaults' allowance for motion, so a parameter changes much only for sensors that are
    noisier than usual.

    :param noise: a result of `measure_noise`, its file or that of `cardan allan -o`, or the file's bytes
    :param filter: "default", "default14" or "mekf"; others have no parameters in units of noise
    :return: keywords of `fuse`, `fuse_many` and `Filter`; other parameters keep their defaults
    :raises ValueError: for another filter or an invalid file
    """
    text = bytes(noise) if isinstance(noise, (SensorNoise, bytes, bytearray)) else Path(noise).read_bytes()
    parameters, count, message = (c.Parameter * o.TUNED_PARAMETERS)(), ctypes.c_size_t(), o.Message()
    status = offline().cardan_tune(
        text, len(text), kind_named(filter), parameters, len(parameters), ctypes.byref(count), *message.arguments)
    message.check(status, "tuned_parameters")
    return {each.name.decode(): each.value for each in parameters[: count.value]}
