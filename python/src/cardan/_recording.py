"""Recordings and their description for the library."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _arrays
from . import _library as c


@dataclass
class Recording:
    """One recording, with the arrays of `fuse`."""

    gyro: npt.ArrayLike
    accel: npt.ArrayLike | None = None
    mag: npt.ArrayLike | None = None
    t: npt.ArrayLike | None = None
    rate: float | None = None
    #: (N, 2): velocity over ground to the east and to true north, m/s; NaN in rows without an observation.
    velocity: npt.ArrayLike | None = None
    #: (N,): speed along the parameter `forward_axis`, m/s; NaN in rows without an observation.
    speed: npt.ArrayLike | None = None


def as_recording(source: Any, rate: float | None = None, imu: str | Iterable[int] | None = None) -> Recording:
    """A copy of a recording; a recording from a dictionary or tuple of its fields; or the log in a file, of which `imu` are the IMUs."""
    if isinstance(source, (str, os.PathLike)):
        from ._logs import read_log

        return read_log(source, rate=rate, imu=imu)
    if imu is not None:
        raise ValueError("imu: only for the path of a log; for a recording give it to read_log")
    if isinstance(source, Recording):
        recording = Recording(*(getattr(source, each.name) for each in fields(Recording)))
    elif isinstance(source, Mapping):
        recording = Recording(**source)
    else:
        recording = Recording(*source)
    if recording.t is None and recording.rate is None:
        recording.rate = rate
    return recording


class Inputs:
    """The library's struct of a recording, with its arrays."""

    def __init__(
        self, recording: Recording, *, gyro_unit: str = "rad/s", accel_unit: str = "m/s^2", mag_unit: str = "uT",
        gyro_axes: Any = "x,y,z", accel_axes: Any = "x,y,z", mag_axes: Any = "x,y,z", nan: str = "missing",
        check_units: bool = True, velocity: bool = True,
    ) -> None:
        gyro = _arrays.readings(recording.gyro, "gyro", gyro_unit, nan, gyro_axes)
        accel = mag = None
        if recording.accel is not None:
            accel = _arrays.readings(recording.accel, "accel", accel_unit, nan, accel_axes)
        # Magnetometers are usually slower: missing rows are never an error.
        if recording.mag is not None:
            mag = _arrays.readings(recording.mag, "mag", mag_unit, "missing", mag_axes)
        over_ground = speed = None
        if velocity:
            over_ground = _arrays.observations(recording.velocity, "velocity", 2)
            speed = _arrays.observations(recording.speed, "speed", 1)
        for name, array in (("accel", accel), ("mag", mag), ("velocity", over_ground), ("speed", speed)):
            if array is not None and len(array) != len(gyro):
                raise ValueError(f"{name}: {len(array)} rows, but gyro has {len(gyro)}")
        if check_units:
            _arrays.check_units(gyro, accel)
        time, interval = self._time(recording, len(gyro), nan)
        self._arrays = (gyro, accel, mag, time, over_ground, speed)
        #: The number of samples.
        self.count = len(gyro)
        #: The timestamps, or the interval in seconds.
        self.timestamps: npt.NDArray[Any] | float = interval if time is None else time
        #: The struct of the library.
        self.recording = c.Recording(
            ctypes.sizeof(c.Recording), len(gyro), _arrays.described(time), interval, _arrays.described(gyro),
            _arrays.described(accel), _arrays.described(mag), _arrays.described(over_ground), _arrays.described(speed))

    @staticmethod
    def _time(recording: Recording, count: int, nan: str) -> tuple[npt.NDArray[Any] | None, float]:
        if (recording.t is None) == (recording.rate is None):
            raise ValueError("expected either t (timestamps) or rate (Hz)")
        if recording.rate is not None:
            rate = float(recording.rate)
            if not 0 < rate < float("inf"):
                raise ValueError(f"rate: expected a positive number of samples per second, found {rate}")
            return None, 1.0 / rate
        time = _arrays.timestamps(recording.t)
        if len(time) != count:
            raise ValueError(f"t: {len(time)} timestamps, but gyro has {count} rows")
        if nan == "raise" and not np.isfinite(time).all():
            raise ValueError(f"t: row {int(np.flatnonzero(~np.isfinite(time))[0])} is not finite")
        return time, 0.0
