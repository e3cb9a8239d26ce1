"""Fusion of one recording and of many."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from . import _arrays, _findings
from . import _library as c
from . import _offline_library as o
from ._calibration import Calibration
from ._findings import Findings
from ._library import CardanError, check, library, status_text
from ._offline_library import offline
from ._options import FilterOptions
from ._outputs import Outputs
from ._recording import Inputs, Recording, as_recording
from ._result import WIDTHS, Result


class Prepared(Inputs):
    """The library's structs of a recording and its results, with their arrays."""

    result: Result
    results: c.Results

    def __init__(self, recording: Recording, **choices: Any) -> None:
        if recording.accel is None:
            raise ValueError("accel: missing; the accelerometer is required")
        super().__init__(recording, **choices)

    def place(self, outputs: Outputs) -> Prepared:
        """Reserve the next rows of `outputs` for the results."""
        self.result, self.results = outputs.result(self.count, self.timestamps)
        return self

    def fuse(self, filter: ctypes.c_void_p, what: str) -> None:
        """Fuse the recording from the state of a filter."""
        for first, block in c.blocks(self.recording):
            results = c.rows_from(self.results, first)
            check(library.cardan_fuse(filter, ctypes.byref(block), ctypes.byref(results)), what)

    def findings(self, options: FilterOptions, truth: npt.NDArray[Any] | None = None) -> Findings:
        """What a run showed, in the words of `cardan fuse`; nothing without libcardan-offline."""
        try:
            return _findings.of_results(
                options.struct, self.recording, self.results, smooth=options.method == "smoother", truth=truth)
        except o.MissingLibraryError:
            return Findings()


def output_names(outputs: str | Iterable[str]) -> tuple[str, ...]:
    """The names of the requested outputs."""
    names = tuple(WIDTHS) if outputs == "all" else (outputs,) if isinstance(outputs, str) else tuple(outputs)
    for name in names:
        if name not in WIDTHS:
            raise ValueError(f"outputs: unknown output {name!r}; expected one of: {', '.join(WIDTHS)}")
    return names


def output_type(dtype: npt.DTypeLike) -> np.dtype[Any]:
    """The type of the outputs."""
    kind = np.dtype(dtype)
    if kind not in (np.dtype(np.float64), np.dtype(np.float32)):
        raise ValueError(f"dtype: expected float64 or float32, found {kind}")
    return kind


