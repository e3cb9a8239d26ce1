"""The rows of logs in Arrow tables, and the rows of their results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import pyarrow

#: The last columns of every result.
STATUS = ("status", "reason")


def logs(batches: Iterable[pyarrow.RecordBatch], by: Sequence[str]) -> Iterator[pyarrow.Table]:
    """The rows of each log in a stream of rows that is sorted by the columns `by`."""
    import pyarrow

    parts: list[pyarrow.Table] = []
    for batch in batches:
        for part in _runs(pyarrow.Table.from_batches([batch]), by):
            if parts and _key(parts[0], by) != _key(part, by):
                yield pyarrow.concat_tables(parts)
                parts = []
            parts.append(part)
    if parts:
        yield pyarrow.concat_tables(parts)


def sorted_by_log(table: pyarrow.Table, by: Sequence[str]) -> pyarrow.Table:
    """The rows sorted by the columns `by`, nulls last; those of a log in their order."""
    import pyarrow
    import pyarrow.compute

    if not by:
        return table
    keys = pyarrow.table({str(number): _decoded(table[name]) for number, name in enumerate(by)})
    return table.take(pyarrow.compute.sort_indices(keys, [(name, "ascending") for name in keys.column_names]))


def sorted_by_time(log: pyarrow.Table, time: str | None) -> pyarrow.Table:
    """The rows sorted by time, those with equal times in their order, those whose time is NaN last.

    :raises ValueError: if an integer or calendar time is null
    """
    import pyarrow

    if time is None:
        return log
    column = log[time]
    if column.null_count and not pyarrow.types.is_floating(column.type):
        raise ValueError(f"t: {column.null_count} of {len(column)} timestamps are null")
    values = column.to_numpy()
    if (values[1:] >= values[:-1]).all():
        return log
    return log.take(pyarrow.array(np.argsort(values, kind="stable")))


def fused(
    logs: Sequence[pyarrow.Table], columns: Mapping[str, npt.NDArray[Any]], reasons: Sequence[str], schema: pyarrow.Schema,
) -> pyarrow.Table:
    """The rows of logs that were fused: their own columns, those of the results, one log after the other, their status."""
    import pyarrow

    status = {"status": ["degraded" if reason else "ok" for reason in reasons], "reason": [reason or None for reason in reasons]}
    rows = pyarrow.array(np.repeat(np.arange(len(logs)), [len(log) for log in logs]))
    own = [field.name for field in schema if field.name not in status and field.name not in columns]
    given = pyarrow.concat_tables([log.select(own) for log in logs])
    arrays = []
    for field in schema:
        if field.name in status:
            arrays.append(pyarrow.array(status[field.name], field.type).take(rows))
        elif field.name in columns:
            arrays.append(pyarrow.array(columns[field.name]))
        else:
            arrays.append(given[field.name])
    return pyarrow.table(arrays, schema=schema)


def without_results(
    log: pyarrow.Table, by: Sequence[str], status: str, reason: str, schema: pyarrow.Schema
) -> pyarrow.Table:
    """The row of a log that failed, or that has no rows to fuse."""
    import pyarrow

    values = {"status": status, "reason": reason}
    return pyarrow.table([
        log[field.name][:1] if field.name in by else pyarrow.array([values.get(field.name)], field.type) for field in schema
    ], schema=schema)


def _runs(table: pyarrow.Table, by: Sequence[str]) -> Iterator[pyarrow.Table]:
    """The parts of a table with equal values in the columns `by`."""
    if not len(table):
        return
    changes = np.zeros(len(table) - 1, bool)
    for name in by:
        values = _decoded(table[name]).combine_chunks()
        codes = values.dictionary_encode(null_encoding="encode").indices.to_numpy()
        changes |= codes[1:] != codes[:-1]
    ends = [*(np.flatnonzero(changes) + 1).tolist(), len(table)]
    for start, end in zip([0, *ends], ends):
        yield table.slice(start, end - start)


def _decoded(column: pyarrow.ChunkedArray) -> pyarrow.ChunkedArray:
    """The values of a column of categories."""
    import pyarrow

    return column.cast(column.type.value_type) if pyarrow.types.is_dictionary(column.type) else column


def _key(log: pyarrow.Table, by: Sequence[str]) -> tuple[Any, ...]:
    return tuple(log[name][0].as_py() for name in by)
