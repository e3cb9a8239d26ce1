"""Velocities of the ROS node from the positions of a satellite receiver, without ROS."""

import math
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "python/cardan_ros"))
from cardan_ros.estimator import Estimator  # noqa: E402
from cardan_ros.health import HealthReport  # noqa: E402
from cardan_ros.messages import of_fix  # noqa: E402
from cardan_ros.settings import Settings  # noqa: E402
from cardan_ros.velocity import LARGEST_INTERVAL, Fix, FixDifferences  # noqa: E402

STEP = 10_000_000
LEVEL = ([0.0, 0.0, 0.0], [0.0, 0.0, 9.81])
# Of a degree of latitude and of longitude at 45 degrees and 400 m, by the published series of WGS 84.
METERS = (111_131.745 + 400 * math.pi / 180, 78_846.8 + 400 * math.cos(math.pi / 4) * math.pi / 180)


def fix_at(east, north, longitude=10.0, status=0, variance=1e-4, height=400.0):
    return Fix(45 + north / METERS[0], longitude + east / METERS[1], height, (variance, variance), status)


@pytest.mark.parametrize("longitude", [10.0, -180.0, 179.99999])
def test_velocities_of_fixes(longitude):
    """A bend at 4 Hz: the velocity in the middle, and a standard deviation that holds."""
    differences, ratios = FixDifferences(), []
    for index in range(200):
        t = index * 0.25
        fix = fix_at(9 * math.sin(1.5 * t), 6 * math.cos(1.1 * t), longitude)
        if fix.longitude > 180:
            fix = fix._replace(longitude=fix.longitude - 360)
        found = differences.velocity(round(t * 1e9), fix)
        assert (found is None) == (index < 3)
        if found:
            assert found[0] == round((t - 0.125) * 1e9)
            middle = t - 0.125
            truth = (13.5 * math.cos(1.5 * middle), -6.6 * math.sin(1.1 * middle))
            assert found[1].values == pytest.approx(truth, abs=0.2) and found[1].sigma >= math.sqrt(2e-4) / 0.25
            ratios.append(math.dist(found[1].values, truth) / found[1].sigma)
    assert max(ratios) < 3


def test_fixes_that_give_no_velocity():
    def after(*fixes, interval=0.2):
        differences = FixDifferences()
        for index, fix in enumerate((*[fix_at(0, 0)] * 3, *fixes)):
            found = differences.velocity(round(index * interval * 1e9), fix)
        return found

    assert after(fix_at(1, 0))[1].values == pytest.approx((5, 0), rel=1e-4)
    assert after(fix_at(1, 0, height=math.nan))[1].values == pytest.approx((5, 0), rel=1e-4)
    for fix in (fix_at(1, 0, status=-1), fix_at(1, 0, status=2), fix_at(1, 0, variance=0), fix_at(1, 0, variance=math.nan),
                fix_at(math.nan, 0), fix_at(1, 0)._replace(latitude=89.95)):
        assert after(fix) is None
        # Corrections begin or end, or the receiver was without: the means begin again.
        assert after(fix, *[fix_at(0, 0)] * 3) is None and after(fix, *[fix_at(0, 0)] * 4) is not None
    assert after(fix_at(1, 0), interval=LARGEST_INTERVAL + 0.01) is None and after(fix_at(1, 0), interval=0) is None
    message = SimpleNamespace(latitude=1.0, longitude=2.0, altitude=3.0, position_covariance=[0.1, 0, 0, 0, 0.2, 0, 0, 0, 9],
                            position_covariance_type=2, status=SimpleNamespace(status=1))
    assert of_fix(message) == Fix(1.0, 2.0, 3.0, (0.1, 0.2), 1)
    message.position_covariance_type = 0
    assert of_fix(message).variances == (0, 0)