def fuse(
    gyro: npt.ArrayLike | Recording | str | os.PathLike[str], accel: npt.ArrayLike | None = None, mag: npt.ArrayLike | None = None, *,
    rate: float | None = None, t: npt.ArrayLike | None = None, velocity: npt.ArrayLike | bool | None = None,
    speed: npt.ArrayLike | None = None, filter: str = "default", frame: str = "enu",
    smooth: bool = False, magnetometer: bool = True, axes: str | Iterable[int] = "x,y,z", imu: str | Iterable[int] | None = None,
    calibration: Calibration | str | os.PathLike[str] | bytes | None = None, time_unit: str | None = None,
    gyro_unit: str | None = None, accel_unit: str | None = None, mag_unit: str | None = None,
    gyro_axes: str | Iterable[int] = "x,y,z", accel_axes: str | Iterable[int] = "x,y,z",
    mag_axes: str | Iterable[int] = "x,y,z", nan: str = "missing", check_units: bool = True,
    outputs: str | Iterable[str] = "all", dtype: npt.DTypeLike = np.float64, latency: float = 0.0, **parameters: float,
) -> Result:
    """Fuse a recording into attitude, one row for each sample.

    Arrays of float64 and float32 are read in place, with any strides; other types and units are copied. The interpreter's
    lock is released during the computation.

    :param gyro: (N, 3) angular rate in body axes, rad/s; a `Recording`, for example from `read_log`; or the path of a log
    :param accel: (N, 3) specific force in body axes, m/s²: at rest it points up with 9.81
    :param mag: (N, 3) magnetic field in body axes, µT; NaN in rows without a reading
    :param rate: samples per second, for recordings without timestamps; the first sample then lasts 1/rate s, with `t` no time, so
        that the attitudes of the first seconds differ a little
    :param t: (N,) timestamps: seconds (float), nanoseconds (integer), datetime64, or dates with a time zone or in universal time;
        gaps and jitter are handled
    :param velocity: (N, 2) velocity over ground to the east and to true north, m/s, which aids the default filters; NaN in rows
        without an observation. False ignores velocity and speed of a recording
    :param speed: (N,) speed along the parameter `forward_axis`, m/s, negative backwards; NaN in rows without an observation
    :param filter: one of `cardan.filters()`
    :param frame: one of `cardan.frames()`
    :param smooth: estimate each sample from the whole recording instead of filtering: more accurate, not live. Without
        magnetometer the filter's heading may be the better one. The estimated sensor errors are in `calibration` of the result
    :param magnetometer: False ignores it; the heading is then relative and drifts
    :param axes: the sensor axes for body x, y and z: "y,-x,z"
    :param calibration: a `Calibration`, a file of `cardan calibrate`, or its bytes
    :param imu: of the path of a log: the IMUs to combine, see `read_log`
    :param time_unit: s, ms, us or ns, for a log that states none
    :param gyro_unit: rad/s, mrad/s, deg/s, mdeg/s or rpm; default: rad/s. Of a log: for columns that state none
    :param accel_unit: m/s^2, g or mg; default: m/s^2
    :param mag_unit: uT, nT, mT, T, gauss or mG; default: uT
    :param gyro_axes: the axes of the gyroscope that are read as x, y and z; signs and mirrored axes are allowed
    :param accel_axes: those of the accelerometer: "-x,-y,-z" for one that reads -9.81 upward
    :param mag_axes: those of the magnetometer
    :param nan: "missing": treat a non-finite row of gyro or accel as a missing reading; "raise": raise ValueError
    :param check_units: raise ValueError if the values look like deg/s or g
    :param outputs: "all", or the names of the requested arrays; fewer are faster
    :param dtype: float64 or float32, the type of the outputs
    :param latency: give each attitude as known this many seconds later, from 0 to 60: more accurate from 1 s; default filter
        only. Streams: `DelayedFilter`
    :param parameters: of the filter, its clock and gravity, by name: `cardan.parameters(filter)`; with `smooth` of the
        smoother: `cardan.parameters(smooth=True)`
    :raises ValueError: for invalid shapes, units or values
    :raises TypeError: for an unknown parameter

    Warns with `DoubtfulInputWarning` of what the run shows, as `cardan fuse`: sensors that are silent or rejected,
    gaps, saturation, a disturbed field, a wrong force at rest, a bias at its limit, a conjugated truth.

    A sensor that turns about the vertical at 0.5 rad/s:

    >>> import numpy as np
    >>> result = fuse(np.tile([0, 0, 0.5], (1000, 1)), np.tile([0, 0, 9.81], (1000, 1)), rate=100)
    >>> result.quaternion.shape
    (1000, 4)
    >>> print(round(result.gravity[-1, 2], 3))
    -9.807
    """
    units = {name: unit for name, unit in (("gyro_unit", gyro_unit), ("accel_unit", accel_unit), ("mag_unit", mag_unit)) if unit}
    if isinstance(gyro, (str, os.PathLike)):
        from ._logs import read_log

        gyro, rate, units = read_log(gyro, time_unit=time_unit, rate=rate, imu=imu, **units), None, {}
    elif imu is not None:
        raise ValueError("imu: only for the path of a log; for a recording give it to read_log")
    elif time_unit is not None:
        raise ValueError("time_unit: only for the path of a log; t is in seconds, or integer nanoseconds")
    if isinstance(gyro, Recording):
        if not (accel is None and mag is None and t is None and speed is None and (velocity is None or isinstance(velocity, bool))):
            raise ValueError("accel, mag, t, velocity and speed: already in the recording")
        recording = as_recording(gyro, rate)
    else:
        recording = Recording(gyro, accel, mag, t, rate, None if isinstance(velocity, bool) else velocity, speed)
    options = FilterOptions(filter, frame, magnetometer, axes, calibration, parameters, smooth=smooth, latency=latency)
    uses_velocity = velocity is not False and options.takes_velocity
    unused = [name for name in ("velocity", "speed") if velocity is not False and getattr(recording, name) is not None]
    if unused and not uses_velocity:
        _findings.warn([f"{' and '.join(unused)}: not used by the filter {options.method!r}"], getattr(gyro, "path", ""))
    names, kind = output_names(outputs), output_type(dtype)
    prepared = Prepared(
        recording, **units, gyro_axes=gyro_axes, accel_axes=accel_axes, mag_axes=mag_axes, nan=nan, check_units=check_units,
        velocity=uses_velocity)
    log = gyro if isinstance(gyro, Recording) else None
    truth = comparable_truth(log, options)
    prepared.place(Outputs(prepared.count, examined_names(names, truth is not None), kind, options))
    _fuse_alone(prepared, options)
    _findings.warn(prepared.findings(options, truth).reasons, getattr(log, "path", ""))
    prepared.result._keep(names)
    return prepared.result


