"""pandas, Arrow and dictionaries."""

import cardan
import numpy as np
import pytest

pandas = pytest.importorskip("pandas")
pyarrow = pytest.importorskip("pyarrow")


@pytest.fixture(scope="module")
def expected(hand_held):
    return cardan.fuse(*hand_held.arrays, t=hand_held.t)


def test_a_log_as_pandas_reads_it(hand_held, expected):
    table = pandas.read_csv(hand_held.path)
    for each in (table, pyarrow.Table.from_pandas(table), {name: table[name].to_numpy() for name in table}):
        np.testing.assert_array_equal(cardan.fuse_table(each).quaternion, expected.quaternion)


def test_columns_without_units_and_many_recordings(hand_held, expected):
    names = [f"{sensor}_{axis}" for sensor in ("gyro", "accel", "mag") for axis in "xyz"]
    table = pandas.DataFrame(np.hstack(hand_held.arrays), columns=names)
    table["t"] = pandas.to_datetime(np.round(hand_held.t * 1e9).astype(np.int64))
    recording = cardan.recording_from_table(table)
    for result in cardan.fuse_many([recording] * 3):
        np.testing.assert_array_equal(result.quaternion, expected.quaternion)


def test_units_of_headers():
    table = {"t [ms]": [0, 10], "gyro_x [deg/s]": [180, 180], "gyro_y": [0, 0], "gyro_z": [90, 90],
             "accel_x [g]": [0, 0], "accel_y": [0, 0], "accel_z": [1, 1], "temperature [K]": [300, 300]}
    recording = cardan.recording_from_table(table)
    np.testing.assert_allclose(recording.t, [0, 0.01])
    np.testing.assert_allclose(recording.gyro[0], [np.pi, 0, np.pi / 2])
    np.testing.assert_allclose(recording.accel[0], [0, 0, 9.80665])
    assert recording.mag is None


def test_units_in_any_case():
    table = {"t [MS]": [0, 10], "gyro_x [Deg/s]": [180, 180], "gyro_y": [0, 0], "gyro_z": [90, 90],
             "accel_x [G]": [0, 0], "accel_y": [0, 0], "accel_z": [1, 1], "mag_x [ut]": [20, 20], "mag_y": [0, 0], "mag_z": [1, 1]}
    recording = cardan.recording_from_table(table)
    np.testing.assert_allclose(recording.t, [0, 0.01])
    np.testing.assert_allclose(recording.gyro[0], [np.pi, 0, np.pi / 2])
    np.testing.assert_allclose(recording.accel[0], [0, 0, 9.80665])
    np.testing.assert_allclose(recording.mag[0], [20, 0, 1])
    gyro, accel = np.full((5, 3), 90.0), np.full((5, 3), 0.58)
    same = cardan.fuse(np.radians(gyro), accel * 9.80665, rate=10).quaternion
    np.testing.assert_array_equal(cardan.fuse(gyro, accel, rate=10, gyro_unit="DEG/S", accel_unit="G").quaternion, same)


def test_results_as_columns(expected):
    frame = expected.to_pandas()
    assert list(frame.columns[:5]) == ["t [s]", "q_w", "q_x", "q_y", "q_z"] and len(frame) == 6000
    np.testing.assert_array_equal(frame[["q_w", "q_x", "q_y", "q_z"]].to_numpy(), expected.quaternion)
    table = expected.to_arrow()
    assert table.column_names == list(frame.columns)
    np.testing.assert_array_equal(table["gravity_z [m/s^2]"].to_numpy(), expected.gravity[:, 2])
    np.testing.assert_array_equal(table["flags"].to_numpy(), expected.flags)


@pytest.mark.parametrize("change, message", [
    ({"gyro_x": None}, "table: gyro_y: missing column for x of the gyroscope, which needs x, y, z"),
    ({"gyro_x [furlongs]": [0, 0]}, 'unknown unit "furlongs" for the gyroscope; expected one of rad/s'),
    ({"t [years]": [0, 1]}, 'unknown unit "years" for the timestamps; expected one of s, ms, us, ns'),
])
def test_what_is_wrong_is_said(change, message):
    names = [f"{sensor}_{axis}" for sensor in ("gyro", "accel") for axis in "xyz"]
    table = {"t": [0.0, 0.01]} | {name: [0.0, 0.0] for name in names}
    for name, values in change.items():
        table.pop(name.split(" ")[0])
        if values is not None:
            table = {name: values} | table
    with pytest.raises(ValueError, match=message):
        cardan.fuse_table(table)
    with pytest.raises(ValueError, match="table: no column of a gyroscope, accelerometer or magnetometer"):
        cardan.fuse_table({"t": [0], "depth": [0]})


