"""Attitude, gravity and user acceleration from gyroscope, accelerometer and magnetometer.

    import cardan
    result = cardan.fuse(gyro, accel, mag, rate=100)   # (N, 3) each: rad/s, m/s², µT
    result.quaternion                                  # (N, 4): w x y z, east-north-up from body
    result.gravity, result.user_acceleration           # (N, 3): m/s², in body axes

`Filter` processes samples one by one, `DelayedFilter` with a latency, `fuse_many` many recordings at once, `fuse_table` the
columns of pandas, polars, DuckDB and Arrow; `read_log` reads a file. Offline: `fuse(..., smooth=True)`, `calibrate`, `align`,
`allan_deviation`, `measure_noise`, `evaluate`. By the command: `simulate`, `report`, `doctor`. `convert_attitude` for other programs,
`gestures` of a device. Body axes are right-handed; at rest the accelerometer reads +9.81 on the axis that points up.
"""

from ._align import Alignment, Mounting, align, find_mounting
from ._allan import AllanDeviation, NoiseCoefficient, allan_deviation
from ._calibration import (
    Calibration, SensorModel, calibrate, calibrate_accelerometer, calibrate_gyroscope, calibrate_magnetometer,
)
from ._command import doctor, report, simulate
from ._conventions import Convention, conventions, convert_attitude
from ._describe import Doubts, EarthField, Flags, Parameter, earth_field, parameters
from ._evaluate import AttitudeErrors, evaluate
from ._filter import Filter
from ._findings import DoubtfulInputWarning, Evidence, Finding, Findings
from ._fixed_lag import DelayedFilter
from ._fuse import fuse, fuse_many
from ._gestures import Gesture, GestureDetector, gesture_options, gestures, tilt_angle
from ._library import CardanError, library
from ._logs import Log, read_log
from ._noise import SensorNoise, measure_noise
from ._offline_library import MissingLibraryError
from ._options import filters, frames
from ._recording import Recording
from ._result import Result
from ._tables import fuse_table, recording_from_table
from ._tuning import tuned_parameters

__version__: str = library.cardan_version().decode()

__all__ = [
    "Alignment", "AllanDeviation", "AttitudeErrors", "Calibration", "CardanError", "Convention", "DelayedFilter",
    "DoubtfulInputWarning", "Doubts", "EarthField", "Evidence", "Filter", "Finding", "Findings", "Flags", "Gesture", "GestureDetector",
    "Log", "MissingLibraryError", "Mounting", "NoiseCoefficient", "Parameter", "Recording", "Result", "SensorModel",
    "SensorNoise", "align", "allan_deviation", "calibrate", "calibrate_accelerometer", "calibrate_gyroscope",
    "calibrate_magnetometer", "conventions", "convert_attitude", "doctor", "earth_field", "evaluate", "filters",
    "find_mounting", "frames", "fuse", "fuse_many", "fuse_table", "gesture_options", "gestures", "measure_noise", "parameters",
    "read_log", "recording_from_table", "report", "simulate", "tilt_angle", "tuned_parameters",
]
