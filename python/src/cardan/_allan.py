"""Allan deviations of sensors at rest."""

from __future__ import annotations

import ctypes
import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _arrays
from . import _library as c
from . import _offline_library as o
from ._library import check
from ._offline_library import offline

_FORMS = {"overlapping": 0, "modified": 1, "hadamard": 2}
_PROCESSES = ("quantization", "white_noise", "bias_instability", "random_walk", "ramp", "gauss_markov_bias")


class NoiseCoefficient(NamedTuple):
    """The coefficient of a noise process, for readings in a unit U."""

    #: quantization: U s; white_noise: U/√Hz; bias_instability: U; random_walk: U/√s; ramp: U/s; gauss_markov_bias: U.
    value: float
    #: One standard deviation of it.
    sigma: float
    #: The correlation time of `gauss_markov_bias`, s; infinite for other processes.
    correlation_time: float


@dataclass(frozen=True, eq=False)
class AllanDeviation:
    """Allan deviations at M averaging times, of one axis or of K."""

    #: (M,): s, increasing.
    averaging_time: npt.NDArray[np.float64]
    #: (M,) or (M, K): in the unit of the readings.
    deviation: npt.NDArray[np.float64]
    #: (M,) or (M, K): the lower end of the 68.3 % confidence interval.
    lower: npt.NDArray[np.float64]
    #: (M,) or (M, K): its upper end.
    upper: npt.NDArray[np.float64]
    #: (M,) or (M, K): the equivalent degrees of freedom.
    degrees_of_freedom: npt.NDArray[np.float64]
    #: The detected processes, by name, for each axis; empty for forms other than "overlapping" and for short recordings.
    noise: tuple[dict[str, NoiseCoefficient], ...]


def allan_deviation(
    readings: npt.ArrayLike, *, rate: float | None = None, interval: float | None = None, form: str = "overlapping",
) -> AllanDeviation:
    """The Allan deviation of readings at rest, with its noise processes (IEEE Std 952, NIST SP 1065).

    Ten minutes at rest determine the white noise, an hour the bias instability, several hours the random walk. A NaN is a gap
    in all axes and is not bridged.

    :param readings: (N,) of one axis or (N, K) of several, in any unit
    :param rate: readings per second; or
    :param interval: seconds between readings
    :param form: "overlapping", "modified" (separates quantization) or "hadamard" (insensitive to drift)
    :raises ValueError: for too few readings

    >>> import numpy as np
    >>> white = np.random.default_rng(1).normal(0, 0.02, 100_000)
    >>> noise = allan_deviation(white, rate=100).noise[0]["white_noise"]
    >>> print(round(noise.value, 4))
    0.002
    """
    if (rate is None) == (interval is None):
        raise ValueError("expected either rate (Hz) or interval (s)")
    if rate is not None and not (math.isfinite(rate) and rate > 0):
        raise ValueError(f"rate: expected a positive number, found {rate}")
    step = 1.0 / float(rate) if rate is not None else interval
    if form not in _FORMS:
        raise ValueError(f"form: expected one of {', '.join(_FORMS)}, found {form!r}")
    array = np.asarray(readings)
    if array.ndim not in (1, 2) or array.dtype.kind not in "fiu":
        raise ValueError(f"readings: expected N or N×K numbers, found {array.dtype} of shape {array.shape}")
    columns = array.astype(np.float64).reshape(len(array), -1)
    columns[~np.isfinite(columns).all(axis=1)] = np.nan
    axes = [_axis(columns[:, index], step, form) for index in range(columns.shape[1])]

    def joined(name: str) -> npt.NDArray[np.float64]:
        found = np.stack([[getattr(point, name) for point in points] for points, _ in axes], axis=1)
        return found if array.ndim == 2 else found[:, 0]

    return AllanDeviation(
        np.array([point.averaging_time for point in axes[0][0]]), joined("deviation"), joined("lower"), joined("upper"),
        joined("degrees_of_freedom"), tuple(noise for _, noise in axes))


def _axis(readings: npt.NDArray[Any], interval: float | None, form: str) -> tuple[Any, dict[str, NoiseCoefficient]]:
    handle, message, described = ctypes.c_void_p(), o.Message(), _arrays.described(readings)
    status = offline().cardan_allan_create(
        ctypes.byref(described), len(readings), interval, _FORMS[form], ctypes.byref(handle), *message.arguments)
    message.check(status, "allan_deviation")
    try:
        points = (o.AllanPoint * offline().cardan_allan_count(handle))()
        check(offline().cardan_allan_points(handle, points, len(points)), "allan_deviation")
        noise = {}
        for number, name in enumerate(_PROCESSES):
            found = o.NoiseCoefficient()
            if offline().cardan_allan_noise(handle, number, ctypes.byref(found), *message.arguments) == c.OK:
                noise[name] = NoiseCoefficient(found.value, found.sigma, found.correlation_time)
        return points, noise
    finally:
        offline().cardan_allan_free(handle)
