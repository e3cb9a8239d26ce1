"""Attitude, gravity and user acceleration from gyroscope, accelerometer and magnetometer.

    import cardan
    result = cardan.fuse(gyro, accel, mag, rate=100)   # (N, 3) each: rad/s, m/s², µT
    result.quaternion                                  # (N, 4): w x y z, east-north-up from body
    result.gravity, result.user_acceleration           # (N, 3): m/s², in body axes

`Filter` takes samples one by one, `fuse_many` many recordings at once, `fuse_table` the columns of a pandas.DataFrame or
pyarrow.Table. Body axes are right-handed; the accelerometer reads +9.81 on the axis that points up at rest.
"""

from ._describe import EarthField, Flags, Parameter, earth_field, parameters
from ._filter import Filter
from ._fuse import Recording, fuse, fuse_many
from ._library import CardanError, library
from ._options import filters, frames
from ._result import Result
from ._tables import fuse_table, recording_from_table

__version__: str = library.cardan_version().decode()

__all__ = [
    "CardanError", "EarthField", "Filter", "Flags", "Parameter", "Recording", "Result", "earth_field", "filters",
    "frames", "fuse", "fuse_many", "fuse_table", "parameters", "recording_from_table",
]
