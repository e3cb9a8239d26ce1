"""Whole recordings."""

import ctypes
import datetime
import signal
import subprocess
import threading

import cardan
import numpy as np
import pandas as pd
import pytest
from cardan import _library
from cardan._outputs import Block

OUTPUTS = ["quaternion", "gravity", "user_acceleration", "angular_rate", "gyro_bias", "tilt_sigma", "heading_sigma", "flags"]


def same(left, right):
    for name in OUTPUTS:
        np.testing.assert_array_equal(getattr(left, name), getattr(right, name), err_msg=name)


@pytest.mark.parametrize("options", [{}, {"filter": "vqf", "frame": "ned"}, {"filter": "mekf", "frame": "nwu"}])
def test_equals_the_command(log, command, tmp_path, options):
    path = tmp_path / "result.npy"
    flags = [part for name, value in options.items() for part in (f"--{name}", value)]
    subprocess.run([command, "fuse", log.path, "-q", "--format", "npy", "-o", path, *flags], check=True)
    table = np.load(path)
    result = cardan.fuse(*log.arrays, t=log.t, **options)
    expected = {
        "quaternion": table["q"], "gravity": table["gravity_m_s2"], "user_acceleration": table["user_accel_m_s2"],
        "angular_rate": table["rate_rad_s"], "gyro_bias": table["gyro_bias_rad_s"],
        "tilt_sigma": np.radians(table["sigma_deg"][:, 0]), "heading_sigma": np.radians(table["sigma_deg"][:, 1]),
    }
    for name, values in expected.items():
        np.testing.assert_allclose(getattr(result, name), values, rtol=0, atol=1e-12, err_msg=name)
    np.testing.assert_array_equal(result.flags, table["flags"])
    np.testing.assert_allclose(result.euler(degrees=True)[:, ::-1], table["euler_deg"], rtol=0, atol=1e-9)


def test_a_latency_gives_the_same_for_any_blocks(log, command, tmp_path):
    path = tmp_path / "result.npy"
    subprocess.run([command, "fuse", log.path, "-q", "--format", "npy", "-o", path, "--latency", "1s"], check=True)
    table, result = np.load(path), cardan.fuse(*log.arrays, t=log.t, latency=1)
    np.testing.assert_array_equal(result.quaternion, table["q"])
    np.testing.assert_array_equal(result.gravity, table["gravity_m_s2"])
    np.testing.assert_array_equal(result.flags, table["flags"])
    assert (result.quaternion != cardan.fuse(*log.arrays, t=log.t).quaternion).any()
    for size in (1, 7, 100, len(log.t)):
        stream, blocks = cardan.DelayedFilter(1.0), []
        for first in range(0, len(log.t), size):
            rows = slice(first, first + size)
            blocks.append(stream.process(*(array[rows] for array in log.arrays), t=log.t[rows]))
            # A step lasts up to a sample more than 0.05 s.
            waiting = log.t[: rows.stop][-stream.waiting :] if stream.waiting else log.t[:1]
            assert waiting[-1] - waiting[0] <= 1 + 2 * 0.0601
        blocks.append(stream.finish())
        for name in OUTPUTS:
            np.testing.assert_array_equal(
                np.concatenate([getattr(block, name) for block in blocks]), getattr(result, name), err_msg=f"{name} {size}")
        np.testing.assert_array_equal(np.concatenate([block.t for block in blocks]), log.t)


def test_a_latency_of_a_long_recording(monkeypatch, hand_held):
    whole = cardan.fuse(*hand_held.arrays, rate=100, latency=0.5)
    monkeypatch.setattr("cardan._library.BLOCK", 1000)
    same(cardan.fuse(*hand_held.arrays, rate=100, latency=0.5), whole)


@pytest.mark.parametrize("options, words", [
    ({"latency": 1, "filter": "vqf"}, "latency: only the default filter has one, not 'vqf'"),
    ({"latency": 1, "smooth": True}, "latency: only the default filter has one, not 'smoother'"),
    ({"latency": -1}, "latency -1"), ({"latency": float("nan")}, "latency nan"), ({"latency": 61}, "latency 61")])
def test_wrong_latencies(hand_held, options, words):
    with pytest.raises(ValueError, match=words):
        cardan.fuse(*hand_held.arrays, rate=100, **options)