def test_fixes_reach_the_filter_and_the_diagnostics(hand_held):
    estimator, other = Estimator(Settings({"velocity": "fix"})), Estimator(Settings({"velocity": "fix"}))
    report, differences = HealthReport(use_mag=False), FixDifferences()
    for index in range(600):
        t = index * STEP
        if index % 20 == 5:
            fix = fix_at(0.3 * math.sin(t * 1e-9), 0)
            estimator.add_fix(t, fix)
            found = differences.velocity(t, fix)
            if found:
                other.add_velocity(*found)
        rows = hand_held.gyro[index], hand_held.accel[index]
        np.testing.assert_array_equal(estimator.add_sample(t, *rows).quaternion, other.add_sample(t, *rows).quaternion)
    assert estimator.counts["fixes"] == 30 and estimator.counts["velocities"] == 27
    # Those of the start are no problem; a receiver that never gives one is.
    assert "fixes" not in report.made(estimator.counts, None).message
    estimator.add_fix(7 * 10**9, fix_at(0, 0, variance=0))
    estimator.add_sample(7 * 10**9, *LEVEL)
    assert "fixes without velocity: 1" in report.made(estimator.counts, None).message


def errors_in_flight(command, folder, rate, seed, deviation=None, duration=60):
    """Inclination and heading, degrees RMS after 10 s, of a flight with fixes of a rate, 0.15 s late, with white errors of 1 cm, slow
    ones of half the standard deviation, and that standard deviation in their covariance."""
    path = folder / f"{seed}.csv"
    subprocess.run(
        [command, "simulate", "--scenario", "quadrotor", "--rate", "100", "--gnss-rate", "100", "--gnss-noise", "0", "--gnss-lag", "0",
         "--seed", str(seed), "--duration", str(duration), "--output", path], check=True)
    table = np.loadtxt(path, delimiter=",", skiprows=1)
    t, velocity, truth = table[:, 0], table[:, 10:12], table[:, 13:17]
    way = np.vstack([[0, 0], np.cumsum((velocity[1:] + velocity[:-1]) / 2 * np.diff(t)[:, None], axis=0)])
    estimator, random, slow = Estimator(Settings({"velocity": "fix" if deviation else "none"})), np.random.default_rng(seed), np.zeros(2)
    inclinations, headings, due = [], [], 0.5
    for index, time in enumerate(t.tolist()):
        nanoseconds = round(time * 1e9)
        if np.isfinite(table[index, 7:10]).all():
            estimator.add_field(nanoseconds, table[index, 7:10] * 1e-6)
        if deviation and time >= due:
            due += 1 / rate
            kept = math.exp(-1 / (60 * rate))
            slow = kept * slow + math.sqrt(1 - kept**2) * deviation / 2 * random.normal(size=2)
            east, north = way[np.searchsorted(t, time - 0.15)] + slow + random.normal(scale=0.01, size=2)
            estimator.add_fix(nanoseconds, fix_at(east, north, variance=deviation**2))
        w, x, y, z = estimator.add_sample(nanoseconds, table[index, 1:4], table[index, 4:7]).quaternion
        if time > 10:
            a, b, c, d = truth[index]
            error_w, error_z = w * a + x * b + y * c + z * d, z * a - w * d - x * c + y * b
            inclinations.append(2 * math.acos(min(1, math.hypot(error_w, error_z))))
            headings.append(2 * math.atan2(abs(error_z), abs(error_w)))
    return np.degrees([np.sqrt(np.mean(np.square(each))) for each in (inclinations, headings)])


@pytest.mark.parametrize("rate, deviation, most", [(5, 0.014, 0.6), (2.5, 0.014, 1), (1, 0.014, 1.001), (5, 1.5, 1.001)])
def test_fixes_with_corrections_help_and_others_do_no_harm(command, tmp_path, rate, deviation, most):
    """The inclination in aggressive flight, beside that without velocity."""
    without = errors_in_flight(command, tmp_path, rate, 1, duration=30)[0]
    assert errors_in_flight(command, tmp_path, rate, 1, deviation, duration=30)[0] < most * without
