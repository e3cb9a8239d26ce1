"""Fusion in Apache Spark 3.5 and 4. Workers need cardan and pyarrow.

    import cardan.spark
    attitude = cardan.spark.fuse(spark.table("imu"), by="log_id", filter="default")
    attitude = cardan.spark.fuse_files(spark, "s3a://bucket/flights/*.mcap", outputs="quaternion")
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._logs import read_log
from ._table_fusion import TableFusion
from ._columns import check_units

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
    return rows.sortWithinPartitions(*order).mapInArrow(fusion.of_batches, _schema(fusion, df.schema))


def fuse_files(
    spark: SparkSession, path: str | list[str], *, outputs: str | Iterable[str] = "all", dtype: npt.DTypeLike = np.float64,
    units: Mapping[str, str] | None = None, rate: float | None = None, **options: Any,
) -> DataFrame:
    """Fuse files in the formats of `cardan.read_log`, each a log, as `cardan fuse` does.

    The result is that of `cardan.tables.fuse_arrow`, with the columns path and t (bigint, nanoseconds since the log's epoch)
    first. The rows are in the order of the file. Folders of sensors (EuRoC) are not read, nor files of 2 GB and more; Spark skips
    files of 0 bytes.

    :param spark: the session
    :param path: files or folders of any storage that Spark reads, with * as in `DataFrameReader.load`
    :param units: the units of columns that state none: {"t": "ms", "gyro": "deg/s"}
    :param rate: rows per second, for logs without timestamps
    :raises ValueError: for invalid options, before a task starts
    """
    from pyspark.sql.types import LongType, StringType, StructField, StructType

    check_units(units or {})
    files = _Files(TableFusion("path", outputs=outputs, dtype=dtype, is_sorted=True, **options), units or {}, rate)
    content = spark.read.format("binaryFile").load(path).select("path", "content")
    given = StructType([StructField("path", StringType()), StructField("t", LongType())])
    return content.mapInArrow(files.fused, _schema(files.fusion, given))


class _Files:
    """The fusion of the content of files."""

    def __init__(self, fusion: TableFusion, units: Mapping[str, str], rate: float | None) -> None:
        self.fusion = fusion
        self._reading: dict[str, Any] = {"rate": rate, "time_unit": units.get("t")} | {
            f"{sensor}_unit": units.get(sensor) for sensor in ("gyro", "accel", "mag")}

    def fused(self, batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        """The results of files, rows of path and content."""
        for batch in batches:
            logs, errors = [], {}
            for path, content in zip(batch["path"].to_pylist(), batch["content"]):
                try:
                    logs.append(self._read(path, memoryview(content.as_buffer())))
                except (ValueError, OSError) as error:
                    errors[len(logs)] = str(error)
                    logs.append(_table(path, {"t": np.zeros(1, np.int64)}))
            yield from self.fusion.of_logs(logs, errors)

    def _read(self, path: str, content: memoryview) -> pyarrow.Table:
        name = PurePosixPath(path).name
        with tempfile.TemporaryDirectory(prefix="cardan-") as folder:
            file = Path(folder) / name
            file.write_bytes(content)
            try:
                log = read_log(file, **self._reading)
            except ValueError as error:
                raise ValueError(str(error).replace(str(file), path)) from error
        if not len(log):
            raise ValueError(f"{path}: no rows")
        columns = {name.split(" ")[0]: column for name, column in log.columns().items() if not name.startswith("q_")}
        return _table(path, columns)


def _table(path: str, columns: Mapping[str, npt.NDArray[Any]]) -> pyarrow.Table:
    import pyarrow

    count = len(columns["t"])
    return pyarrow.table({"path": pyarrow.repeat(path, count)} | {name: pyarrow.array(each) for name, each in columns.items()})


def _schema(fusion: TableFusion, given: StructType) -> StructType:
    """The result's schema in Spark, where `given` has the columns of the table."""
    from pyspark.sql.types import DoubleType, FloatType, IntegerType, StringType, StructField, StructType

    kinds = {"float64": DoubleType(), "float32": FloatType(), "int32": IntegerType()}
    fields = [StructField(name, given[name].dataType) for name in fusion.given_columns(given.names)]
    fields += [StructField(name, kinds[kind.name]) for name, kind in fusion.output_columns().items()]
    return StructType([*fields, StructField("status", StringType()), StructField("reason", StringType())])
