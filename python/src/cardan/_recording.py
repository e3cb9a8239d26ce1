"""Recordings, and how the library sees them."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _arrays
from . import _library as c


@dataclass
class Recording:
    """One recording; see `fuse` for what the arrays hold."""

    gyro: npt.ArrayLike
    accel: npt.ArrayLike | None = None
    mag: npt.ArrayLike | None = None
    t: npt.ArrayLike | None = None
    rate: float | None = None


def as_recording(source: Any, rate: float | None = None) -> Recording:
    """A recording from one, or from a dictionary or tuple of its fields."""
    if isinstance(source, Recording):
        recording = Recording(source.gyro, source.accel, source.mag, source.t, source.rate)
    elif isinstance(source, Mapping):
        recording = Recording(**source)
    else:
        recording = Recording(*source)
    if recording.t is None and recording.rate is None:
        recording.rate = rate
    return recording


class Inputs:
    """A recording as the library sees it, and the arrays behind it."""

    def __init__(
        self, recording: Recording, *, gyro_unit: str = "rad/s", accel_unit: str = "m/s^2", mag_unit: str = "uT",
        nan: str = "missing", check_units: bool = True,
    ) -> None:
        gyro = _arrays.readings(recording.gyro, "gyro", gyro_unit, _arrays.GYRO_UNITS, nan)
        accel = mag = None
        if recording.accel is not None:
            accel = _arrays.readings(recording.accel, "accel", accel_unit, _arrays.ACCEL_UNITS, nan)
        # A magnetometer is usually slower than the rest: rows that it does not have are never an error.
        if recording.mag is not None:
            mag = _arrays.readings(recording.mag, "mag", mag_unit, _arrays.MAG_UNITS, "missing")
        for name, array in (("accel", accel), ("mag", mag)):
            if array is not None and len(array) != len(gyro):
                raise ValueError(f"{name}: {len(array)} rows, where gyro has {len(gyro)}")
        if check_units:
            _arrays.check_units(gyro, accel)
        time, interval = self._time(recording, len(gyro), nan)
        self._arrays = (gyro, accel, mag, time)
        #: How many samples.
        self.count = len(gyro)
        #: The time stamps, or the seconds from one sample to the next.
        self.stamps: npt.NDArray[Any] | float = interval if time is None else time
        #: The struct of the library.
        self.recording = c.Recording(
            ctypes.sizeof(c.Recording), len(gyro), _arrays.described(time), interval, _arrays.described(gyro),
            _arrays.described(accel), _arrays.described(mag))

    @staticmethod
    def _time(recording: Recording, count: int, nan: str) -> tuple[npt.NDArray[Any] | None, float]:
        if (recording.t is None) == (recording.rate is None):
            raise ValueError("either t (time stamps) or rate (Hz) is needed, and not both")
        if recording.rate is not None:
            rate = float(recording.rate)
            if not 0 < rate < float("inf"):
                raise ValueError(f"rate: {rate} is not a positive number of samples a second")
            return None, 1.0 / rate
        time = _arrays.timestamps(recording.t)
        if len(time) != count:
            raise ValueError(f"t: {len(time)} time stamps, where gyro has {count} rows")
        if nan == "raise" and not np.isfinite(time).all():
            raise ValueError(f"t: row {int(np.flatnonzero(~np.isfinite(time))[0])} is not finite")
        return time, 0.0
