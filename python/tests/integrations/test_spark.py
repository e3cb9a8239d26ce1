"""Fusion in Spark: 200 logs of mixed length, three of them broken, on two cores."""

import json
import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path

import cardan
import numpy as np
import pytest
from conftest import ROOT, Log

pyspark = pytest.importorskip("pyspark")
pyarrow = pytest.importorskip("pyarrow")
import cardan.ray  # noqa: E402
import cardan.spark  # noqa: E402
from cardan._table_fusion import TableFusion  # noqa: E402
from cardan._workers import sent  # noqa: E402
from cardan.tables import fuse_arrow  # noqa: E402
from pyarrow import parquet  # noqa: E402
from test_documentation import BLOCKS  # noqa: E402

SENSORS = [f"{sensor}_{axis}" for sensor in ("gyro", "accel", "mag") for axis in "xyz"]
QUATERNION = ["q_w", "q_x", "q_y", "q_z"]
BROKEN = {"log 013": "accel: median specific force", "log 077": "gyro: median rate", "log 150": "accel: median specific force"}


@pytest.fixture(scope="module")
def spark(tmp_path_factory):
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession

    # A task may fail, as with its worker, and is then repeated. Not Snappy: where musl is installed, too, for other tests, its Java
    # package takes the library for musl and does not find a C library for it.
    session = (
        SparkSession.builder.master("local[2, 4]").config("spark.ui.enabled", False)
        .config("spark.driver.host", "127.0.0.1").config("spark.driver.memory", "1g")
        .config("spark.sql.shuffle.partitions", 4).config("spark.sql.parquet.compression.codec", "zstd")
        .config("spark.sql.warehouse.dir", str(tmp_path_factory.mktemp("warehouse"))).getOrCreate())
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture(scope="module")
def table():
    """Rows of 200 logs in random order."""
    log, random, parts = Log("hand-held"), np.random.default_rng(8), []
    for index, count in enumerate(np.exp(random.uniform(np.log(20), np.log(5000), 200)).astype(int)):
        first, name = int(random.integers(0, 6000 - count)), f"log {index:03}"
        rows = np.hstack([array[first : first + count] for array in log.arrays])
        if name in BROKEN:
            rows = rows * (1e5 if "gyro" in BROKEN[name] else 0.1)
        columns = {"log_id": [name] * count, "t": log.t[first : first + count], "row": np.arange(count)}
        parts.append(pyarrow.table(columns | dict(zip(SENSORS, rows.T))))
    whole = pyarrow.concat_tables(parts)
    return whole.take(random.permutation(len(whole)))


@pytest.fixture(scope="module")
def frame(spark, table, tmp_path_factory):
    path = tmp_path_factory.mktemp("logs") / "logs.parquet"
    parquet.write_table(table, path, row_group_size=10_000, compression="zstd")
    return spark.read.parquet(str(path))


@pytest.fixture(scope="module")
def expected(table):
    return fuse_arrow(table, by="log_id", keep="row")


def collected(frame):
    return frame.toArrow().sort_by([("log_id", "ascending"), ("t", "ascending")])


def expect_same(table, expected):
    assert table.column_names == expected.column_names and len(table) == len(expected)
    for name in expected.column_names:
        left, right = table[name].to_pandas(), expected[name].to_pandas()
        assert left.equals(right), name


@pytest.mark.parametrize("partitions", [None, 1, 2, 7, 64])
def test_the_same_bytes_for_any_number_of_partitions(frame, expected, partitions):
    expect_same(collected(cardan.spark.fuse(frame, keep="row", partitions=partitions)), expected)


def test_failing_logs_are_rows(frame, expected):
    rows = cardan.spark.fuse(frame).where("status = 'failed'").collect()
    assert {row.log_id for row in rows} == set(BROKEN) and len(rows) == 3
    assert all(row.reason.startswith(BROKEN[row.log_id]) and row.q_w is None for row in rows)


def test_equals_the_fusion_of_each_log(table, frame):
    rows = collected(cardan.spark.fuse(frame, outputs="quaternion", filter="vqf"))
    for name in ("log 000", "log 042", "log 199"):
        log = table.filter(pyarrow.compute.equal(table["log_id"], name)).sort_by("t")
        gyro, accel, mag = (np.stack([log[name].to_numpy() for name in SENSORS[first : first + 3]], 1) for first in (0, 3, 6))
        result = rows.filter(pyarrow.compute.equal(rows["log_id"], name))
        quaternion = np.stack([result[name].to_numpy() for name in QUATERNION], 1)
        expected = cardan.fuse(gyro, accel, mag, t=log["t"].to_numpy(), filter="vqf")
        np.testing.assert_array_equal(quaternion, expected.quaternion)


