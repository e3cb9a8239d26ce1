"""What a filter is made with."""

from __future__ import annotations

import ctypes
import difflib
import os
from collections.abc import Mapping
from typing import Any

from . import _library as c
from ._describe import parameters_of as _parameters_of
from ._library import check, library


def _kind(name: str) -> int:
    kind = ctypes.c_uint32()
    if library.cardan_filter_kind_named(str(name).encode(), ctypes.byref(kind)) != c.OK:
        raise ValueError(f"filter: there is no filter {name!r}; one of: {', '.join(filters())}")
    return kind.value


def _frame(name: str) -> int:
    frame = ctypes.c_uint32()
    if library.cardan_frame_named(str(name).encode(), ctypes.byref(frame)) != c.OK:
        raise ValueError(f"frame: there is no frame {name!r}; one of: {', '.join(frames())}")
    return frame.value


def _names(function: Any, first: int) -> tuple[str, ...]:
    names, number = [], first
    while name := function(number):
        names.append(name.decode())
        number += 1
    return tuple(names)


def filters() -> tuple[str, ...]:
    """The names of the filters.

    >>> filters()
    ('default', 'default14', 'vqf', 'madgwick', 'mahony', 'mekf', 'complementary')
    """
    return _names(library.cardan_filter_kind_name, 0)


def frames() -> tuple[str, ...]:
    """The names of the reference frames.

    >>> frames()[:3]
    ('enu', 'ned', 'nwu')
    """
    return _names(library.cardan_frame_name, 1)


def _axes(axes: Any) -> tuple[int, int, int]:
    """Signed numbers of axes from 'y,-x,z' or from three numbers."""
    if isinstance(axes, str):
        table = {sign + axis: (-1 if sign == "-" else 1) * number
                 for number, axis in enumerate("xyz", 1) for sign in ("", "+", "-")}
        try:
            numbers = [table[part.strip()] for part in axes.split(",")]
        except KeyError:
            raise ValueError(f"axes: {axes!r} is not like 'y,-x,z'") from None
    else:
        numbers = [int(axis) for axis in axes]
    if len(numbers) != 3:
        raise ValueError(f"axes: three axes are needed, not {len(numbers)}")
    return numbers[0], numbers[1], numbers[2]


def _calibration(source: Any) -> c.Calibration:
    """A calibration from a file of `cardan calibrate`, or from its bytes."""
    calibration, message = c.Calibration(), ctypes.create_string_buffer(512)
    if isinstance(source, (bytes, bytearray)):
        status = library.cardan_calibration_parse(
            bytes(source), len(source), ctypes.byref(calibration), message, len(message))
    else:
        status = library.cardan_calibration_read(
            os.fsencode(source), ctypes.byref(calibration), message, len(message))
    if status != c.OK:
        check(status, f"calibration: {message.value.decode()}")
    return calibration


class FilterOptions:
    """Options for the library, and what they point to."""

    def __init__(
        self, filter: str, frame: str, magnetometer: bool, axes: Any, calibration: Any, parameters: Mapping[str, float],
        separate_sensors: bool = False,
    ) -> None:
        self.filter, self.frame = filter, frame
        kind = _kind(filter)
        self._parameters = (c.Parameter * len(parameters))()
        for place, (name, value) in zip(self._parameters, parameters.items()):
            place.name, place.value = name.encode(), self._checked(kind, filter, name, value)
        self._calibration = None if calibration is None else _calibration(calibration)
        behavior = (0 if magnetometer else c.NO_MAGNETOMETER) | (c.SEPARATE_SENSORS if separate_sensors else 0)
        self.struct = c.Options(
            ctypes.sizeof(c.Options), kind, _frame(frame), behavior, (ctypes.c_int32 * 3)(*_axes(axes)),
            None if self._calibration is None else ctypes.pointer(self._calibration), self._parameters,
            len(self._parameters))

    @staticmethod
    def _checked(kind: int, filter: str, name: str, value: Any) -> float:
        try:
            number = float(value)
        except (TypeError, ValueError):
            raise ValueError(f"{name}: a number is needed, not {value!r}") from None
        status = library.cardan_check_parameter(kind, name.encode(), number)
        if status == c.UNKNOWN_PARAMETER:
            known = [parameter.name for parameter in _parameters_of(kind)]
            close = difflib.get_close_matches(name, known, n=1)
            hint = f"; did you mean {close[0]!r}?" if close else f"; see cardan.parameters({filter!r})"
            raise TypeError(f"the filter {filter!r} has no parameter {name!r}{hint}")
        if status == c.PARAMETER_OUT_OF_RANGE:
            info = next(each for each in _parameters_of(kind) if each.name == name)
            raise ValueError(f"{name}: {number:g} is not in {info.minimum:g} ... {info.maximum:g} {info.unit}".rstrip())
        check(status, name)
        return number
