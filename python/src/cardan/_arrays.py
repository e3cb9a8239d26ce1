"""NumPy arrays for the library, in place where possible."""

from __future__ import annotations

import datetime
import math
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _library as c
from ._columns import unit_factor

_ELEMENTS = {np.dtype(np.float64): 0, np.dtype(np.float32): 1, np.dtype(np.int64): 2, np.dtype(np.uint32): 3}

# Rows sampled by the unit check, which must cost nothing.
_PROBE = 16
_ONES = np.ones(3)


def described(array: npt.NDArray[Any] | None) -> c.Array:
    """The library's description of an array. The array must outlive it."""
    if array is None:
        return c.Array(None, 0, 0, 0)
    column = array.strides[1] if array.ndim == 2 else 0
    return c.Array(array.ctypes.data, array.strides[0], column, _ELEMENTS[array.dtype])


def plain(values: Any) -> npt.NDArray[Any]:
    """An array without a mask: masked numbers become NaN, masked times not-a-time."""
    array = np.asanyarray(values)
    if not isinstance(array, np.ma.MaskedArray):
        return np.asarray(array)
    if array.dtype.kind in "iu":
        # Integers have no NaN; without masked ones they stay exact.
        if not np.ma.is_masked(array):
            return array.data
        array = array.astype(np.float64)
    missing: Any = np.nan if array.dtype.kind == "f" else np.array("NaT", array.dtype) if array.dtype.kind in "mM" else None
    plain: npt.NDArray[Any] = array.filled(missing)
    return plain


def readings(values: Any, name: str, unit: str, nan: str, axes: Any = "x,y,z") -> npt.NDArray[Any]:
    """An N×3 array of float64 or float32; a view of `values` if possible. `name` is gyro, accel or mag."""
    factor = unit_factor(name, unit)
    if nan not in ("missing", "raise"):
        raise ValueError(f"nan: expected 'missing' or 'raise', found {nan!r}")
    array = plain(values)
    if array.dtype.kind not in "fiu":
        raise ValueError(f"{name}: expected numbers, found {array.dtype}")
    if array.ndim != 2 or array.shape[1] != 3:
        raise ValueError(f"{name}: expected an array of N rows and 3 columns, found shape {array.shape}")
    if array.dtype not in _ELEMENTS or array.dtype.kind != "f" or not array.dtype.isnative:
        array = array.astype(np.float64)
    if factor != 1.0:
        array = array * array.dtype.type(factor)
    if nan == "raise" and not np.isfinite(array).all():
        row = int(np.flatnonzero(~np.isfinite(array).all(axis=1))[0])
        raise ValueError(f"{name}: row {row} is not finite: {array[row].tolist()}")
    return turned(array, axes, f"{name}_axes")


def observations(values: Any, name: str, width: int) -> npt.NDArray[Any] | None:
    """An array of N rows of float64 or float32, a view of `values` if possible; None for None."""
    if values is None:
        return None
    array = plain(values)
    if array.dtype.kind not in "fiu" or array.shape[1:] != (width,) * (width > 1) or not array.ndim:
        shape = f"N rows and {width} columns" if width > 1 else "N numbers"
        raise ValueError(f"{name}: expected an array of {shape}, found {array.dtype} of shape {array.shape}")
    return array if array.dtype in (np.float64, np.float32) and array.dtype.isnative else array.astype(np.float64)


def turned(array: npt.NDArray[Any], axes: Any, name: str) -> npt.NDArray[Any]:
    """The readings of a sensor whose axes are read as x, y and z, also mirrored: "-x,-y,-z"; `array` itself for x, y, z."""
    numbers = np.array(signed_axes(axes, name))
    if list(numbers) == [1, 2, 3]:
        return array
    if sorted(abs(numbers)) != [1, 2, 3]:
        raise ValueError(f"{name}: expected each of x, y and z once, found {axes!r}")
    turned: npt.NDArray[Any] = array[:, abs(numbers) - 1] * np.sign(numbers).astype(array.dtype)
    return turned


def quaternions(values: Any, name: str) -> npt.NDArray[Any]:
    """An N×4 array of float64 or float32; a view of `values` if possible."""
    array = plain(values)
    if array.ndim != 2 or array.shape[1] != 4 or array.dtype.kind not in "fiu":
        raise ValueError(f"{name}: expected an array of N rows w, x, y, z, found {array.dtype} of shape {array.shape}")
    return array if array.dtype in (np.float64, np.float32) else array.astype(np.float64)


_AXES = {sign + axis: (-1 if sign == "-" else 1) * number
         for number, axis in enumerate("xyz", 1) for sign in ("", "+", "-")}


