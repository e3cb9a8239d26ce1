"""Logs in the formats of `cardan fuse`."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _arrays, _arrow, _findings
from . import _library as c
from . import _offline_library as o
from ._findings import Findings
from ._library import CardanError
from ._offline_library import offline
from ._recording import Inputs, Recording
from ._tables import log_from_table

if TYPE_CHECKING:
    import pandas

# The arrays of cardan_log_rows in order: shape of a row, type, and the bit of the contents without which there are none.
_ROWS: dict[str, tuple[tuple[int, ...], type, int]] = {
    "t": ((), np.int64, 0), "gyro": ((3,), float, 0), "accel": ((3,), float, 0), "mag": ((3,), float, 4), "truth": ((4,), float, 8),
    "moving": ((), bool, 0), "velocity": ((2,), float, 16), "speed": ((), float, 32)}


@dataclass(repr=False)
class Log(Recording):
    """A recording from a file, in SI units and sensor axes, for `fuse` and `fuse_many`.

    `gyro`, `accel` and `mag` are (N, 3): rad/s, m/s², µT, NaN for missing readings; `mag` is None without a magnetometer. `t` is
    (N,) of int64: nanoseconds since the log's own epoch. `velocity` is (N, 2): over ground to the east and north, m/s, `speed` (N,):
    along the forward axis; None in logs without.
    """

    #: (N, 4): the true attitude, east-north-up from body, w x y z, NaN in rows without; None if the log has none.
    truth: npt.NDArray[np.float64] | None = None
    #: (N,) of bool: the rows to evaluate, by the log's own movement column.
    moving: npt.NDArray[np.bool_] = field(default_factory=lambda: np.empty(0, bool))
    #: The name of the format, for people.
    format: str = ""
    #: The path of the file.
    path: str = ""
    #: The options with which the file was read; None for a table.
    _options: dict[str, Any] | None = field(default=None, repr=False, compare=False)
    #: What reading the file showed.
    _reading: Findings = field(default_factory=Findings, repr=False, compare=False)

    def __len__(self) -> int:
        return len(self.moving)

    def __repr__(self) -> str:
        extra = [name for name in ("mag", "velocity", "speed", "truth") if getattr(self, name) is not None]
        return f"<cardan.Log of {len(self)} rows: {', '.join(['gyro', 'accel', *extra])}; {self.format}>"

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """The rows as columns, named as in a log of `cardan`; views, not copies."""
        columns: dict[str, npt.NDArray[Any]] = {"t [ns]": np.asarray(self.t)}
        for name, unit in (("gyro", "rad/s"), ("accel", "m/s^2"), ("mag", "uT")):
            array = getattr(self, name)
            if array is not None:
                columns |= {f"{name}_{axis} [{unit}]": array[:, index] for index, axis in enumerate("xyz")}
        if self.velocity is not None:
            columns |= {f"vel_{axis} [m/s]": np.asarray(self.velocity)[:, index] for index, axis in enumerate("en")}
        if self.speed is not None:
            columns["speed [m/s]"] = np.asarray(self.speed)
        if self.truth is not None:
            columns |= {f"q_{axis}": self.truth[:, index] for index, axis in enumerate("wxyz")}
        return columns

    def findings(self) -> Findings:
        """What `cardan doctor` finds in the log, the most severe first. Reads the file once more; a table in memory again.

        >>> import tempfile
        >>> with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
        ...     _ = file.write("t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z\\n0,0,0,0,0,0,9.81\\n")
        ...     file.flush()
        ...     found = read_log(file.name).findings()
        >>> found.verdict, [str(finding) for finding in found]
        ('unusable', ['too short for a first attitude', 'no magnetometer readings: heading is relative and drifts'])
        """
        return self._examined()[0]

    def info(self) -> dict[str, Any]:
        """The contents of the log in numbers, as `info` of `cardan doctor --json`: format, rows, rate, gaps, rest, sensors."""
        return self._examined()[1]

    def _examined(self) -> tuple[Findings, dict[str, Any]]:
        if self._options is not None:
            return _findings.of_log(self.path, o.log_options(self._options))
        inputs = Inputs(self, check_units=False)
        truth = None if self.truth is None else np.ascontiguousarray(self.truth)
        return _findings.of_recording(inputs.recording, truth, self.path)

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a pandas.DataFrame."""
        import pandas

        return pandas.DataFrame(self.columns())


