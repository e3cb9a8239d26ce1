"""Fusion in Ray Data and in Dask."""

import numpy as np
import pandas
import pyarrow
import pytest
from cardan.tables import fuse_arrow
from conftest import Log
from pyarrow import parquet
from test_documentation import BLOCKS

SENSORS = [f"{sensor}_{axis}" for sensor in ("gyro", "accel", "mag") for axis in "xyz"]


@pytest.fixture(scope="module")
def table():
    """Rows of eight logs in random order, one of them broken."""
    log, parts = Log("hand-held"), []
    for index in range(8):
        rows = slice(500 * index, 500 * index + 300 + 25 * index)
        columns = {"log_id": [f"log {index}"] * (300 + 25 * index), "t": log.t[rows]}
        readings = np.hstack([array[rows] for array in log.arrays]) * (0.1 if index == 5 else 1)
        parts.append(pyarrow.table(columns | dict(zip(SENSORS, readings.T))))
    whole = pyarrow.concat_tables(parts)
    return whole.take(np.random.default_rng(2).permutation(len(whole)))


def expect_same(result, expected):
    result = result.sort_values(["log_id", "t"]).reset_index(drop=True)[list(expected.columns)]
    for name in expected.columns:
        if expected[name].dtype.kind == "f":
            np.testing.assert_array_equal(result[name].to_numpy(float), expected[name].to_numpy(), err_msg=name)
        else:
            known = expected[name].notna()
            assert (result[name].notna() == known).all() and (result[name][known] == expected[name][known]).all(), name


def test_ray_as_the_page_says(table, tmp_path):
    ray = pytest.importorskip("ray")
    parquet.write_table(table, tmp_path / "imu.parquet", row_group_size=500)
    example, = (block for block in BLOCKS if "ray.data" in block)
    # The folder of Ray is that of its start.
    example = example.replace('"imu', f'"{tmp_path}/imu').replace('"attitude', f'"{tmp_path}/attitude')
    # By default workers let all other programs go first, and beside other tests they hardly run.
    ray.init(
        num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=200 << 20,
        _system_config={"worker_niceness": 0})
    try:
        context = ray.data.DataContext.get_current()
        context.enable_progress_bars = False
        # Eight logs; by default the rows are grouped in 200 tasks.
        context.default_hash_shuffle_parallelism = 8
        exec(example, {})
    finally:
        ray.shutdown()
    expect_same(pandas.read_parquet(tmp_path / "attitude.parquet"), fuse_arrow(table, by="log_id").to_pandas())


def test_dask_as_the_page_says(table, tmp_path, monkeypatch):
    pytest.importorskip("dask.dataframe")
    monkeypatch.chdir(tmp_path)
    pandas_table = table.to_pandas()
    pandas_table["log_id"] = pandas_table["log_id"].astype(object)
    pandas_table.to_parquet("imu.parquet")
    example, = (block for block in BLOCKS if "dask" in block)
    exec(example, {})
    expect_same(pandas.read_parquet("attitude.parquet"), fuse_arrow(table, by="log_id").to_pandas())
