"""The logic of the ROS node, without ROS."""

import math
import re
import runpy
import sys
import types
from pathlib import Path

import cardan
import numpy as np
import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "python/cardan_ros"))
from cardan_ros import health  # noqa: E402
from cardan_ros.estimator import Estimator  # noqa: E402
from cardan_ros.messages import of_odometry, of_twist  # noqa: E402
from cardan_ros.settings import IGNORED, PARAMETERS, Settings  # noqa: E402
from cardan_ros.velocity import Velocity  # noqa: E402

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
    np.testing.assert_array_equal([each.angular_rate for each in found], expected.angular_rate)
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


@pytest.mark.parametrize("step", [-3600, -2, 2, 200_000_000])
def test_late_samples_are_ignored_and_a_clock_that_is_set_keeps_the_attitude(step):
    estimator = Estimator(Settings({"time_jump_threshold": 0.5, "use_mag": False}))
    start = 1_700_000_000_000_000_000
    for index in range(600):
        turning = estimator.add_sample(start + index * STEP, [0, 0, 0.5 if index > 300 else 0], LEVEL[1])
    for late in (599 * STEP, 560 * STEP):
        assert estimator.add_sample(start + late, [1.0, 0, 0], LEVEL[1]) is None
    assert estimator.counts["late samples"] == 2 and estimator.counts["samples"] == 600
    estimator.add_velocity(start + 700 * STEP, Velocity((1, 0)))
    after = estimator.add_sample(start + 599 * STEP + step * 10**9, *LEVEL)
    assert cardan.Flags.DISCONTINUITY in after.flags
    for index in range(1, 200):
        after = estimator.add_sample(start + (599 + index) * STEP + step * 10**9, *LEVEL)
    # A step ahead may be a gap, in which the body turned on for a while.
    assert after.roll_pitch_yaw[2] == pytest.approx(turning.roll_pitch_yaw[2], abs=0.02)
    assert estimator.counts["resets"] == 0 and estimator.counts["clock steps"] == (step < 0)


def message(**fields):
    """An object with fields, as a message of ROS."""
    return types.SimpleNamespace(**fields)


def of_wheels(v, q=(1, 0, 0, 0), covariance=()):
    """An Odometry."""
    names = dict(zip("wxyz", q))
    twist = message(linear=message(**dict(zip("xyz", v))))
    return message(
        pose=message(pose=message(orientation=message(**names))), twist=message(twist=twist, covariance=[*covariance, *[0.0] * 36]))


def test_velocities_of_messages():
    half = math.sqrt(0.5)
    # Turned by 90 degrees about up: ahead is north, left is west. Then nose up: up of the body is back.
    ahead = of_odometry(of_wheels((2, 1, 0), (half, 0, 0, half)), is_speed=False)
    assert ahead.values == pytest.approx((-1, 2)) and (ahead.sigma, ahead.is_speed) == (None, False)
    steep = of_odometry(of_wheels((0, 0, 3), (half, 0, -half, 0)), is_speed=False)
    assert steep.values == pytest.approx((-3, 0))
    speed = of_odometry(of_wheels((2, 1, 0), (half, 0, 0, half), [0.04, *[0] * 6, 0.01]), is_speed=True)
    assert speed == Velocity((2, 0.0), 0.2, 0.1, True)
    twist = of_wheels((3, 4, 5), covariance=[0.01, *[0] * 6, 0.09]).twist
    assert of_twist(twist) == Velocity((3, 4), pytest.approx(0.3))
    for nothing in (-1, np.nan, np.inf, 0):
        assert of_twist(of_wheels((3, 4, 5), covariance=[nothing, *[0] * 6, nothing]).twist).sigma is None


