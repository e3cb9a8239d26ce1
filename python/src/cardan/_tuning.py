"""Filters tuned to the noise of the sensors."""

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
    """The parameters that a filter is to have for sensors with a noise, as `cardan fuse --tune-from` sets them.

        cardan.fuse(gyro, accel, mag, rate=100, **cardan.tuned_parameters("noise.json"))

    The noise of a sensor at rest is added to what the defaults allow for motion, so that a parameter changes much only where
    the sensor is worse than usual.

    :param noise: what `measure_noise` found, or a file of it or of `cardan allan -o`, or the file's bytes
    :param filter: "default", "default14" or "mekf"; others have no parameters in units of noise
    :return: for `fuse`, `fuse_many` and `Filter`; parameters that are not in it keep their defaults
    :raises ValueError: for another filter, and for a file that is none
    """
    text = bytes(noise) if isinstance(noise, (SensorNoise, bytes, bytearray)) else Path(noise).read_bytes()
    parameters, count, message = (c.Parameter * o.TUNED_PARAMETERS)(), ctypes.c_size_t(), o.Message()
    status = offline().cardan_tune(
        text, len(text), kind_named(filter), parameters, len(parameters), ctypes.byref(count), *message.arguments)
    message.check(status, "tuned_parameters")
    return {each.name.decode(): each.value for each in parameters[: count.value]}
