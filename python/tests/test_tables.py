"""pandas, Arrow and dictionaries."""

import cardan
import numpy as np
import pytest

pandas = pytest.importorskip("pandas")
pyarrow = pytest.importorskip("pyarrow")


@pytest.fixture(scope="module")
def expected(hand_held):
    return cardan.fuse(*hand_held.arrays, t=hand_held.t)


def test_a_log_as_pandas_reads_it(hand_held, expected):
    table = pandas.read_csv(hand_held.path)
    for each in (table, pyarrow.Table.from_pandas(table), {name: table[name].to_numpy() for name in table}):
        np.testing.assert_array_equal(cardan.fuse_table(each).quaternion, expected.quaternion)


def test_columns_without_units_and_many_recordings(hand_held, expected):
    names = [f"{sensor}_{axis}" for sensor in ("gyro", "accel", "mag") for axis in "xyz"]
    table = pandas.DataFrame(np.hstack(hand_held.arrays), columns=names)
    table["t"] = pandas.to_datetime(np.round(hand_held.t * 1e9).astype(np.int64))
    recording = cardan.recording_from_table(table)
    for result in cardan.fuse_many([recording] * 3):
        np.testing.assert_array_equal(result.quaternion, expected.quaternion)


def test_units_of_headers():
    table = {"t [ms]": [0, 10], "gyro_x [deg/s]": [180, 180], "gyro_y": [0, 0], "gyro_z": [90, 90],
             "accel_x [g]": [0, 0], "accel_y": [0, 0], "accel_z": [1, 1], "temperature [K]": [300, 300]}
    recording = cardan.recording_from_table(table)
    np.testing.assert_allclose(recording.t, [0, 0.01])
    np.testing.assert_allclose(recording.gyro[0], [np.pi, 0, np.pi / 2])
    np.testing.assert_allclose(recording.accel[0], [0, 0, 9.80665])
    assert recording.mag is None


def test_results_as_columns(expected):
    frame = expected.to_pandas()
    assert list(frame.columns[:5]) == ["t [s]", "q_w", "q_x", "q_y", "q_z"] and len(frame) == 6000
    np.testing.assert_array_equal(frame[["q_w", "q_x", "q_y", "q_z"]].to_numpy(), expected.quaternion)
    table = expected.to_arrow()
    assert table.column_names == list(frame.columns)
    np.testing.assert_array_equal(table["gravity_z [m/s^2]"].to_numpy(), expected.gravity[:, 2])
    np.testing.assert_array_equal(table["flags"].to_numpy(), expected.flags)


@pytest.mark.parametrize("change, message", [
    ({"gyro_x": None}, "missing gyro_x beside gyro_y"),
    ({"gyro_x [furlongs]": [0, 0]}, "gyro_x: unknown unit 'furlongs'; expected one of: rad/s"),
    ({"t [years]": [0, 1]}, "t: unknown unit 'years'; expected one of: s, ms, us, ns"),
])
def test_what_is_wrong_is_said(change, message):
    names = [f"{sensor}_{axis}" for sensor in ("gyro", "accel") for axis in "xyz"]
    table = {"t": [0.0, 0.01]} | {name: [0.0, 0.0] for name in names}
    for name, values in change.items():
        table.pop(name.split(" ")[0])
        if values is not None:
            table = {name: values} | table
    with pytest.raises(ValueError, match=message):
        cardan.fuse_table(table)
    with pytest.raises(ValueError, match="missing column gyro_x; found: t, depth"):
        cardan.fuse_table({"t": [0], "depth": [0]})


def test_results_for_the_viewer(expected, tmp_path):
    rerun = pytest.importorskip("rerun")
    rerun.init("cardan")
    rerun.save(tmp_path / "result.rrd")
    expected.to_rerun()
    rerun.disconnect()
    # Quaternions in single precision alone are 96 kB.
    assert (tmp_path / "result.rrd").stat().st_size > 500_000