@pytest.mark.parametrize("filter", cardan.filters())
def test_equals_the_functions_of_c_sample_by_sample(hand_held, filter):
    result = cardan.fuse(*hand_held.arrays, t=hand_held.t, filter=filter)
    stream = cardan.Filter(filter)
    for row in range(0, 500):
        stream.update(*(array[row] for array in hand_held.arrays), t=round(hand_held.t[row] * 1e9))
        for name in OUTPUTS:
            np.testing.assert_array_equal(getattr(result, name)[row], getattr(stream, name), err_msg=f"{name} {row}")


@pytest.mark.parametrize("filter", cardan.filters())
@pytest.mark.parametrize("jobs", [1, 2, 7])
@pytest.mark.parametrize("options", [
    {"frame": "x-arbitrary-corrected-z-vertical", "axes": "y,-x,z"}, {}, {"dtype": np.float32}, {"frame": "ned"}])
def test_many_equal_one_to_the_last_bit(filter, jobs, options):
    random = np.random.default_rng(5)
    recordings = []
    for count in [0, 1, 700, 40, 2, 900, 350, 0, 500, 800, 3]:
        gyro, accel = random.normal(0, 1, (count, 3)), random.normal(0, 1, (count, 3)) + [0, 0, 9.81]
        mag = random.normal(0, 5, (count, 3)) + [0, 20, -40]
        mag[random.random(count) < 0.5] = np.nan
        gyro[random.random(count) < 0.01] = np.inf
        accel[random.random(count) < 0.01] = np.nan
        # Jitter, repeated and backward timestamps, gaps, and timestamps that are not finite.
        t = np.cumsum(random.choice([0.01, 0.011, 0, -0.02, 3, 200], count, p=[0.7, 0.2, 0.04, 0.04, 0.01, 0.01]))
        t[random.random(count) < 0.01] = np.nan
        recordings.append(cardan.Recording(gyro, accel, mag, t))
    options = {"filter": filter} | options
    results = cardan.fuse_many(recordings, jobs=jobs, **options)
    assert len(results) == len(recordings)
    for recording, result in zip(recordings, results):
        same(result, cardan.fuse(recording.gyro, recording.accel, recording.mag, t=recording.t, **options))
    assert any((result.flags & cardan.Flags.DISCONTINUITY).any() for result in results)


@pytest.mark.parametrize("outputs", [["quaternion"], ["gyro_bias"], ["heading_sigma", "flags"], ["angular_rate", "gravity"]])
def test_outputs_do_not_depend_on_one_another(hand_held, outputs):
    rates = [50, 100, 300, 100, 50, 300, 100]
    recordings = [cardan.Recording(*(array[: 900 + rate] for array in hand_held.arrays), rate=rate) for rate in rates]
    for recording, result in zip(recordings, cardan.fuse_many(recordings, outputs=outputs, jobs=1)):
        expected = cardan.fuse(recording)
        for name in outputs:
            np.testing.assert_array_equal(getattr(result, name), getattr(expected, name), err_msg=name)


def test_memory_of_results_is_used_again_when_they_are_gone(hand_held):
    def fused(rate):
        return cardan.fuse(*hand_held.arrays, rate=rate)

    Block._kept.clear()  # A larger block of an earlier test would be kept instead.
    first, quaternion = fused(100), fused(100).quaternion[10:20]
    kept = quaternion.copy()
    place = first.quaternion.ctypes.data
    del first
    again, other = fused(90), fused(80)
    assert again.quaternion.ctypes.data == place != other.quaternion.ctypes.data
    # A view keeps the memory that it is in.
    np.testing.assert_array_equal(quaternion, kept)
    assert np.abs(again.quaternion - other.quaternion).max() > 0