def test_results_for_the_viewer(expected, tmp_path):
    rerun = pytest.importorskip("rerun")
    rerun.init("cardan")
    rerun.save(tmp_path / "result.rrd")
    expected.to_rerun()
    rerun.disconnect()
    # Quaternions in single precision alone are 96 kB.
    assert (tmp_path / "result.rrd").stat().st_size > 500_000


def arrow_table(log, *, vectors=False):
    """A log with units in the metadata of its fields, and columns that are not numbers."""
    fields = [pyarrow.field("t", pyarrow.int64(), metadata={"unit": "ns"}), pyarrow.field("note", pyarrow.string())]
    arrays = [pyarrow.array(np.round(log.t * 1e9).astype(np.int64)), pyarrow.array(["x"] * len(log.t)).cast(pyarrow.string())]
    for sensor, unit, readings in zip(("gyro", "accel", "mag"), ("rad/s", "m/s^2", "uT"), log.arrays):
        parts = [(f"{sensor}_{axis}", pyarrow.array(readings[:, index])) for index, axis in enumerate("xyz")]
        if vectors:
            parts = [(sensor, pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(readings.ravel()), 3))]
        for name, array in parts:
            arrays.append(array)
            fields.append(pyarrow.field(name, array.type, metadata={"unit": unit}))
    return pyarrow.table(arrays, schema=pyarrow.schema(fields))


class Stream:
    """A table with nothing but the interface."""

    def __init__(self, table):
        self.table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


@pytest.mark.parametrize("vectors", [False, True])
def test_anything_with_the_arrow_stream_interface(hand_held, expected, vectors):
    table = arrow_table(hand_held, vectors=vectors)
    for each in (table, Stream(table), Stream(pyarrow.concat_tables([table[:100], table[100:]]))):
        np.testing.assert_array_equal(cardan.fuse_table(each).quaternion, expected.quaternion)
        log = cardan.read_log(each)
        np.testing.assert_array_equal(log.gyro, hand_held.gyro)
        np.testing.assert_array_equal(log.mag, hand_held.mag)
        np.testing.assert_array_equal(log.t, np.round(hand_held.t * 1e9))
        assert log.format == "Arrow" and log.moving.all() and log.truth is None


@pytest.mark.parametrize("module", ["polars", "duckdb"])
def test_tables_of_other_libraries(hand_held, expected, module):
    library = pytest.importorskip(module)
    table = arrow_table(hand_held)
    other = library.from_arrow(table)
    # They drop the metadata, so that SI is assumed.
    np.testing.assert_array_equal(cardan.fuse_table(other).quaternion, expected.quaternion)
    with pytest.raises(ValueError, match="no unit for the gyroscope; expected one of rad/s, .*; give gyro_unit"):
        cardan.read_log(library.from_arrow(table))
    log = cardan.read_log(
        library.from_arrow(table), time_unit="ns", gyro_unit="rad/s", accel_unit="m/s^2", mag_unit="uT")
    np.testing.assert_array_equal(log.accel, hand_held.accel)


def test_readings_in_one_array_are_not_copied(hand_held):
    table = arrow_table(hand_held, vectors=True)
    recording = cardan.recording_from_table(table)
    place = table["gyro"].chunk(0).flatten().buffers()[1].address
    assert recording.gyro.ctypes.data == place and not recording.gyro.flags.writeable
    # The memory lives as long as the recording.
    del table
    np.testing.assert_array_equal(recording.gyro, hand_held.gyro)
    columns = {f"{sensor}_{axis}": readings[:, index] for sensor, readings in zip(("gyro", "accel"), hand_held.arrays)
               for index, axis in enumerate("xyz")} | {"t": hand_held.t}
    assert np.shares_memory(cardan.recording_from_table(columns).gyro, hand_held.gyro)


def test_parquet_files(hand_held, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "log.anything"
    parquet.write_table(arrow_table(hand_held), path)
    log = cardan.read_log(path)
    np.testing.assert_array_equal(log.gyro, hand_held.gyro)
    assert log.format == "Parquet" and log.path == str(path)


def test_nulls_are_missing_readings_and_other_types_are_refused():
    numbers = {name: pyarrow.array([0.5, None, 2.0]) for name in ("gyro_x", "gyro_y", "gyro_z", "accel_x", "accel_y", "accel_z")}
    table = pyarrow.table({"t": [0.0, 0.01, 0.02]} | numbers)
    recording = cardan.recording_from_table(table[1:])
    np.testing.assert_array_equal(recording.gyro, [[np.nan] * 3, [2.0] * 3])
    words = pyarrow.array(["a", "b", "c"]).dictionary_encode()
    for column, kind in ((words, "a dictionary"), (pyarrow.array(["a"] * 3), "text"), (pyarrow.array([[1]] * 3), "the Arrow type '.l'")):
        with pytest.raises(ValueError, match=f"gyro_y: expected numbers, found .*{kind}"):
            cardan.fuse_table(pyarrow.table({"t": [0.0, 0.01, 0.02]} | numbers | {"gyro_y": column}))
