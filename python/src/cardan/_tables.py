"""Columns of pandas, Arrow, and other mappings from names to arrays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _arrays, _arrow, _findings
from ._columns import AIDING, Column, check_units, find_columns, name_columns
from ._fuse import fuse
from ._recording import Recording
from ._result import Result


def fuse_table(
    table: Any, *, rate: float | None = None, units: Mapping[str, str] | None = None, **options: Any
) -> Result:
    """Fuse the columns of a pandas.DataFrame, of a table with the Arrow C stream interface (polars, DuckDB, pyarrow), or of a
    dictionary of arrays.

    Columns: t, gyro_x, gyro_y, gyro_z, accel_x ..., and optionally mag_x ..., or any other name of `cardan help formats`; with
    units as in "gyro_x [deg/s]", which apply to the sensor's other columns too. Without units SI is assumed: s (or integer
    nanoseconds, or datetime64), rad/s, m/s², µT. The columns vel_e, vel_n and speed aid the default filters if their unit is in
    the header or in `units`. A warning names columns that are not used. In Arrow tables the unit may also be in the metadata
    `unit` of a field, a sensor may be one column of lists of three numbers, and null is a missing reading. Columns that lie in one
    array, and lists, are not copied.

    :param table: the table
    :param rate: samples per second, for a table without a column t
    :param units: the units of columns, in place of those of their headers: {"t": "ms", "gyro": "deg/s", "vel": "m/s", "speed": "km/h"}
    :param options: those of `cardan.fuse`
    :raises ValueError: for a missing column or an unknown unit

    >>> table = {"t [s]": [0.0, 0.01], "gyro_x [deg/s]": [1, 1], "gyro_y": [0, 0], "gyro_z": [0, 0],
    ...          "accel_x [g]": [0, 0], "accel_y": [0, 0], "accel_z": [1, 1]}
    >>> len(fuse_table(table))
    2
    """
    return fuse(recording_from_table(table, rate=rate, units=units), **options)


def recording_from_table(
    table: Any, *, rate: float | None = None, units: Mapping[str, str] | None = None
) -> Recording:
    """The recording in the columns of a table, in SI units, for `fuse_many`; see `fuse_table`."""
    columns = _arrow.columns(table) if _arrow.has_stream(table) else table
    recording = read_recording(columns, rate, units or {})
    warn_of_unused(columns.keys(), units or {})
    return recording


def read_recording(columns: Mapping[Any, Any], rate: float | None, units: Mapping[str, str]) -> Recording:
    """The recording in columns."""
    check_units(units)
    return _recording(_columns(columns, units), rate, units.get("t"))


def warn_of_unused(headers: Iterable[Any], units: Mapping[str, str], others: Iterable[Any] = ()) -> None:
    """Warn of the columns of a table that are neither read nor among `others`."""
    headers = list(headers)
    known = {*name_columns(headers, units).values(), *others}
    unused = [str(header) for header in headers if header not in known]
    if not unused:
        return
    names = ", ".join(unused[:10]) + (f" and {len(unused) - 10} more" if len(unused) > 10 else "")
    aiding = [quantity for quantity in AIDING if any(quantity in name.lower() for name in unused)]
    hint = "".join(f"; if one is a velocity, give units={{{quantity!r}: 'm/s'}}" for quantity in aiding)
    _findings.warn([f"columns that are not used: {names}{hint}"], "")


def _recording(columns: dict[str, tuple[Any, Column]], rate: float | None, time_unit: str | None) -> Recording:
    for sensor in ("gyro", "accel"):
        if f"{sensor}_x" not in columns:
            found = ", ".join(str(column.header) for _, column in columns.values())
            raise ValueError(f"table: missing column {sensor}_x; found: {found}")
    gyro, accel, mag = (_vectors(columns, sensor) for sensor in ("gyro", "accel", "mag"))
    aiding: dict[str, Any] = {
        "velocity": _vectors(columns, "vel", "en"), "speed": _numbers(columns["speed"]) if "speed" in columns else None}
    if "t" in columns:
        if rate is not None:
            raise ValueError("table: expected either a column t or rate")
        values, column = columns["t"]
        time = _time(values, column if column.has_unit or time_unit else None)
        return Recording(gyro, accel, mag, t=time, **aiding)
    return Recording(gyro, accel, mag, rate=rate, **aiding)


def _columns(table: Any, units: Mapping[str, str]) -> dict[str, tuple[Any, Column]]:
    """The values of each column that is read by its name."""
    found = find_columns(table.keys(), units)
    return {name: (table[column.header], column) for name, column in found.items()}


def log_from_table(
    table: Any, units: Mapping[str, str], rate: float | None
) -> tuple[Recording, npt.NDArray[np.float64] | None, npt.NDArray[np.bool_]]:
    """The recording in a table with timestamps in ns (int64), its true attitude and its movement. Units are not guessed.

    :raises ValueError: for a missing column, or a unit that neither the table nor `units` give
    """
    check_units(units)
    if _arrow.has_stream(table):
        table = _arrow.columns(table)
    columns = _columns(table, units)
    is_date = "t" in columns and np.asarray(columns["t"][0]).dtype.kind == "M"
    find_columns(table.keys(), units, is_si=["t"] if is_date else [])
    recording = _recording(columns, rate if "t" not in columns else None, units.get("t"))
    count = len(np.asarray(recording.gyro))
    if recording.t is None:
        if rate is None:
            raise ValueError("table: neither a column t nor rate")
        timestamps = np.round(np.arange(count) * (1e9 / rate)).astype(np.int64)
    else:
        timestamps = _nanoseconds(np.asarray(recording.t))
    truth = [np.asarray(columns[f"q_{axis}"][0], np.float64) for axis in "wxyz" if f"q_{axis}" in columns]
    moving = np.asarray(columns["movement"][0]) != 0 if "movement" in columns else np.ones(count, bool)
    attitude = np.stack(truth, axis=1) if len(truth) == 4 else None
    warn_of_unused(table.keys(), units)
    recording.t, recording.rate = timestamps, None
    return recording, attitude, moving


def _nanoseconds(timestamps: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Whole nanoseconds of timestamps: int64 of nanoseconds, or seconds, whose whole part is converted apart."""
    if timestamps.dtype.kind == "M":
        return timestamps.astype("M8[ns]").astype(np.int64)
    if timestamps.dtype.kind != "f":
        return timestamps.astype(np.int64)
    if not np.isfinite(timestamps).all():
        raise ValueError(f"t: row {int(np.flatnonzero(~np.isfinite(timestamps))[0])} is not finite")
    whole = np.round(timestamps)
    return whole.astype(np.int64) * 1_000_000_000 + np.round((timestamps - whole) * 1e9).astype(np.int64)


