"""Errors against ground truth."""

from __future__ import annotations

import ctypes
import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _arrays
from . import _offline_library as o
from ._library import check
from ._offline_library import offline
from ._result import Result


@dataclass(frozen=True, eq=False)
class AttitudeErrors:
    """RMS errors of estimated attitudes, rad."""

    #: The number of evaluated pairs.
    count: int
    #: The angle of the total error.
    total: float
    #: Its part about the vertical.
    heading: float
    #: The angle between the estimated and the true vertical.
    inclination: float
    #: The best-fitting constant heading error, positive counter-clockwise seen from above.
    heading_offset: float
    #: `total` with `heading_offset` removed.
    total_without_offset: float
    #: `heading` with `heading_offset` removed.
    heading_without_offset: float
    #: (N, 3): total, heading and inclination of each pair, rad; NaN for pairs that are not evaluated.
    each: npt.NDArray[np.float64] = field(repr=False)

    def __str__(self) -> str:
        names = ("total", "heading", "inclination")
        parts = [f"{name} {math.degrees(getattr(self, name)):.3f}" for name in names]
        return f"{', '.join(parts)} degrees RMS over {self.count} samples"


def evaluate(estimate: Result | npt.ArrayLike, truth: npt.ArrayLike, *, moving: npt.ArrayLike | None = None) -> AttitudeErrors:
    """Compare attitudes with ground truth, as `cardan evaluate`.

    :param estimate: a `Result`, or (N, 4) quaternions: reference from body, w x y z
    :param truth: (N, 4) quaternions to the same frame, whose z axis is vertical; rows with NaN are skipped
    :param moving: (N,) of bool: the rows to evaluate; default: all
    :raises ValueError: for invalid shapes

    >>> import numpy as np
    >>> turned = [[np.cos(0.05), 0, 0, np.sin(0.05)]]
    >>> errors = evaluate(turned, [[1, 0, 0, 0]])
    >>> print(round(errors.heading, 6), round(errors.inclination, 6))
    0.1 0.0
    """
    attitudes = estimate.quaternion if isinstance(estimate, Result) else estimate
    estimates, truths = _arrays.quaternions(attitudes, "estimate"), _arrays.quaternions(truth, "truth")
    if len(estimates) != len(truths):
        raise ValueError(f"truth: {len(truths)} rows, but estimate has {len(estimates)}")
    if moving is not None:
        mask: npt.NDArray[Any] = np.asarray(moving, dtype=bool)
        if mask.shape != (len(truths),):
            raise ValueError(f"moving: expected {len(truths)} values, found an array of shape {mask.shape}")
        truths = np.where(mask[:, np.newaxis], truths, np.nan)
    found, each = o.AttitudeErrors(size=ctypes.sizeof(o.AttitudeErrors)), np.empty((len(truths), 3))
    rows = [_arrays.described(array) for array in (estimates, truths, each)]
    check(offline().cardan_evaluate(
        len(truths), ctypes.byref(rows[0]), ctypes.byref(rows[1]), ctypes.byref(found), ctypes.byref(rows[2])), "evaluate")
    return AttitudeErrors(
        found.count, found.total, found.heading, found.inclination, found.heading_offset, found.total_without_offset,
        found.heading_without_offset, each)
