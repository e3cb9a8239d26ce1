"""Fusion in Ray Data. Workers need cardan and pyarrow.

    import cardan.ray
    attitude = dataset.groupby("log_id").map_groups(cardan.ray.fuse("log_id"), batch_format="pyarrow")
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from ._table_fusion import TableFusion
from ._workers import sent

if TYPE_CHECKING:
    import pyarrow

__all__ = ["fuse"]


def fuse(by: str | Iterable[str] = "log_id", **arguments: Any) -> Callable[[pyarrow.Table], pyarrow.Table]:
    """A function for `map_groups` and `map_batches` with `batch_format="pyarrow"`, whose batches have whole logs.

    It does not need Ray: any engine that maps Arrow tables, and pickles functions by value, can call it.

    :param by: the columns that identify a log
    :param arguments: the other arguments of `cardan.tables.fuse_arrow`, checked here
    :raises ValueError, TypeError: for invalid arguments

    >>> fuse("log_id", filter="kalman")
    Traceback (most recent call last):
    ...
    ValueError: filter: unknown filter 'kalman'; expected one of: default, default14, vqf, madgwick, mahony, mekf, complementary
    """
    return sent(TableFusion(by, **arguments).of_table)