def _vectors(
    columns: dict[str, tuple[Any, Column]], sensor: str, axes: str = "xyz"
) -> npt.NDArray[np.float64] | None:
    names = [f"{sensor}_{axis}" for axis in axes]
    return _joined([_numbers(columns[name]) for name in names]) if names[0] in columns else None


def _numbers(found: tuple[Any, Column]) -> npt.NDArray[np.float64]:
    """The values of a column in SI."""
    values, column = found
    numbers: npt.NDArray[np.float64] = np.asarray(_arrays.plain(values), dtype=np.float64)
    factor = column.factor or 1.0
    return numbers if factor == 1.0 else numbers * factor


def _joined(parts: list[npt.NDArray[np.float64]]) -> npt.NDArray[np.float64]:
    """Columns as an array of N rows; a view if they are at equal distances in one array."""
    first, count = parts[0], len(parts)
    steps = set(np.diff([part.ctypes.data for part in parts]).tolist())
    if len(steps) == 1 and steps != {0} and len({(part.shape, part.strides) for part in parts}) == 1:
        if all(_owner(part) is _owner(first) for part in parts):
            strides = (first.strides[0], steps.pop())
            return np.lib.stride_tricks.as_strided(first, (len(first), count), strides, writeable=False)
    return np.stack(parts, axis=1)


def _owner(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The array whose memory a view shows."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


def _time(values: Any, column: Column | None) -> npt.NDArray[Any]:
    """Timestamps for the library; the column is None if nothing states their unit."""
    array = _arrays.plain(values)
    if array.dtype.kind in "mMO" or column is None:
        return _arrays.timestamps(array)
    if column.factor == 1e-9:
        return array.astype(np.int64)
    return array.astype(np.float64) * column.factor
