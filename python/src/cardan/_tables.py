"""Columns of pandas, Arrow, and other mappings from names to arrays."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _arrays, _arrow
from ._fuse import fuse
from ._recording import Recording
from ._result import Result

_HEADER = re.compile(r"^\s*(.*?)\s*(?:\[(.*)\])?\s*$")
_TIME_UNITS = {"s": 1.0, "ms": 1e-3, "us": 1e-6}
_SENSORS = {"gyro": _arrays.GYRO_UNITS, "accel": _arrays.ACCEL_UNITS, "mag": _arrays.MAG_UNITS}
_UNITS: dict[str, tuple[str, ...]] = {
    "t": (*_TIME_UNITS, "ns"), **{sensor: tuple(units) for sensor, units in _SENSORS.items()}}
_UNIT_NAMES = {"m/s²": "m/s^2", "µT": "uT", "μT": "uT", "G": "gauss"}


def fuse_table(
    table: Any, *, rate: float | None = None, units: Mapping[str, str] | None = None, **options: Any
) -> Result:
    """Fuse the columns of a pandas.DataFrame, of a table with the Arrow C stream interface (polars, DuckDB, pyarrow), or of a
    dictionary of arrays.

    Columns: t, gyro_x, gyro_y, gyro_z, accel_x ..., and optionally mag_x ...; with units as in "gyro_x [deg/s]", which apply to
    the sensor's later columns too. Without units SI is assumed: s (or integer nanoseconds, or datetime64), rad/s, m/s², µT.
    Other columns are ignored. In Arrow tables the unit may also be in the metadata `unit` of a field, a sensor may be one column
    of lists of three numbers, and null is a missing reading. Columns that lie in one array, and lists, are not copied.

    :param table: the table
    :param rate: samples per second, for a table without a column t
    :param units: the units of columns whose header has none: {"t": "ms", "gyro": "deg/s"}
    :param options: those of `cardan.fuse`
    :raises ValueError: for a missing column or an unknown unit

    >>> table = {"t [s]": [0.0, 0.01], "gyro_x [deg/s]": [1, 1], "gyro_y": [0, 0], "gyro_z": [0, 0],
    ...          "accel_x [g]": [0, 0], "accel_y": [0, 0], "accel_z": [1, 1]}
    >>> len(fuse_table(table))
    2
    """
    recording = recording_from_table(table, rate=rate, units=units)
    return fuse(recording.gyro, recording.accel, recording.mag, t=recording.t, rate=recording.rate, **options)


def recording_from_table(
    table: Any, *, rate: float | None = None, units: Mapping[str, str] | None = None
) -> Recording:
    """The recording in the columns of a table, in SI units, for `fuse_many`; see `fuse_table`."""
    columns = _columns(table, units)
    gyro, accel = _vectors(columns, "gyro"), _vectors(columns, "accel")
    if gyro is None or accel is None:
        missing = "gyro" if gyro is None else "accel"
        raise ValueError(f"table: missing column {missing}_x; found: {', '.join(columns)}")
    mag = _vectors(columns, "mag")
    if "t" in columns:
        if rate is not None:
            raise ValueError("table: expected either a column t or rate")
        return Recording(gyro, accel, mag, t=_time(*columns["t"]))
    return Recording(gyro, accel, mag, rate=rate)


def _columns(table: Any, units: Mapping[str, str] | None) -> dict[str, tuple[Any, str | None]]:
    """The values and unit of each column of a table by its name."""
    if _arrow.has_stream(table):
        table = _arrow.columns(table)
    return {name: (table[header], unit) for name, (header, unit) in columns_of(list(table.keys()), units).items()}


def log_from_table(table: Any, units: Mapping[str, str], rate: float | None) -> tuple[Any, ...]:
    """Gyroscope, accelerometer, magnetometer, timestamps (int64, ns), true attitude and movement in a table. Units are not guessed.

    :raises ValueError: for a missing column, or a unit that neither the table nor `units` give
    """
    columns = _columns(table, units)
    for quantity, argument in (("t", "time_unit"), ("gyro", "gyro_unit"), ("accel", "accel_unit"), ("mag", "mag_unit")):
        for name, (values, unit) in columns.items():
            is_date = np.asarray(values).dtype.kind == "M" if name == "t" else False
            if name.rsplit("_", 1)[0] == quantity and unit is None and not is_date:
                raise ValueError(f"table: {name}: no unit; give {argument}, one of: {', '.join(_UNITS[quantity])}")
    recording = recording_from_table(table, rate=rate if "t" not in columns else None, units=units)
    count = len(np.asarray(recording.gyro))
    if recording.t is None:
        if rate is None:
            raise ValueError("table: neither a column t nor rate")
        stamps = np.round(np.arange(count) * (1e9 / rate)).astype(np.int64)
    else:
        stamps = _nanoseconds(np.asarray(recording.t))
    truth = [np.asarray(columns[f"q_{axis}"][0], np.float64) for axis in "wxyz" if f"q_{axis}" in columns]
    moving = np.asarray(columns["movement"][0]) != 0 if "movement" in columns else np.ones(count, bool)
    attitude = np.stack(truth, axis=1) if len(truth) == 4 else None
    return recording.gyro, recording.accel, recording.mag, stamps, attitude, moving


def _nanoseconds(stamps: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Whole nanoseconds of timestamps: int64 of nanoseconds, or seconds, whose whole part is converted apart."""
    if stamps.dtype.kind == "M":
        return stamps.astype("M8[ns]").astype(np.int64)
    if stamps.dtype.kind != "f":
        return stamps.astype(np.int64)
    if not np.isfinite(stamps).all():
        raise ValueError(f"t: row {int(np.flatnonzero(~np.isfinite(stamps))[0])} is not finite")
    whole = np.round(stamps)
    return whole.astype(np.int64) * 1_000_000_000 + np.round((stamps - whole) * 1e9).astype(np.int64)


