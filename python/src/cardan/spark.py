"""Fusion in Apache Spark 3.5 and 4. Workers need cardan and pyarrow.

    import cardan.spark
    attitude = cardan.spark.fuse(spark.table("imu"), by="log_id", filter="default")
    attitude = cardan.spark.fuse_files(spark, "s3a://bucket/flights/*.mcap", outputs="quaternion")
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import numpy as np
import numpy.typing as npt

from ._columns import check_units
from ._logs import Log, read
from ._table_fusion import TableFusion
from ._workers import sent

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType

__all__ = ["fuse", "fuse_files"]


def fuse(
    df: DataFrame, by: str | Iterable[str] = "log_id", *, keep: str | Iterable[str] = (),
    units: Mapping[str, str] | None = None, outputs: str | Iterable[str] = "all", dtype: npt.DTypeLike = np.float64,
    partitions: int | None = None, **options: Any,
) -> DataFrame:
    """Fuse the logs in a DataFrame; columns, units, options, result and status are those of `cardan.tables.fuse_arrow`.

    The rows of a log go to one task, sorted by time; rows with equal times by their readings, then by `keep`. A task uses one
    thread and fuses its short logs side by side. The results do not depend on the number of partitions. Their order in the
    DataFrame does: sort them by `by` and the time.

    :param df: rows of logs, with a column t. Spark's timestamps have microseconds; use a bigint of nanoseconds for more
    :param by: the columns that identify a log
    :param partitions: the number of tasks; default: that of Spark, `spark.sql.shuffle.partitions` or fewer
    :raises ValueError: for missing columns, unknown units or invalid options, before a task starts
    """
    from pyspark.sql.types import MapType

    fusion = TableFusion(by, keep, units=units, outputs=outputs, dtype=dtype, **options)
    fusion.check(df.columns)
    if fusion.time(df.columns) is None:
        raise ValueError("table: missing column t; the rows of a DataFrame have no order without it")
    columns = {name: df[f"`{name}`"] for name in fusion.read_columns(df.columns)}
    keys = [columns[name] for name in fusion.by]
    rows = df.select(*columns.values())
    rows = rows.repartition(*keys) if partitions is None else rows.repartition(partitions, *keys)
    # Maps have no order.
    order = [column for name, column in columns.items() if not isinstance(df.schema[name].dataType, MapType)]
    return rows.sortWithinPartitions(*order).mapInArrow(sent(fusion.of_batches), _schema(fusion, df.schema))


def fuse_files(
    spark: SparkSession, path: str | list[str], *, outputs: str | Iterable[str] = "all", dtype: npt.DTypeLike = np.float64,
    units: Mapping[str, str] | None = None, rate: float | None = None, **options: Any,
) -> DataFrame:
    """Fuse files in the formats of `cardan.read_log`, each a log, as `cardan fuse` does.

    The result is that of `cardan.tables.fuse_arrow`, with the columns path and t (bigint, nanoseconds since the log's epoch)
    first, and the status and reason of `cardan fuse --report`. Every path has a row, also files that failed, that are empty, or
    that have more bytes than `spark.sql.sources.binaryFile.maxLength`, which are not read. The rows of a log are in the order of
    the file. Folders of sensors (EuRoC) are not read.

    :param spark: the session
    :param path: files or folders of any storage that Spark reads, with * as in `DataFrameReader.load`
    :param units: the units of columns that state none: {"t": "ms", "gyro": "deg/s"}
    :param rate: rows per second, for logs without timestamps
    :raises ValueError: for invalid options, before a task starts
    """
    from pyspark.sql.types import LongType, StringType, StructField, StructType

    check_units(units or {})
    files = _Files(TableFusion("path", outputs=outputs, dtype=dtype, **options), units or {}, rate)
    given = StructType([StructField("path", StringType()), StructField("t", LongType())])
    return _contents(spark, path).mapInArrow(sent(files.fused), _schema(files.fusion, given))


def _contents(spark: SparkSession, path: str | list[str]) -> DataFrame:
    """The path, length and content of files: without content those that are too large, without length empty ones."""
    largest = int(spark.conf.get("spark.sql.sources.binaryFile.maxLength", None) or 2**31 - 1)
    files = spark.read.format("binaryFile").load(path)
    read = files.where(files.length <= largest).select("path", "length", "content")
    # Spark lists empty files, but makes no rows of them. It lists URIs; the column has paths.
    paths = [(re.sub(r"^(\w+:)///", r"\1/", unquote(each)),) for each in files.inputFiles()]
    listed = spark.createDataFrame(paths, "path string").join(files.select("path", "length"), "path", "left")
    others = listed.where(listed.length.isNull() | (listed.length > largest))
    return read.unionByName(others, allowMissingColumns=True)


class _Files:
    """The fusion of the content of files."""

    def __init__(self, fusion: TableFusion, units: Mapping[str, str], rate: float | None) -> None:
        self.fusion = fusion
        self._reading: dict[str, Any] = {"rate": rate, "time_unit": units.get("t")} | {
            f"{sensor}_unit": units.get(sensor) for sensor in ("gyro", "accel", "mag")}

    def fused(self, batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        """The results of files, rows of path, length and content."""
        for batch in batches:
            rows: list[pyarrow.Table] = []
            recordings: dict[int, Log] = {}
            failures: dict[int, str] = {}
            for path, length, content in zip(batch["path"].to_pylist(), batch["length"].to_pylist(), batch["content"]):
                times: Any = [None]
                try:
                    log = self._read(path, length, content)
                    recordings[len(rows)] = log
                    times = log.t if len(log) else times
                except (ValueError, OSError) as error:
                    failures[len(rows)] = str(error)
                rows.append(_rows(path, times))
            yield from self.fusion.of_recordings(rows, recordings, failures)

    def _read(self, path: str, length: int | None, content: pyarrow.BinaryScalar) -> Log:
        if length and not content.is_valid:
            raise ValueError(f"{path}: {length} bytes are more than spark.sql.sources.binaryFile.maxLength")
        with tempfile.TemporaryDirectory(prefix="cardan-") as folder:
            file = Path(folder) / PurePosixPath(path).name
            file.write_bytes(content.as_buffer() if content.is_valid else b"")
            try:
                return read(file, **self._reading)
            except ValueError as error:
                raise ValueError(str(error).replace(str(file), path)) from error


def _rows(path: str, times: Any) -> pyarrow.Table:
    import pyarrow

    return pyarrow.table({"path": pyarrow.repeat(path, len(times)), "t": pyarrow.array(times, pyarrow.int64())})


def _schema(fusion: TableFusion, given: StructType) -> StructType:
    """The result's schema in Spark, where `given` has the columns of the table."""
    from pyspark.sql.types import DoubleType, FloatType, IntegerType, StringType, StructField, StructType

    kinds = {"float64": DoubleType(), "float32": FloatType(), "int32": IntegerType()}
    fields = [StructField(name, given[name].dataType) for name in fusion.given_columns(given.names)]
    fields += [StructField(name, kinds[kind.name]) for name, kind in fusion.output_columns().items()]
    return StructType([*fields, StructField("status", StringType()), StructField("reason", StringType())])
