"""Arrow tables of many logs: the fusion that runs in Spark, Ray, Dask or a plain program. Needs pyarrow.

    from cardan.tables import fuse_arrow
    results = fuse_arrow(table, by="log_id", filter="default", units={"gyro": "deg/s"})
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._table_fusion import TableFusion

if TYPE_CHECKING:
    import pyarrow

__all__ = ["fuse_arrow"]


def fuse_arrow(
    table: pyarrow.Table, *, by: str | Iterable[str] = (), keep: str | Iterable[str] = (),
    units: Mapping[str, str] | None = None, rate: float | None = None, outputs: str | Iterable[str] = "all",
    dtype: npt.DTypeLike = np.float64, jobs: int = 1, **options: Any,
) -> pyarrow.Table:
    """Fuse the logs in an Arrow table. Columns and units are those of `cardan.fuse_table`.

    The rows may be in any order: each log is sorted by the column t; rows with equal times stay in the table's order. The
    results of a log do not depend on the logs beside it.

    The result has these columns, in this order, all nullable. It is sorted by `by`.

    - the columns `by`; the time, as in the table, or seconds in `t` with `rate`; the columns `keep`
    - q_w, q_x, q_y, q_z; gravity_x ..., user_accel_x ... (m/s²); rate_x ..., gyro_bias_x ... (rad/s); tilt_sigma, heading_sigma
      (rad); flags (int32, bits of `cardan.Flags`)
    - status: "ok"; "degraded": fused, and reason is what `cardan fuse` warns of; "failed": one row without
      results, and reason is the error
    - reason: null for "ok"

    :param table: the rows of one log, or of many with `by`
    :param by: the columns that identify a log
    :param keep: further columns for the result
    :param units: the units of columns, in place of those of their headers: {"t": "ms", "gyro": "deg/s"}; default: SI
    :param rate: samples per second, for a table without a column t, whose rows are in order
    :param outputs: "all", or the names of the requested outputs of `cardan.fuse`
    :param dtype: float64 or float32, the type of the outputs
    :param jobs: number of threads
    :param options: filter, frame, smooth, magnetometer, axes, calibration, gyro_axes, accel_axes, mag_axes, velocity, nan,
        check_units, precision, latency and parameters, as in `cardan.fuse_many`
    :raises ValueError: for an invalid option, or a missing column of `by` or `keep`
    :raises TypeError: for an unknown parameter

    >>> import pyarrow
    >>> rows = {"log": ["b", "a", "b", "a"], "t": [0.00, 0.01, 0.01, 0.00]}
    >>> rows |= {name: [0.0] * 4 for name in ("gyro_x", "gyro_y", "gyro_z", "accel_x", "accel_y")}
    >>> table = pyarrow.table(rows | {"accel_z": [1, 9.8, 1, 9.8]})
    >>> for row in fuse_arrow(table, by="log", outputs="gravity").to_pylist():
    ...     print(row["log"], row["t"], row["gravity_z"], row["status"], row["reason"][:36])
    a 0.0 -9.80665 degraded too short for a first attitude
    a 0.01 -9.80665 degraded too short for a first attitude
    b None None failed accel: median specific force is 1 m/
    """
    fusion = TableFusion(by, keep, units=units, rate=rate, outputs=outputs, dtype=dtype, jobs=jobs, **options)
    return fusion.of_table(table)
