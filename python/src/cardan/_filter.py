"""Sample-by-sample filtering."""

from __future__ import annotations

import ctypes
import math
import os
import threading
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _library as c
from ._calibration import Calibration
from ._describe import Doubts, Flags
from ._findings import warn
from ._fuse import Prepared, output_names, output_type
from ._library import CardanError, check, library
from ._options import FilterOptions, checked_parameter, kind_named
from ._outputs import Outputs
from ._recording import Recording
from ._result import Result

# Samples after which the library is asked for doubts.
_SAMPLES_BETWEEN_WARNINGS = 64
_SENSORS = {"gyro": 0, "accel": 1, "mag": 2}


class Filter:
    """A filter for streams of samples.

    Threads can share a filter: each call waits for the one before. It can be pickled and copied. It warns once
    (`DoubtfulInputWarning`) of readings in another unit or of other signs; see `doubts`.

    :param filter: one of `cardan.filters()`
    :param frame: one of `cardan.frames()`
    :param magnetometer: False ignores it; the heading is then relative and drifts
    :param axes: the sensor axes for body x, y and z: "y,-x,z"
    :param calibration: a `Calibration`, a file of `cardan calibrate`, or its bytes
    :param separate_sensors: accept single readings of sensors with separate rates: `add` and `next`
    :param parameters: by name, see `cardan.parameters(filter)`
    :raises ValueError: for an invalid value
    :raises TypeError: for an unknown parameter

    >>> filter = Filter("vqf", frame="ned")
    >>> for _ in range(100):
    ...     filter.update([0, 0, 0.5], [0, 0, 9.81], dt=0.01)
    >>> print(round(filter.gravity[2], 3))
    -9.807
    >>> Flags.AT_REST in filter.flags
    False
    """

    def __init__(
        self, filter: str = "default", *, frame: str = "enu", magnetometer: bool = True,
        axes: str | Iterable[int] = "x,y,z", calibration: Calibration | str | os.PathLike[str] | bytes | None = None,
        separate_sensors: bool = False, **parameters: float,
    ) -> None:
        options = FilterOptions(filter, frame, magnetometer, axes, calibration, parameters, separate_sensors)
        self._made_as = (options.filter, separate_sensors)
        self._models = bytes(options.calibration)
        self._frame = options.frame
        self._handle = ctypes.c_void_p()
        self._options = options
        check(library.cardan_create(ctypes.byref(options.struct), ctypes.byref(self._handle)), "options")
        self._gyro, self._accel, self._mag = c.Vector(), c.Vector(), c.Vector()
        # The library takes one call at a time. A handler of a signal may call within a call.
        self._lock = threading.RLock()
        self._warned = Doubts(0)
        self._count = 0

    def __del__(self) -> None:
        handle = self.__dict__.get("_handle")
        if handle:
            library.cardan_destroy(handle)

    def __repr__(self) -> str:
        return f"<cardan.Filter {self._made_as[0]!r}, frame {self._frame!r}>"

    def update(
        self, gyro: Sequence[float] | None, accel: Sequence[float] | None = None, mag: Sequence[float] | None = None, *,
        dt: float | None = None, t: float | int | None = None,
    ) -> None:
        """Process one sample. None, or a NaN in it, is a missing reading.

        :param gyro: three numbers, rad/s: the mean over the interval that ends at the sample
        :param accel: three numbers, m/s²
        :param mag: three numbers, µT
        :param dt: seconds since the previous sample; or
        :param t: its timestamp: nanoseconds (int) or seconds (float)
        """
        with self._lock:
            rate = self._filled(self._gyro, gyro, "gyro")
            force = self._filled(self._accel, accel, "accel")
            field = self._filled(self._mag, mag, "mag")
            if (dt is None) == (t is None):
                raise ValueError("expected either dt (seconds) or t (a timestamp)")
            if dt is not None:
                check(library.cardan_update(self._handle, dt, rate, force, field), "update")
            else:
                check(library.cardan_update_at(self._handle, _nanoseconds(t), rate, force, field), "update")
            self._counted()

    def observe_velocity(
        self, east: float, north: float, *, sigma: float | None = None, lag: float | None = None,
    ) -> None:
        """Observe a velocity over ground, as satellites measure it. The next samples use it.

        :param east: m/s
        :param north: m/s, to true north
        :param sigma: standard deviation of each component, m/s; None for the parameter `velocity_deviation`
        :param lag: seconds from the measurement to the last sample; None for the parameter `velocity_lag`
        :raises ValueError: for an invalid `sigma` or `lag`
        """
        self._call("observe_velocity", library.cardan_observe_velocity, east, north, _optional(sigma), _optional(lag))

    def observe_speed(self, speed: float, *, sigma: float | None = None, lateral_sigma: float | None = None) -> None:
        """Observe a speed along the body axis `forward_axis`, as wheels measure it. The next samples use it.

        :param speed: m/s, negative backwards
        :param sigma: standard deviation, m/s; None for the parameter `speed_deviation`
        :param lateral_sigma: standard deviation of the speed across, which is taken for zero, m/s; None for the parameter
            `lateral_deviation`
        :raises ValueError: for an invalid standard deviation
        """
        self._call("observe_speed", library.cardan_observe_speed, speed, _optional(sigma), _optional(lateral_sigma))

    def process(
        self, gyro: npt.ArrayLike, accel: npt.ArrayLike, mag: npt.ArrayLike | None = None, *,
        rate: float | None = None, t: npt.ArrayLike | None = None, velocity: npt.ArrayLike | None = None,
        speed: npt.ArrayLike | None = None, gyro_unit: str = "rad/s", accel_unit: str = "m/s^2", mag_unit: str = "uT",
        nan: str = "missing", check_units: bool = True, outputs: str | Iterable[str] = "all",
        dtype: npt.DTypeLike = np.float64,
    ) -> Result:
        """Process a block of samples from the current state; see `cardan.fuse`."""
        names, kind = output_names(outputs), output_type(dtype)
        prepared = Prepared(
            Recording(gyro, accel, mag, t, rate, velocity, speed), gyro_unit=gyro_unit, accel_unit=accel_unit,
            mag_unit=mag_unit, nan=nan, check_units=check_units)
        prepared.place(Outputs(prepared.count, names, kind, self._options))
        with self._lock:
            prepared.fuse(self._handle, "process")
            self._warn()
        return prepared.result

    def add(self, sensor: str, t: float | int, reading: Sequence[float]) -> None:
        """Add one reading of one sensor ("gyro", "accel" or "mag"). Then call `next` until it returns False."""
        if sensor not in _SENSORS:
            raise ValueError(f"sensor: expected gyro, accel or mag, found {sensor!r}")
        with self._lock:
            numbers = self._filled(self._gyro, reading, sensor)
            check(library.cardan_add(self._handle, _SENSORS[sensor], _nanoseconds(t), numbers), "add")

    def next(self) -> bool:
        """Process the next sample of the added readings; False if more are needed."""
        with self._lock:
            status = library.cardan_next(self._handle)
            if status == c.NOTHING_READY:
                return False
            check(status, "next")
            self._counted()
        return True

    def finish(self) -> None:
        """End the readings, so that `next` processes the last samples."""
        self._call("finish", library.cardan_finish)

    def reset(self) -> None:
        """Restart the filter with its options."""
        self._call("reset", library.cardan_reset)
        self._warned = Doubts(0)

    def snapshot(self) -> bytes:
        """The complete state, including options, for the same library version on the same processor architecture."""
        with self._lock:
            size = library.cardan_snapshot_size(self._handle)
            bytes_ = ctypes.create_string_buffer(size)
            check(library.cardan_snapshot(self._handle, bytes_, size), "snapshot")
        return bytes_.raw

    def restore(self, snapshot: bytes) -> None:
        """Restore a state of a filter with the same `filter` and `separate_sensors`.

        :raises ValueError: for bytes of another version or filter, or modified ones; the filter is then unchanged
        """
        self._call("restore", library.cardan_restore, bytes(snapshot), len(snapshot))

    def __getstate__(self) -> tuple[tuple[str, bool], str, bytes, bytes]:
        return self._made_as, self._frame, self.snapshot(), self._models

    def __setstate__(self, state: tuple[tuple[str, bool], str, bytes, bytes]) -> None:
        (name, separate_sensors), frame, snapshot, models = state
        self.__init__(name, frame=frame, separate_sensors=separate_sensors)  # type: ignore[misc]
        self._models = models
        self.restore(snapshot)

    def learned_calibration(self) -> Calibration:
        """The filter's calibration with the gyroscope bias that it has learned, without the attitude: `save` it, and give it as
        `calibration=` to the filter of the next start.

        >>> filter = Filter()
        >>> for _ in range(3000):
        ...     filter.update([0.01, 0, 0], [0, 0, 9.81], dt=0.01)
        >>> print(filter.learned_calibration().gyroscope.bias.round(3))
        [0.01 0.   0.  ]
        """
        models = c.Calibration.from_buffer_copy(self._models)
        return Calibration.of_models(models, self.gyro_bias)

    def parameter(self, name: str) -> float:
        """The value of a parameter."""
        value = ctypes.c_double()
        self._call(name, library.cardan_get_parameter, c.text(name), ctypes.byref(value))
        return value.value

    def set_parameters(self, **parameters: float) -> None:
        """Change parameters between two samples; the attitude and all that was learned stay.

        Parameters of the start, such as an initial deviation, act at the next `reset`.

        :raises ValueError: for a value outside of its range, and for parameters of the clock and of separate sensors, which are
            set when the filter is made

        >>> filter = Filter()
        >>> filter.set_parameters(accelerometer_noise=0.05)
        >>> filter.parameter("accelerometer_noise")
        0.05
        """
        kind = kind_named(self._made_as[0])
        for name, value in parameters.items():
            number = checked_parameter(kind, self._made_as[0], name, value)
            self._call(name, library.cardan_set_parameter, c.text(name), number)

    @property
    def quaternion(self) -> npt.NDArray[np.float64]:
        """(4,): output frame from body, w x y z."""
        return np.array(self._motion().quaternion)

    def quaternion_in(self, frame: str) -> npt.NDArray[np.float64]:
        """(4,): the same in another frame."""
        number, quaternion = ctypes.c_uint32(), (ctypes.c_double * 4)()
        check(library.cardan_frame_named(c.text(frame), ctypes.byref(number)), f"frame {frame!r}")
        self._call("attitude", library.cardan_attitude, number, quaternion)
        return np.array(quaternion)

    @property
    def gravity(self) -> npt.NDArray[np.float64]:
        """(3,): in body axes, m/s²; it points down."""
        return np.array(self._motion().gravity)

    @property
    def user_acceleration(self) -> npt.NDArray[np.float64]:
        """(3,): in body axes without gravity, m/s²; NaN if the last sample had no specific force."""
        return np.array(self._motion().user_acceleration)

    @property
    def angular_rate(self) -> npt.NDArray[np.float64]:
        """(3,): of the last sample without bias, rad/s."""
        return np.array(self._motion().angular_rate)

    @property
    def gyro_bias(self) -> npt.NDArray[np.float64]:
        """(3,): rad/s; zero if the filter estimates none."""
        return np.array(self._motion().gyroscope_bias)

    @property
    def gyro_bias_sigma(self) -> npt.NDArray[np.float64] | None:
        """(3,): one standard deviation of the bias, rad/s; None if the filter has none."""
        return self._numbers(library.cardan_gyroscope_bias_sigma)

    @property
    def hard_iron(self) -> npt.NDArray[np.float64] | None:
        """(3,): the estimated hard iron, which the filter subtracts, µT; None if the filter estimates none."""
        return self._numbers(library.cardan_hard_iron)

    @property
    def tilt_sigma(self) -> float:
        """One standard deviation of the tilt, rad; NaN if the filter has none."""
        return float(self._motion().tilt_sigma)

    @property
    def heading_sigma(self) -> float:
        """One standard deviation of the heading, rad; while north is unknown, of the heading since the start. NaN if the filter has none."""
        return float(self._motion().heading_sigma)

    @property
    def flags(self) -> Flags:
        """The outcome of the last sample."""
        return Flags(self._motion().flags)

    @property
    def doubts(self) -> Doubts:
        """What is doubtful about the readings since the start or the last `reset`; empty for sound ones.

        It takes some seconds of motion that shows the fault. A copy of the filter begins without doubts.

        >>> filter = Filter()
        >>> for _ in range(60):
        ...     filter.update([0, 0, 0], [0, 0, 1.0], dt=0.1)
        >>> filter.doubts
        <Doubts.FORCE_UNIT: 1>
        """
        with self._lock:
            return Doubts(library.cardan_doubts(self._handle))

    def _counted(self) -> None:
        """Count a sample, and now and then warn of doubts."""
        self._count += 1
        if self._count % _SAMPLES_BETWEEN_WARNINGS == 0:
            self._warn()

    def _warn(self) -> None:
        """Warn of doubts that are new."""
        new = self.doubts & ~self._warned
        if new:
            self._warned |= new
            warn(new.reasons(), "")

    def _motion(self) -> c.Motion:
        motion = c.Motion(size=ctypes.sizeof(c.Motion))
        self._call("read", library.cardan_read, ctypes.byref(motion))
        return motion

    def _call(self, what: str, function: Any, *arguments: Any) -> None:
        with self._lock:
            check(function(self._handle, *arguments), what)

    def _numbers(self, function: Any) -> npt.NDArray[np.float64] | None:
        numbers = c.Vector()
        with self._lock:
            status = function(self._handle, numbers)
        if status == c.UNSUPPORTED:
            return None
        check(status)
        return np.array(numbers)

    @staticmethod
    def _filled(place: Any, numbers: Sequence[float] | None, name: str) -> Any:
        if numbers is None:
            return None
        try:
            place[0], place[1], place[2] = numbers
        except (TypeError, ValueError):
            raise CardanError(f"{name}: expected three numbers, found {numbers!r}") from None
        return place


def _nanoseconds(t: float | int | None) -> int:
    if isinstance(t, (int, np.integer)):
        return int(t)
    try:
        return round(float(t) * 1e9)  # type: ignore[arg-type]
    except (OverflowError, TypeError, ValueError):
        raise CardanError(f"t: invalid timestamp {t!r}") from None


def _optional(number: float | None) -> float:
    """A number for C, where NaN is the default."""
    return math.nan if number is None else number
