"""Results in other libraries and in files."""

import cardan
import numpy as np
import pytest


@pytest.fixture(scope="module")
def result(hand_held):
    return cardan.fuse(*hand_held.arrays, t=np.round(hand_held.t * 1e9).astype(np.int64))


def test_rows_of_a_result(result):
    part = result[100:200:2]
    assert len(part) == 50 and (part.filter, part.frame) == (result.filter, result.frame)
    np.testing.assert_array_equal(part.t, result.t[100:200:2])
    np.testing.assert_array_equal(part.gravity, result.gravity[100:200:2])
    assert np.shares_memory(part.quaternion, result.quaternion)
    late = result[result.t >= 5e9]
    assert late.t[0] == 5_000_000_000 and len(late) == len(result) - 500
    constant = cardan.fuse(np.zeros((9, 3)), np.tile([0, 0, 9.81], (9, 1)), rate=10, outputs="gravity")[3:]
    assert constant.t[0] == pytest.approx(0.3) and list(constant.columns())[1:] == list(cardan._result.COLUMNS["gravity"])
    with pytest.raises(TypeError, match="expected a slice or an array of rows, found 3"):
        result[3]


def test_times_are_dates_where_they_are_unix_time(result):
    assert result.time.dtype == np.dtype("m8[ns]") and result.time[1] == np.timedelta64(10, "ms")
    dates = np.datetime64("2026-11-26T12:00", "ns") + np.arange(9) * np.timedelta64(10, "ms")
    still = np.zeros((9, 3)), np.tile([0, 0, 9.81], (9, 1))
    np.testing.assert_array_equal(cardan.fuse(*still, t=dates).time, dates)
    seconds = cardan.fuse(*still, t=[0, 0.25, np.nan, *range(1, 7)]).time
    assert seconds[1] == np.timedelta64(250, "ms") and np.isnat(seconds[2])
    frame = cardan.fuse(*still, t=dates).to_pandas(time_index=True)
    assert list(frame.index) == list(dates) and frame.index.name == "time" and "t [ns]" not in frame


def test_tables_of_other_libraries(result):
    polars, pyarrow = pytest.importorskip("polars"), pytest.importorskip("pyarrow")
    for table in (result.to_polars(), polars.DataFrame(result), polars.from_arrow(pyarrow.table(result))):
        assert table.columns == list(result.columns())
        for name, column in result.columns().items():
            np.testing.assert_array_equal(table[name].to_numpy(), column)


def test_a_dataset_of_xarray(result):
    pytest.importorskip("xarray")
    dataset = result.to_xarray()
    assert dataset.quaternion.dims == ("time", "wxyz") and dataset.gravity.units == "m/s^2"
    np.testing.assert_array_equal(dataset.gravity.sel(xyz="z"), result.gravity[:, 2])


def test_files_hold_the_same_numbers(result, tmp_path):
    parquet, pandas = pytest.importorskip("pyarrow.parquet"), pytest.importorskip("pandas")
    from pyarrow import feather

    for name in ("csv", "npz", "arrow", "parquet"):
        result.save(tmp_path / f"result.{name}")
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"result.{name}" for name in ("arrow", "csv", "npz", "parquet")]
    text = pandas.read_csv(tmp_path / "result.csv", keep_default_na=False)
    for table in (text, feather.read_table(tmp_path / "result.arrow"), parquet.read_table(tmp_path / "result.parquet")):
        for name, column in result.columns().items():
            found = np.asarray(table[name])
            if name == "flags" and found.dtype.kind not in "iu":
                found = [int(cardan.Flags(each)) for each in found]
            np.testing.assert_array_equal(found, column, err_msg=name)
    arrays = np.load(tmp_path / "result.npz")
    np.testing.assert_array_equal(arrays["t"], result.t)
    np.testing.assert_array_equal(arrays["gravity"], result.gravity)


def test_a_file_that_cannot_be_written_leaves_nothing(result, tmp_path, monkeypatch):
    (tmp_path / "result.csv").write_text("before")
    with pytest.raises(ValueError, match=r"unknown ending '.mcap'; expected one of: .csv, .npz, .arrow, .parquet"):
        result.save(tmp_path / "result.mcap")
    monkeypatch.setattr("cardan._result_files._BLOCK", 0)
    with pytest.raises(ValueError):
        result.save(tmp_path / "result.csv")
    assert [path.name for path in tmp_path.iterdir()] == ["result.csv"] and (tmp_path / "result.csv").read_text() == "before"