def _fuse_alone(prepared: Prepared, options: FilterOptions) -> None:
    """Fuse a recording by itself: with a filter, at once or with a latency, or with the smoother."""
    if options.method == "smoother":
        return _smooth(prepared, options)
    handle = ctypes.c_void_p()
    check(library.cardan_create(ctypes.byref(options.struct), ctypes.byref(handle)), "options")
    try:
        if options.latency:
            FixedLag(handle, options.latency).fuse_all(prepared.recording, prepared.results)
        else:
            prepared.fuse(handle, "fuse")
    finally:
        library.cardan_destroy(handle)


class FixedLag:
    """The handle of the library for motions with a latency. Its filter must be the default one, before its first sample."""

    def __init__(self, filter: ctypes.c_void_p, latency: float) -> None:
        self.latency = float(latency)
        self._handle = ctypes.c_void_p()
        check(library.cardan_fixed_lag_create(filter, self.latency, ctypes.byref(self._handle)), f"latency {latency!r}")

    def __del__(self) -> None:
        library.cardan_fixed_lag_destroy(self.__dict__.get("_handle"))

    def fuse(self, recording: c.Recording) -> None:
        check(library.cardan_fixed_lag_fuse(self._handle, ctypes.byref(recording)), "fuse")

    def finish(self) -> None:
        check(library.cardan_fixed_lag_finish(self._handle), "finish")

    @property
    def ready(self) -> int:
        return int(library.cardan_fixed_lag_ready(self._handle))

    def take(self, count: int, results: c.Results) -> None:
        check(library.cardan_fixed_lag_take(self._handle, count, ctypes.byref(results)), "take")

    def fuse_all(self, recording: c.Recording, results: c.Results) -> None:
        """All motions of a recording."""
        taken = 0
        for first, block in c.blocks(recording):
            self.fuse(block)
            if first + block.count == recording.count:
                self.finish()
            count = self.ready
            self.take(count, c.rows_from(results, taken))
            taken += count


def examined_names(names: tuple[str, ...], has_truth: bool = False) -> tuple[str, ...]:
    """The outputs that a run needs: those requested and those from which findings are made."""
    return tuple(dict.fromkeys((*names, "flags", "gyro_bias", *(["quaternion"] if has_truth else []))))


def comparable_truth(log: Recording | None, options: FilterOptions) -> npt.NDArray[Any] | None:
    """The true attitudes of a log for comparison with the results; None where their frames differ."""
    truth = getattr(log, "truth", None)
    if truth is None or options.frame != "enu" or list(options.struct.axes) != [1, 2, 3]:
        return None
    return np.where(np.asarray(getattr(log, "moving"))[:, None], truth, np.nan)


def _smooth(prepared: Prepared, options: FilterOptions) -> None:
    document, message = ctypes.c_void_p(), o.Message()
    status = offline().cardan_smooth(
        ctypes.byref(options.struct), ctypes.byref(prepared.recording), ctypes.byref(prepared.results),
        ctypes.byref(document), *message.arguments)
    message.check(status, "smooth")
    prepared.result.calibration = Calibration(o.taken_text(document))


