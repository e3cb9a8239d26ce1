"""Options of filters."""

from __future__ import annotations

import ctypes
import difflib
import math
import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from . import _arrays
from . import _library as c
from ._calibration import Calibration
from ._describe import parameters_of as _parameters_of
from ._describe import smoother_parameters
from ._library import check, library
from ._offline_library import offline


def kind_named(name: str) -> int:
    kind = ctypes.c_uint32()
    if library.cardan_filter_kind_named(c.text(str(name)), ctypes.byref(kind)) != c.OK:
        raise ValueError(f"filter: unknown filter {name!r}; expected one of: {', '.join(filters())}")
    return kind.value


def _frame(name: str) -> int:
    frame = ctypes.c_uint32()
    if library.cardan_frame_named(c.text(str(name)), ctypes.byref(frame)) != c.OK:
        raise ValueError(f"frame: unknown frame {name!r}; expected one of: {', '.join(frames())}")
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
    """The names of the output frames.

    >>> frames()[:3]
    ('enu', 'ned', 'nwu')
    """
    return _names(library.cardan_frame_name, 1)


def _calibration(source: Any) -> c.Calibration:
    """The calibration of an object, of a file of `cardan calibrate`, or of its bytes."""
    if isinstance(source, Calibration):
        return source._models
    calibration, message = c.Calibration(), ctypes.create_string_buffer(512)
    if isinstance(source, (bytes, bytearray)):
        status = offline().cardan_calibration_parse(
            bytes(source), len(source), ctypes.byref(calibration), message, len(message))
    else:
        status = offline().cardan_calibration_read(
            c.text(source, os.fsencode), ctypes.byref(calibration), message, len(message))
    if status != c.OK:
        check(status, f"calibration: {message.value.decode()}")
    return calibration


def checked_parameter(kind: int, filter: str, name: str, value: Any, smooth: bool = False) -> float:
    """The value of a parameter of a filter, or of the smoother, as a number in its range; of a choice also by its name."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    # The smoother's library may be missing; a filter's parameters are checked by the main library.
    if not smooth and library.cardan_check_parameter(kind, c.text(name), number) == c.OK:
        return number
    known = {each.name: each for each in (smoother_parameters() if smooth else _parameters_of(kind))}
    choices = known[name].choices if name in known else ()
    if value in choices:
        return float(choices.index(value))
    if math.isnan(number) and name in known:
        expected = f"one of {', '.join(map(repr, choices))}" if choices else "a number"
        raise ValueError(f"{name}: expected {expected}, found {value!r}")
    if name not in known:
        close = difflib.get_close_matches(name, list(known), n=1)
        hint = f"; did you mean {close[0]!r}?" if close else f"; see cardan.parameters({filter!r})"
        raise TypeError(f"the {'smoother' if smooth else f'filter {filter!r}'} has no parameter {name!r}{hint}")
    info = known[name]
    if not (np.isfinite(number) and info.minimum <= number <= info.maximum):
        allowed = f"{info.minimum:g} to {info.maximum:g} {info.unit}".rstrip()
        raise ValueError(f"{name}: expected {allowed}, found {number:g}")
    return number


class FilterOptions:
    """The library's options, with the memory they point to."""

    def __init__(
        self, filter: str, frame: str, magnetometer: bool, axes: Any, calibration: Any, parameters: Mapping[str, float],
        separate_sensors: bool = False, smooth: bool = False, precision: str = "double", latency: float = 0.0,
    ) -> None:
        kind, number = kind_named(filter), _frame(frame)
        # As the library writes them; a caller may use capitals.
        filter = library.cardan_filter_kind_name(kind).decode()
        self.filter, self.frame = filter, library.cardan_frame_name(number).decode()
        #: The name of the method in results.
        self.method = "smoother" if smooth else filter
        #: Whether velocity and speed aid it.
        self.takes_velocity = filter in ("default", "default14")
        if smooth and filter != "default":
            raise ValueError(f"filter: smooth replaces the filter; leave out filter={filter!r}")
        #: How many seconds later each attitude is known.
        self.latency = latency
        if latency and self.method != "default":
            raise ValueError(f"latency: only the default filter has one, not {self.method!r}")
        if latency and precision == "single":
            raise ValueError("precision: results with a latency are in double precision")
        if precision not in ("double", "single"):
            raise ValueError(f"precision: expected 'double' or 'single', found {precision!r}")
        self._parameters = (c.Parameter * len(parameters))()
        for place, (name, value) in zip(self._parameters, parameters.items()):
            place.name, place.value = c.text(name), checked_parameter(kind, filter, name, value, smooth)
        self._calibration = None if calibration is None else _calibration(calibration)
        #: The models of the sensors, those of perfect ones without a calibration.
        self.calibration = c.Calibration() if self._calibration is None else self._calibration
        if self._calibration is None:
            check(library.cardan_calibration_identity(ctypes.byref(self.calibration)))
        behavior = (0 if magnetometer else c.NO_MAGNETOMETER) | (c.SEPARATE_SENSORS if separate_sensors else 0)
        behavior |= c.SINGLE_PRECISION if precision == "single" else 0
        self.struct = c.Options(
            ctypes.sizeof(c.Options), kind, number, behavior, (ctypes.c_int32 * 3)(*_arrays.signed_axes(axes)),
            None if self._calibration is None else ctypes.pointer(self._calibration), self._parameters,
            len(self._parameters))
