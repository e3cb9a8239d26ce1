"""The functions of cardan_offline.h by ctypes; the library is loaded on first use."""

from __future__ import annotations

import ctypes
import functools
import os
import platform
from collections.abc import Mapping
from ctypes import POINTER, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint32, c_void_p
from pathlib import Path
from typing import Any

from . import _library as c
from ._library import CardanError, library


class CalibrationRequest(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("sensors", c_uint32),
        ("shape", c_uint32),
        ("field_strength", c_double),
        ("gravity", c_double),
        ("axes", c_int32 * 3),
        ("recording_name", c_char_p),
        ("date", c_char_p),
    ]


class Alignment(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("first_from_second", c_double * 4),
        ("rotation_sigma", c_double * 3),
        ("clock_offset", c_double),
        ("clock_offset_sigma", c_double),
        ("bias_difference", c_double * 3),
        ("rate_ratio", c_double),
        ("explained", c_double),
        ("residual", c_double),
        ("nearest_axes", c_int32 * 3),
        ("nearest_axes_deviation", c_double),
        ("count", c_size_t),
    ]


class Mounting(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("body_from_sensor", c_double * 4),
        ("nearest_axes", c_int32 * 3),
        ("nearest_axes_deviation", c_double),
        ("largest_residual", c_double),
    ]


class AllanPoint(ctypes.Structure):
    _fields_ = [
        ("averaging_time", c_double),
        ("deviation", c_double),
        ("lower", c_double),
        ("upper", c_double),
        ("degrees_of_freedom", c_double),
        ("term_count", c_size_t),
    ]


class NoiseCoefficient(ctypes.Structure):
    _fields_ = [("value", c_double), ("sigma", c_double), ("correlation_time", c_double)]


class AttitudeErrors(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("count", c_size_t),
        ("total", c_double),
        ("heading", c_double),
        ("inclination", c_double),
        ("heading_offset", c_double),
        ("total_without_offset", c_double),
        ("heading_without_offset", c_double),
    ]


class LogOptions(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("time_unit", c_char_p),
        ("gyroscope_unit", c_char_p),
        ("accelerometer_unit", c_char_p),
        ("magnetometer_unit", c_char_p),
        ("rate", c_double),
        ("topic", c_char_p),
        ("imus", c_char_p),
        ("header", c_char_p),
        ("column_names", POINTER(c_char_p)),
        ("column_name_count", c_size_t),
        ("companions", POINTER(c_char_p)),
        ("companion_count", c_size_t),
        ("skips_bad_rows", c_int32),
        ("assumes_units", c_int32),
    ]


def log_options(choices: Mapping[str, Any]) -> LogOptions:
    """The options of a log from their fields; the arrays of texts from lists."""
    options = LogOptions(ctypes.sizeof(LogOptions))
    for name, value in choices.items():
        if isinstance(value, list):
            setattr(options, name, (c_char_p * len(value))(*value))
            setattr(options, f"{name[:-1]}_count", len(value))
        else:
            setattr(options, name, value)
    return options


class LogInfo(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("format", c_char_p), ("contents", c_uint32), ("row_count", c_int64)]


class LogRows(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("time", c_void_p),
        ("angular_rate", c_void_p),
        ("specific_force", c_void_p),
        ("magnetic_field", c_void_p),
        ("true_quaternion", c_void_p),
        ("is_moving", c_void_p),
        ("velocity", c_void_p),
        ("speed", c_void_p),
    ]


class Column(ctypes.Structure):
    _fields_ = [("content", c_uint32), ("axis", c_uint32), ("factor", c_double), ("has_unit", c_uint32)]


class ConventionInfo(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("name", c_char_p),
        ("reference", c_char_p),
        ("body", c_char_p),
        ("order", c_char_p),
        ("summary", c_char_p),
    ]


#: Room for more parameters than cardan_tune returns for any filter.
TUNED_PARAMETERS = 8
UNREADABLE = 16
UNDETERMINED = 18