@pytest.mark.parametrize("filter", ["default", "vqf", "madgwick", "mahony"])
def test_single_precision_differs_little(hand_held, filter):
    recordings = [cardan.Recording(*hand_held.arrays, hand_held.t)] * 5
    p = cardan.fuse(*hand_held.arrays, t=hand_held.t, filter=filter).quaternion
    for result in cardan.fuse_many(recordings, filter=filter, precision="single", jobs=1):
        q = result.quaternion
        assert np.linalg.norm(q, axis=1) == pytest.approx(1, abs=1e-6)
        # The angle from the vector part: exact where it is small.
        vector = q[:, 1:] * p[:, :1] - p[:, 1:] * q[:, :1] - np.cross(p[:, 1:], q[:, 1:])
        angle = np.degrees(2 * np.arcsin(np.minimum(1, np.linalg.norm(vector, axis=1))))
        # The default filter finds its first heading a sample earlier or later; the difference decays (measured 0.055 and 0.005).
        assert angle[1000:].max() < 0.1 and angle[-100:].max() < 0.01
        assert angle.max() < 0.5
    with pytest.raises(ValueError, match="precision: expected 'double' or 'single', found 'half'"):
        cardan.fuse_many(recordings, precision="half")


def test_turning_about_the_vertical_is_yaw():
    count = 201
    gyro, accel = np.tile([0, 0, np.pi / 4], (count, 1)), np.tile([0, 0, 9.81], (count, 1))
    result = cardan.fuse(gyro, accel, rate=100, filter="madgwick")
    yaw, pitch, roll = result.euler(degrees=True)[-1] - result.euler(degrees=True)[0]
    assert (yaw, pitch, roll) == pytest.approx((90, 0, 0), abs=0.01)
    pytest.importorskip("scipy")
    forward = result.as_rotation()[-1].apply([1, 0, 0])
    start = result.as_rotation()[0].apply([1, 0, 0])
    assert np.cross(start, forward) == pytest.approx([0, 0, 1], abs=1e-3)


def test_euler_angles_are_those_of_the_library(hand_held):
    result = cardan.fuse(*hand_held.arrays, t=hand_held.t)
    angles = _library.Vector()
    for row in range(0, 6000, 97):
        quaternion = (ctypes.c_double * 4)(*result.quaternion[row])
        assert _library.library.cardan_quaternion_to_euler(quaternion, 0x210, angles) == 0
        assert result.euler()[row] == pytest.approx(list(angles), abs=1e-12)
    pytest.importorskip("scipy")
    scipy = result.as_rotation().as_euler("ZYX")
    np.testing.assert_allclose(result.euler(), scipy, atol=1e-9)


def test_strided_views_and_single_precision_are_read_in_place(hand_held):
    expected = cardan.fuse(*hand_held.arrays, t=hand_held.t)
    wide = np.zeros((6000, 20))
    wide[:, 1:19:2] = np.hstack(hand_held.arrays)
    views = [wide[:, first : first + 6 : 2] for first in (1, 7, 13)]
    same(expected, cardan.fuse(*views, t=hand_held.t))
    same(expected, cardan.fuse(*(np.asfortranarray(array) for array in hand_held.arrays), t=hand_held.t))
    same(expected, cardan.fuse(*(array[::-1].copy()[::-1] for array in hand_held.arrays), t=hand_held.t[::-1][::-1]))
    singles = [array.astype(np.float32) for array in hand_held.arrays]
    same(cardan.fuse(*singles, t=hand_held.t), cardan.fuse(*(each.astype(float) for each in singles), t=hand_held.t))
    for array in (*views, *singles, *hand_held.arrays):
        assert np.shares_memory(cardan._arrays.readings(array, "gyro", "rad/s", "missing"), array)


@pytest.mark.filterwarnings("error", "ignore::cardan.DoubtfulInputWarning")
def test_readings_of_any_size_are_no_warning():
    huge = np.full((40, 3), 1e200)
    assert np.isfinite(cardan.fuse(huge, huge, huge, rate=100).quaternion).all()


def test_dates_with_and_without_a_time_zone(hand_held):
    steps = np.round(hand_held.t * 1e6).astype(np.int64) * 1000
    times = pd.to_datetime(steps + 1_795_168_800_000_000_000, utc=True)
    expected = cardan.fuse(*hand_held.arrays, t=steps + 1_795_168_800_000_000_000)
    dates = [date.to_pydatetime() for date in times]
    east = datetime.timezone(datetime.timedelta(hours=5, minutes=30))
    for t in (
        dates, [date.astimezone(east) for date in dates], [date.replace(tzinfo=None) for date in dates],
        times, times.tz_convert("Asia/Tokyo"), pd.Series(times), pd.Series(times).dt.tz_convert("America/New_York"),
    ):
        same(expected, cardan.fuse(*hand_held.arrays, t=t))
    with pytest.raises(ValueError, match="t: expected seconds .*, found objects such as 'noon'"):
        cardan.fuse(*hand_held.arrays, t=np.array(["noon"] * len(steps), object))


