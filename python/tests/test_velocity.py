"""Velocity and speed of a log at every door: the numbers of `cardan fuse`."""

import subprocess
import warnings

import cardan
import numpy as np
import pytest

NAMES = [f"{sensor}_{axis}" for sensor in ("gyro", "accel", "mag") for axis in "xyz"]


@pytest.fixture(scope="module")
def city(command, tmp_path_factory):
    """A car with satellite velocity and wheel speed, and the attitudes of the command with and without them."""
    folder = tmp_path_factory.mktemp("city")
    path = folder / "city.csv"
    subprocess.run([command, "simulate", "--scenario", "city", "-d", "60", "-o", path], check=True)
    attitudes = {}
    for name, options in (("aided", []), ("alone", ["--no-velocity"]), ("late", ["--latency", "1"]), ("smooth", ["--smooth"]),
                          ("smooth alone", ["--smooth", "--no-velocity"])):
        output = folder / f"{name}.npy"
        subprocess.run([command, "fuse", path, "-q", "--format", "npy", "-o", output, *options], check=True)
        attitudes[name] = np.load(output)["q"]
    assert np.abs(attitudes["aided"] - attitudes["alone"]).max() > 0.01
    return path, cardan.read_log(path), attitudes


def arrays(log):
    return (log.gyro, log.accel, log.mag), {"t": log.t, "velocity": log.velocity, "speed": log.speed}


def columns(log, unit=" [m/s]"):
    return {"t": log.t} | dict(zip(NAMES, np.hstack([log.gyro, log.accel, log.mag]).T)) | {
        f"vel_e{unit}": log.velocity[:, 0], f"vel_n{unit}": log.velocity[:, 1], f"speed{unit}": log.speed}


def test_a_log_has_its_velocity(city):
    path, log, _ = city
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    names = [name.split(" ")[0] for name in lines[0].split(",")]
    table = np.genfromtxt(lines[1:], delimiter=",")
    np.testing.assert_array_equal(log.velocity, table[:, [names.index("vel_e"), names.index("vel_n")]])
    np.testing.assert_array_equal(log.speed, table[:, names.index("speed")])
    # Five times a second, and ten.
    assert 250 < np.isfinite(log.velocity[:, 0]).sum() < 310 and 550 < np.isfinite(log.speed).sum() < 610
    assert "velocity, speed" in repr(log) and "vel_e [m/s]" in log.columns()


@pytest.mark.parametrize("door", ["path", "log", "arrays", "many", "table", "units", "blocks"])
def test_every_door_gives_the_attitudes_of_the_command(city, door):
    path, log, attitudes = city
    sensors, given = arrays(log)
    blocks = cardan.Filter()
    rows = [slice(0, 1000), slice(1000, len(log))]
    doors = {
        "path": lambda: cardan.fuse(path), "log": lambda: cardan.fuse(log), "arrays": lambda: cardan.fuse(*sensors, **given),
        "many": lambda: cardan.fuse_many([log, path, vars(cardan.Recording(*sensors, **given))] * 2, jobs=1)[4],
        "table": lambda: cardan.fuse_table(columns(log)),
        "units": lambda: cardan.fuse_table(columns(log, ""), units={"vel": "m/s", "speed": "m/s"}),
        "blocks": lambda: [blocks.process(*(each[part] for each in sensors), **{name: each[part] for name, each in given.items()})
                           for part in rows],
    }
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = doors[door]()
    results = result if isinstance(result, list) else [result]
    np.testing.assert_array_equal(np.concatenate([each.quaternion for each in results]), attitudes["aided"])


def test_a_latency_uses_it_too(city):
    _, log, attitudes = city
    np.testing.assert_array_equal(cardan.fuse(log, latency=1).quaternion, attitudes["late"])
    sensors, given = arrays(log)
    delayed = cardan.DelayedFilter(1)
    parts = [delayed.process(*sensors, **given), delayed.finish()]
    np.testing.assert_array_equal(np.concatenate([each.quaternion for each in parts]), attitudes["late"])


def test_the_smoother_uses_it_too(city):
    path, log, attitudes = city
    assert np.abs(attitudes["smooth"] - attitudes["smooth alone"]).max() > 0.003
    sensors, given = arrays(log)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        results = [cardan.fuse(path, smooth=True), cardan.fuse(log, smooth=True), cardan.fuse(*sensors, **given, smooth=True),
                   cardan.fuse_table(columns(log), smooth=True)]
    for result in results:
        np.testing.assert_array_equal(result.quaternion, attitudes["smooth"])


