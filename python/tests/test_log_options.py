"""The options of `cardan fuse` for reading logs, as arguments of `read_log`."""

import cardan
import numpy as np
import pytest
from conftest import ROOT

LOG = ROOT / "datasets/hand-held.csv"


@pytest.fixture
def lines():
    return LOG.read_text().splitlines()


def test_a_table_without_names(lines, tmp_path):
    header, rows = lines[0], lines[1:]
    (tmp_path / "bare.csv").write_text("\n".join(rows))
    with pytest.raises(ValueError, match="expected column names"):
        cardan.read_log(tmp_path / "bare.csv")
    expected = cardan.read_log(LOG)
    for names in (header, header.split(",")):
        np.testing.assert_array_equal(cardan.read_log(tmp_path / "bare.csv", header=names).gyro, expected.gyro)


def test_columns_with_other_names(lines, tmp_path):
    header = lines[0].replace("gyro_x [rad/s]", "rot_a").replace("gyro_y", "rot_b").replace("gyro_z", "rot_c")
    (tmp_path / "named.csv").write_text("\n".join([header, *lines[1:]]))
    names = {"rot_a": "gyro_x [rad/s]", "rot_b": "gyro_y", "rot_c": "gyro_z"}
    log = cardan.read_log(tmp_path / "named.csv", map=names)
    np.testing.assert_array_equal(log.gyro, cardan.read_log(LOG).gyro)
    # What is examined is read with the same options.
    assert log.findings().verdict == cardan.read_log(LOG).findings().verdict
    with pytest.raises(ValueError, match="rot_a=nothing"):
        cardan.read_log(tmp_path / "named.csv", map={"rot_a": "nothing"})


def test_bad_rows_are_skipped_on_request(lines, tmp_path):
    lines[500] = "not,a,row"
    (tmp_path / "bad.csv").write_text("\n".join(lines))
    with pytest.raises(ValueError, match="bad.csv:501"):
        cardan.read_log(tmp_path / "bad.csv")
    with pytest.warns(cardan.DoubtfulInputWarning, match="bad.csv"):
        log = cardan.read_log(tmp_path / "bad.csv", skip_bad_rows=True)
    assert len(log) == len(lines) - 2


def test_units_are_assumed_on_request_and_told(hand_held, tmp_path):
    table = np.column_stack([hand_held.t, np.degrees(hand_held.gyro), hand_held.accel / 9.80665])
    header = "t,gyro_x,gyro_y,gyro_z,accel_x,accel_y,accel_z"
    np.savetxt(tmp_path / "plain.csv", table, delimiter=",", header=header, comments="")
    with pytest.raises(ValueError, match="no unit"):
        cardan.read_log(tmp_path / "plain.csv")
    with pytest.warns(cardan.DoubtfulInputWarning, match="units that its values suggest: gyroscope deg/s, accelerometer g"):
        log = cardan.read_log(tmp_path / "plain.csv", assume_units=True)
    np.testing.assert_allclose(log.gyro, hand_held.gyro, atol=1e-12)
    counts = cardan.read_log(tmp_path / "plain.csv", time_unit="s", gyro_unit="deg/s/2", accel_unit="g/4")
    np.testing.assert_allclose(counts.gyro, hand_held.gyro / 2, atol=1e-12)


def test_files_of_one_recording_are_merged(hand_held, tmp_path):
    for name, unit, array in (("gyro", "rad/s", hand_held.gyro), ("accel", "m/s^2", hand_held.accel)):
        header = f"t [s],{name}_x [{unit}],{name}_y,{name}_z"
        np.savetxt(tmp_path / f"{name}.csv", np.column_stack([hand_held.t, array]), delimiter=",", header=header, comments="",
                   fmt="%.17g")
    log = cardan.read_log([tmp_path / "gyro.csv", tmp_path / "accel.csv"])
    np.testing.assert_array_equal(log.accel, hand_held.accel)
    np.testing.assert_array_equal(log.gyro, hand_held.gyro)
    assert log.findings().verdict == "good"
    with pytest.raises(ValueError, match="companions: not with header"):
        cardan.read_log([tmp_path / "gyro.csv", tmp_path / "accel.csv"], header="a")


def test_topics_and_imus_are_those_of_files_of_several():
    with pytest.raises(ValueError, match="imus: expected 'all' or numbers"):
        cardan.read_log(LOG, imu=(1,))


def test_tables_in_memory_take_no_options_of_files(hand_held):
    polars = pytest.importorskip("polars")
    table = polars.DataFrame({"t": hand_held.t} | {f"gyro_{axis}": hand_held.gyro[:, k] for k, axis in enumerate("xyz")})
    with pytest.raises(ValueError, match="map: not for a table of columns"):
        cardan.read_log(table, map={"a": "gyro_x"})


def test_choices_have_names():
    still = np.zeros((200, 3)), np.tile([0, 0, 9.81], (200, 1))
    by_name = cardan.fuse(*still, rate=100, platform="vehicle", forward_axis="-x", speed=np.zeros(200))
    by_number = cardan.fuse(*still, rate=100, platform=1, forward_axis=3, speed=np.zeros(200))
    np.testing.assert_array_equal(by_name.quaternion, by_number.quaternion)
    assert {p.name: p.choices for p in cardan.parameters()}["platform"] == ("auto", "vehicle")
    with pytest.raises(ValueError, match="platform: expected one of 'auto', 'vehicle', found 'boat'"):
        cardan.fuse(*still, rate=100, platform="boat")
    with pytest.raises(ValueError, match="velocity_lag: expected a number, found 'late'"):
        cardan.Filter(velocity_lag="late")


def test_gravity_that_was_removed_is_named():
    t = np.arange(2000) / 100
    accel = 1.5 * np.c_[np.sin(5 * t), np.cos(4 * t), np.sin(3 * t)]
    with pytest.raises(ValueError, match="if gravity was removed, give the accelerometer's readings with gravity; if these are g"):
        cardan.fuse(np.zeros((2000, 3)), accel, rate=100)
    with pytest.raises(ValueError, match="gravity is 9.8; if these are g, give accel_unit='g'"):
        cardan.fuse(np.zeros((2000, 3)), np.tile([0, 0, 1.0], (2000, 1)), rate=100)