def workers():
    """The processes in which Spark runs Python, children of its daemon."""
    processes = {}
    for entry in os.listdir("/proc"):
        try:
            with open(f"/proc/{entry}/stat") as stat, open(f"/proc/{entry}/cmdline") as line:
                parent = int(stat.read().rsplit(")", 1)[1].split()[1])
                processes[int(entry)] = (parent, "pyspark.daemon" in line.read())
        except (OSError, ValueError):
            continue

    def descends(process):
        while process in processes and process != os.getpid():
            process = processes[process][0]
        return process == os.getpid()

    return [number for number, (parent, named) in processes.items()
            if named and processes.get(parent, (0, False))[1] and descends(number)]


def test_a_killed_worker_changes_nothing(spark, frame, expected, tmp_path):
    started = tmp_path / "started"

    def slowly(batches):
        for batch in batches:
            started.touch()
            time.sleep(1.5)
            yield batch

    fused = cardan.spark.fuse(frame, keep="row", partitions=7)
    results, killed = [], []
    spark.sparkContext.setJobGroup("killed", "")

    def run():
        spark.sparkContext.setJobGroup("killed", "")
        results.append(collected(fused.mapInArrow(slowly, fused.schema)))

    thread = pyspark.InheritableThread(target=run)
    thread.start()
    while not started.exists() and thread.is_alive():
        time.sleep(0.02)
    for process in workers():
        os.kill(process, signal.SIGKILL)
        killed.append(process)
    thread.join()
    assert killed
    tracker = spark.sparkContext.statusTracker()
    stages = [stage for job in tracker.getJobIdsForGroup("killed") for stage in tracker.getJobInfo(job).stageIds]
    assert sum(tracker.getStageInfo(stage).numFailedTasks for stage in stages if tracker.getStageInfo(stage)) > 0
    expect_same(results[0], expected)


def test_refusals_come_before_a_task(frame):
    for arguments, message in (
        ({"by": "log"}, "missing column log"), ({"keep": "depth"}, "missing column depth"),
        ({"outputs": "yaw"}, "unknown output"), ({"filter": "none"}, "unknown filter"),
        ({"units": {"gyro": "furlong"}}, 'unknown unit "furlong"'),
    ):
        with pytest.raises(ValueError, match=message):
            cardan.spark.fuse(frame, **arguments)
    with pytest.raises(ValueError, match="missing column t"):
        cardan.spark.fuse(frame.drop("t"), rate=100)
    with pytest.raises(ValueError, match="missing column for y of the gyroscope"):
        cardan.spark.fuse(frame.drop("gyro_y"))


def test_equal_times_are_in_one_order(spark, table):
    """Rows with equal times arrive in any order, and give the same bytes."""
    rows = table.filter(pyarrow.compute.equal(table["log_id"], "log 042"))
    rows = rows.set_column(1, "t", [np.floor(rows["t"].to_numpy() * 20) / 20])
    results = []
    for seed in (1, 2):
        order = np.random.default_rng(seed).permutation(len(rows))
        fused = cardan.spark.fuse(spark.createDataFrame(rows.take(order)), keep="row", partitions=seed)
        results.append(fused.toArrow())
    expect_same(*results)


