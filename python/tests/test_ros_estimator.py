"""The logic of the ROS node, without ROS."""

import sys

import cardan
import numpy as np
import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "python/cardan_ros"))
from cardan_ros import health  # noqa: E402
from cardan_ros.estimator import Estimator  # noqa: E402
from cardan_ros.settings import IGNORED, PARAMETERS, Settings  # noqa: E402

STEP = 10_000_000
LEVEL = ([0.0, 0.0, 0.0], [0.0, 0.0, 9.81])
FIELD = [0.0, 20e-6, -40e-6]


def still(estimator, count=300, first=0, field=FIELD):
    """The last attitude of a sensor at rest."""
    for index in range(first, first + count):
        if field is not None:
            estimator.add_field(index * STEP, field)
        attitude = estimator.add_sample(index * STEP, *LEVEL)
    return attitude


@pytest.mark.parametrize("values", [{}, {"world_frame": "ned", "filter": "vqf"}, {"declination": 0.2, "axes": "y,-x,z"}])
def test_attitudes_equal_the_fusion_of_rows(hand_held, values):
    settings = Settings(values)
    estimator = Estimator(settings)
    t = np.round(hand_held.t[:1000] * 1e9).astype(np.int64)
    field = np.where(np.arange(1000)[:, None] % 3 == 0, hand_held.mag[:1000] * 1e-6, np.nan)
    found = []
    for index in range(1000):
        if index % 3 == 0:
            estimator.add_field(int(t[index]), field[index])
        found.append(estimator.add_sample(int(t[index]), hand_held.gyro[index], hand_held.accel[index]))
    options = {{"world_frame": "frame"}.get(name, name): value for name, value in values.items()}
    expected = cardan.fuse(hand_held.gyro[:1000], hand_held.accel[:1000], field * 1e6, t=t, **options)
    np.testing.assert_array_equal([each.quaternion for each in found], expected.quaternion)
    np.testing.assert_array_equal([each.user_acceleration for each in found], expected.user_acceleration)
    np.testing.assert_allclose([each.roll_pitch_yaw[::-1] for each in found], expected.euler(), atol=1e-12)


def test_a_field_waits_for_its_sample_and_delays_none():
    estimator = Estimator(Settings())
    # The field of a later sample does not act on an earlier one.
    estimator.add_field(5 * STEP, FIELD)
    flags = [estimator.add_sample(index * STEP, *LEVEL).flags for index in range(8)]
    absent = [cardan.Flags.MAGNETIC_FIELD_ABSENT in each for each in flags]
    assert absent == [True] * 5 + [False] + [True] * 2
    # One that comes late acts on the next sample, one that comes too late on none.
    estimator.add_field(2 * STEP, FIELD)
    assert cardan.Flags.MAGNETIC_FIELD_ABSENT not in estimator.add_sample(8 * STEP, *LEVEL).flags
    for index in range(9, 80):
        estimator.add_sample(index * STEP, *LEVEL)
    estimator.add_field(3 * STEP, FIELD)
    assert cardan.Flags.MAGNETIC_FIELD_ABSENT in estimator.add_sample(80 * STEP, *LEVEL).flags
    assert estimator.counts["late fields"] == 1 and estimator.counts["late samples"] == 0


def test_late_samples_are_ignored_and_a_clock_that_goes_back_resets():
    estimator = Estimator(Settings({"time_jump_threshold": 0.5}))
    still(estimator)
    for late in (299 * STEP, 260 * STEP):
        assert estimator.add_sample(late, [1.0, 0, 0], LEVEL[1]) is None
    assert estimator.counts["late samples"] == 2 and estimator.counts["samples"] == 300
    again = estimator.add_sample(0, *LEVEL)
    assert estimator.counts["resets"] == 1 and cardan.Flags.INITIALIZING in again.flags
    assert still(estimator, first=1).quaternion == still(Estimator(Settings())).quaternion


@pytest.mark.parametrize("gyro, accel", [
    ([np.nan, 0, 0], LEVEL[1]), (LEVEL[0], [np.inf, 0, 9.8]), (None, LEVEL[1]), (LEVEL[0], None), (None, None)])
def test_invalid_and_missing_readings(gyro, accel):
    estimator = Estimator(Settings())
    still(estimator)
    attitude = estimator.add_sample(300 * STEP, gyro, accel)
    assert np.isfinite(attitude.quaternion).all() and np.isfinite(attitude.covariance).all()
    after = still(estimator, first=301).quaternion
    assert abs(np.dot(after, still(Estimator(Settings())).quaternion)) > 1 - 1e-6
    estimator.add_field(602 * STEP, [np.nan, 0, 0])
    assert cardan.Flags.MAGNETIC_FIELD_ABSENT in estimator.add_sample(603 * STEP, *LEVEL).flags
    assert estimator.counts["invalid fields"] == 1


