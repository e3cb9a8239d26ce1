"""Columns of pandas, Arrow, and other mappings from names to arrays."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _arrays
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
    """Fuse the columns of a pandas.DataFrame, a pyarrow.Table or a dictionary of arrays.

    Columns: t, gyro_x, gyro_y, gyro_z, accel_x ..., and optionally mag_x ...; with units as in "gyro_x [deg/s]", which apply to
    the sensor's later columns too. Without units SI is assumed: s (or integer nanoseconds, or datetime64), rad/s, m/s², µT.
    Other columns are ignored.

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
    names = getattr(table, "column_names", None) or list(table.keys())
    columns = {name: (table[header], unit) for name, (header, unit) in columns_of(names, units).items()}
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


def columns_of(headers: Iterable[Any], units: Mapping[str, str] | None = None) -> dict[str, tuple[Any, str | None]]:
    """The header and unit of each column by its name; `units` are those of columns whose header has none.

    :raises ValueError: for unknown quantities and units in `units`
    """
    known = {quantity: _UNIT_NAMES.get(unit, unit) for quantity, unit in (units or {}).items()}
    for quantity, unit in known.items():
        expected = _UNITS.get(quantity)
        if expected is None:
            raise ValueError(f"units: unknown quantity {quantity!r}; expected one of: {', '.join(_UNITS)}")
        if unit not in expected:
            raise ValueError(f"units: {quantity}: unknown unit {unit!r}; expected one of: {', '.join(expected)}")
    columns: dict[str, tuple[Any, str | None]] = {}
    for header in headers:
        name, own = _HEADER.match(str(header)).groups()  # type: ignore[union-attr]
        quantity = name.rsplit("_", 1)[0]
        if own:
            known[quantity] = _UNIT_NAMES.get(own, own)
        columns[name] = (header, known.get(quantity))
    return columns


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
    return np.stack(scaled, axis=1)


def _time(values: Any, unit: str | None) -> npt.NDArray[Any]:
    array = np.asarray(values)
    if array.dtype.kind in "mM" or unit is None:
        return _arrays.timestamps(array)
    if unit == "ns":
        return array.astype(np.int64)
    if unit not in _TIME_UNITS:
        raise ValueError(f"table: t: unknown unit {unit!r}; expected one of: s, ms, us, ns")
    return array.astype(np.float64) * _TIME_UNITS[unit]
