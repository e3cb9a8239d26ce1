"""Device calibrations: estimated from a recording, kept in a file, applied to readings."""

from __future__ import annotations

import ctypes
import json
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _arrays
from . import _library as c
from . import _offline_library as o
from ._document import Document
from ._library import check
from ._offline_library import offline
from ._recording import Inputs, Recording, as_recording

_SENSORS = {"gyroscope": 1, "accelerometer": 2, "magnetometer": 4}
_SHAPES = {"offset": 1, "scales": 2, "full": 3}


class SensorModel(NamedTuple):
    """The calibration of one sensor: calibrated = matrix @ (raw - bias)."""

    #: (3, 3)
    matrix: npt.NDArray[np.float64]
    #: (3,): in the unit of the sensor: rad/s, m/s² or µT.
    bias: npt.NDArray[np.float64]

    def apply(self, readings: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Calibrate (..., 3) raw readings in SI units."""
        return (np.asarray(readings, dtype=np.float64) - self.bias) @ self.matrix.T


class Calibration(Document):
    """A device calibration, as a file of `cardan calibrate`, byte for byte.

    `fuse`, `fuse_many` and `Filter` take it as `calibration=`.

    :param text: the content of the file
    :raises ValueError: for an invalid calibration

    >>> calibration = Calibration('''{"format": "cardan-calibration", "version": 1,
    ...   "gyroscope": {"bias_radians_per_second": [0.01, 0, 0]}}''')
    >>> print(calibration.gyroscope.bias)
    [0.01 0.   0.  ]
    """

    def __init__(self, text: str | bytes, *, problems: tuple[str, ...] = ()) -> None:
        super().__init__(text, problems=problems)
        self._models, message = c.Calibration(), ctypes.create_string_buffer(512)
        status = offline().cardan_calibration_parse(
            self._bytes, len(self._bytes), ctypes.byref(self._models), message, len(message))
        if status != c.OK:
            check(status, f"calibration: {message.value.decode()}")

    @classmethod
    def of_models(cls, models: c.Calibration, learned_bias: npt.NDArray[np.float64]) -> Calibration:
        """The calibration of models, with a bias of the calibrated gyroscope besides, rad/s."""
        content: dict[str, Any] = {"format": "cardan-calibration", "version": 1}
        names = {
            "gyroscope": ("bias_radians_per_second", "matrix"), "accelerometer": ("bias_meters_per_second_squared", "matrix"),
            "magnetometer": ("hard_iron_microteslas", "soft_iron")}
        for sensor, (bias_name, matrix_name) in names.items():
            model = getattr(models, sensor)
            matrix, bias = np.array(model.matrix).reshape(3, 3), np.array(model.bias)
            if sensor == "gyroscope":
                bias = bias + np.linalg.solve(matrix, learned_bias)
            if sensor == "gyroscope" or bias.any() or (matrix != np.eye(3)).any():
                content[sensor] = {bias_name: bias.tolist(), matrix_name: matrix.tolist()}
        return cls(json.dumps(content, indent=2) + "\n")

    @property
    def gyroscope(self) -> SensorModel:
        """The gyroscope's calibration, rad/s; that of a perfect sensor if it is missing."""
        return self._model("gyroscope")

    @property
    def accelerometer(self) -> SensorModel:
        """The accelerometer's calibration, m/s²."""
        return self._model("accelerometer")

    @property
    def magnetometer(self) -> SensorModel:
        """The magnetometer's calibration, µT: the bias is the hard iron, the matrix the soft iron."""
        return self._model("magnetometer")

    def __repr__(self) -> str:
        known = [name for name in _SENSORS if name in self.details]
        return f"<cardan.Calibration of {', '.join(known) or 'nothing'}>"

    def _model(self, name: str) -> SensorModel:
        model = getattr(self._models, name)
        return SensorModel(np.array(model.matrix).reshape(3, 3), np.array(model.bias))


def calibrate(
    recording: Any, *, sensors: str | tuple[str, ...] = ("gyroscope", "accelerometer", "magnetometer"),
    shape: str | None = None, field_strength: float | None = None, gravity: float = 9.80665, axes: Any = "x,y,z",
    name: str | None = None, date: str | None = None,
) -> Calibration:
    """Calibrate the sensors of a recording, as `cardan calibrate`.

    A good recording: rest for two seconds on each of the six sides and on some edges, with turns in between, then turn slowly
    through all directions, away from iron. The magnetometer needs the turns, the accelerometer at least six rests, the
    gyroscope rests and the turns between them; its bias alone needs one rest.

    :param recording: `Recording`, `Log`, or a dictionary or tuple of its fields, in SI units
    :param sensors: any of "gyroscope", "accelerometer", "magnetometer"
    :param shape: the model to fit: "offset", "scales" or "full"; default: the largest that the recording determines
    :param field_strength: the Earth's magnetic field at the place, µT, if the magnetometer's scale matters
    :param gravity: gravity at the place, m/s²
    :param axes: the sensor axes for body x, y and z: "y,-x,z"; fuse with the same
    :param name: the recording's name, kept in the file
    :param date: the date, kept in the file
    :return: the calibration; its `problems` say why sensors were refused
    :raises ValueError: if no sensor was calibrated; the message says what to record instead

    >>> import numpy as np
    >>> still = np.tile([0, 0, 9.81], (1000, 1))
    >>> found = calibrate((still * 0 + [0.01, 0, 0], still, None, None, 100), sensors="gyroscope")
    >>> print(found.gyroscope.bias.round(3))
    [0.01 0.   0.  ]
    """
    inputs = Inputs(as_recording(recording))
    request = o.CalibrationRequest(
        ctypes.sizeof(o.CalibrationRequest), _sensor_bits(sensors), _shape(shape), field_strength or 0.0, gravity,
        (ctypes.c_int32 * 3)(*_arrays.signed_axes(axes)), _name(name, axes), None if date is None else c.text(date))
    document, message = ctypes.c_void_p(), o.Message()
    status = offline().cardan_calibrate(
        ctypes.byref(inputs.recording), ctypes.byref(request), ctypes.byref(document), *message.arguments)
    message.check(status, "calibrate")
    return Calibration(o.taken_text(document), problems=tuple(message.text.splitlines()))


def calibrate_gyroscope(
    gyro: npt.ArrayLike, accel: npt.ArrayLike, *, rate: float | None = None, t: npt.ArrayLike | None = None,
    **options: Any,
) -> Calibration:
    """Calibrate a gyroscope: bias, and scale and misalignment if the motion determines them; see `calibrate`.

    :param gyro: (N, 3) rad/s
    :param accel: (N, 3) m/s²
    """
    return calibrate(Recording(gyro, accel, None, t, rate), sensors="gyroscope", **options)


def calibrate_accelerometer(
    gyro: npt.ArrayLike, accel: npt.ArrayLike, *, rate: float | None = None, t: npt.ArrayLike | None = None,
    **options: Any,
) -> Calibration:
    """Calibrate an accelerometer: bias, scale and misalignment from rests in different attitudes; see `calibrate`.

    :param gyro: (N, 3) rad/s, for the detection of rest
    :param accel: (N, 3) m/s²
    """
    return calibrate(Recording(gyro, accel, None, t, rate), sensors="accelerometer", **options)


def calibrate_magnetometer(
    mag: npt.ArrayLike, gyro: npt.ArrayLike | None = None, accel: npt.ArrayLike | None = None, *,
    rate: float | None = None, t: npt.ArrayLike | None = None, **options: Any,
) -> Calibration:
    """Calibrate a magnetometer: hard and soft iron from turns through all directions; see `calibrate`.

    :param mag: (N, 3) µT
    :param gyro: (N, 3) rad/s: with `accel`, aligns the magnetometer's axes with theirs
    :param accel: (N, 3) m/s²
    """
    field = np.asarray(mag)
    absent = np.broadcast_to(np.nan, (len(field), 3)) if field.ndim else field
    if gyro is None and rate is None and t is None:
        # Without the other sensors the intervals do not matter.
        rate = 1.0
    recording = Recording(
        absent if gyro is None else gyro, absent if accel is None else accel, field, t, rate)
    return calibrate(recording, sensors="magnetometer", **options)


def _sensor_bits(sensors: str | tuple[str, ...]) -> int:
    bits = 0
    for sensor in (sensors,) if isinstance(sensors, str) else sensors:
        if sensor not in _SENSORS:
            raise ValueError(f"sensors: expected any of {', '.join(_SENSORS)}, found {sensor!r}")
        bits |= _SENSORS[sensor]
    return bits


def _shape(shape: str | None) -> int:
    if shape is not None and shape not in _SHAPES:
        raise ValueError(f"shape: expected one of {', '.join(_SHAPES)}, found {shape!r}")
    return 0 if shape is None else _SHAPES[shape]


def _name(name: str | None, axes: Any) -> bytes | None:
    """The name of the recording; empty instead of None for remapped axes, so that the file keeps them."""
    if name is None:
        return b"" if _arrays.signed_axes(axes) != (1, 2, 3) else None
    return c.text(name)


