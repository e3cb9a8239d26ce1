"""The C++ estimator of ros/cardan_ros_cpp gives what the Python one of python/cardan_ros gives, bit for bit."""

import math
import re
import runpy
import subprocess
import sys
import types
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT
from ros_programs import PACKAGE, compiled

sys.path.insert(0, str(ROOT / "python/cardan_ros"))
from cardan_ros.estimator import Estimator, Velocity  # noqa: E402
from cardan_ros.health import HealthReport  # noqa: E402
from cardan_ros.settings import FILTER_PREFIX, IGNORED, PARAMETERS, Settings  # noqa: E402
from cardan_ros.velocity import Fix  # noqa: E402

@pytest.fixture(scope="module")
def program(tmp_path_factory):
    return compiled(tmp_path_factory.mktemp("ros"), ROOT / "python/tests/programs/ros_estimator.cpp")


def numbers(values):
    return " ".join("nan" if value is None else repr(float(value)) for value in values)


class Pair:
    """Both estimators; what each finds of the same events."""

    def __init__(self, program, values=None, filter_parameters=None):
        self.program = program
        self.settings = Settings(values or {}, filter_parameters or {})
        self.estimator, self.report = Estimator(self.settings), HealthReport(self.settings["use_mag"])
        self.flags = None
        self.lines, self.found = [pairs(values or {}, filter_parameters or {})], []

    def field(self, t, values):
        self.lines.append(f"field {t} {numbers(values)}")
        self.estimator.add_field(t, values)

    def sample(self, t, gyro, accel):
        self.lines.append(f"sample {t} " + " ".join("none" if each is None else numbers(each) for each in (gyro, accel)))
        attitude = self.estimator.add_sample(t, gyro, accel)
        if attitude is None:
            self.found.append("late")
            return
        self.flags = attitude.flags
        self.found.append([
            *attitude.quaternion, *attitude.covariance, *attitude.user_acceleration, *attitude.angular_rate, *attitude.roll_pitch_yaw, int(attitude.flags)])

    def velocity(self, t, velocity):
        kind = "speed" if velocity.is_speed else "velocity"
        self.lines.append(f"{kind} {t} {numbers([*velocity.values, velocity.sigma, velocity.lateral_sigma])}")
        self.estimator.add_velocity(t, velocity)

    def fix(self, t, fix):
        self.lines.append(f"fix {t} {numbers([*fix[:3], *fix.variances])} {fix.status}")
        self.estimator.add_fix(t, fix)

    def change(self, values, filter_parameters):
        self.lines.append(f"change {pairs(values, filter_parameters)}")
        try:
            settings = self.settings.changed(values, filter_parameters)
            self.estimator.change(settings)
            self.settings = settings
            self.found.append("changed")
        except (ValueError, TypeError):
            self.found.append("refused")

    def reset(self):
        self.lines.append("reset")
        self.estimator.reset()

    def health(self, *frames):
        self.lines.append("report " + " ".join(frames))
        health = self.report.made(self.estimator.counts, self.flags, frames or ("", ""), self.estimator.doubts)
        self.found.append(" | ".join([
            f"{health.level} {health.message}", *(f"{name}={value}" for name, value in health.values.items())]))

    def compare(self):
        output = subprocess.run(
            [self.program], input="\n".join(self.lines) + "\n", check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
        assert len(output) == len(self.found)
        for theirs, ours in zip(output, self.found):
            if isinstance(ours, str):
                assert theirs.partition(": ")[0] == ours if ours == "refused" else theirs == ours
            else:
                np.testing.assert_array_equal([float(each) for each in theirs.split()], ours)


def pairs(values, filter_parameters):
    named = {**values, **{FILTER_PREFIX + name: value for name, value in filter_parameters.items()}}
    return " ".join(f"{name} {str(value).lower() if isinstance(value, bool) else value}" for name, value in named.items())


def play(pair, log, count=1500, start=1_700_000_000_000_000_000):
    """The samples of a recording with every third field."""
    times = np.round(log.t[:count] * 1e9).astype(np.int64) + start
    for index, t in enumerate(times.tolist()):
        if index % 3 == 0:
            pair.field(t, (log.mag[index] * 1e-6).tolist())
        yield index, t
        pair.sample(t, log.gyro[index].tolist(), log.accel[index].tolist())


@pytest.mark.parametrize("values, parameters", [
    ({}, {}), ({"filter": "vqf", "world_frame": "ned", "yaw_offset": 0.3}, {}),
    ({"filter": "madgwick", "orientation_stddev": 0.1, "axes": "y,-x,z", "constant_dt": 0.01}, {}),
    ({"use_mag": False, "world_frame": "nwu", "time_jump_threshold": 0.2}, {"least_velocity_density": 2}),
    ({"declination": 0.2, "mag_bias_x": 5e-6, "mag_bias_y": -3e-6, "mag_bias_z": 1e-6, "mag_delay_limit": 0.01}, {}),
])
def test_attitudes_and_covariances(program, hand_held, values, parameters):
    pair = Pair(program, values, parameters)
    for index, _ in play(pair, hand_held):
        if index % 500 == 400:
            pair.health()
    pair.health("imu_link", "mag_link")
    pair.compare()


def test_late_invalid_and_missing_readings(program, hand_held):
    pair = Pair(program, {"time_jump_threshold": 0.5})
    none, nan = None, [math.nan] * 3
    for index, t in play(pair, hand_held):
        if index == 300:
            pair.sample(t - 2_000_000_000, [0, 0, 0], [0, 0, 9.81])
        if index in (320, 340):
            pair.sample(t - 100_000_000, [0, 0, 0], [0, 0, 9.81])
        for first, (gyro, accel) in enumerate(((none, [0, 0, 9.81]), ([0, 0, 0.1], none), (none, none), (nan, nan), ([math.inf, 0, 0], nan))):
            if index == 400 + 10 * first:
                pair.sample(t - 3_000_000, gyro, accel)
        if index == 500:
            pair.field(t + 50_000_000, nan)
            pair.field(t - 900_000_000, [0, 2e-5, -4e-5])
        if index == 600:
            pair.reset()
        if index % 100 == 99:
            pair.health()
    pair.compare()


def test_doubts_in_words_of_ros(program):
    pair = Pair(program)
    for index in range(600):
        pair.sample(index * 10_000_000, [0, 0, 0], [0, 0, 1])
    pair.health()
    assert "linear_acceleration is not in m/s^2" in pair.found[-1]
    pair.compare()


@pytest.mark.parametrize("kind", ["velocity", "speed", "fix"])
def test_velocities(program, hand_held, kind):
    pair = Pair(program, {"velocity": "fix"})
    for index, t in play(pair, hand_held):
        if index % 20 == 5 and kind == "velocity":
            pair.velocity(t - 2_500_000, Velocity((0.3, -0.2), 0.1 if index % 40 == 5 else None))
        if index % 20 == 5 and kind == "speed":
            pair.velocity(t, Velocity((0.5, 0.0), 0.2, 0.3 if index % 40 == 5 else None, is_speed=True))
        if index % 20 == 5 and kind == "fix":
            east, north = 3 * math.sin(0.01 * index), 2 * math.cos(0.012 * index)
            status = -1 if index == 405 else 1 if index > 800 else 0
            pair.fix(t, Fix(47 + north / 111_200, 180 - 1e-5 + east / 76_000 if east < 0 else -180 + 1e-5, 400, (1e-4, 4e-4), status))
        if index % 500 == 499:
            pair.health()
    pair.velocity(0, Velocity((math.nan, 0)))
    pair.health()
    if kind == "fix":
        assert pair.estimator.counts["velocities"] > 60
    pair.compare()


def test_parameters_change_while_it_runs(program, hand_held):
    pair = Pair(program, {"declination": 0.1})
    for index, _ in play(pair, hand_held, count=900):
        if index == 300:
            pair.change({"declination": 0, "yaw_offset": 1}, {"least_velocity_density": 2})
        if index == 600:
            for values, parameters in (
                ({"world_frame": "ned"}, {}), ({}, {"gainz": 1}), ({}, {"least_velocity_density": -1}), ({"mag_bias_x": "much"}, {}),
                ({}, {"least_velocity_density": 5, "clock_nominal_interval": 0.02}), ({"yaw_offset": "nan"}, {}),
            ):
                pair.change(values, parameters)
    assert pair.found.count("changed") == 1 and pair.found.count("refused") == 6
    pair.compare()


@pytest.mark.parametrize("values, words", [
    ("world_frame up", "world_frame: expected enu, nwu or ned, found 'up'"), ("filter kalman", "filter: unknown filter 'kalman'"),
    ("constant_dt -1", "constant_dt: expected a number of at least 0, found -1"), ("axes x,x,z", "axes: expected right-handed axes"),
    ("axes x,y", "axes: expected three axes like 'y,-x,z', found 'x,y'"), ("use_mag 1", "use_mag: expected true or false, found 1"),
    ("declination true", "declination: expected a number, found true"), ("axes 5", "axes: expected a text, found 5"),
    ("velocity gps", "velocity: expected one of none, twist, odometry, speed, fix, found 'gps'"), ("gain 1", "gain: no such parameter"),
    ("velocity twist filter vqf", "velocity: the filter 'vqf' takes none"), ("diagnostic_period 0", "diagnostic_period: expected a positive"),
    ("calibration /none.json", "/none.json"), ("filter_parameters.velocity_lag -1", "velocity_lag"),
    ("filter_parameters.gains 1", "no parameter 'gains'"), ("yaw_offset nan", "yaw_offset: expected a finite number"),
])
def test_invalid_parameters(program, values, words):
    output = subprocess.run([program], input=values + "\n", check=True, stdout=subprocess.PIPE, text=True).stdout
    assert output.startswith("invalid: ") and words in output


def test_the_launch_file_starts_the_node_or_loads_it(monkeypatch):
    """With stand-ins for launch."""
    modules = ("ament_index_python.packages", "launch", "launch.actions", "launch.conditions", "launch.substitutions",
               "launch_ros.actions", "launch_ros.descriptions")
    for name in modules:
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    made = {}
    packages, launch, actions, conditions, substitutions, ros_actions, descriptions = (sys.modules[name] for name in modules)
    packages.get_package_share_directory = lambda name: str(PACKAGE.parent / name)
    launch.LaunchDescription = list
    actions.DeclareLaunchArgument = lambda name, default_value, **_: made.__setitem__(name, default_value)
    conditions.IfCondition, conditions.UnlessCondition = (lambda each: (each, True)), (lambda each: (each, False))
    substitutions.LaunchConfiguration = "${}".format
    substitutions.EqualsSubstitution = lambda first, second: (first, second)
    ros_actions.Node = ros_actions.LoadComposableNodes = descriptions.ComposableNode = lambda **options: options
    *_, node, loading = runpy.run_path(str(PACKAGE / "launch/attitude.launch.py"))["generate_launch_description"]()
    assert (node["condition"], loading["condition"]) == ((("$container", ""), True), (("$container", ""), False))
    assert made["container"] == "" and loading["target_container"] == "$container"
    (component,) = loading["composable_node_descriptions"]
    source, build = (PACKAGE / "src/attitude_node.cpp").read_text(), (PACKAGE / "CMakeLists.txt").read_text()
    assert f"REGISTER_NODE({component['plugin']})" in source and f'"{component["plugin"]}"' in build
    for each in (node, component):
        assert f"project({each['package']} " in build and f'Node("{each["name"]}"' in source
        assert each["parameters"] == ["$parameters"] and Path(made["parameters"]).is_file()
        assert [(topic, made[name[1:]]) for topic, name in each["remappings"]] == [("imu/data_raw",) * 2, ("imu/mag",) * 2]
        assert all(f'"{topic}"' in source for topic, _ in each["remappings"])
    assert f"add_executable({node['executable']} " in build


def test_parameters_are_those_of_the_python_node(program):
    lines = subprocess.run([program, "list"], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()

    def shown(value):
        return {bool: lambda: str(value).lower(), str: lambda: repr(value), float: lambda: f"{value:g}"}[type(value)]()

    assert [line.split("\t") for line in lines] == [
        [name, shown(each.default), each.description, str(int(each.is_live))] for name, each in PARAMETERS.items()]
    source = (PACKAGE / "include/cardan_ros/settings.hpp").read_text()
    assert re.findall(r'"(\w+)"', re.search(r"ignored_parameters = \{(.*?)\}", source, re.DOTALL)[1]) == list(IGNORED)
    assert (PACKAGE / "config/attitude.yaml").read_text() == (ROOT / "python/cardan_ros/config/attitude.yaml").read_text()