_STATUS, _HANDLE, _MESSAGE = c_uint32, c_void_p, [c_char_p, c_size_t]
_FUNCTIONS: dict[str, tuple[object, list[object]]] = {
    "cardan_document_text": (c_void_p, [_HANDLE, POINTER(c_size_t)]),
    "cardan_document_free": (None, [_HANDLE]),
    "cardan_smooth": (
        _STATUS,
        [POINTER(c.Options), POINTER(c.Recording), POINTER(c.Results), POINTER(c_void_p), *_MESSAGE],
    ),
    "cardan_smoother_parameter_count": (c_size_t, []),
    "cardan_describe_smoother_parameter": (_STATUS, [c_size_t, POINTER(c.ParameterInfo)]),
    "cardan_calibrate": (
        _STATUS, [POINTER(c.Recording), POINTER(CalibrationRequest), POINTER(c_void_p), *_MESSAGE]),
    "cardan_calibration_parse": (_STATUS, [c_char_p, c_size_t, POINTER(c.Calibration), *_MESSAGE]),
    "cardan_calibration_read": (_STATUS, [c_char_p, POINTER(c.Calibration), *_MESSAGE]),
    "cardan_align": (
        _STATUS, [POINTER(c.Recording), POINTER(c.Recording), c_double, POINTER(Alignment), *_MESSAGE]),
    "cardan_align_to_attitude": (
        _STATUS,
        [POINTER(c.Recording), c_size_t, POINTER(c.Array), POINTER(c.Array), c_double, POINTER(Alignment), *_MESSAGE],
    ),
    "cardan_find_mounting": (_STATUS, [POINTER(c.Recording), c_int32, c_int32, POINTER(Mounting), *_MESSAGE]),
    "cardan_allan_create": (_STATUS, [POINTER(c.Array), c_size_t, c_double, c_uint32, POINTER(c_void_p), *_MESSAGE]),
    "cardan_allan_count": (c_size_t, [_HANDLE]),
    "cardan_allan_points": (_STATUS, [_HANDLE, POINTER(AllanPoint), c_size_t]),
    "cardan_allan_noise": (_STATUS, [_HANDLE, c_uint32, POINTER(NoiseCoefficient), *_MESSAGE]),
    "cardan_allan_free": (None, [_HANDLE]),
    "cardan_measure_noise": (_STATUS, [POINTER(c.Recording), c_int32, c_char_p, POINTER(c_void_p), *_MESSAGE]),
    "cardan_tune": (
        _STATUS, [c_char_p, c_size_t, c_uint32, POINTER(c.Parameter), c_size_t, POINTER(c_size_t), *_MESSAGE]),
    "cardan_evaluate": (
        _STATUS, [c_size_t, POINTER(c.Array), POINTER(c.Array), POINTER(AttitudeErrors), POINTER(c.Array)]),
    "cardan_log_open": (_STATUS, [c_char_p, POINTER(LogOptions), POINTER(c_void_p), *_MESSAGE]),
    "cardan_log_describe": (_STATUS, [_HANDLE, POINTER(LogInfo)]),
    "cardan_log_read": (_STATUS, [_HANDLE, POINTER(LogRows), c_size_t, POINTER(c_size_t), *_MESSAGE]),
    "cardan_log_close": (None, [_HANDLE]),
    "cardan_log_findings": (_STATUS, [_HANDLE, POINTER(c_void_p), *_MESSAGE]),
    "cardan_examine_log": (_STATUS, [c_char_p, POINTER(LogOptions), POINTER(c_void_p), *_MESSAGE]),
    "cardan_examine_recording": (
        _STATUS, [POINTER(c.Recording), POINTER(c.Array), c_char_p, POINTER(c_void_p), *_MESSAGE]),
    "cardan_examine_results": (
        _STATUS,
        [POINTER(c.Options), POINTER(c.Recording), POINTER(c.Results), c_int32, POINTER(c.Array), c_char_p,
         POINTER(c_void_p), *_MESSAGE],
    ),
    "cardan_find_columns": (
        _STATUS, [POINTER(c_char_p), c_size_t, POINTER(LogOptions), POINTER(Column), *_MESSAGE]),
    "cardan_describe_convention": (_STATUS, [c_size_t, POINTER(ConventionInfo)]),
    "cardan_convert_attitudes": (
        _STATUS, [c_size_t, POINTER(c.Array), c_char_p, c_char_p, POINTER(c.Array), *_MESSAGE]),
    "cardan_unit_factor": (_STATUS, [c_uint32, c_char_p, POINTER(c_double), *_MESSAGE]),
}


class MissingLibraryError(ImportError):
    """libcardan-offline is not loadable; the message names the missing file or package."""


@functools.cache
def offline() -> Any:
    """libcardan-offline, beside libcardan or at CARDAN_OFFLINE_LIBRARY.

    :raises MissingLibraryError: if it is not loadable
    """
    beside = os.environ.get("CARDAN_LIBRARY") or __file__
    path = os.environ.get("CARDAN_OFFLINE_LIBRARY") or str(Path(beside).with_name("libcardan-offline.so"))
    try:
        loaded = ctypes.CDLL(path)
    except OSError as error:
        hint = "install the package with 'pip install ./python', or set CARDAN_OFFLINE_LIBRARY to a libcardan-offline.so"
        if platform.machine() == "aarch64":
            hint = (
                "the wheel for 64-bit Arm has none: filters and 'fuse' of arrays work, logs, smoothing and calibration need x86-64, "
                "or a libcardan-offline.so that was built here, named by CARDAN_OFFLINE_LIBRARY"
            )
        # A library linked without static archives needs the system's shared ones.
        for name, package in (("lapack", "liblapacke"), ("blas", "libblas3")):
            if f"lib{name}" in str(error):
                hint = f"install it (on Debian: apt-get install {package})"
        raise MissingLibraryError(f"libcardan-offline not loaded ({error}); {hint}") from error
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(loaded, name)
        function.restype, function.argtypes = result, arguments
    return loaded


class Message:
    """A buffer for the library's error message."""

    def __init__(self) -> None:
        self._text = ctypes.create_string_buffer(4096)
        #: The last two arguments of a function with a message.
        self.arguments = (self._text, len(self._text))

    @property
    def text(self) -> str:
        """The message."""
        return self._text.value.decode(errors="replace")

    def check(self, status: int, what: str) -> None:
        """Raise CardanError with the message for a status that is not OK."""
        if status != c.OK:
            text = self.text or library.cardan_status_text(status).decode()
            raise CardanError(f"{what}: {text}" if what else text)


def taken_text(document: c_void_p) -> str:
    """The text of a document. Frees the document."""
    length = c_size_t()
    try:
        text = offline().cardan_document_text(document, ctypes.byref(length))
        return ctypes.string_at(text, length.value).decode()
    finally:
        offline().cardan_document_free(document)
