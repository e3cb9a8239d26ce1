"""Results of recordings."""

from __future__ import annotations

import ctypes
from collections import deque
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _arrays
from . import _library as c
from . import _result_view
from ._calibration import Calibration

if TYPE_CHECKING:
    import pandas
    import pyarrow
    from matplotlib.figure import Figure
    from scipy.spatial.transform import Rotation

    from ._options import FilterOptions

#: The columns of each output; 1 is a one-dimensional array.
WIDTHS = {
    "quaternion": 4, "gravity": 3, "user_acceleration": 3, "angular_rate": 3, "gyro_bias": 3, "tilt_sigma": 1,
    "heading_sigma": 1, "flags": 1,
}
#: The library's names of outputs, where different.
_FIELDS = {"gyro_bias": "gyroscope_bias"}
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


class Block:
    """Memory for arrays, reused when the last of them is freed: new pages of the system cost a third of a filter's time. The
    largest free block up to 64 MB is kept; malloc keeps up to 32 MB.

    >>> array = np.asarray(Block(40 << 20))
    >>> place = array.ctypes.data
    >>> del array
    >>> np.asarray(Block(30 << 20)).ctypes.data == place
    True
    """

    LARGEST_KEPT = 64 << 20
    # At most one; taking and giving back are atomic.
    _kept: deque[npt.NDArray[np.uint8]] = deque(maxlen=1)

    def __init__(self, size: int) -> None:
        kept = self._take()
        # A small result does not keep a large block alive.
        fits = kept is not None and size <= kept.size <= 2 * size
        if not fits:
            self._give(kept)
        self._memory = kept if kept is not None and fits else np.empty(size, np.uint8)
        # NumPy arrays keep a reference to this object.
        self.__array_interface__ = {**self._memory.__array_interface__, "shape": (size,)}

    def __del__(self) -> None:
        if self._memory.size <= self.LARGEST_KEPT:
            kept = self._take()
            self._give(kept if kept is not None and kept.size > self._memory.size else self._memory)

    def _take(self) -> npt.NDArray[np.uint8] | None:
        try:
            return self._kept.pop()
        except IndexError:
            return None

    def _give(self, memory: npt.NDArray[np.uint8] | None) -> None:
        if memory is not None:
            self._kept.append(memory)


class Outputs:
    """The memory for the results of recordings: one array for each output, with the recordings one after the other.

    All arrays share one block: page by page, many small ones cost as much as a filter.
    """

    def __init__(self, total: int, names: tuple[str, ...], dtype: npt.DTypeLike, options: FilterOptions) -> None:
        kinds = {name: np.dtype(np.uint32 if name == "flags" else dtype) for name in names}
        # Each array begins at a multiple of 64 bytes.
        sizes = {name: -(-total * WIDTHS[name] * kind.itemsize // 64) * 64 for name, kind in kinds.items()}
        block = np.asarray(Block(sum(sizes.values())))
        self._arrays, start = {}, 0
        for name, kind in kinds.items():
            numbers = block[start : start + total * WIDTHS[name] * kind.itemsize].view(kind)
            self._arrays[name] = numbers if WIDTHS[name] == 1 else numbers.reshape(total, WIDTHS[name])
            start += sizes[name]
        self._described = {_FIELDS.get(name, name): _arrays.described(array) for name, array in self._arrays.items()}
        self._start = 0
        self._method = (options.method, options.frame)

    def result(self, count: int, timestamps: npt.NDArray[Any] | float) -> tuple[Result, c.Results]:
        """The next `count` rows, as a result and as the library's struct."""
        rows = slice(self._start, self._start + count)
        places = {
            name: c.Array(array.data + self._start * array.row_stride, array.row_stride, array.column_stride, array.element)
            for name, array in self._described.items()
        }
        self._start += count
        arrays = {name: array[rows] for name, array in self._arrays.items()}
        return Result(count, timestamps, arrays, *self._method), c.Results(size=ctypes.sizeof(c.Results), **places)


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
    #: (N,): one standard deviation of the heading, rad; NaN if the filter has none, and while north is unknown.
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

        At a pitch of ±90° only the sum or difference of yaw and roll is determined.
        """
        w, x, y, z = self.quaternion.T
        yaw = np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))
        pitch = np.arcsin(np.clip(2 * (w * y - x * z), -1, 1))
        roll = np.arctan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y))
        angles = np.stack([yaw, pitch, roll], axis=1)
        return np.degrees(angles) if degrees else angles

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """The outputs as columns, named as in the results of `cardan fuse`; views, not copies. Angles are in rad."""
        time = "t [s]" if self.t.dtype.kind == "f" else "t [ns]"
        columns = {time: self.t}
        for output in self._outputs():
            array = getattr(self, output)
            for index, name in enumerate(COLUMNS[output]):
                columns[name] = array if array.ndim == 1 else array[:, index]
        return columns

    def to_pandas(self) -> pandas.DataFrame:
        """The outputs as a pandas.DataFrame."""
        import pandas

        return pandas.DataFrame(self.columns())

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
