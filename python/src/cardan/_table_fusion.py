"""The fusion of the logs of Arrow tables, whole or as a stream of batches."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _arrow, _log_rows
from ._columns import check_units, name_columns
from ._findings import Findings
from ._fuse import Prepared, comparable_truth, examined_names, fuse_prepared, output_names, output_type
from ._options import FilterOptions
from ._recording import Recording
from ._result import COLUMNS, Result
from ._tables import read_recording, warn_of_unused

if TYPE_CHECKING:
    import pyarrow

_READING = {"nan": "missing", "check_units": True, "gyro_axes": "x,y,z", "accel_axes": "x,y,z", "mag_axes": "x,y,z",
            "velocity": True}
_FILTER = {"filter": "default", "frame": "enu", "magnetometer": True, "axes": "x,y,z", "calibration": None, "smooth": False,
           "precision": "double", "latency": 0.0}
# Logs are fused side by side up to this size.
_ROWS_TOGETHER, _LOGS_TOGETHER = 1 << 18, 256


class TableFusion:
    """The fusion of the logs of tables; see `cardan.tables.fuse_arrow`. The options are checked before the first log.

    It can be pickled, and holds the content of a calibration file, not its path.
    """

    def __init__(
        self, by: str | Iterable[str] = (), keep: str | Iterable[str] = (), *, units: Mapping[str, str] | None = None,
        rate: float | None = None, outputs: str | Iterable[str] = "all", dtype: npt.DTypeLike = np.float64, jobs: int = 1,
        **options: Any,
    ) -> None:
        self.by = (by,) if isinstance(by, str) else tuple(by)
        self.keep = (keep,) if isinstance(keep, str) else tuple(keep)
        self._units, self._rate, self._threads = dict(units or {}), rate, int(jobs)
        self._outputs, self._dtype = output_names(outputs), output_type(dtype)
        self._reading = {name: options.pop(name, default) for name, default in _READING.items()}
        self._filter = {name: options.pop(name, default) for name, default in _FILTER.items()} | {"parameters": options}
        calibration = self._filter["calibration"]
        if isinstance(calibration, (str, os.PathLike)):
            with open(calibration, "rb") as file:
                calibration = file.read()
        self._filter["calibration"] = None if calibration is None else bytes(calibration)
        if self._threads < 1:
            raise ValueError(f"jobs: expected a positive number, found {jobs}")
        self._reading["velocity"] = self._reading["velocity"] and FilterOptions(**self._filter).takes_velocity
        self._prepared(Recording(np.empty((0, 3)), np.empty((0, 3)), rate=1.0 if rate is None else rate))
        check_units(self._units)

    def check(self, headers: Sequence[str]) -> None:
        """Raise ValueError if no log in a table with these columns can be fused."""
        self._check_named(headers)
        read_recording({header: np.empty(0) for header in headers}, self._rate, self._units)
        self._warn_of_unused(headers)

    def time(self, headers: Iterable[str]) -> str | None:
        """The header of the column t; None if it is missing."""
        return name_columns(headers, self._units).get("t")

    def read_columns(self, headers: Iterable[str]) -> list[str]:
        """The columns of a table that are read: those of `by`, the time, the readings, and those of `keep`."""
        known = name_columns(headers, self._units)
        names = ["t", *(f"{sensor}_{axis}" for sensor in ("gyro", "accel", "mag") for axis in "xyz"), "vel_e", "vel_n", "speed"]
        return list(dict.fromkeys([*self.by, *(str(known[name]) for name in names if name in known), *self.keep]))

    def given_columns(self, headers: Sequence[str]) -> list[str]:
        """The first columns of the result: those of `by`, the time, and those of `keep`."""
        self._check_named(headers)
        return list(dict.fromkeys([*self.by, self.time(headers) or "t", *self.keep]))

    def output_columns(self) -> dict[str, np.dtype[Any]]:
        """The columns of the outputs and their types."""
        kinds = {output: np.dtype(np.int32) if output == "flags" else self._dtype for output in self._outputs}
        return {_plain(name): kinds[output] for output in self._outputs for name in COLUMNS[output]}

    def schema(self, table: pyarrow.Schema) -> pyarrow.Schema:
        """The schema of the result for tables of a schema."""
        import pyarrow

        fields = [(name, table.field(name).type if name in table.names else pyarrow.float64())
                  for name in self.given_columns(table.names)]
        fields += [(name, pyarrow.from_numpy_dtype(kind)) for name, kind in self.output_columns().items()]
        return pyarrow.schema([*fields, *((name, pyarrow.string()) for name in _log_rows.STATUS)])

    def of_table(self, table: pyarrow.Table) -> pyarrow.Table:
        """The results of all logs in a table, whose rows may be in any order."""
        import pyarrow

        schema = self.schema(table.schema)
        self._warn_of_unused(table.column_names)
        batches = list(self.of_batches(_log_rows.sorted_by_log(table, self.by).to_batches()))
        return pyarrow.Table.from_batches(batches, schema).combine_chunks()

    def of_batches(self, batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        """The results of a stream of rows that is sorted by `by`."""
        waiting: list[pyarrow.Table] = []
        rows = 0
        for log in _log_rows.logs(batches, self.by):
            waiting.append(log)
            rows += len(log)
            if rows >= _ROWS_TOGETHER or len(waiting) >= _LOGS_TOGETHER:
                yield from self.of_logs(waiting)
                waiting, rows = [], 0
        yield from self.of_logs(waiting)

    def of_logs(self, logs: Sequence[pyarrow.Table]) -> Iterator[pyarrow.RecordBatch]:
        """The results of the rows of logs, fused side by side."""
        sources = dict(enumerate(logs))
        recordings: dict[int, Recording] = {}
        failures: dict[int, str] = {}
        for index, log in enumerate(logs):
            try:
                sources[index] = _log_rows.sorted_by_time(log, self.time(log.column_names))
            except (ValueError, TypeError, LookupError, NotImplementedError) as error:
                failures[index] = str(error)
        alike = itertools.groupby((index for index in sources if index not in failures), lambda index: sources[index].schema)
        for _, group in alike:
            recordings |= self._recordings({index: sources[index] for index in group}, failures)
        yield from self.of_recordings(list(sources.values()), recordings, failures)

    def of_recordings(
        self, logs: Sequence[pyarrow.Table], recordings: Mapping[int, Recording], failures: Mapping[int, str]
    ) -> Iterator[pyarrow.RecordBatch]:
        """The results of recordings, fused side by side.

        :param logs: the rows of each log with the columns `by`, the time and `keep`; one row of a log without results
        :param recordings: the recording of each log by index; of a `Log` the reasons are also those of its reader and its truth
        :param failures: the error of each log without a recording, by index
        """
        import pyarrow

        if not logs:
            return
        failures, prepared, options = dict(failures), dict[int, Prepared](), FilterOptions(**self._filter)
        for index, recording in recordings.items():
            try:
                prepared[index] = self._prepared(recording)
            except (ValueError, TypeError) as error:
                failures[index] = str(error)
        truths = {index: comparable_truth(recordings[index], options) for index in prepared}
        names = examined_names(self._outputs, any(truth is not None for truth in truths.values()))
        statuses = fuse_prepared(
            list(prepared.values()), options, names, self._dtype, self._threads)
        failures |= {index: str(error) for index, error in zip(prepared, statuses) if error is not None}
        reasons = {}
        for index, each in prepared.items():
            if index not in failures:
                found = [*getattr(recordings[index], "_reading", ()), *each.findings(options, truths[index])]
                reasons[index] = "; ".join(Findings(found).reasons)
        schema, tables = self.schema(logs[0].schema), []
        for status, group in itertools.groupby(range(len(logs)), lambda index: (
                "failed" if index in failures else "ok" if prepared[index].count else "degraded")):
            indices = list(group)
            if status == "ok":
                columns = self._columns([prepared[index].result for index in indices])
                parts = [logs[index] for index in indices], columns, [reasons[index] for index in indices]
                tables.append(_log_rows.fused(*parts, schema))
            else:
                tables += [_log_rows.without_results(logs[index], self.by, status, (reasons | failures)[index], schema)
                           for index in indices]
        yield from pyarrow.concat_tables(tables).combine_chunks().to_batches(max_chunksize=1 << 16)

    def _recordings(
        self, logs: Mapping[int, pyarrow.Table], failures: dict[int, str]
    ) -> Iterator[tuple[int, Recording]]:
        """The recordings of logs with equal columns, by index. Their columns are read at once: for short logs that is faster."""
        import pyarrow

        try:
            together = read_recording(
                _arrow.columns(pyarrow.concat_tables(logs.values()).combine_chunks()), self._rate, self._units)
        except (ValueError, TypeError, LookupError, NotImplementedError) as error:
            # An error of the columns, which all of these logs have.
            failures |= dict.fromkeys(logs, str(error))
            return
        start = 0
        for index, log in logs.items():
            rows = slice(start, start + len(log))
            start = rows.stop
            arrays: dict[str, Any] = {name: array if name == "rate" or array is None else np.asarray(array)[rows]
                                      for name, array in vars(together).items()}
            yield index, Recording(**arrays)

    def _columns(self, results: Sequence[Result]) -> dict[str, npt.NDArray[Any]]:
        """The columns of the outputs, of one result after the other, with the time unless the table has it."""
        columns = {} if self._rate is None else {"t": np.concatenate([result.t for result in results])}
        for output in self._outputs:
            arrays = [getattr(result, output) for result in results]
            for index, name in enumerate(COLUMNS[output]):
                columns[_plain(name)] = np.concatenate([each if each.ndim == 1 else each[:, index] for each in arrays])
        if "flags" in columns:
            columns["flags"] = columns["flags"].view(np.int32)
        return columns

    def _prepared(self, recording: Recording) -> Prepared:
        return Prepared(recording, **self._reading)

    def _warn_of_unused(self, headers: Sequence[str]) -> None:
        warn_of_unused(headers, self._units, (*self.by, *self.keep))

    def _check_named(self, headers: Sequence[str]) -> None:
        for name in (*self.by, *self.keep):
            if name not in headers:
                raise ValueError(f"table: missing column {name}; found: {', '.join(headers)}")
            if name in (*self.output_columns(), *_log_rows.STATUS):
                raise ValueError(f"table: column {name} has the name of a result; rename it")


def _plain(header: str) -> str:
    """A header without its unit, as catalogs of tables allow it."""
    return header.split(" ")[0]
