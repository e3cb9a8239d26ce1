"""What the checks of `cardan doctor` find, from Python."""

import json
import pickle
import subprocess
import warnings

import cardan
import numpy as np
import pytest
from cardan._findings import in_python

HEADER = "t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z,mag_x [uT],mag_y,mag_z"


def write(path, log, *, accel=1.0, gyro=0.0, header=HEADER):
    """A log with the accelerometer times a factor and a bias of the gyroscope."""
    table = np.column_stack([log.t, log.gyro + gyro, accel * log.accel, log.mag])
    np.savetxt(path, table, delimiter=",", header=header, comments="", fmt="%.9g")
    return path


def doctor(command, *arguments):
    text = subprocess.run([command, "doctor", "--json", *arguments], capture_output=True, text=True).stdout
    return json.loads(text)[0]


def reasons_of_fuse(command, path, *options):
    """The text behind `take care:`, and None for a log without."""
    run = subprocess.run(
        [command, "fuse", path, "-o", "/dev/null", "--format", "csv", *options], capture_output=True, text=True, check=True)
    lines = [line for line in run.stderr.splitlines() if "take care: " in line]
    return lines[0] if lines else None


def warned(call):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    return [each for each in caught if each.category is cardan.DoubtfulInputWarning]


def test_gravity_that_was_removed_is_told_in_any_unit(hand_held):
    """An error in m/s²; after its other advice, which is for readings in g, a warning."""
    free = cardan.fuse(*hand_held.arrays, t=hand_held.t).user_acceleration
    with pytest.raises(ValueError, match="if gravity was removed"):
        cardan.fuse(hand_held.gyro, free, hand_held.mag, t=hand_held.t)
    (told,) = warned(lambda: cardan.fuse(hand_held.gyro, free, hand_held.mag, t=hand_held.t, accel_unit="g"))
    assert "gravity was removed from the accelerometer" in str(told.message)
    in_g = hand_held.accel / 9.80665
    assert not warned(lambda: cardan.fuse(hand_held.gyro, in_g, hand_held.mag, t=hand_held.t, accel_unit="g"))


def test_findings_are_those_of_the_command(hand_held, command, tmp_path):
    path = write(tmp_path / "reversed.csv", hand_held, accel=-1.0)
    expected, found = doctor(command, path), cardan.read_log(path).findings()
    assert found.verdict == expected["verdict"] == "unusable"
    assert [finding.check for finding in found] == [each["check"] for each in expected["findings"]]
    for finding, each in zip(found, expected["findings"]):
        assert (finding.severity, finding.message, finding.fact) == (each["severity"], in_python(each["message"]), each["text"])
        assert [number.value for number in finding.evidence] == [float(number["value"]) for number in each["evidence"]]
        assert [list(times) for times in finding.times] == each["times"]
    assert found[0].check == "D" and found[0].options == ("--accel-axes=-x,-y,-z",)
    assert found[0].advice == "accel_axes='-x,-y,-z'" and str(found[0]).endswith("use accel_axes='-x,-y,-z'")


def test_contents_are_those_of_the_command(hand_held, command):
    info = cardan.read_log(hand_held.path).info()
    assert info == doctor(command, hand_held.path)["info"]
    assert info["rows"] == 6000 and info["rate"] == pytest.approx(100, rel=1e-3) and len(info["sensors"]) == 3


def test_a_sound_log_has_no_doubts(hand_held):
    log = cardan.read_log(hand_held.path)
    assert log.findings().verdict == "good" and log.findings().reasons == []
    assert warned(lambda: cardan.fuse(log)) == []
    again = pickle.loads(pickle.dumps(log))
    assert again.findings() == log.findings()


def test_a_table_is_examined_in_memory(hand_held):
    pyarrow = pytest.importorskip("pyarrow")
    units = {"gyro": "rad/s", "accel": "m/s^2", "mag": "uT"}
    names = ["t [s]", *(f"{sensor}_{axis} [{unit}]" for sensor, unit in units.items() for axis in "xyz")]
    table = np.column_stack([hand_held.t, hand_held.gyro, -hand_held.accel, hand_held.mag])
    log = cardan.read_log(pyarrow.table(dict(zip(names, table.T))))
    found = log.findings()
    # Remedies are tried on files.
    assert found.verdict == "unusable" and found[0].check == "D" and found[0].options == ()
    assert log.info()["rows"] == len(log)


@pytest.mark.parametrize("fault", ["scale", "silent", "gap"])
def test_fuse_warns_as_the_command_does(hand_held, command, tmp_path, fault):
    log = cardan.read_log(write(tmp_path / "log.csv", hand_held, accel=1.06 if fault == "scale" else 1.0))
    if fault == "silent":
        lines = log_lines(tmp_path / "log.csv")
        lines[2000:4000] = [",".join(line.split(",")[:4] + [""] * 6) for line in lines[2000:4000]]
        (tmp_path / "log.csv").write_text("\n".join(lines) + "\n")
    if fault == "gap":
        lines = log_lines(tmp_path / "log.csv")
        (tmp_path / "log.csv").write_text("\n".join(lines[:3000] + lines[3200:]) + "\n")
    log = cardan.read_log(log.path)
    (warning,) = warned(lambda: cardan.fuse(log))
    assert str(warning.message) == in_python(reasons_of_fuse(command, log.path))
    assert warning.filename == __file__
    # Without the outputs that the checks need, and from arrays: the same.
    (other,) = warned(lambda: cardan.fuse(log.gyro, log.accel, log.mag, t=log.t, outputs="quaternion"))
    assert f"{log.path}: {other.message}" == str(warning.message)


def test_slow_rates_in_degrees_are_doubted(hand_held):
    gyro, accel, mag = hand_held.arrays
    (warning,) = warned(lambda: cardan.fuse(np.degrees(gyro), accel, mag, t=hand_held.t, check_units=False))
    assert "the gyroscope values look like deg/s" in str(warning.message)


def log_lines(path):
    return path.read_text().splitlines()


def test_only_requested_outputs_are_returned(hand_held):
    result = cardan.fuse(*hand_held.arrays, t=hand_held.t, outputs="gravity")
    assert list(result.columns()) == ["t [s]", "gravity_x [m/s^2]", "gravity_y [m/s^2]", "gravity_z [m/s^2]"]


def test_a_conjugated_truth_is_a_doubt(hand_held):
    log = cardan.read_log(hand_held.path)
    log.truth = log.truth * [1, -1, -1, -1]
    (warning,) = warned(lambda: cardan.fuse(log))
    assert "conjugated" in str(warning.message)
    # In another frame and in other axes the truth is another one.
    assert warned(lambda: cardan.fuse(log, frame="ned")) == []
    smoothed = warned(lambda: cardan.fuse(log, smooth=True))
    assert len(smoothed) == 1 and "conjugated" in str(smoothed[0].message)


def test_reading_warns_of_the_file(hand_held, command, tmp_path):
    header = HEADER.replace("mag_x [uT],mag_y,mag_z", "compass_1,compass_2,compass_3")
    path = write(tmp_path / "log.csv", hand_held, header=header)
    (warning,) = warned(lambda: cardan.read_log(path))
    assert str(warning.message) == in_python(reasons_of_fuse(command, path)) and "compass_1" in str(warning.message)
    assert warning.filename == __file__
