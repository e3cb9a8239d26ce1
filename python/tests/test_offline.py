"""What is found in recordings that are complete: smoothing, calibration, alignment, noise, errors, logs."""

import json
import os
import subprocess
import sys
import warnings

import cardan
import numpy as np
import pytest
from conftest import ROOT

OUTPUTS = {
    "quaternion": "q", "gravity": "gravity_m_s2", "user_acceleration": "user_accel_m_s2", "angular_rate": "rate_rad_s",
    "gyro_bias": "gyro_bias_rad_s",
}
FIXTURES = ROOT / "Tests/LogFormatsTests/Fixtures"


# ---- Smoothing


@pytest.mark.parametrize("frame", ["enu", "x-arbitrary-corrected-z-vertical"])
def test_smoothing_equals_the_command(log, command, tmp_path, frame):
    path, calibration = tmp_path / "result.npy", tmp_path / "calibration.json"
    subprocess.run(
        [command, "fuse", log.path, "--smooth", "--frame", frame, "-q", "--format", "npy", "-o", path,
         "--save-calibration", calibration], check=True)
    table = np.load(path)
    result = cardan.fuse(*log.arrays, t=log.t, smooth=True, frame=frame)
    for name, column in OUTPUTS.items():
        np.testing.assert_allclose(getattr(result, name), table[column], rtol=0, atol=1e-12, err_msg=name)
    sigmas = np.stack([result.tilt_sigma, result.heading_sigma], axis=1)
    np.testing.assert_allclose(np.degrees(sigmas), table["sigma_deg"], rtol=0, atol=1e-9)
    np.testing.assert_array_equal(result.flags, table["flags"])
    expected = json.loads(calibration.read_text())
    expected.pop("provenance")
    assert result.calibration.details == expected


def test_smoothing_is_nearer_to_the_truth(hand_held):
    log = cardan.read_log(hand_held.path)
    filtered, smoothed = cardan.fuse(log), cardan.fuse(log, smooth=True)
    assert filtered.calibration is None
    before, after = cardan.evaluate(filtered, log.truth), cardan.evaluate(smoothed, log.truth)
    assert after.total < before.total and after.inclination < 0.9 * before.inclination
    assert (smoothed.tilt_sigma < np.radians(5)).all()
    (again,) = cardan.fuse_many([log], smooth=True, jobs=2)
    np.testing.assert_array_equal(again.quaternion, smoothed.quaternion)


def test_parameters_of_the_smoother_have_an_effect(hand_held):
    names = [each.name for each in cardan.parameters(smooth=True)]
    assert "knot_interval" in names and "declination" in names and len(set(names)) == len(names)
    plain = cardan.fuse(*hand_held.arrays, t=hand_held.t, smooth=True)
    coarse = cardan.fuse(*hand_held.arrays, t=hand_held.t, smooth=True, knot_interval=0.5)
    turned = cardan.fuse(*hand_held.arrays, t=hand_held.t, smooth=True, declination=0.1)
    assert np.abs(plain.quaternion - coarse.quaternion).max() > 1e-5
    # True north is 0.1 rad to the left of magnetic north.
    heading = np.unwrap(turned.euler()[:, 0]) - np.unwrap(plain.euler()[:, 0])
    np.testing.assert_allclose(np.mod(heading + np.pi, 2 * np.pi) - np.pi, -0.1, atol=1e-9)


@pytest.mark.parametrize("change, error, message", [
    ({"filter": "vqf"}, ValueError, "filter: smooth replaces the filter; leave out filter='vqf'"),
    ({"knot_intervall": 1}, TypeError, "the smoother has no parameter 'knot_intervall'; did you mean 'knot_interval'"),
    ({"knot_interval": 0}, ValueError, "knot_interval: expected 0.01 to 10 s, found 0"),
    ({"gyro": np.full((6, 3), np.nan)}, ValueError, "no valid gyroscope reading"),
    ({"accel": None}, ValueError, "accel: missing; the accelerometer is required"),
])
def test_what_cannot_be_smoothed_is_said(change, error, message):
    arguments = {"gyro": np.zeros((6, 3)), "accel": np.tile([0, 0, 9.81], (6, 1)), "rate": 100, "smooth": True} | change
    with pytest.raises(error, match=message):
        cardan.fuse(**arguments)