def test_covariance_is_that_of_the_filter():
    with_field, without = Estimator(Settings()), Estimator(Settings({"use_mag": False}))
    found = still(with_field).covariance
    assert 0 < found[0] == found[4] < 0.01 and 0 < found[8] < 0.1 and found[1] == 0
    # A heading of which nothing is known.
    assert still(Estimator(Settings()), field=None).covariance[8] == pytest.approx(np.pi**2 / 3)
    assert without.add_sample(0, *LEVEL).covariance[8] <= np.pi**2 / 3
    constant = Estimator(Settings({"filter": "madgwick", "orientation_stddev": 0.1}))
    assert still(constant).covariance == pytest.approx((0.01, 0, 0, 0, 0.01, 0, 0, 0, 0.01))
    assert not any(still(Estimator(Settings({"filter": "madgwick"}))).covariance)


def test_parameters_have_their_meaning():
    plain = still(Estimator(Settings()))
    turned = still(Estimator(Settings({"yaw_offset": 0.5})))
    assert turned.roll_pitch_yaw[2] - plain.roll_pitch_yaw[2] == pytest.approx(0.5)
    # The sensor's y axis points to magnetic north: east-north-up, then turned by the declination.
    assert plain.roll_pitch_yaw[2] == pytest.approx(0, abs=1e-6)
    east = still(Estimator(Settings({"declination": 0.2})))
    assert east.roll_pitch_yaw[2] == pytest.approx(-0.2, abs=1e-6)
    iron = Settings({"mag_bias_x": 10e-6, "mag_bias_y": -5e-6, "mag_bias_z": 1e-6})
    moved = still(Estimator(iron), field=[10e-6, 15e-6, -39e-6])
    np.testing.assert_allclose(moved.quaternion, plain.quaternion, atol=1e-9)
    constant = Estimator(Settings({"constant_dt": 0.02, "use_mag": False, "filter": "madgwick"}))
    for index in range(300):
        attitude = constant.add_sample(index * STEP, [0, 0, 0.1], LEVEL[1])
    assert attitude.roll_pitch_yaw[2] == pytest.approx(0.1 * 0.02 * 299, rel=0.01)
    chosen = Settings(filter_parameters={"velocity_lag": 0.2}).make_filter()
    assert chosen.parameter("velocity_lag") == 0.2


def test_a_reset_forgets():
    estimator = Estimator(Settings())
    still(estimator)
    estimator.add_field(400 * STEP, FIELD)
    estimator.reset()
    assert cardan.Flags.MAGNETIC_FIELD_ABSENT in estimator.add_sample(500 * STEP, *LEVEL).flags
    assert estimator.counts["resets"] == 1


@pytest.mark.parametrize("values, message", [
    ({"world_frame": "up"}, "world_frame"), ({"constant_dt": -1.0}, "constant_dt"), ({"yaw_offset": np.nan}, "yaw_offset"),
    ({"diagnostic_period": 0.0}, "diagnostic_period"), ({"filter": "kalman"}, "unknown filter"), ({"axes": "x,x,z"}, "axes"),
    ({"time_jump_threshold": np.inf}, "time_jump_threshold"), ({"mag_bias_y": np.inf}, "mag_bias_y"),
])
def test_invalid_parameters(values, message):
    with pytest.raises(ValueError, match=message):
        Settings(values)
    with pytest.raises(TypeError, match="no parameter 'gains'"):
        Settings(filter_parameters={"gains": 1.0})


def test_diagnostics():
    estimator, report = Estimator(Settings()), health.HealthReport(use_mag=True)
    flags = still(estimator, count=1000).flags
    report.add_time(1e-4)
    found = report.made(estimator.counts, flags)
    assert (found.level, found.message) == (health.OK, "ok") and found.values["samples"] == "1000"
    assert found.values["latency, median [us]"] == "100"
    assert report.made(estimator.counts, flags)[:2] == (health.ERROR, "no messages on imu/data_raw")
    estimator.add_sample(5, *LEVEL)
    flags = estimator.add_sample(1000 * STEP, [np.nan] * 3, LEVEL[1]).flags
    found = report.made(estimator.counts, flags)
    assert found.level == health.WARN
    assert "no messages on imu/mag" in found.message
    quiet = health.HealthReport(use_mag=False)
    assert "imu/mag" not in quiet.made({"samples": 5}, cardan.Flags(0)).message
    assert quiet.made({"samples": 6, "late samples": 2}, cardan.Flags.INITIALIZING).message == "late samples: 2; initializing"


def test_the_page_lists_every_parameter():
    page = (ROOT / "python/cardan_ros/README.md").read_text()
    for name in (*PARAMETERS, *IGNORED):
        assert f"`{name}`" in page, name