def fuse_many(
    recordings: Iterable[Recording | Mapping[str, Any] | tuple[Any, ...] | str | os.PathLike[str]], *, jobs: int | None = None,
    rate: float | None = None, filter: str = "default", frame: str = "enu", smooth: bool = False,
    magnetometer: bool = True, axes: str | Iterable[int] = "x,y,z", imu: str | Sequence[int] | None = None,
    calibration: Calibration | str | os.PathLike[str] | bytes | None = None, gyro_unit: str = "rad/s",
    accel_unit: str = "m/s^2", mag_unit: str = "uT", gyro_axes: str | Iterable[int] = "x,y,z",
    accel_axes: str | Iterable[int] = "x,y,z", mag_axes: str | Iterable[int] = "x,y,z", nan: str = "missing",
    check_units: bool = True, velocity: bool = True, outputs: str | Iterable[str] = "all",
    dtype: npt.DTypeLike = np.float64, precision: str = "double", latency: float = 0.0,
    **parameters: float,
) -> list[Result]:
    """Fuse many recordings, with results bit-identical to those of `fuse`.

    With AVX2, AVX-512 or NEON and at least four recordings per thread, several are processed side by side in vector lanes, for the
    filters default, vqf, madgwick and mahony; those with velocity or speed, or a latency, one by one.

    :param recordings: `Recording`s, paths of logs, or dictionaries or tuples with its fields in order: (gyro, accel, mag, t,
        rate, velocity, speed)
    :param jobs: number of threads; default: one for each CPU core available to this process
    :param rate: samples per second, for recordings with neither t nor rate
    :param imu: of the paths of logs: the IMUs to combine, see `read_log`
    :param precision: "double", or "single" for twice as many lanes; after the start attitudes differ by thousandths of a
        degree
    :return: the results in the order of the recordings; their arrays share memory, which is freed with the last of them

    All other arguments and errors are those of `fuse`; errors name the recording.

    >>> import numpy as np
    >>> still = (np.zeros((50, 3)), np.tile([0, 0, 9.81], (50, 1)))
    >>> [len(result) for result in fuse_many([still] * 3, rate=100, jobs=1)]
    [50, 50, 50]
    """
    threads = len(os.sched_getaffinity(0)) if jobs is None else int(jobs)
    if threads < 1:
        raise ValueError(f"jobs: expected a positive number, found {jobs}")
    options = FilterOptions(
        filter, frame, magnetometer, axes, calibration, parameters, smooth=smooth, precision=precision, latency=latency)
    names, kind = output_names(outputs), output_type(dtype)
    prepared = []
    for index, source in enumerate(recordings):
        with _naming(index):
            prepared.append(Prepared(
                as_recording(source, rate, imu), gyro_unit=gyro_unit, accel_unit=accel_unit, mag_unit=mag_unit, gyro_axes=gyro_axes,
                accel_axes=accel_axes, mag_axes=mag_axes, nan=nan, check_units=check_units,
                velocity=velocity and options.takes_velocity))
    for index, error in enumerate(fuse_prepared(prepared, options, names, kind, threads)):
        with _naming(index):
            if error is not None:
                raise error
    return [each.result for each in prepared]


def fuse_prepared(
    prepared: Sequence[Prepared], options: FilterOptions, names: tuple[str, ...], kind: np.dtype[Any], threads: int,
) -> list[ValueError | None]:
    """Fuse recordings into new outputs; the error of each, or None."""
    memory = Outputs(sum(each.count for each in prepared), names, kind, options)
    for each in prepared:
        each.place(memory)
    if options.method == "smoother" or options.latency:
        # The longest first, as in the library.
        order = sorted(range(len(prepared)), key=lambda index: -prepared[index].count)
        with ThreadPoolExecutor(threads) as pool:
            futures = {index: pool.submit(_fuse_alone, prepared[index], options) for index in order}
        errors = [futures[index].exception() for index in range(len(prepared))]
        for error in errors:
            if error is not None and not isinstance(error, ValueError):
                raise error
        return cast("list[ValueError | None]", errors)
    work = (c.Job * len(prepared))()
    for job, each in zip(work, prepared):
        job.recording, job.results = ctypes.pointer(each.recording), ctypes.pointer(each.results)
    check(library.cardan_fuse_many(ctypes.byref(options.struct), work, len(work), threads), "fuse_many")
    return [None if job.status == c.OK else CardanError(status_text(job.status)) for job in work]


@contextmanager
def _naming(index: int) -> Iterator[None]:
    """Prefix errors with the recording's index."""
    try:
        yield
    except (TypeError, ValueError) as error:
        raise type(error)(f"recording {index}: {error}") from error