def read_log(
    path: Any, *, time_unit: str | None = None, gyro_unit: str | None = None,
    accel_unit: str | None = None, mag_unit: str | None = None, rate: float | None = None, gyro_axes: Any = "x,y,z",
    accel_axes: Any = "x,y,z", mag_axes: Any = "x,y,z", topic: str | None = None, imu: str | Iterable[int] | None = None,
    header: str | Iterable[str] | None = None, map: Mapping[str, str] | None = None, skip_bad_rows: bool = False,
    assume_units: bool = False,
) -> Log:
    """Read a log in any format of `cardan help formats`, detected by content; a Parquet file (needs pyarrow); or a table with the
    Arrow C stream interface, as those of polars, DuckDB and pyarrow.

    Unit arguments replace the units of the log.

    :param path: the file, the folder of a recording, the table, or a list of files of one recording, one for each sensor, which
        are merged by their timestamps
    :param time_unit: "s", "ms", "us" or "ns"
    :param gyro_unit: "rad/s", "deg/s" ..., also one such as "deg/s/16.4" for counts
    :param accel_unit: "m/s^2", "g" or "mg", also one such as "g/4096"
    :param mag_unit: "uT", "nT", "gauss", "mG" ...
    :param rate: rows per second, 0.001 to 1e7, for a log without timestamps, or in place of them
    :param gyro_axes: the axes of the gyroscope that are read as x, y and z; signs and mirrored axes are allowed
    :param accel_axes: those of the accelerometer: "-x,-y,-z" for one that reads -9.81 upward
    :param mag_axes: those of the magnetometer
    :param topic: the gyroscope of a file of several, see `cardan info`; default: the best
    :param imu: "all", or numbers such as (0, 2), of which the first leads: the IMUs of one body in a file of several, combined
    :param header: the names of the columns of a text table without: "t [s],gyro_x [rad/s],...", or a list
    :param map: columns of a text table with other names: {"rot_x": "gyro_x [deg/s]"}
    :param skip_bad_rows: skip and count invalid rows of a text table, instead of raising at the first
    :param assume_units: take units that neither the log nor an argument gives as the values suggest, and warn of them

    Warns with `DoubtfulInputWarning` of damage, of assumed units, and of columns of a sensor that were not read.

    :raises FileNotFoundError, PermissionError: for a missing or unreadable file
    :raises ValueError: for an invalid log or a missing unit; the message names file, line and column

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
    ...     _ = file.write("t [s],gyro_x [deg/s],gyro_y,gyro_z,accel_x [g],accel_y,accel_z\\n0,0,0,90,0,0,1\\n")
    ...     file.flush()
    ...     log = read_log(file.name)
    >>> print(log.gyro.round(4), log.accel.round(4))
    [[0.     0.     1.5708]] [[0.     0.     9.8066]]
    """
    try:
        log = read(
            path, time_unit=time_unit, gyro_unit=gyro_unit, accel_unit=accel_unit, mag_unit=mag_unit, rate=rate, topic=topic,
            imu=imu, header=header, map=map, skip_bad_rows=skip_bad_rows, assume_units=assume_units)
    except ValueError as error:
        raise type(error)(_with_advice(str(error))) from None
    assumed = [finding.reason for finding in log._reading if finding.fact.startswith("units that its values suggest")]
    _findings.warn(dict.fromkeys([*log._reading.reasons, *assumed]), log.path)
    for name, axes in (("gyro", gyro_axes), ("accel", accel_axes), ("mag", mag_axes)):
        given = getattr(log, name)
        if given is not None:
            turned = _arrays.turned(given, axes, f"{name}_axes")
            if turned is not given:
                # What the file holds is another recording now.
                setattr(log, name, turned)
                log._options = None
    return log


