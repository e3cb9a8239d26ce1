"""Streams."""

import copy
import pickle
import re
import threading

import cardan
import numpy as np
import pytest


def run(filter, log, rows):
    for row in rows:
        filter.update(log.gyro[row], log.accel[row], log.mag[row], dt=0.01)


@pytest.mark.parametrize("name", cardan.filters())
def test_a_snapshot_is_the_whole_state(hand_held, name):
    filter = cardan.Filter(name, frame="ned", gravity_magnitude=9.8)
    run(filter, hand_held, range(200))
    snapshot = filter.snapshot()
    pickled, copied = pickle.loads(pickle.dumps(filter)), copy.deepcopy(filter)
    run(filter, hand_held, range(200, 400))
    restored = cardan.Filter(name)
    restored.restore(snapshot)
    for other in (restored, pickled, copied):
        run(other, hand_held, range(200, 400))
        np.testing.assert_array_equal(other.quaternion, filter.quaternion)
        np.testing.assert_array_equal(other.gyro_bias, filter.gyro_bias)
        assert other.parameter("gravity_magnitude") == 9.8
        assert other.snapshot() == filter.snapshot()


def test_bad_snapshots_leave_the_filter_alone(hand_held):
    filter = cardan.Filter()
    run(filter, hand_held, range(100))
    snapshot = filter.snapshot()
    changed = bytearray(snapshot)
    changed[len(changed) // 2] ^= 1
    for bad in (b"", b"cardan", bytes(changed), snapshot[:-1], cardan.Filter("vqf").snapshot()):
        with pytest.raises(cardan.CardanError, match="restore: "):
            filter.restore(bad)
        assert filter.snapshot() == snapshot


def test_blocks_are_the_whole(hand_held):
    whole = cardan.fuse(*hand_held.arrays, t=hand_held.t)
    filter = cardan.Filter()
    for rows in (slice(0, 1), slice(1, 777), slice(777, 777), slice(777, 6000)):
        block = filter.process(*(array[rows] for array in hand_held.arrays), t=hand_held.t[rows])
        np.testing.assert_array_equal(block.quaternion, whole.quaternion[rows])
    filter.reset()
    again = filter.process(*hand_held.arrays, t=hand_held.t)
    np.testing.assert_array_equal(again.quaternion, whole.quaternion)


def test_separate_sensors_at_the_same_moments(hand_held):
    together, apart = cardan.Filter(), cardan.Filter(separate_sensors=True)
    count = 0
    for row in range(500):
        t = round(hand_held.t[row] * 1e9)
        together.update(hand_held.gyro[row], hand_held.accel[row], hand_held.mag[row], t=t)
        apart.add("mag", t, hand_held.mag[row])
        apart.add("accel", t, hand_held.accel[row])
        apart.add("gyro", t, hand_held.gyro[row])
        while apart.next():
            count += 1
    apart.finish()
    while apart.next():
        count += 1
    assert count == 500
    np.testing.assert_allclose(apart.quaternion, together.quaternion, atol=1e-12)
    with pytest.raises(cardan.CardanError, match="not supported by this filter"):
        together.add("gyro", 0, [0, 0, 0])


def test_what_a_filter_knows(hand_held):
    filter = cardan.Filter("default")
    run(filter, hand_held, range(1000))
    assert filter.gyro_bias_sigma.shape == (3,) and (filter.gyro_bias_sigma > 0).all()
    assert 0 < filter.tilt_sigma < 0.1 and 0 < filter.heading_sigma < 0.5
    assert np.linalg.norm(filter.gravity) == pytest.approx(9.80665)
    assert cardan.Filter("madgwick").gyro_bias_sigma is None
    assert np.isnan(cardan.Filter("madgwick").tilt_sigma)
    # North-east-down swaps the first two axes and turns the third: a pure rotation by 180 degrees from east-north-up.
    enu, ned = filter.quaternion, filter.quaternion_in("ned")
    half = np.sqrt(0.5)
    turned = np.array([-(enu[1] + enu[2]), enu[0] + enu[3], enu[0] - enu[3], enu[2] - enu[1]]) * half
    assert min(np.abs(ned - turned).max(), np.abs(ned + turned).max()) < 1e-12


@pytest.mark.parametrize("arguments, message", [
    ({"gyro": [0, 0]}, "gyro: expected three numbers"),
    ({"accel": 9.81}, "accel: expected three numbers"),
    ({"dt": None}, "either dt .* or t"),
    ({"t": 1.0}, "either dt .* or t"),
    ({"dt": None, "t": float("nan")}, "t: invalid timestamp nan"),
])
def test_what_is_wrong_is_said(arguments, message):
    with pytest.raises(ValueError, match=message):
        cardan.Filter().update(**({"gyro": [0, 0, 0], "accel": [0, 0, 9.81], "dt": 0.01} | arguments))


def test_a_filter_without_update_reads_as_level():
    np.testing.assert_array_equal(cardan.Filter().quaternion, [1, 0, 0, 0])
    assert cardan.Filter().flags == cardan.Flags(0)


def test_parameters_change_between_two_samples(hand_held):
    changed, kept = cardan.Filter(), cardan.Filter()
    for filter in (changed, kept):
        run(filter, hand_held, range(1000))
    before = changed.quaternion
    changed.set_parameters(least_velocity_density=2.0, declination=0.1)
    assert changed.parameter("least_velocity_density") == 2.0
    # The declination turns the output about up; the rest stays.
    w, x, y, z = before
    c, s = np.cos(0.05), np.sin(0.05)
    np.testing.assert_allclose(changed.quaternion, [c * w + s * z, c * x + s * y, c * y - s * x, c * z - s * w], atol=1e-12)
    changed.set_parameters(declination=0.0)
    np.testing.assert_allclose(changed.quaternion, before, atol=1e-12)
    for filter in (changed, kept):
        run(filter, hand_held, range(1000, 3000))
    assert np.abs(changed.quaternion - kept.quaternion).max() > 1e-4
    with pytest.raises(ValueError, match="least_velocity_density: expected 1e-06 to .*, found -1"):
        changed.set_parameters(least_velocity_density=-1)
    with pytest.raises(TypeError, match="did you mean 'least_velocity_density'"):
        changed.set_parameters(least_velocity_densty=1)
    with pytest.raises(cardan.CardanError, match="merger_reordering_window"):
        changed.set_parameters(merger_reordering_window=0.1)


def test_names_may_have_capitals(hand_held):
    filter = cardan.Filter("VQF", frame="NED")
    assert repr(filter) == "<cardan.Filter 'vqf', frame 'ned'>"
    result = cardan.fuse(*hand_held.arrays, rate=100, filter="Madgwick", frame="Ned")
    assert (result.filter, result.frame) == ("madgwick", "ned")
    with pytest.raises(ValueError, match="unknown frame 'NEDD'; expected one of: enu, ned"):
        cardan.Filter(frame="NEDD")


def handled(rate_factor=1.0, force_factor=1.0):
    """Readings at 100 Hz of a body that is turned by 60 degrees, rests, and is turned back, several times."""
    for index in range(2000):
        turn, part = divmod(index, 200)
        sign = -1 if turn % 2 else 1
        rate = sign * np.pi**2 / 6 * np.sin(np.pi * min(part, 100) / 100)
        turned = np.pi / 6 * (1 - np.cos(np.pi * min(part, 100) / 100))
        angle = turned if sign > 0 else np.pi / 3 - turned
        yield [rate_factor * rate, 0, 0], 9.81 * force_factor * np.array([0, np.sin(angle), np.cos(angle)])


@pytest.mark.parametrize("factors, doubt, words", [
    ((1, 1), cardan.Doubts(0), None),
    ((180 / np.pi, 1), cardan.Doubts.RATE_UNIT, r"in deg/s, not in rad/s; .*numpy.radians\(gyro\)"),
    ((-1, 1), cardan.Doubts.RATE_AXES, "signs or axes"), ((1, 1 / 9.81), cardan.Doubts.FORCE_UNIT, "not in m/s.2; "),
])
def test_a_filter_warns_once_of_wrong_units_and_signs(factors, doubt, words, recwarn):
    filter = cardan.Filter("mahony")
    for gyro, accel in handled(*factors):
        filter.update(gyro, accel, dt=0.01)
    assert filter.doubts == doubt
    told = [str(each.message) for each in recwarn if each.category is cardan.DoubtfulInputWarning]
    assert len(told) == (words is not None)
    assert words is None or re.search(words, told[0])
    assert all(each.filename == __file__ for each in recwarn)
    filter.reset()
    assert filter.doubts == cardan.Doubts(0)


def test_flags_have_the_names_of_the_columns():
    flags = cardan.Flags.AT_REST | cardan.Flags.INITIALIZING
    assert str(flags) == "at_rest|initializing" and cardan.Flags("at_rest|initializing") == flags
    assert str(cardan.Flags(0)) == "" and cardan.Flags("") == cardan.Flags(0)
    with pytest.raises(ValueError, match="unknown flag 'resting'"):
        cardan.Flags("at_rest|resting")


def test_threads_share_a_filter(hand_held):
    """Every sample arrives whole: equal samples give the same bytes in any order, and the state stays finite."""
    alone, shared = cardan.Filter(), cardan.Filter()
    delayed = cardan.DelayedFilter(0.5)
    sample = [array[0] for array in hand_held.arrays]
    counts, failures = [], []

    def run_one():
        try:
            for _ in range(2000):
                shared.update(*sample, dt=0.01)
                shared.observe_velocity(float("nan"), 0)
            for _ in range(20):
                counts.append(len(delayed.process(*(array[:50] for array in hand_held.arrays), rate=100)))
                delayed.filter.snapshot()
        except Exception as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=run_one) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for _ in range(8000):
        alone.update(*sample, dt=0.01)
        alone.observe_velocity(float("nan"), 0)
    assert not failures
    assert shared.snapshot() == alone.snapshot()
    assert sum(counts) + len(delayed.finish()) == 4 * 20 * 50


