"""The names and units of columns, from the library's table of them."""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from . import _library as c
from . import _offline_library as o
from ._offline_library import offline

#: The SI unit of each quantity.
SI = {"t": "s", "gyro": "rad/s", "accel": "m/s^2", "mag": "uT"}
#: Velocity over ground and speed along the forward axis, which are read if their unit is known: logs use these names for others too.
AIDING = {"vel": "m/s", "speed": "m/s"}
# The content of columns by its number in cardan_content, with its coordinates.
_CONTENTS = {1: ("t", ""), 2: ("gyro", "xyz"), 3: ("accel", "xyz"), 4: ("mag", "xyz"), 5: ("q", "wxyz"), 6: ("movement", ""),
             7: ("vel", "enu"), 8: ("speed", "")}
_NUMBERS = {name: number for number, (name, _) in _CONTENTS.items()}


class Column(NamedTuple):
    """A column that is read."""

    #: The name in the table.
    header: Any
    #: The factor to SI; None if the columns of the table are refused.
    factor: float | None
    #: Whether the header states the unit.
    has_unit: bool


@functools.lru_cache(maxsize=256)
def unit_factor(quantity: str, unit: str) -> float:
    """The factor of a unit to SI.

    :raises ValueError: for an unknown unit
    """
    if unit == (SI | AIDING)[quantity]:
        return 1.0
    factor, message = ctypes.c_double(), o.Message()
    status = offline().cardan_unit_factor(
        _NUMBERS[quantity], c.text(str(unit)), ctypes.byref(factor), *message.arguments)
    if status != c.OK:
        raise ValueError(f"{quantity}: {message.text}")
    return factor.value


def check_units(units: Mapping[str, str]) -> None:
    """Raise ValueError for unknown quantities and units."""
    for quantity, unit in units.items():
        if quantity not in SI | AIDING:
            raise ValueError(f"units: unknown quantity {quantity!r}; expected one of: {', '.join(SI | AIDING)}")
        try:
            unit_factor(quantity, unit)
        except ValueError as error:
            raise ValueError(f"units: {error}") from None


def find_columns(headers: Iterable[Any], units: Mapping[str, str], *, is_si: Iterable[str] = SI) -> dict[str, Column]:
    """The columns t, gyro_x ..., accel_x ..., mag_x ..., q_w ..., movement, vel_e ... and speed of a table; `units` are those of
    quantities, in place of those of the headers; those of `is_si` without one are in SI units.

    :raises ValueError: for a table that `cardan fuse` would refuse, with its reason
    """
    headers = list(headers)
    names = tuple(str(header) for header in headers)
    found, _ = _found(names, ())
    stated = {name.split("_")[0] for name, (_, _, has_unit) in found.items() if has_unit}
    assumed = {quantity: SI[quantity] for quantity in is_si if quantity not in stated}
    found, reason = _found(names, tuple(sorted({**assumed, **units}.items())))
    if reason:
        raise ValueError(reason)
    return {name: Column(headers[index], factor, has_unit) for name, (index, factor, has_unit) in found.items()}


def name_columns(headers: Iterable[Any], units: Mapping[str, str]) -> dict[str, Any]:
    """The header of each column, also of a table that would be refused."""
    headers = list(headers)
    found, _ = _found(tuple(str(header) for header in headers), tuple(sorted({**SI, **units}.items())))
    return {name: headers[index] for name, (index, _, _) in found.items()}


@functools.lru_cache(maxsize=1024)
def _found(
    headers: tuple[str, ...], units: tuple[tuple[str, str], ...]
) -> tuple[dict[str, tuple[int, float, bool]], str]:
    """The index, factor and whether it has a unit of each column by its name, and why the table is refused."""
    given = dict(units)
    read = [_with_unit(header, given) for header in headers]
    encoded = [c.text(given[quantity]) if quantity in given else None for quantity in SI]
    # Whether there are timestamps is for the caller to decide.
    options = o.LogOptions(ctypes.sizeof(o.LogOptions), *encoded, 1.0)
    names = (ctypes.c_char_p * len(headers))(*map(c.text, read))
    columns, message = (o.Column * len(headers))(), o.Message()
    status = offline().cardan_find_columns(names, len(headers), ctypes.byref(options), columns, *message.arguments)
    found: dict[str, tuple[int, float, bool]] = {}
    for index, column in enumerate(columns):
        if column.content in _CONTENTS:
            quantity, axes = _CONTENTS[column.content]
            name = f"{quantity}_{axes[column.axis]}" if axes else quantity
            # Of several, the first that is used.
            if name not in found:
                found[name] = (index, column.factor, bool(column.has_unit))
    return found, "" if status == c.OK else message.text


def _with_unit(header: str, units: Mapping[str, str]) -> str:
    """A header with the unit of its velocity or speed, for which the library has no option."""
    stem, _, axis = header.lower().rpartition("_")
    quantity = "vel" if axis in ("e", "n", "u") and stem.endswith(("vel", "velocity")) else "speed" if axis.endswith("speed") else ""
    return f"{header} [{units[quantity]}]" if quantity in units else header
