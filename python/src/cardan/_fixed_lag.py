"""Results with a latency."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from ._calibration import Calibration
from ._filter import Filter
from ._fuse import FixedLag, Prepared, output_names, output_type
from ._recording import Recording
from ._outputs import Outputs
from ._result import Result


class DelayedFilter:
    """A stream of samples whose results follow later, each attitude as known `latency` seconds after its sample.

    A result is ready after the latency and up to two steps of the filter more, in time of the samples: a step lasts 0.05 s, below
    100 Hz up to 0.1 s or one sample. The numbers are those of `fuse(..., latency=)`, for any division of the samples into blocks.
    Threads can share it: each call waits for the one before.

    :param latency: seconds, from 0, for which each result is ready at once, to 60
    :param frame: one of `cardan.frames()`
    :param magnetometer: False ignores it; the heading is then relative and drifts
    :param axes: the sensor axes for body x, y and z: "y,-x,z"
    :param calibration: a `Calibration`, a file of `cardan calibrate`, or its bytes
    :param parameters: of the default filter, by name, see `cardan.parameters()`
    :raises ValueError: for an invalid value
    :raises TypeError: for an unknown parameter

    >>> still = np.zeros((150, 3)), np.tile([0, 0, 9.81], (150, 1))
    >>> delayed = DelayedFilter(1.0)
    >>> ready = delayed.process(*still, rate=100)
    >>> rest = delayed.finish()
    >>> len(ready) + len(rest), 100 <= len(rest) <= 110
    (150, True)
    """

    #: The filter, for observations of velocity, parameters, and its results without latency; samples come by `process` alone.
    filter: Filter

    def __init__(
        self, latency: float, *, frame: str = "enu", magnetometer: bool = True, axes: str | Iterable[int] = "x,y,z",
        calibration: Calibration | str | os.PathLike[str] | bytes | None = None, **parameters: float,
    ) -> None:
        self.filter = Filter(
            frame=frame, magnetometer=magnetometer, axes=axes, calibration=calibration, **parameters)
        self._lag = FixedLag(self.filter._handle, latency)
        self._count = 0
        self._timestamps: npt.NDArray[Any] | None = None

    def __repr__(self) -> str:
        return f"<cardan.DelayedFilter, latency {self._lag.latency:g} s, {self.waiting} waiting>"

    @property
    def waiting(self) -> int:
        """The number of samples whose results are not ready."""
        timestamps = self._timestamps
        return 0 if timestamps is None else len(timestamps)

    def process(
        self, gyro: npt.ArrayLike, accel: npt.ArrayLike, mag: npt.ArrayLike | None = None, *,
        rate: float | None = None, t: npt.ArrayLike | None = None, velocity: npt.ArrayLike | None = None,
        speed: npt.ArrayLike | None = None, gyro_unit: str = "rad/s", accel_unit: str = "m/s^2", mag_unit: str = "uT",
        nan: str = "missing", check_units: bool = True, outputs: str | Iterable[str] = "all",
        dtype: npt.DTypeLike = np.float64,
    ) -> Result:
        """Process a block of samples; return the results that are ready, of this block and of those before. See `cardan.fuse`."""
        prepared = Prepared(
            Recording(gyro, accel, mag, t, rate, velocity, speed), gyro_unit=gyro_unit, accel_unit=accel_unit,
            mag_unit=mag_unit, nan=nan, check_units=check_units)
        names, kind = output_names(outputs), output_type(dtype)
        with self.filter._lock:
            timestamps = prepared.timestamps
            if isinstance(timestamps, float):
                timestamps = (self._count + np.arange(prepared.count)) * timestamps
            self._timestamps = timestamps if self._timestamps is None else np.concatenate([self._timestamps, timestamps])
            self._count += prepared.count
            self._lag.fuse(prepared.recording)
            self.filter._warn()
            return self._taken(names, kind)

    def finish(self, *, outputs: str | Iterable[str] = "all", dtype: npt.DTypeLike = np.float64) -> Result:
        """The results that wait, with what is known now. Later samples continue."""
        names, kind = output_names(outputs), output_type(dtype)
        with self.filter._lock:
            self._lag.finish()
            return self._taken(names, kind)

    def _taken(self, names: tuple[str, ...], kind: np.dtype[Any]) -> Result:
        ready = self._lag.ready
        timestamps = np.empty(0) if self._timestamps is None else self._timestamps
        result, results = Outputs(ready, names, kind, self.filter._options).result(ready, timestamps[:ready])
        self._lag.take(ready, results)
        self._timestamps = timestamps[ready:] if ready < len(timestamps) else None
        return result