def columns_of(headers: Iterable[Any], units: Mapping[str, str] | None = None) -> dict[str, tuple[Any, str | None]]:
    """The header and unit of each column by its name; `units` are those of columns whose header has none.

    :raises ValueError: for unknown quantities and units in `units`
    """
    known = {quantity: _unit(quantity, unit) for quantity, unit in (units or {}).items()}
    for quantity, unit in known.items():
        expected = _UNITS.get(quantity)
        if expected is None:
            raise ValueError(f"units: unknown quantity {quantity!r}; expected one of: {', '.join(_UNITS)}")
        if unit not in expected:
            raise ValueError(f"units: {quantity}: unknown unit {unit!r}; expected one of: {', '.join(expected)}")
    columns: dict[str, tuple[Any, str | None]] = {}
    for header in headers:
        name, own = _parts(str(header))
        quantity = name.rsplit("_", 1)[0]
        if own:
            known[quantity] = _unit(quantity, own)
        columns[name] = (header, known.get(quantity))
    return columns


def _unit(quantity: str, unit: str) -> str:
    """The unit of a quantity as its table writes it; unknown ones as they are."""
    named = _arrays.unit_named(unit, _UNITS.get(quantity, ()))
    return named if named in _UNITS.get(quantity, ()) else _UNIT_NAMES.get(unit, unit)


@functools.lru_cache(maxsize=1024)
def _parts(header: str) -> tuple[str, str | None]:
    """The name and the unit in a header."""
    name, unit = _HEADER.match(header).groups()  # type: ignore[union-attr]
    return name, unit


def _vectors(columns: dict[str, tuple[Any, str | None]], sensor: str) -> npt.NDArray[np.float64] | None:
    names = [f"{sensor}_{axis}" for axis in "xyz"]
    present = [name for name in names if name in columns]
    if not present:
        return None
    if len(present) < 3:
        raise ValueError(f"table: missing {', '.join(sorted(set(names) - set(present)))} beside {present[0]}")
    scaled = []
    for name in names:
        values, unit = columns[name]
        factor = 1.0 if unit is None else _SENSORS[sensor].get(unit)
        if factor is None:
            raise ValueError(f"table: {name}: unknown unit {unit!r}; expected one of: {', '.join(_SENSORS[sensor])}")
        numbers = np.asarray(values, dtype=np.float64)
        scaled.append(numbers if factor == 1.0 else numbers * factor)
    return _joined(scaled)


def _joined(parts: list[npt.NDArray[np.float64]]) -> npt.NDArray[np.float64]:
    """Three columns as an array of N rows; a view if they are at equal distances in one array."""
    first, second, third = parts
    places = [part.ctypes.data for part in parts]
    step = places[1] - places[0]
    if step and step == places[2] - places[1] and len({(part.shape, part.strides) for part in parts}) == 1:
        if _owner(first) is _owner(second) is _owner(third):
            strides = (first.strides[0], step)
            return np.lib.stride_tricks.as_strided(first, (len(first), 3), strides, writeable=False)
    return np.stack(parts, axis=1)


def _owner(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The array whose memory a view shows."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


def _time(values: Any, unit: str | None) -> npt.NDArray[Any]:
    array = np.asarray(values)
    if array.dtype.kind in "mM" or unit is None:
        return _arrays.timestamps(array)
    if unit == "ns":
        return array.astype(np.int64)
    if unit not in _TIME_UNITS:
        raise ValueError(f"table: t: unknown unit {unit!r}; expected one of: s, ms, us, ns")
    return array.astype(np.float64) * _TIME_UNITS[unit]