# ---- Calibration

GYRO_BIAS, ACCEL_BIAS, HARD_IRON = np.array([0.02, -0.01, 0.015]), np.array([0.2, -0.1, 0.3]), np.array([12.0, -7.0, 20.0])
ACCEL_SCALE = np.diag([1.02, 0.99, 1.01])
UP = [[0, 0, 1], [1, 0, 0], [0, 0, -1], [0, 1, 0], [-1, 0, 0], [0, -1, 0], [1, 1, 1], [-1, 1, 1], [1, -1, 1], [-1, -1, -1],
      [0, 0, 1]]


def turned(vector, rotation):
    """A vector turned by a rotation vector (Rodrigues)."""
    angle = np.linalg.norm(rotation)
    axis = rotation / angle
    return (vector * np.cos(angle) + np.cross(axis, vector) * np.sin(angle)
            + axis * (axis @ vector) * (1 - np.cos(angle)))


def calibration_recording(seed=3, rate=100):
    """Rests in eleven poses with turns in between, then turns through all directions, by sensors with errors."""
    random = np.random.default_rng(seed)
    up, field = np.array([0.0, 0.0, 1.0]), np.array([0.0, 20.0, -45.0])
    gyro, accel, mag = [], [], []

    def move(rotation, seconds):
        nonlocal up, field
        for _ in range(round(seconds * rate)):
            step = np.asarray(rotation) / (seconds * rate)
            if step.any():
                up, field = turned(up, -step), turned(field, -step)
            gyro.append(step * rate)
            accel.append(up * 9.80665)
            mag.append(field)

    for pose in UP:
        goal = np.array(pose) / np.linalg.norm(pose)
        axis = np.cross(goal, up)
        if np.linalg.norm(axis) < 1e-6 and goal @ up < 0:
            axis = np.cross(up, [0.3, 0.5, 0.2])
        if np.linalg.norm(axis) > 1e-6:
            angle = np.arctan2(np.linalg.norm(np.cross(goal, up)), goal @ up)
            move(axis / np.linalg.norm(axis) * angle, 1.5)
            # About the vertical too, which the accelerometer does not see.
            move(up * 2.0, 1.5)
        move([0, 0, 0], 3)
    for _ in range(30):
        move(random.normal(0, 2.0, 3), 1.5)
    move([0, 0, 0], 3)
    gyro, accel, mag = np.array(gyro), np.array(accel), np.array(mag)
    return cardan.Recording(
        gyro + GYRO_BIAS + random.normal(0, 1e-3, gyro.shape),
        accel @ np.linalg.inv(ACCEL_SCALE).T + ACCEL_BIAS + random.normal(0, 0.01, accel.shape),
        mag + HARD_IRON + random.normal(0, 0.2, mag.shape), rate=rate)


@pytest.fixture(scope="module")
def turns():
    return calibration_recording()


def test_the_errors_of_the_sensors_are_found(turns):
    found = cardan.calibrate(turns)
    assert found.problems == ()
    np.testing.assert_allclose(found.gyroscope.bias, GYRO_BIAS, atol=2e-4)
    np.testing.assert_allclose(found.accelerometer.bias, ACCEL_BIAS, atol=0.02)
    np.testing.assert_allclose(found.accelerometer.matrix, ACCEL_SCALE, atol=2e-3)
    np.testing.assert_allclose(found.magnetometer.bias, HARD_IRON, atol=0.3)
    rest = found.accelerometer.apply(turns.accel[:200]).mean(axis=0)
    np.testing.assert_allclose(rest, [0, 0, 9.80665], atol=0.03)
    alone = cardan.calibrate_magnetometer(turns.mag)
    np.testing.assert_allclose(alone.magnetometer.bias, HARD_IRON, atol=0.3)
    assert "gyroscope" not in alone.details
    for function, name in [(cardan.calibrate_gyroscope, "gyroscope"), (cardan.calibrate_accelerometer, "accelerometer")]:
        one = function(turns.gyro, turns.accel, rate=100)
        assert one.details[name] == found.details[name] and repr(one) == f"<cardan.Calibration of {name}>"