def test_the_learned_bias_is_kept_without_the_attitude(tmp_path):
    bias, still = np.array([0.02, -0.01, 0.015]), [0.0, 0.0, 9.81]
    first = cardan.Filter()
    for _ in range(6000):
        first.update(bias, still, dt=0.01)
    first.learned_calibration().save(tmp_path / "bias.json")
    second = cardan.Filter(calibration=tmp_path / "bias.json")
    second.update(bias, still, dt=0.01)
    np.testing.assert_allclose(second.angular_rate, 0, atol=2e-5)
    # What it learns itself comes on top, also after a copy.
    for _ in range(6000):
        second.update(bias + 0.005, still, dt=0.01)
    for filter in (second, pickle.loads(pickle.dumps(second))):
        np.testing.assert_allclose(filter.learned_calibration().gyroscope.bias, bias + 0.005, atol=2e-4)


def test_a_calibration_of_all_sensors_keeps_its_models():
    given = cardan.Calibration("""{"format": "cardan-calibration", "version": 1,
        "gyroscope": {"bias_radians_per_second": [0.01, 0, 0], "matrix": [[1.1, 0, 0], [0, 1, 0], [0, 0, 1]]},
        "magnetometer": {"hard_iron_microteslas": [5, 0, 0], "soft_iron": [[1, 0.1, 0], [0, 1, 0], [0, 0, 1]]}}""")
    kept = cardan.Filter(calibration=given).learned_calibration()
    for sensor in ("gyroscope", "accelerometer", "magnetometer"):
        for one, other in zip(getattr(kept, sensor), getattr(given, sensor)):
            np.testing.assert_allclose(one, other)
    assert "accelerometer" not in kept.details
