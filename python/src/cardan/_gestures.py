"""Orientation, shakes and tilt of a device, from its accelerometer."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _arrays
from . import _library as c
from ._library import check, library
from ._recording import Recording


class Gesture(NamedTuple):
    """A change of a device's orientation, or a shake."""

    #: Seconds: those of the timestamps, or since the first update.
    t: float
    #: "orientation" or "shake".
    event: str
    #: "portrait", "portrait-upside-down", "landscape-left", "landscape-right", "face-up", "face-down" or "unknown"; of a shake
    #: "began", "ended" or "cancelled".
    value: str


class GestureDetector:
    """Detects orientation and shakes in a stream of readings.

    Device axes: x to the right of the screen, y to its top, z out of it.

    :param options: when an orientation or a shake counts, by name: `gesture_options()` has the defaults
    :raises TypeError: for an unknown option
    :raises ValueError: for a value out of its range

    >>> detector = GestureDetector(swing_threshold=20)
    >>> detector.update([0, 9.81, 0], dt=0.01)
    (Gesture(t=0.01, event='orientation', value='portrait'),)
    >>> detector.orientation
    'portrait'
    """

    def __init__(self, **options: float) -> None:
        given = _defaults()
        for name, value in options.items():
            if name not in gesture_options():
                raise TypeError(f"no option {name!r} of gestures; expected one of: {', '.join(gesture_options())}")
            setattr(given, name, int(value) if name.startswith("swings") else float(value))
        self._time = 0.0
        self._force, self._turned, self._shake = c.Vector(), ctypes.c_int32(), ctypes.c_uint32()
        self._handle = ctypes.c_void_p()
        check(library.cardan_gestures_create(ctypes.byref(given), ctypes.byref(self._handle)), f"gestures {options}")

    def __del__(self) -> None:
        library.cardan_gestures_destroy(self.__dict__.get("_handle"))

    @property
    def orientation(self) -> str:
        """The orientation after the last reading."""
        return _orientation(library.cardan_gestures_orientation(self._handle))

    def update(self, accel: Sequence[float] | npt.NDArray[Any], *, dt: float) -> tuple[Gesture, ...]:
        """Add a reading; return what it changes.

        :param accel: three numbers, m/s²: at rest it points up
        :param dt: seconds since the last reading; one above 1 s, such as after a gap, counts as 1 s
        """
        self._time += dt
        return self._update(accel, dt, self._time)

    def _update(self, accel: Any, dt: float, t: float) -> tuple[Gesture, ...]:
        self._force[:] = accel
        check(library.cardan_gestures_update(
            self._handle, dt, self._force, ctypes.byref(self._turned), ctypes.byref(self._shake)), "update")
        events = (Gesture(t, "orientation", self.orientation),) if self._turned.value else ()
        name = library.cardan_shake_name(self._shake.value)
        return events if name is None else (*events, Gesture(t, "shake", name.decode()))


def gesture_options() -> dict[str, float]:
    """The options of `GestureDetector` with their defaults: angles in rad, times in s, cut-offs in Hz, accelerations in m/s².

    >>> gesture_options()["swing_threshold"]
    15.0
    """
    defaults = _defaults()
    return {name: getattr(defaults, name) for name, *_ in defaults._fields_[1:]}


def gestures(
    accel: npt.ArrayLike | Recording | str | os.PathLike[str], *, rate: float | None = None, t: npt.ArrayLike | None = None,
    accel_unit: str = "m/s^2", **options: float,
) -> list[Gesture]:
    """The changes of orientation and the shakes in a recording, as `cardan events` reports them.

    :param accel: (N, 3) specific force in device axes, m/s²; a `Recording` or `Log`; or the path of a log
    :param rate: samples per second; or
    :param t: (N,) timestamps: seconds (float), nanoseconds (integer) or datetime64
    :param accel_unit: m/s^2, g or mg
    :param options: those of `GestureDetector`

    >>> up = np.tile([0, 9.81, 0], (50, 1))
    >>> [gesture.value for gesture in gestures(np.concatenate([up, up[:, [2, 0, 1]]]), rate=10)]
    ['portrait', 'face-up']
    """
    if isinstance(accel, (str, os.PathLike)):
        from ._logs import read_log

        accel = read_log(accel)
    if isinstance(accel, Recording):
        rate, t, accel = accel.rate if rate is None else rate, accel.t, accel.accel  # type: ignore[assignment]
    if accel is None:
        raise ValueError("accel: missing; gestures are those of the accelerometer")
    forces = np.ascontiguousarray(_arrays.readings(accel, "accel", accel_unit, "missing"), np.float64)
    if (rate is None) == (t is None):
        raise ValueError("expected either t (timestamps) or rate (Hz)")
    if rate is not None:
        t = np.arange(len(forces)) / rate
    times = _arrays.timestamps(t)
    if len(times) != len(forces):
        raise ValueError(f"t: {len(times)} timestamps, but accel has {len(forces)} rows")
    # In whole nanoseconds, as the command counts; the step to a NaN is not one, and counts as 1 s.
    nanoseconds = np.round(times * 1e9) if times.dtype.kind == "f" else times
    steps = np.diff(nanoseconds, prepend=nanoseconds[:1]) / 1e9
    detector = GestureDetector(**options)
    rows = zip(forces, steps.tolist(), (nanoseconds / 1e9).tolist())
    return [event for row, step, time in rows for event in detector._update(row, step, time)]


def tilt_angle(gravity: Sequence[float] | npt.NDArray[Any]) -> float | None:
    """The rotation of a device in the plane of its screen, as on an inclinometer, in rad: 0 in portrait, π/2 on its left side;
    None for a flat device.

    :param gravity: three numbers in device axes, any unit; it points down, as `gravity` of results

    >>> print(round(tilt_angle([-9.81, 0, 0]), 4), tilt_angle([0, 0, -9.81]))
    1.5708 None
    """
    angle = ctypes.c_double()
    status = library.cardan_tilt_angle(c.Vector(*gravity), ctypes.byref(angle))
    if status == c.UNDETERMINED:
        return None
    check(status, "tilt_angle")
    return angle.value


def _defaults() -> c.GestureOptions:
    options = c.GestureOptions()
    check(library.cardan_gesture_defaults(ctypes.byref(options)), "gestures")
    return options


def _orientation(number: int) -> str:
    name: bytes = library.cardan_orientation_name(number)
    return name.decode()