def test_calibration_equals_the_command(turns, command, tmp_path):
    log, path = tmp_path / "turns.csv", tmp_path / "calibration.json"
    t = np.arange(len(turns.gyro)) * 0.01
    header = ("t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z,mag_x [uT],mag_y,mag_z")
    table = np.column_stack([t, turns.gyro, turns.accel, turns.mag])
    np.savetxt(log, table, delimiter=",", header=header, comments="", fmt="%.17g")
    subprocess.run(
        [command, "calibrate", "all", log, "-o", path, "--date", "2026-11-20", "--axes", "y,-x,z"], check=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    found = cardan.calibrate(cardan.read_log(log), axes="y,-x,z", name=str(log), date="2026-11-20")
    expected = cardan.Calibration.load(path)
    details, provenance = found.details, expected.details["provenance"]
    assert details.pop("provenance") | {"program": provenance["program"]} == provenance
    assert details == {key: value for key, value in expected.details.items() if key != "provenance"}
    # The same bytes but for the line with the program.
    assert [line for line in found.to_json().splitlines() if '"program"' not in line] == [
        line for line in path.read_text().splitlines() if '"program"' not in line]


def test_calibrations_are_kept_and_used(turns, hand_held, tmp_path, command):
    found, path = cardan.calibrate(turns), tmp_path / "calibration.json"
    found.save(path)
    assert cardan.Calibration.load(path) == found
    arrays = [hand_held.gyro + GYRO_BIAS, hand_held.accel @ np.linalg.inv(ACCEL_SCALE).T + ACCEL_BIAS,
              hand_held.mag + HARD_IRON]
    by_object = cardan.fuse(*arrays, t=hand_held.t, calibration=found)
    by_file = cardan.fuse(*arrays, t=hand_held.t, calibration=path)
    np.testing.assert_array_equal(by_object.quaternion, by_file.quaternion)
    plain = cardan.fuse(*hand_held.arrays, t=hand_held.t)
    assert np.degrees(cardan.evaluate(by_object, plain.quaternion).total) < 0.5
    stream = cardan.Filter(calibration=found)
    np.testing.assert_array_equal(stream.process(*arrays, t=hand_held.t).quaternion, by_object.quaternion)


def test_what_does_not_calibrate_is_said(turns):
    still = cardan.Recording(turns.gyro[:900], turns.accel[:900], turns.mag[:900], rate=100)
    found = cardan.calibrate(still)
    assert any("accelerometer: the sensor rested in" in problem for problem in found.problems)
    assert list(found.details) == ["format", "gyroscope", "version"]
    with pytest.raises(ValueError, match="calibrate: accelerometer: the sensor rested in"):
        cardan.calibrate(still, sensors="accelerometer")
    with pytest.raises(ValueError, match="sensors: expected any of .* found 'compass'"):
        cardan.calibrate(still, sensors="compass")
    with pytest.raises(ValueError, match="shape: expected one of .* found 'round'"):
        cardan.calibrate(still, shape="round")
    with pytest.raises(ValueError, match="invalid request"):
        cardan.calibrate(still, gravity=1.6)
    with pytest.raises(ValueError, match="has no inverse"):
        cardan.Calibration('{"format": "cardan-calibration", "version": 1, "gyroscope": {"matrix": '
                           '[[0,0,0],[0,1,0],[0,0,1]], "bias_radians_per_second": [0,0,0]}}')


# ---- Alignment


def test_two_sensors_are_aligned(hand_held):
    rotated = np.stack([hand_held.gyro[:, 1], -hand_held.gyro[:, 0], hand_held.gyro[:, 2]], axis=1)
    first, second = {"gyro": hand_held.gyro, "t": hand_held.t + 2.5}, {"gyro": rotated + [0.01, 0, 0], "t": hand_held.t}
    found = cardan.align(first, second)
    assert found.nearest_axes == "-y,x,z" and found.nearest_axes_deviation < 1e-3
    assert found.clock_offset == pytest.approx(2.5, abs=1e-4)
    np.testing.assert_allclose(found.bias_difference, [0, -0.01, 0], atol=1e-4)
    # The second one's x is the first one's y: a turn by +90 degrees about z.
    w, x, y, z = found.first_from_second
    np.testing.assert_allclose(np.array([w, x, y, z]) * np.sign(w), [np.sqrt(0.5), 0, 0, np.sqrt(0.5)], atol=1e-3)
    log = cardan.read_log(hand_held.path)
    reference = cardan.align(log, attitude=(log.t, log.truth))
    assert reference.nearest_axes == "x,y,z" and abs(reference.clock_offset) < 0.01 and reference.explained > 0.95
    with pytest.raises(ValueError, match="align: the recordings overlap for 1.0 s"):
        cardan.align({"gyro": hand_held.gyro[:101], "rate": 100}, {"gyro": hand_held.gyro[:101], "rate": 100})
    with pytest.raises(ValueError, match="either second .* or attitude"):
        cardan.align(first)


def test_a_mounting_is_found():
    """Body z up at rest, then a quarter turn about body x; the sensor's x is body y, its y is body -x."""
    rate, quarter = 100, np.pi / 2
    rest, turn = 400, 150
    # In body axes.
    gyro = np.zeros((2 * rest + turn, 3))
    gyro[rest : rest + turn, 0] = quarter / (turn / rate)
    angle = np.cumsum(gyro[:, 0]) / rate
    accel = 9.81 * np.stack([0 * angle, np.sin(angle), np.cos(angle)], axis=1)
    noise = np.random.default_rng(2).normal(0, 1e-3, (2, *gyro.shape))
    sensor = [np.stack([array[:, 1], -array[:, 0], array[:, 2]], axis=1) for array in (gyro + noise[0], accel + noise[1])]
    found = cardan.find_mounting((*sensor, None, None, rate), up="z", turn="x")
    assert found.nearest_axes == "-y,x,z" and found.nearest_axes_deviation < 0.01
    with pytest.raises(ValueError, match="find_mounting: up and turn must be two different axes"):
        cardan.find_mounting((*sensor, None, None, rate), up="z", turn="-z")
    with pytest.raises(ValueError, match="up: expected x, y, z, -x, -y or -z, found 'w'"):
        cardan.find_mounting((*sensor, None, None, rate), up="w", turn="x")
    with pytest.raises(ValueError, match="find_mounting: no rest of two seconds"):
        cardan.find_mounting((sensor[0] + [3, 0, 0], sensor[1], None, None, rate), up="z", turn="x")


# ---- Noise


@pytest.mark.parametrize("value", [0, -1.0, float("nan"), float("inf")])
def test_the_allan_deviation_wants_a_positive_rate(value):
    with pytest.raises(ValueError, match="rate: expected a positive number"):
        cardan.allan_deviation(np.zeros(1000), rate=value)
    with pytest.raises(ValueError, match="the time between readings"):
        cardan.allan_deviation(np.zeros(1000), interval=value)


def test_the_field_of_another_decade_is_doubtful():
    with pytest.warns(cardan.DoubtfulInputWarning, match="take care: WMM2025 is made for the years 2025 to 2029"):
        cardan.earth_field(47.38, 8.54, year=2040.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cardan.earth_field(47.38, 8.54, year=2026.5)


def test_the_allan_deviation_is_its_definition():
    readings = np.random.default_rng(4).normal(1, 0.5, (5000, 2))
    found = cardan.allan_deviation(readings, rate=50)
    assert found.deviation.shape == (len(found.averaging_time), 2)
    for index, time in enumerate(found.averaging_time):
        m = round(time * 50)
        means = np.stack([np.convolve(column, np.ones(m) / m, "valid") for column in readings.T], axis=1)
        expected = np.sqrt(0.5 * np.mean((means[m:] - means[:-m]) ** 2, axis=0))
        np.testing.assert_allclose(found.deviation[index], expected, rtol=1e-9)
    assert (found.lower <= found.deviation).all() and (found.upper >= found.deviation).all()
    one = cardan.allan_deviation(readings[:, 0], interval=0.02)
    np.testing.assert_array_equal(one.deviation, found.deviation[:, 0])
    assert one.noise[0]["white_noise"].value == pytest.approx(0.5 / np.sqrt(50), rel=0.05)
    assert cardan.allan_deviation(readings, rate=50, form="hadamard").noise == ({}, {})


def test_gaps_are_not_bridged():
    random = np.random.default_rng(5)
    readings = random.normal(0, 1, 3000)
    readings[1000:1010] = np.nan
    readings[1010:] += 100
    found = cardan.allan_deviation(readings, rate=100)
    assert (found.deviation < 2).all()


def test_the_noise_equals_the_command(command, tmp_path):
    random, count = np.random.default_rng(6), 60_000
    gyro = random.normal(0, 1e-3, (count, 3)) + np.cumsum(random.normal(0, 1e-6, (count, 3)), axis=0)
    accel = random.normal(0, 0.02, (count, 3)) + [0, 0, 9.81]
    log, path = tmp_path / "still.csv", tmp_path / "noise.json"
    header = "t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z"
    np.savetxt(log, np.column_stack([np.arange(count) * 0.01, gyro, accel]), delimiter=",", header=header, comments="",
               fmt="%.17g")
    subprocess.run([command, "allan", log, "--all", "-o", path], check=True, stdout=subprocess.DEVNULL)
    expected = json.loads(path.read_text())
    for name, readings in (("gyroscope", gyro), ("accelerometer", accel)):
        noise = cardan.allan_deviation(readings, rate=100).noise
        white = expected[name]["white_noise_U_per_root_Hz"]
        assert [axis["white_noise"].value for axis in noise] == pytest.approx(white, rel=1e-6)


@pytest.mark.parametrize("movement", [False, True])
def test_the_noise_file_is_that_of_the_command(hand_held, command, tmp_path, movement):
    random, count = np.random.default_rng(7), 20_000
    gyro = random.normal(0, 2e-3, (count, 3))
    # In between the sensor is turned for 5 s.
    gyro[9000:9500, 2] += 1.5
    accel, mag = random.normal(0, 0.02, (count, 3)) + [0, 0, 9.81], random.normal(0, 0.3, (count, 3)) + [0, 20, -40]
    log, expected, path = tmp_path / "still.csv", tmp_path / "expected.json", tmp_path / "noise.json"
    header = "t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z,mag_x [uT],mag_y,mag_z"
    np.savetxt(log, np.column_stack([np.arange(count) * 0.01, gyro, accel, mag]), delimiter=",", header=header, comments="",
               fmt="%.9g")
    every = ["--all"] if movement else []
    subprocess.run([command, "allan", log, *every, "-o", expected], check=True, stdout=subprocess.DEVNULL)
    noise = cardan.measure_noise(cardan.read_log(log), movement=movement, name=str(log))
    noise.save(path)
    assert path.read_bytes() == expected.read_bytes()
    assert noise.problems == () and noise.to_json() == expected.read_text()
    assert (noise.details["rest_duration_s"] < 195) == (not movement)
    assert cardan.SensorNoise.load(path).details == noise.details
    assert repr(noise) == "<cardan.SensorNoise of gyroscope, accelerometer, magnetometer>"
    assert cardan.tuned_parameters(noise) == cardan.tuned_parameters(path) != {}
    result = tmp_path / "result.npy"
    subprocess.run(
        [command, "fuse", hand_held.path, "-q", "--tune-from", path, "--format", "npy", "-o", result], check=True)


def test_a_recording_that_tells_no_noise_says_why():
    with pytest.raises(ValueError, match="measure_noise: gyroscope: "):
        cardan.measure_noise((np.zeros((50, 3)), np.tile([0, 0, 9.81], (50, 1)), None, None, 100), movement=True)
    random = np.random.default_rng(8)
    found = cardan.measure_noise(
        (random.normal(0, 1e-3, (9000, 3)), np.tile([0, 0, 9.81], (9000, 1)), None, None, 100), movement=True)
    assert "gyroscope" in found.details and "accelerometer" not in found.details
    assert len(found.problems) == 1 and found.problems[0].startswith("accelerometer: ")


@pytest.mark.parametrize("arguments, message", [
    ({"readings": np.zeros(100)}, "either rate"),
    ({"readings": np.zeros((2, 2, 2)), "rate": 1}, "readings: expected N or N×K numbers"),
    ({"readings": np.zeros(100), "rate": 1, "form": "round"}, "form: expected one of .* found 'round'"),
    ({"readings": np.zeros(1), "rate": 1}, "the longest stretch without gaps"),
    ({"readings": np.full(100, np.nan), "rate": 1}, "no finite reading"),
    ({"readings": np.zeros(100), "interval": -1}, "the time between readings"),
])
def test_readings_that_tell_no_noise_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        cardan.allan_deviation(**arguments)


@pytest.mark.parametrize("filter", ["default", "default14", "mekf"])
def test_tuning_equals_the_command(hand_held, command, tmp_path, filter):
    random = np.random.default_rng(11)
    count, still, noise = 20_000, tmp_path / "still.csv", tmp_path / "noise.json"
    readings = np.hstack([
        np.arange(count)[:, None] * 0.01, random.normal(0, 0.05, (count, 3)),
        random.normal(0, 0.4, (count, 3)) + [0, 0, 9.81], random.normal(0, 2, (count, 3)) + [0, 20, -40]])
    header = "t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z,mag_x [uT],mag_y,mag_z"
    np.savetxt(still, readings, delimiter=",", header=header, comments="", fmt="%.9g")
    subprocess.run([command, "allan", still, "--all", "-o", noise], check=True, stdout=subprocess.DEVNULL)
    tuned = cardan.tuned_parameters(noise, filter)
    assert tuned == cardan.tuned_parameters(noise.read_bytes(), filter)
    defaults = {each.name: each.default for each in cardan.parameters(filter)}
    assert tuned and all(value > defaults[name] for name, value in tuned.items())
    path = tmp_path / "result.npy"
    subprocess.run(
        [command, "fuse", hand_held.path, "-q", "--filter", filter, "--tune-from", noise, "--format", "npy", "-o", path],
        check=True)
    result = cardan.fuse(*hand_held.arrays, t=hand_held.t, filter=filter, **tuned)
    np.testing.assert_allclose(result.quaternion, np.load(path)["q"], rtol=0, atol=1e-12)
    plain = cardan.fuse(*hand_held.arrays, t=hand_held.t, filter=filter)
    assert np.abs(result.quaternion - plain.quaternion).max() > 1e-6


def test_tuning_says_what_is_wrong(tmp_path):
    with pytest.raises(ValueError, match="not a noise file"):
        cardan.tuned_parameters(b"{}")
    with pytest.raises(ValueError, match="unknown format 'cardan-noise-9'"):
        cardan.tuned_parameters(b'{"format": "cardan-noise-9", "recording": "a", "rest_duration_s": 1}')
    keys = ["white_noise_U_per_root_Hz", "white_noise_sigma_U_per_root_Hz", "bias_instability_U", "random_walk_U_per_root_s",
            "quantization_U_s", "ramp_U_per_s", "wandering_bias_U", "wandering_bias_correlation_time_s",
            "least_allan_deviation_U", "least_allan_deviation_time_s"]
    noise = json.dumps({
        "format": "cardan-noise-1", "recording": "a", "rest_duration_s": 1,
        "gyroscope": {"unit": "rad/s", **{key: [0.01] * 3 for key in keys}}}).encode()
    assert set(cardan.tuned_parameters(noise)) == {"angle_random_walk", "bias_walk"}
    with pytest.raises(ValueError, match="filter without noise parameters"):
        cardan.tuned_parameters(noise, "madgwick")
    with pytest.raises(FileNotFoundError):
        cardan.tuned_parameters(tmp_path / "nothing.json")
    with pytest.raises(ValueError, match="'defualt'"):
        cardan.tuned_parameters(noise, "defualt")


# ---- Evaluation


def test_errors_equal_the_command(log, command):
    line = subprocess.run(
        [command, "evaluate", log.path, "--filter", "vqf", "--json"], check=True, capture_output=True, text=True).stdout
    expected = json.loads(line)
    recording = cardan.read_log(log.path)
    errors = cardan.evaluate(cardan.fuse(recording, filter="vqf"), recording.truth, moving=recording.moving)
    flat = json.dumps(expected)
    for value in (errors.total, errors.heading, errors.inclination):
        assert any(abs(number - np.degrees(value)) < 1e-3 for number in numbers_in(expected)), (flat, np.degrees(value))
    np.testing.assert_allclose(np.sqrt(np.mean(errors.each**2, axis=0)), [errors.total, errors.heading, errors.inclination])
    assert f"{np.degrees(errors.total):.3f}" in str(errors)


def numbers_in(value):
    if isinstance(value, dict):
        return [number for each in value.values() for number in numbers_in(each)]
    if isinstance(value, list):
        return [number for each in value for number in numbers_in(each)]
    return [value] if isinstance(value, (int, float)) and not isinstance(value, bool) else []


def test_the_parts_of_an_error():
    half = np.radians(10) / 2
    about_z, about_x = [np.cos(half), 0, 0, np.sin(half)], [np.cos(half), np.sin(half), 0, 0]
    truth = np.tile([1.0, 0, 0, 0], (3, 1))
    errors = cardan.evaluate([about_z, about_x, [9, 9, 9, 9]], truth, moving=[True, True, False])
    assert errors.count == 2
    np.testing.assert_allclose(np.degrees(errors.each[:2]), [[10, 10, 0], [10, 0, 10]], atol=1e-9)
    assert np.isnan(errors.each[2]).all()
    offset = cardan.evaluate(np.tile(about_z, (5, 1)).astype(np.float32), np.tile([1, 0, 0, 0], (5, 1)))
    assert np.degrees(offset.heading_offset) == pytest.approx(10, abs=1e-4) and offset.total_without_offset < 1e-6
    with pytest.raises(ValueError, match="truth: 3 rows, but estimate has 1"):
        cardan.evaluate([about_z], truth)
    with pytest.raises(ValueError, match="estimate: expected an array of N rows w, x, y, z"):
        cardan.evaluate(np.zeros((3, 3)), truth)
    with pytest.raises(ValueError, match="moving: expected 3 values"):
        cardan.evaluate(truth, truth, moving=[True])


# ---- Logs


def test_logs_are_read(log):
    read = cardan.read_log(log.path)
    np.testing.assert_array_equal(read.gyro, log.gyro)
    np.testing.assert_array_equal(read.accel, log.accel)
    np.testing.assert_array_equal(read.mag, log.mag)
    np.testing.assert_array_equal(read.t, np.round(log.t * 1e9).astype(np.int64))
    np.testing.assert_allclose(np.linalg.norm(read.truth, axis=1), 1)
    assert read.moving.all() and len(read) == len(log.t) and read.format.startswith("CSV")
    assert repr(read).startswith(f"<cardan.Log of {len(log.t)} rows: gyro, accel, mag, truth; CSV")
    by_log, by_arrays = cardan.fuse(read), cardan.fuse(*log.arrays, t=log.t)
    np.testing.assert_array_equal(by_log.quaternion, by_arrays.quaternion)
    pytest.importorskip("pandas")
    frame = read.to_pandas()
    np.testing.assert_array_equal(cardan.fuse_table(frame).quaternion, by_log.quaternion)


def test_other_formats(hand_held, command, tmp_path):
    expected = cardan.read_log(hand_held.path)
    for kind, path in (("npy", tmp_path / "log.npy"), ("euroc", tmp_path / "data.csv")):
        subprocess.run([command, "convert", hand_held.path, "--format", kind, "-o", path], check=True)
        read = cardan.read_log(path)
        np.testing.assert_array_equal(read.gyro, expected.gyro)
        np.testing.assert_array_equal(read.t, expected.t)
        assert (read.mag is None) == (kind == "euroc")
    trial = cardan.read_log(FIXTURES / "broad_small.hdf5")
    assert "BROAD" in trial.format and trial.truth.shape == (len(trial), 4) and np.isfinite(trial.gyro).any()


def test_long_logs_of_unknown_length(tmp_path):
    count = 150_001
    path = tmp_path / "long.csv"
    rows = np.arange(count)
    with open(path, "w") as file:
        file.write("t [ms],gyro_x [deg/s],gyro_y,gyro_z,accel_x [g],accel_y,accel_z\n")
        file.writelines(f"{row},{row},0,0,0,0,1\n" for row in rows)
    read = cardan.read_log(path)
    assert len(read) == count
    np.testing.assert_allclose(np.degrees(read.gyro[:, 0]), rows, rtol=1e-12)
    np.testing.assert_array_equal(read.t, rows * 1_000_000)


def test_what_is_no_log_is_said(tmp_path):
    with pytest.raises(FileNotFoundError):
        cardan.read_log(tmp_path / "nowhere.csv")
    path = tmp_path / "log.csv"
    path.write_text("t,gyro_x,gyro_y,gyro_z,accel_x,accel_y,accel_z\n0,1,2,3,4,5,6\n")
    with pytest.raises(ValueError, match=r"log.csv:1:2: gyro_x: no unit for the gyroscope") as raised:
        cardan.read_log(path, time_unit="s")
    assert "--" not in str(raised.value)  # The options of the command are not those of Python.
    assert cardan.read_log(path, time_unit="s", gyro_unit="deg/s", accel_unit="g").accel[0, 0] == 4 * 9.80665
    with pytest.raises(ValueError, match="gyroscope: unknown unit 'furlongs'"):
        cardan.read_log(path, gyro_unit="furlongs")
    path.write_text("t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [g],accel_y,accel_z\n0,1,2,3,4,5,6\n1,2,x,4,5,6,7\n")
    with pytest.raises(ValueError, match=r"log.csv:3"):
        cardan.read_log(path)
    with pytest.raises(ValueError, match="broad_unequal"):
        cardan.read_log(FIXTURES / "broad_unequal.hdf5")


# ---- The library


def test_the_library_is_loaded_when_it_is_needed(tmp_path):
    """Without libcardan-offline everything else works, and what needs it says what is missing."""
    program = """
import cardan, numpy as np
still = np.zeros((9, 3)), np.tile([0, 0, 9.81], (9, 1))
assert len(cardan.fuse(*still, rate=100)) == 9
try:
    cardan.fuse(*still, rate=100, smooth=True)
except cardan.MissingLibraryError as error:
    assert isinstance(error, ImportError) and "CARDAN_OFFLINE_LIBRARY" in str(error), error
else:
    raise AssertionError("it was loaded")
"""
    environment = os.environ | {"CARDAN_OFFLINE_LIBRARY": str(tmp_path / "none.so")}
    subprocess.run([sys.executable, "-c", program], check=True, env=environment)
