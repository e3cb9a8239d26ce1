"""The C++ node with the messages of ROS and a stand-in for rclcpp, which is not on PyPI."""

import subprocess
import sys
from pathlib import Path

import cardan
import numpy as np
import pytest
from conftest import ROOT
from ros_programs import PACKAGE, compiled

pytest.importorskip("nav_msgs")
ROWS = 900


@pytest.fixture(scope="module")
def node(tmp_path_factory):
    folder = Path(__file__).parent
    messages = sorted((Path(sys.prefix) / "include").glob("*/"))
    program = compiled(
        tmp_path_factory.mktemp("node"), folder / "ros_node.cpp", PACKAGE / "src/attitude_node.cpp",
        options=[*(option for each in messages for option in ("-isystem", each)), f"-I{folder / 'rclcpp_stand_in'}", f"-I{PACKAGE / 'src'}",
                 "-DCARDAN_ROS_HAS_TF"])

    def run(parameters, lines=()):
        text = "\n".join([parameters, *lines]) + "\n"
        return subprocess.run(
            [program], input=text, check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout.splitlines()

    return run


@pytest.fixture(scope="module")
def rows(hand_held):
    t = np.round(hand_held.t[:ROWS] * 1e9).astype(np.int64) + 1_700_000_000_000_000_000
    return t, hand_held.gyro[:ROWS], hand_held.accel[:ROWS], hand_held.mag[:ROWS] * 1e-6


def sample(t, gyro, accel, rest=""):
    return f"sample {t} " + " ".join(repr(float(each)) for each in (*gyro, *accel)) + f" {rest}"


def field(t, values):
    return f"field {t} " + " ".join(repr(float(each)) for each in values)


def answers(output):
    return np.array([[float(each) for each in line.split()[:12]] for line in output if " imu_link " in line and not line.startswith("transform")])


def test_attitudes_equal_the_fusion_of_rows(node, rows):
    t, gyro, accel, fields = rows
    lines = []
    for index in range(ROWS):
        if index % 3 == 0:
            lines.append(field(t[index], fields[index]))
        lines.append(sample(t[index], gyro[index], accel[index]))
    lines += [sample(t[-5], gyro[0], accel[0]), "report", "report"]
    output = node("publish_debug_topics true remove_gravity_vector true remove_gyro_bias true gain 0.1", lines)
    expected = cardan.fuse(gyro, accel, np.where(np.arange(ROWS)[:, None] % 3 == 0, fields * 1e6, np.nan), t=t)
    found = answers(output)
    np.testing.assert_array_equal(found[:, :4], expected.quaternion)
    np.testing.assert_array_equal(found[:, 6:9], expected.user_acceleration)
    np.testing.assert_array_equal(found[:, 9:], expected.angular_rate)
    assert (found[:, 4] > 0).all() and found[-1, 5] < 0.1
    assert output[0] == "parameter gain is ignored: the filter default has no such setting"
    stamps = [line.split()[-1] for line in output if " imu_link " in line]
    assert stamps == [f"{each // 10**9}.{each % 10**9:09d}" for each in t.tolist()]
    assert "late" in output and output[-1] == f"{ROWS} angles"
    assert output[-3].startswith("1 cardan_attitude: attitude | late samples: 1 | ")
    assert output[-2].startswith("2 cardan_attitude: attitude | no messages on imu/data_raw | ")


def test_parameters_services_and_missing_readings(node, rows):
    t, gyro, accel, _ = rows
    lines, filter, expected = [], cardan.Filter("default14", frame="ned", magnetometer=False), []
    for index in range(300):
        rate = None if index == 150 else gyro[index]
        lines.append(sample(t[index], gyro[index], accel[index], "without-rate" if rate is None else ""))
        filter.update(rate, accel[index], t=int(t[index]))
        if index == 200:
            lines.append("reset")
            filter.reset()
        if index == 100:
            lines += ["set filter_parameters.velocity_deviation 2", "set world_frame enu", "set filter_parameters.velocity_deviation -1",
                      "set yaw_offset much", "set declination 0"]
            filter.set_parameters(velocity_deviation=2)
        expected.append(filter.quaternion)
    output = node("filter default14 world_frame ned use_mag false filter_parameters.velocity_deviation 1", lines)
    found = answers(output)[:, :4]
    # Made with another value, which nothing used before it was changed.
    keep = [index for index in range(300) if index != 200]
    np.testing.assert_array_equal(found[keep], np.array(expected)[keep])
    assert [line.split()[0] for line in output if line.startswith(("set", "refused", "filter"))] == [
        "set", "refused", "refused", "refused", "set", "filter"]
    assert any("velocity_deviation" in line for line in output) and "refused yaw_offset: expected a number, found 'much'" in output


@pytest.mark.parametrize("kind, line, observe", [
    ("twist", "0.4 -0.1 0 0.04", lambda filter, lag: filter.observe_velocity(0.4, -0.1, sigma=0.2, lag=lag)),
    ("odometry", "0.4 0.1 0 0 0 0 1", lambda filter, lag: filter.observe_velocity(-0.4, -0.1, lag=lag)),
    ("speed", "0.4 0.1 0 0 0 0 1", lambda filter, lag: filter.observe_speed(0.4)),
])
def test_velocities(node, rows, kind, line, observe):
    t, gyro, accel, _ = rows
    filter, lines, expected = cardan.Filter(magnetometer=False), [], []
    for index in range(400):
        if index % 20 == 5:
            lines.append(f"{'twist' if kind == 'twist' else 'odom'} {t[index]} {line}")
        lines.append(sample(t[index], gyro[index], accel[index]))
        filter.update(gyro[index], accel[index], t=int(t[index]))
        expected.append(filter.quaternion)
        if index % 20 == 5:
            observe(filter, filter.parameter("velocity_lag"))
            expected[-1] = filter.quaternion
    np.testing.assert_array_equal(answers(node(f"use_mag false velocity {kind}", lines))[:, :4], expected)


def test_fixes(node, rows):
    t, gyro, accel, _ = rows
    lines = []
    for index in range(400):
        if index % 20 == 5:
            lines.append(f"fix {t[index]} {47 + 1e-8 * index} 8 400 0.0001")
        lines.append(sample(t[index], gyro[index], accel[index]))
    output = node("use_mag false velocity fix", [*lines, "report"])
    without = node("use_mag false", [line for line in lines if not line.startswith("fix")])
    assert "fixes" not in output[-2].split(" | ")[1] and (answers(output)[-1] != answers(without)[-1]).any()


@pytest.mark.parametrize("reverse", [False, True])
def test_transforms(node, rows, reverse):
    t, gyro, accel, _ = rows
    output = node(f"use_mag false publish_tf true fixed_frame map reverse_tf {str(reverse).lower()}", [sample(t[0], gyro[0], accel[0])])
    (transform,) = [line.split()[1:] for line in output if line.startswith("transform")]
    assert transform[:2] == (["imu_link", "map"] if reverse else ["map", "imu_link"])
    sign = -1 if reverse else 1
    np.testing.assert_array_equal([float(each) for each in transform[2:]], answers(output)[0, :4] * [1, sign, sign, sign])


@pytest.mark.parametrize("parameters, words", [
    ("world_frame up", "world_frame: expected enu, nwu or ned, found 'up'"), ("filter kalman", "filter: unknown filter 'kalman'"),
    ("filter_parameters.velocity_lag -1", "velocity_lag"), ("declination east", "declination: expected a number, found 'east'"),
])
def test_invalid_parameters(node, parameters, words):
    (line,) = node(parameters)
    assert line.startswith("invalid: ") and words in line


def test_the_program_compiles(tmp_path):
    """`main` with a stand-in that spins nothing, and without tf2_ros."""
    folder = Path(__file__).parent
    messages = sorted((Path(sys.prefix) / "include").glob("*/"))
    program = compiled(
        tmp_path, PACKAGE / "src/main.cpp", PACKAGE / "src/attitude_node.cpp",
        options=[*(option for each in messages for option in ("-isystem", each)), f"-I{folder / 'rclcpp_stand_in'}"])
    subprocess.run([program], check=True)
