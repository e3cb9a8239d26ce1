"""Orientation, shakes and tilt: those of the command."""

import json
import subprocess

import cardan
import numpy as np
import pytest

RATE = 100


@pytest.fixture
def shaken():
    """Two seconds upright, a shake of 0.8 s along x with 5 Hz and 30 m/s², two seconds upright, two on the left side."""
    t = np.arange(720) / RATE
    accel = np.tile([0, 9.80665, 0], (720, 1))
    accel[t >= 5.2] = [9.80665, 0, 0]
    moving = (t >= 2) & (t < 2.8)
    accel[moving, 0] += 30 * np.sin(2 * np.pi * 5 * t[moving])
    return t, accel


def test_events_come_in_order(shaken):
    t, accel = shaken
    found = cardan.gestures(accel, rate=RATE)
    assert [(each.event, each.value) for each in found] == [
        ("orientation", "portrait"), ("shake", "began"), ("shake", "ended"), ("orientation", "landscape-left")]
    assert 2 <= found[1].t < 2.8 <= found[2].t < 3.8 and found[3].t > 5.2
    assert [each.value for each in cardan.gestures(accel, t=t)] == [each.value for each in found]
    assert [each.event for each in cardan.gestures(accel, rate=RATE, swing_threshold=60)] == ["orientation", "orientation"]


def test_events_are_those_of_the_command(shaken, command, tmp_path):
    t, accel = shaken
    header = "t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z"
    np.savetxt(tmp_path / "log.csv", np.column_stack([t, np.zeros((720, 3)), accel]), delimiter=",", header=header, comments="",
               fmt="%.17g")
    run = subprocess.run([command, "events", f"replay:{tmp_path}/log.csv", "--json"], capture_output=True, text=True, check=True)
    expected = [(each["t"], each["event"], each["value"]) for each in map(json.loads, run.stdout.splitlines())]
    for source in (tmp_path / "log.csv", cardan.read_log(tmp_path / "log.csv")):
        assert [(round(each.t, 3), each.event, each.value) for each in cardan.gestures(source)] == expected


def test_a_stream(shaken):
    _, accel = shaken
    detector = cardan.GestureDetector()
    assert detector.orientation == "unknown"
    found = [each for row in accel for each in detector.update(row, dt=1 / RATE)]
    assert [each.value for each in found] == [each.value for each in cardan.gestures(accel, rate=RATE)]
    assert detector.orientation == "landscape-left"


def test_wrong_options_are_refused():
    assert cardan.gesture_options()["swings_to_begin"] == 4
    with pytest.raises(TypeError, match="no option 'sensitivity' of gestures; expected one of: entry_angle"):
        cardan.GestureDetector(sensitivity=1)
    with pytest.raises(ValueError, match="gestures"):
        cardan.GestureDetector(quiet_time=-1)
    with pytest.raises(ValueError, match="expected either t"):
        cardan.gestures(np.zeros((3, 3)))


@pytest.mark.parametrize(("gravity", "degrees"), [([0, -1, 0], 0), ([-9.81, 0, 0], 90), ([0, 1, 0], 180), ([1, 0, 0.5], 270)])
def test_tilt(gravity, degrees):
    assert np.degrees(cardan.tilt_angle(gravity)) == pytest.approx(degrees)