def read(
    path: Any, *, time_unit: str | None = None, gyro_unit: str | None = None, accel_unit: str | None = None,
    mag_unit: str | None = None, rate: float | None = None, **others: Any,
) -> Log:
    """Read a log as `read_log` does, without warnings: what reading showed is in the log."""
    table = path if _arrow.has_stream(path) else _parquet(path)
    if table is not None:
        unused = [name for name, value in others.items() if value not in (None, False)]
        if unused:
            raise ValueError(f"{unused[0]}: not for a table of columns; rename or select its columns instead")
        given = {"t": time_unit, "gyro": gyro_unit, "accel": accel_unit, "mag": mag_unit}
        recording, truth, moving = log_from_table(
            table, {name: unit for name, unit in given.items() if unit is not None}, rate)
        return Log(
            **vars(recording), truth=truth, moving=moving, format="Arrow" if table is path else "Parquet",
            path="" if table is path else os.fspath(path))
    path, *companions = path if isinstance(path, (list, tuple)) else [path]
    units = {"time": time_unit, "gyroscope": gyro_unit, "accelerometer": accel_unit, "magnetometer": mag_unit}
    choices: dict[str, Any] = {f"{name}_unit": c.text(unit) for name, unit in units.items() if unit is not None}
    choices["rate"] = 0.0 if rate is None else rate
    choices["companions"] = [c.text(each, os.fsencode) for each in companions]
    choices |= _choices(**others)
    options = o.log_options(choices)
    handle, message = ctypes.c_void_p(), o.Message()
    status = offline().cardan_log_open(c.text(path, os.fsencode), ctypes.byref(options), ctypes.byref(handle), *message.arguments)
    if status == o.UNREADABLE:
        # Python raises the matching exception.
        with open(path, "rb"):
            pass
    message.check(status, "")
    try:
        log = _read(handle, os.fspath(path), choices)
        log._reading = _findings.of_open_log(handle)
    finally:
        offline().cardan_log_close(handle)
    return log


def _choices(
    *, topic: str | None = None, imu: str | Iterable[int] | None = None, header: str | Iterable[str] | None = None,
    map: Mapping[str, str] | None = None, skip_bad_rows: bool = False, assume_units: bool = False,
) -> dict[str, Any]:
    """Options of `read_log` as those of the library."""
    texts = {"topic": topic, "imus": imu, "header": header}
    choices: dict[str, Any] = {
        name: c.text(value if isinstance(value, str) else ",".join(str(each) for each in value))
        for name, value in texts.items() if value is not None}
    choices["column_names"] = [c.text(f"{name}={column}") for name, column in (map or {}).items()]
    return choices | {"skips_bad_rows": int(skip_bad_rows), "assumes_units": int(assume_units)}


def _with_advice(reason: str) -> str:
    """A reason with the arguments that give missing units."""
    arguments = (("gyroscope", "gyro_unit"), ("accelerometer", "accel_unit"), ("magnetometer", "mag_unit"),
                 ("timestamps", "time_unit"))
    missing = [argument for sensor, argument in arguments if f"no unit for the {sensor}" in reason]
    return f"{reason}; give {', '.join(missing)}" if missing else reason


def _parquet(path: Any) -> Any:
    """The table in a Parquet file; None for any other path."""
    try:
        with open(path, "rb") as file:
            if file.read(4) != b"PAR1":
                return None
    except (OSError, TypeError, ValueError):
        return None
    import pyarrow.parquet

    return pyarrow.parquet.read_table(path)


def _read(handle: ctypes.c_void_p, path: str, choices: dict[str, Any]) -> Log:
    info = o.LogInfo(size=ctypes.sizeof(o.LogInfo))
    o.Message().check(offline().cardan_log_describe(handle, ctypes.byref(info)), path)
    # One row more than there are: a block that is not filled ends the log.
    capacity = info.row_count + 1 if info.row_count >= 0 else c.BLOCK
    rows: dict[str, Any] = {
        name: np.empty((capacity, *shape), kind) for name, (shape, kind, bit) in _ROWS.items() if not bit or info.contents & bit}
    count = 0
    while True:
        asked = min(c.BLOCK, capacity - count)
        read = _read_block(handle, {name: array[count:] for name, array in rows.items()}, asked)
        count += read
        is_last = read < asked
        if is_last or count == capacity:
            capacity = count if is_last else 2 * count
            for array in rows.values():
                array.resize((capacity, *array.shape[1:]), refcheck=False)
        if is_last:
            return Log(**rows, format=(info.format or b"").decode(), path=path, _options=choices)


def _read_block(handle: ctypes.c_void_p, rows: dict[str, npt.NDArray[Any]], capacity: int) -> int:
    """Fill the beginning of the arrays; the number of rows."""
    places = [rows[name].ctypes.data if name in rows else None for name in _ROWS]
    block, count, message = o.LogRows(ctypes.sizeof(o.LogRows), *places), ctypes.c_size_t(), o.Message()
    status = offline().cardan_log_read(handle, ctypes.byref(block), capacity, ctypes.byref(count), *message.arguments)
    if status != c.OK:
        raise CardanError(message.text)
    return count.value