def test_masked_readings_are_missing(hand_held):
    gyro, accel, mag = hand_held.arrays
    hole = np.zeros(mag.shape, bool)
    hole[100:200] = True
    wrong = np.where(hole, 1e3, mag)
    expected = cardan.fuse(gyro, accel, np.where(hole, np.nan, mag), t=hand_held.t)
    same(expected, cardan.fuse(gyro, accel, np.ma.array(wrong, mask=hole), t=hand_held.t))
    # Integers have no NaN.
    expected = cardan.fuse(gyro, accel, np.where(hole, np.nan, np.round(mag)), t=hand_held.t)
    same(expected, cardan.fuse(gyro, accel, np.ma.array(np.round(wrong).astype(int), mask=hole), t=hand_held.t))
    with pytest.raises(ValueError, match="accel: row 100 is not finite"):
        cardan.fuse(gyro, np.ma.array(accel, mask=hole), mag, t=hand_held.t, nan="raise")


@pytest.mark.parametrize(("factor", "unit"), [(1 / 9.80665, "'g'"), (1000 / 9.80665, "'mg'"), (1000, "accel / 1000")])
def test_the_unit_of_the_accelerometer_is_named(hand_held, factor, unit):
    gyro, accel, mag = hand_held.arrays
    with pytest.raises(ValueError, match=f"accel: median specific force is .* give .*{unit}"):
        cardan.fuse(gyro, accel * factor, mag, t=hand_held.t)


def test_units_and_stamps_of_other_kinds(hand_held):
    gyro, accel, mag = hand_held.arrays
    expected = cardan.fuse(*hand_held.arrays, t=hand_held.t)
    scaled = cardan.fuse(np.degrees(gyro), accel / 9.80665, mag * 1e3, t=hand_held.t, gyro_unit="deg/s", accel_unit="g",
                         mag_unit="nT")
    np.testing.assert_allclose(scaled.quaternion, expected.quaternion, atol=1e-9)
    nanoseconds = np.round(hand_held.t * 1e9).astype(np.int64)
    same(expected, cardan.fuse(*hand_held.arrays, t=nanoseconds))
    same(expected, cardan.fuse(*hand_held.arrays, t=nanoseconds.astype("datetime64[ns]")))
    single = cardan.fuse(*hand_held.arrays, t=hand_held.t, dtype=np.float32)
    assert single.quaternion.dtype == np.float32
    np.testing.assert_array_equal(single.quaternion, expected.quaternion.astype(np.float32))


def test_only_what_was_asked_for(hand_held):
    result = cardan.fuse(*hand_held.arrays, t=hand_held.t, outputs=("quaternion", "flags"))
    np.testing.assert_array_equal(result.quaternion, cardan.fuse(*hand_held.arrays, t=hand_held.t).quaternion)
    with pytest.raises(AttributeError, match="'Result' object has no attribute 'quaternions'"):
        cardan.fuse(*hand_held.arrays, rate=100).quaternions
    with pytest.raises(AttributeError, match="gravity was not among the requested outputs"):
        result.gravity


