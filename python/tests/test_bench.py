"""`cardan bench`: Python packages give the errors that they have in scripts of their own."""

import json
import subprocess
import sys

import numpy as np
import pytest

from conftest import Log

ahrs = pytest.importorskip("ahrs")
imufusion = pytest.importorskip("imufusion")
vqf = pytest.importorskip("vqf")

RATE = 100.0


def rms_errors(estimate, truth):
    """Total, heading and inclination in degrees (BROAD), of quaternions of body to ENU."""
    (a, b, c, d), (w, x, y, z) = np.transpose(estimate), np.transpose(truth) * np.array([[1], [-1], [-1], [-1]])
    w, x, y, z = (a * w - b * x - c * y - d * z, a * x + b * w + c * z - d * y,
                  a * y - b * z + c * w + d * x, a * z + b * y - c * x + d * w)
    angles = (np.arctan2(np.sqrt(x**2 + y**2 + z**2), abs(w)), np.arctan2(abs(z), abs(w)),
              np.arctan2(np.hypot(x, y), np.hypot(w, z)))
    return [np.degrees(np.sqrt(np.mean((2 * angle) ** 2))) for angle in angles]


def of_vqf(log):
    if np.isfinite(log.mag).all():
        return vqf.VQF(1 / RATE).updateBatch(*log.arrays)["quat9D"]
    has_field = np.isfinite(log.mag).all(axis=1)
    # The first reading of the magnetometer is in the first row, and every one after the same number of rows.
    filter, quaternions = vqf.VQF(1 / RATE, magTs=len(has_field) / has_field.sum() / RATE), []
    for gyro, accel, mag, is_present in zip(*log.arrays, has_field):
        filter.updateGyr(gyro)
        filter.updateAcc(accel)
        if is_present:
            filter.updateMag(mag)
        quaternions.append(filter.getQuat9D())
    return quaternions


def of_fusion(log):
    filter, settings = imufusion.Ahrs(), imufusion.AhrsSettings()
    settings.convention = imufusion.CONVENTION_ENU
    settings.sample_rate = RATE
    filter.set_settings(settings)
    quaternions = []
    for gyro, accel, mag in zip(*log.arrays):
        filter.update(np.degrees(gyro), accel / 9.80665, mag)
        quaternions.append(filter.get_quaternion())
    return quaternions


def of_madgwick(log):
    gyr, acc, mag = log.arrays
    w, x, y, z = ahrs.filters.Madgwick(gyr=gyr, acc=acc, mag=mag, frequency=RATE).Q.T
    # Its axes are north, west and up: a quarter turn counter-clockwise leads to east, north and up.
    return np.sqrt(0.5) * np.transpose([w - z, x - y, y + x, z + w])


def of_mahony(log):
    gyr, acc, mag = log.arrays
    return ahrs.filters.Mahony(gyr=gyr, acc=acc, mag=mag, frequency=RATE).Q


def bench(command, log, *options):
    run = subprocess.run(
        [command, "bench", str(log.path), "--python", sys.executable, "--json", *options], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    document = json.loads(run.stdout)
    return {run["method"]: run for run in document["recordings"][0]["runs"]}, document, run.stderr


def truth_of(log):
    return np.loadtxt(log.path, delimiter=",", skiprows=1)[:, 10:14]


def test_packages_have_the_errors_of_scripts_of_their_own(command, hand_held):
    runs, document, remarks = bench(command, hand_held, "--filter", "default,vqf")
    assert remarks == ""
    expected = {"vqf.VQF": of_vqf, "imufusion.Ahrs": of_fusion, "ahrs.Madgwick": of_madgwick, "ahrs.Mahony": of_mahony}
    for method, script in expected.items():
        errors = [runs[method][name] for name in ("total", "heading", "inclination")]
        # Fusion computes in single precision, and its interval comes once as a rate.
        assert errors == pytest.approx(rms_errors(script(hand_held), truth_of(hand_held)), abs=1e-3 if "fusion" in method else 1e-6)
    assert set(runs) == {"default", "vqf", "imufusion.Bias+Ahrs", *expected}
    assert all(method["tunedOn"] and method["nanosecondsPerSample"] > 0 for method in document["methods"])
    assert {method["method"]: method["version"] for method in document["methods"]}["vqf.VQF"] == "2.1.2"


@pytest.mark.parametrize("name", ["hand-held", "pendulum", "quadrotor"])
def test_vqf_equals_the_package(command, name):
    """The package integrates the first sample too, whose interval a log does not have: that shows in a minute, not in the algorithm."""
    runs, _, _ = bench(command, Log(name), "--filter", "vqf")
    for error in ("total", "heading", "inclination"):
        assert runs["vqf"][error] == pytest.approx(runs["vqf.VQF"][error], rel=2e-3), error


def test_a_slow_magnetometer_updates_vqf_alone(command):
    log = Log("pendulum")
    assert not np.isfinite(log.mag).all()
    runs, _, _ = bench(command, log, "--filter", "vqf")
    errors = [runs["vqf.VQF"][name] for name in ("total", "heading", "inclination")]
    assert errors == pytest.approx(rms_errors(of_vqf(log), truth_of(log)), abs=1e-6)


def test_without_magnetometer_the_heading_offset_is_removed(command, hand_held):
    runs, _, _ = bench(command, hand_held, "--filter", "vqf", "--no-magnetometer")
    gyr, acc, _ = hand_held.arrays
    quaternions = vqf.VQF(1 / RATE).updateBatch(gyr, acc)["quat6D"]
    assert runs["vqf.VQF"]["inclination"] == pytest.approx(rms_errors(quaternions, truth_of(hand_held))[2], abs=1e-6)
    assert runs["vqf.VQF"]["total"] < 5 and runs["ahrs.Madgwick"]["total"] < 10
