"""Rows per second of cardan.spark.fuse on one and two cores, and its cost per row beyond that of cardan.fuse_many.

Each number of cores is measured in a process of its own, with a new JVM, whose threads and workers have those cores alone: Spark's
local[1] keeps more than one core busy, as JVM and Python work at the same time.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow
from pyarrow import parquet

import cardan
import cardan.spark
from cardan.tables import fuse_arrow

SENSORS = [f"{sensor}_{axis}" for sensor in ("gyro", "accel", "mag") for axis in "xyz"]


def cpu_seconds():
    """The CPU time of this process and of all below it, with those that have ended."""
    parents, times, tick = {}, {}, os.sysconf("SC_CLK_TCK")
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        parents[int(entry)], times[int(entry)] = int(fields[1]), sum(map(int, fields[11:15])) / tick

    def is_ours(process):
        while process in parents and process != os.getpid():
            process = parents[process]
        return process == os.getpid()

    return sum(seconds for process, seconds in times.items() if is_ours(process))


def least(function, repetitions, warm_up=1):
    """The least wall clock and CPU times of a function in seconds, after runs that are not counted."""
    for _ in range(warm_up):
        function()
    times = []
    for _ in range(repetitions):
        start, cpu = time.perf_counter(), cpu_seconds()
        function()
        times.append((time.perf_counter() - start, cpu_seconds() - cpu))
    return [min(each) for each in zip(*times)]


def recorded(rows, logs):
    """Logs of simulated motion, as a table and as recordings."""
    random = np.random.default_rng(1)
    lengths = random.multinomial(rows, random.dirichlet(np.ones(logs) * 2))
    lengths = np.maximum(lengths, 10)
    parts, recordings = [], []
    for index, count in enumerate(lengths):
        t = np.arange(count) * 0.01
        gyro = np.cumsum(random.normal(0, 0.02, (count, 3)), axis=0) * 0.1
        accel = random.normal(0, 0.3, (count, 3)) + [0, 0, 9.81]
        mag = random.normal(0, 0.5, (count, 3)) + [0, 20, -40]
        columns = dict(zip(SENSORS, np.hstack([gyro, accel, mag]).T))
        parts.append(pyarrow.table({"log_id": [f"log {index:06}"] * count, "t": t} | columns))
        recordings.append(cardan.Recording(gyro, accel, mag, t))
    return pyarrow.concat_tables(parts), recordings


# Runs after which the JVM has compiled most of its code.
WARM_UP = 5


def measured_in_a_process(path, cores, tasks, outputs, partitions, repetitions):
    """`spark_times` in a new process that has some cores, with a number of tasks at a time."""
    code = f"import sys; sys.path[:0] = [{str(Path(__file__).parent)!r}]; import measure; measure.print_spark_times(*sys.argv[1:])"
    arguments = [path, cores, tasks, json.dumps(outputs), partitions, repetitions]
    run = subprocess.run([sys.executable, "-c", code, *map(str, arguments)], check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(run.stdout.splitlines()[-1])


def print_spark_times(path, cores, tasks, outputs, partitions, repetitions):
    """Print `spark_times` as JSON; the arguments are texts."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: int(cores)])
    print(json.dumps(spark_times(path, int(tasks), json.loads(outputs), int(partitions), int(repetitions))))


def spark_times(path, tasks, outputs, partitions, repetitions):
    """The times of reading and fusing a Parquet folder, and of the shuffle and sort of its rows without Python."""
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    spark = (
        SparkSession.builder.master(f"local[{tasks}]").config("spark.ui.enabled", False)
        .config("spark.driver.host", "127.0.0.1").config("spark.driver.memory", "2g")
        # Java chooses its collector by the number of cores; one for both, so that only the tasks differ.
        .config("spark.driver.extraJavaOptions", "-XX:+UseParallelGC")
        .config("spark.ui.showConsoleProgress", False).config("spark.log.level", "OFF").getOrCreate())
    try:
        frame = spark.read.parquet(path)
        fused = cardan.spark.fuse(frame, by="log_id", outputs=outputs, partitions=partitions)
        sorted_rows = frame.repartition(partitions, "log_id").sortWithinPartitions("log_id", "t")
        return [least(lambda each=each: each.write.format("noop").mode("overwrite").save(), repetitions, WARM_UP)
                for each in (fused, sorted_rows)]
    finally:
        spark.stop()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=2_000_000)
    parser.add_argument("--logs", type=int, default=1000)
    parser.add_argument(
        "--partitions", type=int, default=16, help="of the shuffle; few make the work of the cores uneven, many cost time")
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--outputs", default="quaternion,flags")
    choice = parser.parse_args()
    outputs = choice.outputs if choice.outputs == "all" else choice.outputs.split(",")
    table, recordings = recorded(choice.rows, choice.logs)
    count = len(table)
    print(f"{count} rows in {choice.logs} logs, outputs {choice.outputs}, {choice.partitions} partitions; least of {choice.repetitions} after a warm-up")
    many = least(lambda: cardan.fuse_many(recordings, jobs=1, outputs=outputs), choice.repetitions)
    arrow = least(lambda: fuse_arrow(table, by="log_id", outputs=outputs), choice.repetitions)
    rows = [("fuse_many, one thread", many), ("fuse_arrow, one thread", arrow)]
    with tempfile.TemporaryDirectory() as folder:
        for part in range(8):
            begin, end = count * part // 8, count * (part + 1) // 8
            parquet.write_table(table.slice(begin, end - begin), f"{folder}/part-{part}.parquet")
        for cores, tasks in ((1, 1), (2, 2), (2, 1)):
            fused, ordered = measured_in_a_process(
                folder, cores, tasks, outputs, choice.partitions, choice.repetitions)
            name = f"Spark local[{tasks}], {cores} core{'s' * (cores > 1)}"
            rows += [(f"{name}, fused", fused), (f"{name}, sorted", ordered)]
    print(f"\n{'':36}{'s':>8}{'rows/s':>12}{'µs/row':>9}{'CPU µs/row':>12}{'beyond fuse_many, µs/row':>26}{'CPU':>8}")
    for name, (seconds, cpu) in rows:
        scale = 1e6 / count
        print(f"{name:36}{seconds:8.2f}{count / seconds:12.0f}{seconds * scale:9.2f}{cpu * scale:12.2f}"
              f"{(seconds - many[0]) * scale:26.2f}{(cpu - many[1]) * scale:8.2f}")
    times = dict(rows)
    ratio = times["Spark local[1], 1 core, fused"][0] / times["Spark local[2], 2 cores, fused"][0]
    print(f"\ntwo cores: {ratio:.2f} times the rate of one. Wall clock times need two idle cores; load now: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