def test_files_equal_the_command(spark, command, tmp_path):
    """Results, status and reason of every path, also of empty files and of those with special characters."""
    names = ["hand-held", "pendulum", "quadrotor"]
    logs = tmp_path / "logs"
    logs.mkdir()
    whole = {name: (ROOT / f"datasets/{name}.csv").read_bytes() for name in names}
    header = b"t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z\n"
    parts = {"half, 50%20 ä": whole["pendulum"][: len(whole["pendulum"]) // 2], "broken": header + b"0,0,0,zero,0,0,1\n",
             "head": header, "empty": b"", "text": b"no log"}
    for name, content in (whole | parts).items():
        (logs / f"{name}.csv").write_bytes(content)
    frame = cardan.spark.fuse_files(spark, str(logs), filter="default").toArrow()
    output = tmp_path / "results"
    run = subprocess.run(
        [command, "fuse", logs, "-q", "--format", "npy", "-o", output, "--report", "-"], capture_output=True, text=True)
    reports = {Path(report["log"]).name: report for report in map(json.loads, run.stdout.splitlines())}
    assert set(reports) == {f"{name}.csv" for name in whole | parts}
    for name, report in reports.items():
        rows = frame.filter(pyarrow.compute.equal(frame["path"], f"file:{logs}/{name}"))
        reason = "; ".join(report["reasons"]).replace(report["log"], f"file:{logs}/{name}") or None
        assert {(row["status"], row["reason"]) for row in rows.select(["status", "reason"]).to_pylist()} == {
            (report["state"], reason)}, name
        assert len(rows) == max(report.get("rows", 0), 1)
        if report.get("rows"):
            quaternion = np.stack([rows[column].to_numpy() for column in QUATERNION], 1)
            np.testing.assert_array_equal(quaternion, np.load(output / f"{Path(name).stem}.attitude.npy")["q"])
        else:
            assert rows["t"].to_pylist() == rows["q_w"].to_pylist() == [None]
    assert {report["state"] for report in reports.values()} == {"ok", "degraded", "failed"}
    with pytest.raises(ValueError, match="unknown unit"):
        cardan.spark.fuse_files(spark, str(logs), units={"gyro": "furlong"})


def test_a_file_that_is_too_large_is_a_row(spark, tmp_path):
    (tmp_path / "small.csv").write_bytes((ROOT / "datasets/pendulum.csv").read_bytes()[:5000])
    (tmp_path / "large.csv").write_bytes((ROOT / "datasets/pendulum.csv").read_bytes()[:50000])
    spark.conf.set("spark.sql.sources.binaryFile.maxLength", 10000)
    try:
        rows = cardan.spark.fuse_files(spark, str(tmp_path), outputs="flags").select("path", "status", "reason").distinct()
        found = {row.path.rsplit("/", 1)[1]: row for row in rows.collect()}
    finally:
        spark.conf.unset("spark.sql.sources.binaryFile.maxLength")
    assert set(found) == {"small.csv", "large.csv"} and found["small.csv"].status == "degraded"
    assert found["large.csv"].status == "failed" and "50000 bytes are more than spark.sql" in found["large.csv"].reason


def test_workers_without_cardan_say_so_in_one_line():
    from pyspark import cloudpickle

    for function in (cardan.ray.fuse("log"), sent(TableFusion("log").of_batches)):
        program = "import pickle, sys; sys.modules['cardan'] = None; pickle.load(sys.stdin.buffer)([])"
        # The folder of the program has no cloudpickle of its own.
        run = subprocess.run(
            [sys.executable, "-c", program], input=cloudpickle.dumps(function), capture_output=True,
            env=os.environ | {"PYTHONPATH": str(Path(pyspark.__file__).parents[1])})
        *_, line = run.stderr.decode().splitlines()
        assert line.startswith(f"ImportError: cardan: {sys.executable} on ") and "cardan" in line and "PYSPARK_PYTHON" in line
    table = pyarrow.table({"log": ["a"], "t": [0.0]} | {name: [1.0] for name in SENSORS})
    again = pickle.loads(cloudpickle.dumps(cardan.ray.fuse("log")))
    assert again(table).equals(cardan.ray.fuse("log")(table))


def test_the_page_keeps_its_word(spark, frame, expected, tmp_path):
    example, = (block for block in BLOCKS if "spark" in block)
    frame.write.parquet(str(tmp_path / "imu.parquet"))
    (tmp_path / "flights").mkdir()
    (tmp_path / "flights/still.ulg").write_bytes((ROOT / "datasets/pendulum.csv").read_bytes())
    # The folder of Spark is that of its start.
    example = example.replace('"imu', f'"{tmp_path}/imu').replace('"attitude', f'"{tmp_path}/attitude')
    scope = {"spark": spark}
    exec(example.replace('"flights', f'"{tmp_path}/flights'), scope)
    names = ["log_id", "t", *QUATERNION, "flags", "status", "reason"]
    expect_same(collected(spark.read.parquet(str(tmp_path / "attitude.parquet"))), expected.select(names))
    assert scope["flights"].count() == len(Log("pendulum").t)