def test_threads_do_not_meet(hand_held):
    expected = cardan.fuse(*hand_held.arrays, t=hand_held.t)
    results = [None] * 8

    def work(index):
        results[index] = cardan.fuse(*hand_held.arrays, t=hand_held.t)

    threads = [threading.Thread(target=work, args=(index,)) for index in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for result in results:
        same(expected, result)


def test_the_lock_is_free_during_a_call():
    """While the library works on a long recording, this thread goes on."""
    count = 400_000
    gyro, accel = np.zeros((count, 3)), np.tile([0, 0, 9.81], (count, 1))
    ended = threading.Event()

    def work():
        cardan.fuse(gyro, accel, rate=100, check_units=False)
        ended.set()

    thread = threading.Thread(target=work)
    thread.start()
    turns = 0
    while not ended.is_set():
        turns += 1
    thread.join()
    # With the lock held it would be a handful of turns before and after the call.
    assert turns > 1000


@pytest.mark.parametrize("arguments", [{"rate": 100}, {"t": True}])
def test_long_recordings_are_fused_in_blocks(hand_held, monkeypatch, arguments):
    arguments = {"t": hand_held.t} if "t" in arguments else arguments
    whole = cardan.fuse(*hand_held.arrays, **arguments)
    monkeypatch.setattr("cardan._library.BLOCK", 1000)
    same(cardan.fuse(*hand_held.arrays, **arguments), whole)


@pytest.fixture
def interruptible():
    """A process that a shell started in the background ignores SIGINT, and Python then leaves it ignored."""
    inherited = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, inherited)


def test_an_interrupt_is_heard_between_blocks(hand_held, monkeypatch, interruptible):
    fuse, counts = _library.library.cardan_fuse, []

    def interrupted(filter, recording, results):
        counts.append(recording._obj.count)
        signal.raise_signal(signal.SIGINT)
        return fuse(filter, recording, results)

    monkeypatch.setattr(_library.library, "cardan_fuse", interrupted)
    monkeypatch.setattr("cardan._library.BLOCK", 1000)
    filter = cardan.Filter()
    for run in (cardan.fuse, filter.process):
        with pytest.raises(KeyboardInterrupt):
            run(*hand_held.arrays, rate=100)
    assert counts == [1000, 1000]
    # The lock is free again.
    monkeypatch.undo()
    filter.process(*hand_held.arrays, rate=100)


@pytest.mark.parametrize("call", [
    lambda name: cardan.Filter(name), lambda name: cardan.Filter(frame=name), lambda name: cardan.Filter(**{name: 1}),
    lambda name: cardan.Filter().parameter(name), lambda name: cardan.Filter().quaternion_in(name),
    lambda name: cardan.parameters(name), lambda name: cardan.fuse(GYRO, ACCEL, rate=100, gyro_unit=name),
    lambda name: cardan.read_log(name), lambda name: cardan.read_log("walk.csv", time_unit=name),
    lambda name: cardan.fuse_table({name: GYRO[:, 0]}), lambda name: cardan.Filter(calibration=name),
    lambda name: cardan.measure_noise((GYRO, ACCEL, None, None, 100), name=name),
])
@pytest.mark.parametrize("name", ["default\0", "enu\0x", "rad/s\0"])
def test_names_with_a_nul_are_refused(call, name):
    with pytest.raises(ValueError, match="null character"):
        call(name)


GYRO, ACCEL = np.zeros((10, 3)), np.tile([0, 0, 9.81], (10, 1))