def axis(text: str, name: str) -> int:
    """The signed number of an axis: "-y" is -2."""
    if text not in _AXES:
        raise ValueError(f"{name}: expected x, y, z, -x, -y or -z, found {text!r}")
    return _AXES[text]


def signed_axes(axes: Any, name: str = "axes") -> tuple[int, int, int]:
    """Signed numbers of axes from 'y,-x,z' or from three numbers."""
    if isinstance(axes, str):
        try:
            numbers = [_AXES[part.strip()] for part in axes.split(",")]
        except KeyError:
            raise ValueError(f"{name}: expected three axes like 'y,-x,z', found {axes!r}") from None
    else:
        numbers = [int(axis) for axis in axes]
    if len(numbers) != 3:
        raise ValueError(f"{name}: expected three axes, found {len(numbers)}")
    return numbers[0], numbers[1], numbers[2]


def axes_text(numbers: Any) -> str:
    """Signed numbers of axes as text: 'y,-x,z'."""
    return ",".join(("-" if number < 0 else "") + "xyz"[abs(number) - 1] for number in numbers)


def check_units(gyro: npt.NDArray[Any], accel: npt.NDArray[Any] | None) -> None:
    """Raise ValueError for values that look like deg/s, g or mg, the usual mistakes."""
    step = max(len(gyro) // _PROBE, 1)
    rate, fast, fastest = _norms(gyro[::step])
    force = math.nan if accel is None else _norms(accel[::step])[0]
    # No gyroscope reaches 75 rad/s (4300 deg/s), and free fall does not last for half a recording.
    if (rate > 20 and fastest > 75) or fast > 75:
        what = f"median rate is {rate:.0f}" if rate > 20 else f"2 % of the rates are above {fast:.0f}"
        raise ValueError(
            f"gyro: {what} rad/s; if these are deg/s, give gyro_unit='deg/s', else check_units=False"
        )
    if force <= 2 or force >= 100:
        unit = "g" if force <= 2 else "mg" if force < 3000 else "mm/s^2"
        cure = f"give accel_unit='{unit}'" if unit in ("g", "mg") else "give accel / 1000"
        cause = f"if these are {unit}, {cure}"
        # In g the median is near 1, unless the body is thrown about all the time.
        if not (0.7 < force < 1.4 or force >= 100):
            cause = f"if gravity was removed, give the accelerometer's readings with gravity; {cause}"
        raise ValueError(f"accel: median specific force is {force:.3g} m/s^2, gravity is 9.8; {cause}, else check_units=False")


def _norms(array: npt.NDArray[Any]) -> tuple[float, float, float]:
    """The median, the 98 % quantile and the largest of the finite norms of rows; NaN without any."""
    with np.errstate(over="ignore"):
        squares = (array * array).dot(_ONES)
    squares.sort()
    # NaN sorts after infinity.
    finite = int(squares.searchsorted(math.inf))
    if not finite:
        return math.nan, math.nan, math.nan
    return math.sqrt(squares[finite // 2]), math.sqrt(squares[finite * 49 // 50]), math.sqrt(squares[finite - 1])


def timestamps(t: Any) -> npt.NDArray[Any]:
    """Timestamps for the library: seconds in float64, or nanoseconds in int64, also from datetime64 and from dates with
    a time zone or in universal time."""
    array = plain(t)
    if array.ndim != 1:
        raise ValueError(f"t: expected one timestamp for each row, found an array of shape {array.shape}")
    if array.dtype.kind == "O" and all(isinstance(each, datetime.datetime) for each in array):
        array = np.array([_universal(each) for each in array], "M8[ns]")
    if array.dtype.kind in "mM":
        timestamps: npt.NDArray[Any] = array.astype(array.dtype.kind + "8[ns]").view(np.int64)
        return timestamps
    if array.dtype.kind in "iu":
        return array.astype(np.int64, copy=False)
    if array.dtype.kind != "f":
        found = f"objects such as {array[0]!r}" if array.dtype.kind == "O" and len(array) else array.dtype
        raise ValueError(f"t: expected seconds (float), nanoseconds (integer), datetime or datetime64, found {found}")
    return array.astype(np.float64, copy=False)


def _universal(time: datetime.datetime) -> np.datetime64:
    """A date in universal time; without a time zone it is one already."""
    if time.tzinfo is not None:
        time = time.astimezone(datetime.timezone.utc).replace(tzinfo=None)
    # Times of pandas have nanoseconds.
    exact = getattr(time, "to_datetime64", None)
    return np.datetime64(exact() if exact else time, "ns")
