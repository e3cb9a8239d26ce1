"""Results of recordings."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _result_files, _result_view
from ._calibration import Calibration

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow
    import xarray
    from matplotlib.figure import Figure
    from scipy.spatial.transform import Rotation

#: The columns of each output; 1 is a one-dimensional array.
WIDTHS = {
    "quaternion": 4, "gravity": 3, "user_acceleration": 3, "angular_rate": 3, "gyro_bias": 3, "tilt_sigma": 1,
    "heading_sigma": 1, "flags": 1,
}
#: The columns of each output, named as in the results of `cardan fuse`.
COLUMNS = {
    "quaternion": ["q_w", "q_x", "q_y", "q_z"],
    "gravity": ["gravity_x [m/s^2]", "gravity_y [m/s^2]", "gravity_z [m/s^2]"],
    "user_acceleration": ["user_accel_x [m/s^2]", "user_accel_y [m/s^2]", "user_accel_z [m/s^2]"],
    "angular_rate": ["rate_x [rad/s]", "rate_y [rad/s]", "rate_z [rad/s]"],
    "gyro_bias": ["gyro_bias_x [rad/s]", "gyro_bias_y [rad/s]", "gyro_bias_z [rad/s]"],
    "tilt_sigma": ["tilt_sigma [rad]"],
    "heading_sigma": ["heading_sigma [rad]"],
    "flags": ["flags"],
}
# The nanoseconds of the years 2000 to 2099, as in `cardan fuse --true-north`.
_UNIX_TIME = (946_684_800 * 10**9, 4_102_444_800 * 10**9)


class Result:
    """The results for each of N samples. Outputs that were not requested raise AttributeError."""

    #: (N, 4): output frame from body, w x y z.
    quaternion: npt.NDArray[Any]
    #: (N, 3): gravity in body axes, m/s²; it points down.
    gravity: npt.NDArray[Any]
    #: (N, 3): acceleration in body axes without gravity, m/s²; NaN without a specific force.
    user_acceleration: npt.NDArray[Any]
    #: (N, 3): angular rate in body axes without bias, rad/s.
    angular_rate: npt.NDArray[Any]
    #: (N, 3): estimated gyroscope bias, rad/s; zero if the filter estimates none.
    gyro_bias: npt.NDArray[Any]
    #: (N,): one standard deviation of the tilt, rad; NaN if the filter has none.
    tilt_sigma: npt.NDArray[Any]
    #: (N,): one standard deviation of the heading, rad; while north is unknown, of the heading since the start. NaN if the filter has none.
    heading_sigma: npt.NDArray[Any]
    #: (N,) of uint32: bits of `cardan.Flags`.
    flags: npt.NDArray[np.uint32]
    #: The sensor errors estimated by the smoother, for `calibration=` of another recording; None for filters.
    calibration: Calibration | None

    #: The filter's name, or "smoother".
    filter: str
    #: The name of the output frame.
    frame: str

    def __init__(
        self, count: int, timestamps: npt.NDArray[Any] | float, arrays: dict[str, npt.NDArray[Any]], filter: str, frame: str,
    ) -> None:
        self._count, self._timestamps, self.calibration = count, timestamps, None
        self.filter, self.frame = filter, frame
        self.__dict__.update(arrays)

    @property
    def t(self) -> npt.NDArray[Any]:
        """(N,): the given timestamps, or seconds from 0 at the given rate."""
        if isinstance(self._timestamps, float):
            self._timestamps = np.arange(self._count) * self._timestamps
        return self._timestamps

    def __getattr__(self, name: str) -> Any:
        if name in WIDTHS:
            raise AttributeError(f"{name} was not among the requested outputs")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, rows: slice | npt.NDArray[Any]) -> Result:
        """Some of the rows: `result[100:200]`, `result[result.t > 5]`. Slices are views."""
        if not isinstance(rows, (slice, np.ndarray)):
            raise TypeError(f"result: expected a slice or an array of rows, found {rows!r}")
        times = self.t[rows]
        part = Result(
            len(times), times, {name: getattr(self, name)[rows] for name in self._outputs()}, self.filter, self.frame)
        part.calibration = self.calibration
        return part

    def __repr__(self) -> str:
        summary = _result_view.summary(self)
        facts = ", ".join(f"{name} {value}" for name, value in summary.items() if name not in ("samples", "flags"))
        flags = f"; flags: {summary['flags']}" if "flags" in summary else ""
        return f"<cardan.Result of {len(self)} samples: {facts}; {', '.join(self._outputs())}{flags}>"

    def _repr_html_(self) -> str:
        return _result_view.table(self, self._outputs())

    def plot(self) -> Figure:
        """A matplotlib figure of the outputs over time, with bands of one standard deviation; rest and disturbances are shaded."""
        return _result_view.figure(self)

    def _keep(self, names: tuple[str, ...]) -> None:
        """Drop all outputs but these."""
        for name in self._outputs():
            if name not in names:
                del self.__dict__[name]

    def _outputs(self) -> list[str]:
        return [name for name in WIDTHS if name in self.__dict__]

    def as_rotation(self) -> Rotation:
        """The attitudes, output frame from body, as scipy.spatial.transform.Rotation."""
        from scipy.spatial.transform import Rotation

        return Rotation.from_quat(self.quaternion[:, [1, 2, 3, 0]])

    def euler(self, *, degrees: bool = False) -> npt.NDArray[Any]:
        """(N, 3): yaw, pitch, roll, the intrinsic angles about z, y', x'', in rad; other sequences: `as_rotation`.

        At a pitch of ±90° only the sum or difference of yaw and roll is determined, and near it both are noisy: use the
        quaternion, or `as_rotation().as_euler("ZXY")`, which is regular there.
        """
        w, x, y, z = self.quaternion.T
        yaw = np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))
        pitch = np.arcsin(np.clip(2 * (w * y - x * z), -1, 1))
        roll = np.arctan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y))
        angles = np.stack([yaw, pitch, roll], axis=1)
        return np.degrees(angles) if degrees else angles

    @property
    def world_acceleration(self) -> npt.NDArray[Any]:
        """(N, 3): acceleration without gravity in the axes of the frame, m/s²: east, north, up in "enu"."""
        w, vector = self.quaternion[:, :1], self.quaternion[:, 1:]
        across = 2 * np.cross(vector, self.user_acceleration)
        return self.user_acceleration + w * across + np.cross(vector, across)

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """The outputs as columns, named as in the results of `cardan fuse`; views, not copies. Angles are in rad."""
        time = "t [s]" if self.t.dtype.kind == "f" else "t [ns]"
        columns = {time: self.t}
        for output in self._outputs():
            array = getattr(self, output)
            for index, name in enumerate(COLUMNS[output]):
                columns[name] = array if array.ndim == 1 else array[:, index]
        return columns

    @property
    def time(self) -> npt.NDArray[Any]:
        """(N,): the timestamps as datetime64[ns] if they are nanoseconds of Unix time, in the years 2000 to 2099; otherwise as
        timedelta64[ns], not-a-time for NaN."""
        if self.t.dtype.kind == "f":
            known = np.isfinite(self.t)
            return np.where(known, np.round(np.where(known, self.t, 0) * 1e9), np.iinfo(np.int64).min).astype("m8[ns]")
        is_date = len(self) > 0 and _UNIX_TIME[0] <= self.t[0] < _UNIX_TIME[1]
        return self.t.view("M8[ns]" if is_date else "m8[ns]")

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the columns to a file, whose ending is its format: .csv, .npz, .arrow or .parquet; the last two need pyarrow. The
        file appears under its name when it is complete. `cardan fuse` writes more formats.

        :raises ValueError: for another ending
        """
        _result_files.save(self, path)

    def to_pandas(self, *, time_index: bool = False) -> pandas.DataFrame:
        """The outputs as a pandas.DataFrame, with the timestamps as a column or, as `time`, as its index."""
        import pandas

        if not time_index:
            return pandas.DataFrame(self.columns())
        columns = list(self.columns().items())[1:]
        return pandas.DataFrame(dict(columns), index=pandas.Index(self.time, name="time"))

    def to_polars(self) -> polars.DataFrame:
        """The outputs as a polars.DataFrame."""
        import polars

        return polars.DataFrame(self.columns())

    def to_xarray(self) -> xarray.Dataset:
        """The outputs as an xarray.Dataset over `time`, vectors with a dimension of the same name as their coordinates: wxyz, xyz."""
        import xarray

        axes = {4: ("wxyz", list("wxyz")), 3: ("xyz", list("xyz"))}
        variables: dict[str, Any] = {}
        coordinates: dict[str, Any] = {"time": self.time}
        for name in self._outputs():
            array, unit = getattr(self, name), COLUMNS[name][0].partition("[")[2].rstrip("]")
            dimensions = ["time"]
            if array.ndim == 2:
                axis, labels = axes[array.shape[1]]
                dimensions.append(axis)
                coordinates[axis] = labels
            variables[name] = (dimensions, array, {"units": unit} if unit else {})
        return xarray.Dataset(variables, coordinates, {"filter": self.filter, "frame": self.frame})

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The Arrow PyCapsule interface, for `polars.DataFrame(result)`, `pyarrow.table(result)` or DuckDB; needs pyarrow."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_arrow(self) -> pyarrow.Table:
        """The outputs as a pyarrow.Table."""
        import pyarrow

        return pyarrow.table({name: pyarrow.array(column) for name, column in self.columns().items()})

    def to_rerun(self, path: str = "body") -> None:
        """Send the attitude as a transform and the other outputs as plots to the Rerun viewer. Call `rerun.init` first.

        :param path: the entity of the transform; the plots are below it
        """
        import rerun

        seconds = self.t if self.t.dtype.kind == "f" else (self.t - self.t[:1]) * 1e-9
        known = np.isfinite(seconds)
        time = [rerun.TimeColumn("time", duration=seconds[known])]
        attitude = self.quaternion[known][:, [1, 2, 3, 0]]
        rerun.send_columns(path, indexes=time, columns=rerun.Transform3D.columns(quaternion=attitude))
        for name in self._outputs():
            if name not in ("quaternion", "flags"):
                scalars = rerun.Scalars.columns(scalars=getattr(self, name)[known])
                rerun.send_columns(f"{path}/{name}", indexes=time, columns=scalars)