@pytest.mark.parametrize("change, message", [
    ({"gyro": np.zeros((3, 10))}, r"gyro: expected an array of N rows and 3 columns, found shape \(3, 10\)"),
    ({"gyro": np.zeros(30)}, "gyro: expected an array of N rows"),
    ({"accel": np.zeros((9, 3)) + 9}, "accel: 9 rows, but gyro has 10"),
    ({"mag": np.zeros((11, 3))}, "mag: 11 rows, but gyro has 10"),
    ({"gyro": np.full((10, 3), "a")}, "gyro: expected numbers"),
    ({"rate": None}, "either t .* or rate"),
    ({"t": np.arange(10.0)}, "either t .* or rate"),
    ({"rate": 0}, "rate: expected a positive .* found 0.0"),
    ({"rate": float("nan")}, "rate: expected a positive .* found nan"),
    ({"rate": None, "t": np.arange(9.0)}, "t: 9 timestamps, but gyro has 10 rows"),
    ({"rate": None, "t": np.zeros((10, 1))}, "t: expected one timestamp for each row"),
    ({"gyro_unit": "turns"}, "gyro: unknown unit \"turns\" for the gyroscope; expected one of rad/s"),
    ({"nan": "ignore"}, "nan: expected 'missing' or 'raise', found 'ignore'"),
    ({"nan": "raise", "gyro": np.vstack([GYRO[:7], [[0, np.nan, 0]], GYRO[:2]])}, "gyro: row 7 is not finite"),
    ({"filter": "kalman"}, "unknown filter 'kalman'; expected one of: default, "),
    ({"frame": "up"}, "unknown frame 'up'; expected one of: enu, "),
    ({"axes": "x,y"}, "axes: expected three axes, found 2"),
    ({"axes": "x,y,w"}, "axes: expected three axes like 'y,-x,z', found 'x,y,w'"),
    ({"axes": "x,y,-z"}, "mirrored"),
    ({"outputs": "position"}, "outputs: unknown output 'position'"),
    ({"dtype": np.int32}, "dtype: expected float64 or float32"),
    ({"accelerometer_noise": -1}, "accelerometer_noise: expected 0 to 1e\\+06 .*found -1"),
    ({"accelerometer_noise": "much"}, "accelerometer_noise: expected a number"),
    ({"calibration": b"{}"}, "calibration: .*format"),
    ({"calibration": "/nowhere/cal.json"}, "calibration: "),
    ({"gyro": np.full((10, 3), 90.0)}, "gyro: median rate is 156 rad/s; if these are deg/s"),
    ({"gyro": np.vstack([np.zeros((7, 3)), np.full((3, 3), 90.0)])}, "gyro: 2 % of the rates are above 156 rad/s; if these are deg/s"),
    ({"gyro": np.degrees(np.linspace(0.05, 1.0, 30).reshape(10, 3))}, "gyro: median rate is [0-9]+ rad/s; if these are deg/s"),
    ({"accel": ACCEL / 9.81}, r"accel: median specific force is 1 m/s\^2.*accel_unit='g'"),
])
def test_what_is_wrong_is_said(change, message):
    arguments = {"gyro": GYRO, "accel": ACCEL, "rate": 100} | change
    with pytest.raises(ValueError, match=message):
        cardan.fuse(**arguments)


def test_unknown_parameters_are_said():
    with pytest.raises(TypeError, match="no parameter 'accelerometer_noize'; did you mean 'accelerometer_noise'?"):
        cardan.fuse(GYRO, ACCEL, rate=100, accelerometer_noize=2)
    with pytest.raises(ValueError, match="recording 1: accel: 9 rows"):
        cardan.fuse_many([(GYRO, ACCEL), (GYRO, ACCEL[:9])], rate=100)
    with pytest.raises(ValueError, match="jobs: expected a positive number, found 0"):
        cardan.fuse_many([], jobs=0)
    assert cardan.fuse_many([]) == []


def test_parameters_and_calibration_have_an_effect(hand_held):
    plain = cardan.fuse(*hand_held.arrays, t=hand_held.t)
    tuned = cardan.fuse(*hand_held.arrays, t=hand_held.t, least_velocity_density=2)
    assert np.abs(plain.quaternion - tuned.quaternion).max() > 1e-3
    calibration = b"""{"format": "cardan-calibration", "version": 1, "gyroscope":
      {"matrix": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "bias_radians_per_second": [0.01, 0.02, 0.03]}}"""
    shifted = cardan.fuse(hand_held.gyro + [0.01, 0.02, 0.03], *hand_held.arrays[1:], t=hand_held.t, calibration=calibration)
    np.testing.assert_allclose(shifted.quaternion, plain.quaternion, atol=1e-9)


def test_missing_readings_are_flagged():
    gyro, accel = GYRO.copy(), ACCEL.copy()
    gyro[3], gyro[7, 0], accel[5, 1] = np.nan, np.nan, np.inf
    flags = cardan.fuse(gyro, accel, rate=100).flags
    assert [bool(each & cardan.Flags.ANGULAR_RATE_ABSENT) for each in flags] == [row == 3 for row in range(10)]
    assert [bool(each & cardan.Flags.ANGULAR_RATE_REJECTED) for each in flags] == [row == 7 for row in range(10)]
    assert [bool(each & cardan.Flags.SPECIFIC_FORCE_REJECTED) for each in flags] == [row == 5 for row in range(10)]


def test_the_flags_are_those_of_the_header():
    for flag in cardan.Flags:
        assert _library.library.cardan_flag_name(flag.value).decode() == flag.name.lower()
    assert _library.library.cardan_flag_name(2 * max(cardan.Flags).value) is None
