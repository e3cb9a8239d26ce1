"""Logs by their path, axes of sensors, masked columns, advice in Python's words."""

import warnings

import cardan
import numpy as np
import pytest
from cardan._findings import in_python
from conftest import ROOT

LOG = ROOT / "datasets/hand-held.csv"
HEADER = "t,gyro_x,gyro_y,gyro_z,accel_x,accel_y,accel_z,mag_x,mag_y,mag_z"


def test_a_path_is_read(hand_held, tmp_path):
    whole = cardan.fuse(cardan.read_log(LOG))
    for path in (LOG, str(LOG)):
        np.testing.assert_array_equal(cardan.fuse(path).quaternion, whole.quaternion)
    results = cardan.fuse_many([LOG, (*hand_held.arrays, hand_held.t)], jobs=1)
    np.testing.assert_array_equal(results[0].quaternion, whole.quaternion)
    table = np.column_stack([hand_held.t * 1e3, np.degrees(hand_held.gyro), hand_held.accel, hand_held.mag])
    np.savetxt(tmp_path / "plain.csv", table, delimiter=",", header=HEADER, comments="")
    units = {"time_unit": "ms", "gyro_unit": "deg/s", "accel_unit": "m/s^2", "mag_unit": "uT"}
    np.testing.assert_allclose(cardan.fuse(tmp_path / "plain.csv", **units).gravity, whole.gravity, atol=1e-5)
    with pytest.raises(ValueError, match="no unit for the gyroscope; .*; give gyro_unit"):
        cardan.fuse(tmp_path / "plain.csv")
    with pytest.raises(ValueError, match="time_unit: only for the path of a log"):
        cardan.fuse(*hand_held.arrays, t=hand_held.t, time_unit="ms")
    with pytest.raises(FileNotFoundError):
        cardan.fuse(tmp_path / "missing.csv")


def test_axes_of_sensors(hand_held):
    gyro, accel, mag = hand_held.arrays
    expected = cardan.fuse(gyro, accel, mag, t=hand_held.t)
    turned = {"gyro": gyro[:, [1, 0, 2]] * [-1, 1, 1], "accel": -accel, "mag": mag[:, [0, 2, 1]]}
    axes = {"gyro_axes": "y,-x,z", "accel_axes": [-1, -2, -3], "mag_axes": "x,z,y"}
    result = cardan.fuse(turned["gyro"], turned["accel"], turned["mag"], t=hand_held.t, **axes)
    np.testing.assert_array_equal(result.quaternion, expected.quaternion)
    many, = cardan.fuse_many([(*turned.values(), hand_held.t)], jobs=1, **axes)
    np.testing.assert_array_equal(many.quaternion, expected.quaternion)
    names = [f"{sensor}_{axis}" for sensor in turned for axis in "xyz"]
    table = {"t": hand_held.t} | dict(zip(names, np.hstack(list(turned.values())).T))
    np.testing.assert_array_equal(cardan.fuse_table(table, **axes).quaternion, expected.quaternion)
    for wrong in ("x,x,z", "x,y", "x,y,w"):
        with pytest.raises(ValueError, match="mag_axes: expected"):
            cardan.fuse(gyro, accel, mag, t=hand_held.t, mag_axes=wrong)


def test_axes_of_a_log(hand_held, tmp_path):
    table = np.column_stack([hand_held.t, hand_held.gyro, -hand_held.accel, hand_held.mag])
    header = HEADER.replace("t,gyro_x", "t [s],gyro_x [rad/s]").replace("accel_x", "accel_x [m/s^2]").replace("mag_x", "mag_x [uT]")
    np.savetxt(tmp_path / "reversed.csv", table, delimiter=",", header=header, comments="", fmt="%.17g")
    log = cardan.read_log(tmp_path / "reversed.csv", accel_axes="-x,-y,-z")
    np.testing.assert_array_equal(log.accel, hand_held.accel)
    # What is examined are the axes that were asked for.
    assert cardan.read_log(tmp_path / "reversed.csv").findings().verdict == "unusable" and log.findings().verdict == "good"


def test_masked_columns_are_missing(hand_held):
    gyro, accel, _ = hand_held.arrays
    mask = np.arange(len(gyro)) % 7 == 3
    names = [f"{sensor}_{axis}" for sensor in ("gyro", "accel") for axis in "xyz"]
    columns = dict(zip(names, np.hstack([gyro, accel]).T)) | {"t": hand_held.t}
    masked = cardan.fuse_table(columns | {"gyro_y": np.ma.masked_array(gyro[:, 1], mask)})
    absent = cardan.fuse_table(columns | {"gyro_y": np.where(mask, np.nan, gyro[:, 1])})
    np.testing.assert_array_equal(masked.quaternion, absent.quaternion)


@pytest.mark.parametrize("advice, words", [
    ("use --gyro-unit=deg/s, or look", "use gyro_unit='deg/s', or look"), ("use --axes=y,-x,z", "use axes='y,-x,z'"),
    ("use --accel-axes=-x,-y,-z; and", "use accel_axes='-x,-y,-z'; and"), ("use --no-magnetometer", "use magnetometer=False"),
    ("use --smooth, or let", "use smooth=True, or let"),
    ("'cardan calibrate magnetometer LOG -o FILE', then use --calibration FILE",
     "cardan.calibrate_magnetometer, then use calibration=FILE"),
    ("look at the log with 'cardan doctor'", "look at the log with cardan.doctor"),
    ("use --imu=all", "use imu='all'"), ("use --rate=100.5, or", "use rate=100.5, or"),
    ("name them with --map, see 'cardan help formats'", "name them with map={NAME: COLUMN}, see 'cardan help formats'"),
])
def test_advice_is_in_pythons_words(advice, words):
    assert in_python(advice) == words


def test_warnings_name_arguments(hand_held):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        cardan.fuse(np.radians(hand_held.gyro), hand_held.accel, hand_held.mag, t=hand_held.t)
    assert caught and not any("--" in str(each.message) for each in caught)