def test_velocities_reach_the_filter(hand_held):
    """A velocity waits for the first sample that is not older, with the time between them as lag."""
    estimator, filter = Estimator(Settings({"velocity": "twist", "use_mag": False})), cardan.Filter(magnetometer=False)
    without = cardan.Filter(magnetometer=False)
    gyro, accel, _ = hand_held.arrays
    for index in range(1000):
        t = index * STEP
        if index % 20 == 5:
            estimator.add_velocity(t - STEP // 4, Velocity((0.3, -0.2), 0.1))
        if index % 20 == 10:
            estimator.add_velocity(t - STEP // 4, Velocity((0.5, 0.0), 0.2, 0.3, is_speed=True))
        attitude = estimator.add_sample(t, gyro[index], accel[index])
        for each in (filter, without):
            each.update(gyro[index], accel[index], t=t)
        if index % 20 == 5:
            filter.observe_velocity(0.3, -0.2, sigma=0.1, lag=STEP // 4 * 1e-9 + filter.parameter("velocity_lag"))
        if index % 20 == 10:
            filter.observe_speed(0.5, sigma=0.2, lateral_sigma=0.3)
        np.testing.assert_array_equal(attitude.quaternion, filter.quaternion)
    assert (filter.quaternion != without.quaternion).any()
    estimator.add_velocity(0, Velocity((np.nan, 0)))
    assert estimator.counts["velocities"] == 101 and estimator.counts["invalid velocities"] == 1


def test_parameters_change_while_it_runs(hand_held):
    settings = Settings({"declination": 0.1})
    estimator, filter = Estimator(settings), cardan.Filter(declination=0.1)
    for index in range(900):
        if index == 300:
            settings = settings.changed({"declination": 0, "yaw_offset": 0}, {"least_velocity_density": 2})
            estimator.change(settings)
            filter.set_parameters(declination=0, least_velocity_density=2)
        if index == 600:
            for values, parameters, words in (
                ({"world_frame": "ned"}, {}, "world_frame: set it when the node starts"), ({}, {"gainz": 1}, "no parameter 'gainz'"),
                ({}, {"least_velocity_density": -1}, "least_velocity_density"),
                ({"mag_bias_x": "much"}, {}, "mag_bias_x: expected a number, found 'much'"),
                ({}, {"least_velocity_density": 5, "clock_nominal_interval": 0.02}, "clock_nominal_interval"),
            ):
                with pytest.raises((ValueError, TypeError), match=words):
                    estimator.change(settings.changed(values, parameters))
        rows = hand_held.gyro[index], hand_held.accel[index]
        estimator.add_field(index * STEP, hand_held.mag[index] * 1e-6)
        attitude = estimator.add_sample(index * STEP, *rows)
        filter.update(*rows, hand_held.mag[index] * 1e-6 * 1e6, t=index * STEP)
        np.testing.assert_array_equal(attitude.quaternion, filter.quaternion)
    estimator.change(settings.changed({"yaw_offset": 1}, {}))
    turned = estimator.add_sample(900 * STEP, *LEVEL).roll_pitch_yaw[2] - attitude.roll_pitch_yaw[2]
    assert (turned + np.pi) % (2 * np.pi) - np.pi == pytest.approx(1, abs=0.05)


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
    ({"velocity": "gps"}, "velocity: expected one of none, twist"), ({"velocity": "twist", "filter": "vqf"}, "velocity: the filter 'vqf'"),
    ({"use_mag": 1}, "use_mag: expected true or false, found 1"), ({"declination": True}, "declination: expected a number, found True"),
    ({"axes": 5}, "axes: expected a text, found 5"),
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
    for index in range(600):
        estimator.add_sample((2000 + index) * STEP, LEVEL[0], [0, 0, 1])
    assert "linear_acceleration is not in m/s^2" in report.made(estimator.counts, None, doubts=estimator.doubts).message
    quiet = health.HealthReport(use_mag=False)
    assert "imu/mag" not in quiet.made({"samples": 5}, cardan.Flags(0)).message
    assert quiet.made({"samples": 6, "late samples": 2}, cardan.Flags.INITIALIZING).message == "late samples: 2; initializing"
    for number, (frames, words) in enumerate(((("imu", "mag"), "imu/mag is in the frame mag, imu/data_raw in imu; "), (("imu", "imu"), ""), (("imu", ""), ""))):
        assert quiet.made({"samples": 7 + number}, None, frames).message.startswith(words or "ok")


def test_the_launch_file_starts_the_node(monkeypatch):
    """With stand-ins for launch: its topics, parameters and program exist."""
    package = ROOT / "python/cardan_ros"
    modules = ("ament_index_python.packages", "launch", "launch.actions", "launch.substitutions", "launch_ros.actions")
    for name in modules:
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    made = {}
    sys.modules[modules[0]].get_package_share_directory = lambda name: str(package.parent / name)
    sys.modules[modules[1]].LaunchDescription = list
    sys.modules[modules[2]].DeclareLaunchArgument = lambda name, default_value, **_: made.__setitem__(name, default_value)
    sys.modules[modules[3]].LaunchConfiguration = lambda name: made[name]
    sys.modules[modules[4]].Node = lambda **options: options
    node = runpy.run_path(str(package / "launch/attitude.launch.py"))["generate_launch_description"]()[-1]
    assert f'"{node["executable"]} = {node["package"]}.node:main"' in (package / "setup.py").read_text()
    source = (package / "cardan_ros/node.py").read_text()
    assert node["remappings"] == [("imu/data_raw", "imu/data_raw"), ("imu/mag", "imu/mag")]
    assert all(f'"{topic}"' in source for topic, _ in node["remappings"]) and f'"{node["name"]}"' in source
    lines = Path(node["parameters"][0]).read_text().splitlines()
    assert lines[1].rstrip(":") == node["name"]
    given = {match[1]: match[2] for line in lines if (match := re.match(r" {4}(\w+): (.+)$", line))}
    for name, value in given.items():
        default = PARAMETERS[name].default
        assert value == (str(default).lower() if isinstance(default, bool) else str(default)), name
    assert len(given) == 7


def test_the_page_lists_every_parameter():
    page = (ROOT / "python/cardan_ros/README.md").read_text()
    for name in (*PARAMETERS, *IGNORED):
        assert f"`{name}`" in page, name