def test_it_can_be_left_out(city):
    path, log, attitudes = city
    sensors, given = arrays(log)
    for result in (
        cardan.fuse(path, velocity=False), cardan.fuse(log, velocity=False), cardan.fuse_many([log], jobs=1, velocity=False)[0],
        cardan.fuse_table(columns(log), velocity=False), cardan.fuse(*sensors, t=log.t),
    ):
        np.testing.assert_array_equal(result.quaternion, attitudes["alone"])


def test_tables_of_many_logs_use_it(city):
    pyarrow = pytest.importorskip("pyarrow")
    from cardan.spark import _Files
    from cardan.tables import fuse_arrow
    from cardan._table_fusion import TableFusion

    path, log, attitudes = city
    table = pyarrow.table({name: pyarrow.array(column, from_pandas=True) for name, column in columns(log, "").items()})
    many = pyarrow.concat_tables([table.append_column("log", [[name] * len(log)]) for name in "ab"])
    result = fuse_arrow(many, by="log", units={"vel": "m/s", "speed": "m/s"}, outputs="quaternion")
    alone = fuse_arrow(many, by="log", units={"vel": "m/s", "speed": "m/s"}, outputs="quaternion", velocity=False)
    batch = pyarrow.record_batch({"path": ["city.csv"], "length": [path.stat().st_size], "content": [path.read_bytes()]})
    files = pyarrow.Table.from_batches(list(_Files(TableFusion("path", outputs="quaternion"), {}, None).fused([batch])))
    for rows, expected in (
        (result[: len(log)], "aided"), (result[len(log) :], "aided"), (alone[: len(log)], "alone"), (files, "aided")
    ):
        found = np.stack([rows[f"q_{axis}"].to_numpy() for axis in "wxyz"], axis=1)
        np.testing.assert_array_equal(found, attitudes[expected])


def test_single_precision_and_strides_are_read_in_place(city):
    _, log, attitudes = city
    sensors, given = arrays(log)
    wide = np.full((len(log), 5), np.nan)
    wide[:, [4, 1]] = log.velocity
    given |= {"velocity": wide[:, [4, 1]][:, ::1], "speed": np.repeat(log.speed, 2)[::2]}
    np.testing.assert_array_equal(cardan.fuse(*sensors, **given).quaternion, attitudes["aided"])
    given |= {"velocity": log.velocity.astype(np.float32), "speed": log.speed.astype(np.float32)}
    np.testing.assert_allclose(cardan.fuse(*sensors, **given).quaternion, attitudes["aided"], atol=1e-5)


def test_what_is_not_used_is_said(city):
    _, log, _ = city
    sensors, given = arrays(log)
    with pytest.warns(cardan.DoubtfulInputWarning, match="city.csv: take care: velocity and speed: not used by the filter 'vqf'"):
        result = cardan.fuse(log, filter="vqf")
    np.testing.assert_array_equal(result.quaternion, cardan.fuse(*sensors, t=log.t, filter="vqf").quaternion)
    with pytest.warns(cardan.DoubtfulInputWarning, match="columns that are not used: vel_e, vel_n, speed, depth; if one is a velocity"):
        cardan.fuse_table(columns(log, "") | {"depth": log.speed})
    with pytest.warns(cardan.DoubtfulInputWarning, match="c0, c1, .*c9 and 3 more$"):
        cardan.recording_from_table(columns(log) | {f"c{index}": log.speed for index in range(13)})


@pytest.mark.parametrize("change, message", [
    ({"velocity": np.zeros(9)}, "velocity: expected an array of N rows and 2 columns"),
    ({"velocity": np.zeros((9, 3))}, "velocity: expected an array of N rows and 2 columns"),
    ({"velocity": np.zeros((8, 2))}, "velocity: 8 rows, but gyro has 9"), ({"speed": np.zeros((9, 1))}, "speed: expected an array of N numbers"),
    ({"speed": np.zeros(10)}, "speed: 10 rows, but gyro has 9"), ({"speed": ["fast"] * 9}, "speed: expected"),
])
def test_what_is_wrong_is_said(change, message):
    with pytest.raises(ValueError, match=message):
        cardan.fuse(np.zeros((9, 3)), np.tile([0, 0, 9.81], (9, 1)), rate=100, **change)
