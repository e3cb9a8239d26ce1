"""Whole recordings: one, and many."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _library as c
from . import _offline_library as o
from ._calibration import Calibration
from ._library import check, library
from ._offline_library import offline
from ._options import FilterOptions
from ._recording import Inputs, Recording, as_recording
from ._result import WIDTHS, Outputs, Result


class Prepared(Inputs):
    """A recording and its results as the library sees them, and the arrays behind them."""

    result: Result
    results: c.Results

    def __init__(self, recording: Recording, **choices: Any) -> None:
        if recording.accel is None:
            raise ValueError("accel: the accelerometer is needed")
        super().__init__(recording, **choices)

    def place(self, outputs: Outputs) -> Prepared:
        """Takes the next rows for its results."""
        self.result, self.results = outputs.result(self.count, self.stamps)
        return self


def output_names(outputs: str | Iterable[str]) -> tuple[str, ...]:
    """The outputs that are wanted."""
    names = tuple(WIDTHS) if outputs == "all" else (outputs,) if isinstance(outputs, str) else tuple(outputs)
    for name in names:
        if name not in WIDTHS:
            raise ValueError(f"outputs: there is no output {name!r}; one of: {', '.join(WIDTHS)}")
    return names


def output_type(dtype: npt.DTypeLike) -> np.dtype[Any]:
    """The type of the outputs."""
    kind = np.dtype(dtype)
    if kind not in (np.dtype(np.float64), np.dtype(np.float32)):
        raise ValueError(f"dtype: float64 or float32 is needed, not {kind}")
    return kind


def fuse(
    gyro: npt.ArrayLike | Recording, accel: npt.ArrayLike | None = None, mag: npt.ArrayLike | None = None, *,
    rate: float | None = None, t: npt.ArrayLike | None = None, filter: str = "default", frame: str = "enu",
    smooth: bool = False, magnetometer: bool = True, axes: str | Iterable[int] = "x,y,z",
    calibration: Calibration | str | os.PathLike[str] | bytes | None = None, gyro_unit: str = "rad/s",
    accel_unit: str = "m/s^2", mag_unit: str = "uT", nan: str = "missing", check_units: bool = True,
    outputs: str | Iterable[str] = "all", dtype: npt.DTypeLike = np.float64, **parameters: float,
) -> Result:
    """Turns a recording into attitude, one row for each sample.

    Arrays of float64 and float32 are read in place, with any strides; others, and other units, are copied. The
    interpreter's lock is free while the library works.

    :param gyro: (N, 3) angular rate in body axes, rad/s; or a whole `Recording`, as `read_log` gives it
    :param accel: (N, 3) specific force in body axes, m/s²: at rest it points up with 9.81
    :param mag: (N, 3) magnetic field in body axes, µT; rows of NaN where the magnetometer gave nothing
    :param rate: samples a second, where there are no time stamps
    :param t: (N,) time stamps: seconds (float), nanoseconds (integer) or datetime64; gaps and jumps are dealt with
    :param filter: one of `cardan.filters()`
    :param frame: one of `cardan.frames()`
    :param smooth: judge every sample by the whole recording, before and after it, instead of filtering: more accurate, and
        not live. What it found out about the sensors is in `calibration` of the result
    :param magnetometer: False leaves it out; the heading is then relative and drifts
    :param axes: the sensor axes that are read for body x, y and z: "y,-x,z"
    :param calibration: a `Calibration`, a file of `cardan calibrate`, or its bytes
    :param gyro_unit: rad/s, mrad/s, deg/s, mdeg/s or rpm
    :param accel_unit: m/s^2, g or mg
    :param mag_unit: uT, nT, mT, T, gauss or mG
    :param nan: "missing": a row of gyro or accel that is not finite has no reading, as the flags say; "raise": ValueError
    :param check_units: raise ValueError where gyro must be in deg/s, or accel in g
    :param outputs: "all", or the names of the arrays of the result that are wanted; fewer are faster
    :param dtype: float64 or float32, of the outputs
    :param parameters: those of the filter, of its clock and of gravity, by name: `cardan.parameters(filter)`; with `smooth`
        those of the smoother: `cardan.parameters(smooth=True)`
    :raises ValueError: for wrong shapes, units and values; it says which
    :raises TypeError: for a parameter that the filter does not have

    A sensor that turns about the vertical at half a radian a second:

    >>> import numpy as np
    >>> result = fuse(np.tile([0, 0, 0.5], (1000, 1)), np.tile([0, 0, 9.81], (1000, 1)), rate=100)
    >>> result.quaternion.shape
    (1000, 4)
    >>> print(round(result.gravity[-1, 2], 3))
    -9.807
    """
    if isinstance(gyro, Recording):
        if not (accel is None and mag is None and t is None):
            raise ValueError("accel, mag and t: the recording has its own")
        recording = as_recording(gyro, rate)
    else:
        recording = Recording(gyro, accel, mag, t, rate)
    options = FilterOptions(filter, frame, magnetometer, axes, calibration, parameters, smooth=smooth)
    names, kind = output_names(outputs), output_type(dtype)
    prepared = Prepared(
        recording, gyro_unit=gyro_unit, accel_unit=accel_unit, mag_unit=mag_unit, nan=nan, check_units=check_units)
    prepared.place(Outputs(prepared.count, names, kind))
    if smooth:
        return _smoothed(prepared, options)
    handle = ctypes.c_void_p()
    check(library.cardan_create(ctypes.byref(options.struct), ctypes.byref(handle)), "options")
    try:
        check(library.cardan_fuse(handle, ctypes.byref(prepared.recording), ctypes.byref(prepared.results)), "fuse")
    finally:
        library.cardan_destroy(handle)
    return prepared.result


def _smoothed(prepared: Prepared, options: FilterOptions) -> Result:
    document, message = ctypes.c_void_p(), o.Message()
    status = offline().cardan_smooth(
        ctypes.byref(options.struct), ctypes.byref(prepared.recording), ctypes.byref(prepared.results),
        ctypes.byref(document), *message.arguments)
    message.check(status, "smooth")
    prepared.result.calibration = Calibration(o.taken_text(document))
    return prepared.result


def fuse_many(
    recordings: Iterable[Recording | Mapping[str, Any] | tuple[Any, ...]], *, jobs: int | None = None,
    rate: float | None = None, filter: str = "default", frame: str = "enu", smooth: bool = False,
    magnetometer: bool = True, axes: str | Iterable[int] = "x,y,z",
    calibration: Calibration | str | os.PathLike[str] | bytes | None = None, gyro_unit: str = "rad/s",
    accel_unit: str = "m/s^2", mag_unit: str = "uT", nan: str = "missing", check_units: bool = True,
    outputs: str | Iterable[str] = "all", dtype: npt.DTypeLike = np.float64, precision: str = "double",
    **parameters: float,
) -> list[Result]:
    """Fuses many recordings; the results are those of `fuse`, to the last bit.

    From four recordings for each thread on, several go side by side in the lanes of the processor's vectors, where it has AVX2
    or AVX-512 and the filter is default, vqf, madgwick or mahony.

    :param recordings: `Recording`s, or dictionaries or tuples with its fields in order: (gyro, accel, mag, t, rate)
    :param jobs: threads; default: one for each processor core that this process may use
    :param rate: samples a second, of recordings that have neither t nor rate
    :param precision: "double", or "single" for twice as many lanes: after the start attitudes then differ by
        thousandths of a degree
    :return: the results in the order of the recordings; their arrays are parts of large ones, whose memory is free, or
        used for later results, when the last of them is gone

    All other arguments, and errors, are those of `fuse`; errors say which recording.

    >>> import numpy as np
    >>> still = (np.zeros((50, 3)), np.tile([0, 0, 9.81], (50, 1)))
    >>> [len(result) for result in fuse_many([still] * 3, rate=100, jobs=1)]
    [50, 50, 50]
    """
    threads = len(os.sched_getaffinity(0)) if jobs is None else int(jobs)
    if threads < 1:
        raise ValueError(f"jobs: {jobs} is not a positive number of threads")
    options = FilterOptions(filter, frame, magnetometer, axes, calibration, parameters, smooth=smooth, precision=precision)
    names, kind = output_names(outputs), output_type(dtype)
    prepared = []
    for index, source in enumerate(recordings):
        with _naming(index):
            prepared.append(Prepared(
                as_recording(source, rate), gyro_unit=gyro_unit, accel_unit=accel_unit, mag_unit=mag_unit, nan=nan,
                check_units=check_units))
    memory = Outputs(sum(each.count for each in prepared), names, kind)
    for each in prepared:
        each.place(memory)
    if smooth:
        with ThreadPoolExecutor(threads) as pool:
            futures = [pool.submit(_smoothed, each, options) for each in prepared]
        for index, future in enumerate(futures):
            with _naming(index):
                future.result()
        return [each.result for each in prepared]
    work = (c.Job * len(prepared))()
    for job, each in zip(work, prepared):
        job.recording, job.results = ctypes.pointer(each.recording), ctypes.pointer(each.results)
    check(library.cardan_fuse_many(ctypes.byref(options.struct), work, len(work), threads), "fuse_many")
    for index, job in enumerate(work):
        check(job.status, f"recording {index}")
    return [each.result for each in prepared]


@contextmanager
def _naming(index: int) -> Iterator[None]:
    """Errors say which recording."""
    try:
        yield
    except (TypeError, ValueError) as error:
        raise type(error)(f"recording {index}: {error}") from error
