"""The functions of cardan.h by ctypes, which releases the interpreter's lock during every call."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Iterator
from ctypes import POINTER, c_char_p, c_double, c_int32, c_int64, c_size_t, c_ssize_t, c_uint32, c_void_p
from pathlib import Path
from typing import Any


class Parameter(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("value", c_double)]


class ParameterInfo(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("name", c_char_p),
        ("unit", c_char_p),
        ("summary", c_char_p),
        ("default_value", c_double),
        ("minimum", c_double),
        ("maximum", c_double),
        ("is_switch", c_int32),
        ("choices", c_char_p),
    ]


class SensorModel(ctypes.Structure):
    _fields_ = [("matrix", c_double * 9), ("bias", c_double * 3)]


class Calibration(ctypes.Structure):
    _fields_ = [("gyroscope", SensorModel), ("accelerometer", SensorModel), ("magnetometer", SensorModel)]


class GeomagneticField(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("field_in_ned", c_double * 3),
        ("rate_in_ned", c_double * 3),
        ("declination", c_double),
        ("inclination", c_double),
        ("declination_sigma", c_double),
        ("inclination_sigma", c_double),
        ("warnings", c_uint32),
    ]


class Options(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("filter", c_uint32),
        ("frame", c_uint32),
        ("behavior", c_uint32),
        ("axes", c_int32 * 3),
        ("calibration", POINTER(Calibration)),
        ("parameters", POINTER(Parameter)),
        ("parameter_count", c_size_t),
    ]


class GestureOptions(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("entry_angle", c_double),
        ("orientation_cutoff", c_double),
        ("force_tolerance", c_double),
        ("unknown_time", c_double),
        ("shake_cutoff", c_double),
        ("swing_threshold", c_double),
        ("shortest_swing", c_double),
        ("quiet_time", c_double),
        ("longest_shake", c_double),
        ("swings_to_begin", c_uint32),
        ("swings_to_end", c_uint32),
    ]


class Motion(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("quaternion", c_double * 4),
        ("gravity", c_double * 3),
        ("user_acceleration", c_double * 3),
        ("angular_rate", c_double * 3),
        ("gyroscope_bias", c_double * 3),
        ("tilt_sigma", c_double),
        ("heading_sigma", c_double),
        ("timestamp", c_int64),
        ("flags", c_uint32),
    ]


class Array(ctypes.Structure):
    _fields_ = [
        ("data", c_void_p),
        ("row_stride", c_ssize_t),
        ("column_stride", c_ssize_t),
        ("element", c_uint32),
    ]


class Recording(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("count", c_size_t),
        ("time", Array),
        ("interval", c_double),
        ("angular_rate", Array),
        ("specific_force", Array),
        ("magnetic_field", Array),
        ("velocity", Array),
        ("speed", Array),
    ]


class Results(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("quaternion", Array),
        ("gravity", Array),
        ("user_acceleration", Array),
        ("angular_rate", Array),
        ("gyroscope_bias", Array),
        ("tilt_sigma", Array),
        ("heading_sigma", Array),
        ("flags", Array),
    ]


class Job(ctypes.Structure):
    _fields_ = [("recording", POINTER(Recording)), ("results", POINTER(Results)), ("status", c_uint32)]


def text(name: Any, encode: Callable[[Any], bytes] = str.encode) -> bytes:
    """A name for the library, which would end it at a NUL; a path with `os.fsencode`.

    :raises ValueError: for a name with a NUL
    """
    encoded = encode(name)
    if b"\0" in encoded:
        raise ValueError(f"null character in {name!r}")
    return encoded


def rows_from(arrays: Recording | Results, row: int) -> Any:
    """A copy of a struct whose arrays begin at a later row."""
    copied = type(arrays).from_buffer_copy(arrays)
    for name, kind in copied._fields_:
        array = getattr(copied, name)
        if kind is Array and array.data:
            array.data += row * array.row_stride
    return copied


#: The rows of a call on a long recording: Python hears Ctrl-C between calls.
BLOCK = 65536


def blocks(recording: Recording) -> Iterator[tuple[int, Recording]]:
    """The parts of a recording that one call takes, with the number of their first row."""
    for first in range(0, recording.count, BLOCK):
        block = rows_from(recording, first)
        block.count = min(BLOCK, recording.count - first)
        yield first, block


#: Numbers of three axes.
Vector = c_double * 3

OK = 0
NOTHING_READY = 1
UNKNOWN_PARAMETER = 7
PARAMETER_OUT_OF_RANGE = 8
UNSUPPORTED = 14
UNDETERMINED = 18

NO_MAGNETOMETER = 1
SEPARATE_SENSORS = 2
SINGLE_PRECISION = 4

# Names, results and arguments. A handle is a plain pointer.
_STATUS, _HANDLE, _NUMBERS = c_uint32, c_void_p, POINTER(c_double)
_FUNCTIONS: dict[str, tuple[object, list[object]]] = {
    "cardan_status_text": (c_char_p, [c_uint32]),
    "cardan_version": (c_char_p, []),
    "cardan_flag_name": (c_char_p, [c_uint32]),
    "cardan_filter_kind_named": (_STATUS, [c_char_p, POINTER(c_uint32)]),
    "cardan_filter_kind_name": (c_char_p, [c_uint32]),
    "cardan_frame_named": (_STATUS, [c_char_p, POINTER(c_uint32)]),
    "cardan_frame_name": (c_char_p, [c_uint32]),
    "cardan_parameter_count": (c_size_t, [c_uint32]),
    "cardan_describe_parameter": (_STATUS, [c_uint32, c_size_t, POINTER(ParameterInfo)]),
    "cardan_check_parameter": (_STATUS, [c_uint32, c_char_p, c_double]),
    "cardan_earth_field": (_STATUS, [c_double, c_double, c_double, c_double, POINTER(GeomagneticField)]),
    "cardan_calibration_identity": (_STATUS, [POINTER(Calibration)]),
    "cardan_create": (_STATUS, [POINTER(Options), POINTER(c_void_p)]),
    "cardan_destroy": (None, [_HANDLE]),
    "cardan_reset": (_STATUS, [_HANDLE]),
    "cardan_get_parameter": (_STATUS, [_HANDLE, c_char_p, _NUMBERS]),
    "cardan_set_parameter": (_STATUS, [_HANDLE, c_char_p, c_double]),
    "cardan_update": (_STATUS, [_HANDLE, c_double, _NUMBERS, _NUMBERS, _NUMBERS]),
    "cardan_update_at": (_STATUS, [_HANDLE, c_int64, _NUMBERS, _NUMBERS, _NUMBERS]),
    "cardan_observe_velocity": (_STATUS, [_HANDLE, c_double, c_double, c_double, c_double]),
    "cardan_observe_speed": (_STATUS, [_HANDLE, c_double, c_double, c_double]),
    "cardan_add": (_STATUS, [_HANDLE, c_uint32, c_int64, _NUMBERS]),
    "cardan_next": (_STATUS, [_HANDLE]),
    "cardan_finish": (_STATUS, [_HANDLE]),
    "cardan_read": (_STATUS, [_HANDLE, POINTER(Motion)]),
    "cardan_attitude": (_STATUS, [_HANDLE, c_uint32, _NUMBERS]),
    "cardan_doubts": (c_uint32, [_HANDLE]),
    "cardan_doubt_text": (c_char_p, [c_uint32]),
    "cardan_gyroscope_bias_sigma": (_STATUS, [_HANDLE, _NUMBERS]),
    "cardan_hard_iron": (_STATUS, [_HANDLE, _NUMBERS]),
    "cardan_quaternion_to_euler": (_STATUS, [_NUMBERS, c_uint32, _NUMBERS]),
    "cardan_snapshot_size": (c_size_t, [_HANDLE]),
    "cardan_snapshot": (_STATUS, [_HANDLE, c_void_p, c_size_t]),
    "cardan_restore": (_STATUS, [_HANDLE, c_char_p, c_size_t]),
    "cardan_fuse": (_STATUS, [_HANDLE, POINTER(Recording), POINTER(Results)]),
    "cardan_fixed_lag_create": (_STATUS, [_HANDLE, c_double, POINTER(c_void_p)]),
    "cardan_fixed_lag_destroy": (None, [_HANDLE]),
    "cardan_fixed_lag_fuse": (_STATUS, [_HANDLE, POINTER(Recording)]),
    "cardan_fixed_lag_finish": (_STATUS, [_HANDLE]),
    "cardan_fixed_lag_ready": (c_size_t, [_HANDLE]),
    "cardan_fixed_lag_take": (_STATUS, [_HANDLE, c_size_t, POINTER(Results)]),
    "cardan_gesture_defaults": (_STATUS, [POINTER(GestureOptions)]),
    "cardan_gestures_create": (_STATUS, [POINTER(GestureOptions), POINTER(c_void_p)]),
    "cardan_gestures_destroy": (None, [_HANDLE]),
    "cardan_gestures_update": (_STATUS, [_HANDLE, c_double, _NUMBERS, POINTER(c_int32), POINTER(c_uint32)]),
    "cardan_gestures_orientation": (c_uint32, [_HANDLE]),
    "cardan_orientation_name": (c_char_p, [c_uint32]),
    "cardan_shake_name": (c_char_p, [c_uint32]),
    "cardan_tilt_angle": (_STATUS, [_NUMBERS, _NUMBERS]),
    "cardan_fuse_many": (_STATUS, [POINTER(Options), POINTER(Job), c_size_t, c_uint32]),
}


def _load() -> ctypes.CDLL:
    path = os.environ.get("CARDAN_LIBRARY") or str(Path(__file__).with_name("libcardan.so"))
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(
            f"libcardan not loaded ({error}); install the package with 'pip install ./python', "
            "or set CARDAN_LIBRARY to a libcardan.so"
        ) from error
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


library = _load()


class CardanError(ValueError):
    """The error of a failed library call."""


def check(status: int, what: str = "") -> None:
    """Raise CardanError for a status that is not OK."""
    if status != OK:
        raise CardanError(f"{what}: {status_text(status)}" if what else status_text(status))


def status_text(status: int) -> str:
    """The library's text for a status."""
    return str(library.cardan_status_text(status).decode())
