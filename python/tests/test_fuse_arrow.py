"""Arrow tables of many logs."""

import pickle

import cardan
import numpy as np
import pytest
from conftest import ROOT, Log

pyarrow = pytest.importorskip("pyarrow")
from cardan import spark  # noqa: E402
from cardan._table_fusion import TableFusion  # noqa: E402
from cardan.tables import fuse_arrow  # noqa: E402

SENSORS = [f"{sensor}_{axis}" for sensor in ("gyro", "accel", "mag") for axis in "xyz"]
OUTPUTS = {"quaternion": ["q_w", "q_x", "q_y", "q_z"], "gyro_bias": ["gyro_bias_x", "gyro_bias_y", "gyro_bias_z"],
           "heading_sigma": ["heading_sigma"], "flags": ["flags"]}


def cut(log, first, count):
    """Rows of a log as a table, with the number of the row."""
    rows = slice(first, first + count)
    columns = dict(zip(SENSORS, np.hstack([array[rows] for array in log.arrays]).T))
    return pyarrow.table({"t": log.t[rows], "row": np.arange(first, first + count)} | columns)


def expect_results(table, result):
    for output, names in OUTPUTS.items():
        expected = getattr(result, output).reshape(len(table), -1)
        np.testing.assert_array_equal(np.stack([table[name].to_numpy() for name in names], axis=1), expected)


@pytest.fixture(scope="module")
def lengths():
    return np.random.default_rng(3).integers(1, 900, 40)


@pytest.fixture(scope="module")
def many(hand_held, lengths):
    """40 logs, their rows in random order."""
    parts = [cut(hand_held, 100 * index, count).append_column("log", [[f"log {index:02}"] * count])
             for index, count in enumerate(lengths)]
    table = pyarrow.concat_tables(parts)
    return table.take(np.random.default_rng(4).permutation(len(table)))


def test_one_log_in_any_order(hand_held):
    table = cut(hand_held, 0, 3000)
    expected = cardan.fuse(*(array[:3000] for array in hand_held.arrays), t=hand_held.t[:3000])
    for order in (np.arange(3000), np.random.default_rng(1).permutation(3000)):
        result = fuse_arrow(table.take(order), keep="row")
        assert result.column_names[:2] == ["t", "row"] and result.column_names[-3:] == ["flags", "status", "reason"]
        np.testing.assert_array_equal(result["row"], np.arange(3000))
        np.testing.assert_array_equal(result["t"], hand_held.t[:3000])
        expect_results(result, expected)
        assert set(result["status"].to_pylist()) == {"ok"} and result["reason"].null_count == 3000


@pytest.mark.parametrize("options", [{}, {"filter": "vqf", "frame": "ned"}, {"smooth": True}])
def test_a_log_does_not_depend_on_those_beside_it(many, hand_held, lengths, options):
    result = fuse_arrow(many, by="log", **options)
    assert len(result) == len(many) and result["log"].to_pylist() == sorted(many["log"].to_pylist())
    start = 0
    for index, count in enumerate(lengths):
        rows = slice(100 * index, 100 * index + count)
        log = cardan.fuse(*(array[rows] for array in hand_held.arrays), t=hand_held.t[rows], **options)
        expect_results(result.slice(start, count), log)
        start += count


def test_batches_of_any_size_give_the_same(many):
    fusion = pickle.loads(pickle.dumps(TableFusion("log", "row", outputs=["quaternion", "flags"])))
    ordered = many.sort_by([("log", "ascending")])
    expected = fuse_arrow(many, by="log", keep="row", outputs=["quaternion", "flags"])
    for size in (7, 1000, 1 << 20):
        batches = list(fusion.of_batches(ordered.to_batches(max_chunksize=size)))
        assert pyarrow.Table.from_batches(batches).equals(expected)


def test_the_schema_is_fixed(many):
    full = ["log", "t", "q_w", "q_x", "q_y", "q_z", "gravity_x", "gravity_y", "gravity_z", "user_accel_x", "user_accel_y",
            "user_accel_z", "rate_x", "rate_y", "rate_z", "gyro_bias_x", "gyro_bias_y", "gyro_bias_z", "tilt_sigma",
            "heading_sigma", "flags", "status", "reason"]
    schema = TableFusion("log").schema(many.schema)
    assert schema.names == full
    assert {str(field.type) for field in schema} == {"string", "double", "int32"}
    for rows in (many, many.slice(0, 0), many.slice(0, 1)):
        assert fuse_arrow(rows, by="log").schema.equals(schema)
    single = fuse_arrow(many, by="log", outputs=["tilt_sigma"], dtype="float32")
    assert single.column_names == ["log", "t", "tilt_sigma", "status", "reason"] and str(single["tilt_sigma"].type) == "float"


def test_rows_without_a_time_have_the_rate(hand_held):
    table = cut(hand_held, 0, 200).drop_columns("t")
    result = fuse_arrow(table, rate=100)
    np.testing.assert_array_equal(result["t"], np.arange(200) * 0.01)
    expect_results(result, cardan.fuse(*(array[:200] for array in hand_held.arrays), rate=100))


def test_units_of_columns_and_of_the_call(hand_held):
    expected = fuse_arrow(cut(hand_held, 0, 100), outputs="quaternion")
    table = cut(hand_held, 0, 100)
    degrees = [name if not name.startswith("gyro") else name + " [deg/s]" for name in table.column_names]
    for result in (
        fuse_arrow(table.rename_columns(degrees), outputs="quaternion", check_units=False),
        fuse_arrow(table, units={"gyro": "deg/s"}, outputs="quaternion", check_units=False),
        fuse_arrow(table.rename_columns([name.replace("deg/s", "rpm") for name in degrees]), units={"gyro": "deg/s"},
                   outputs="quaternion", check_units=False),
    ):
        assert not result["q_x"].equals(expected["q_x"])
        reading = cardan.fuse(
            *(array[:100] for array in hand_held.arrays), t=hand_held.t[:100], gyro_unit="deg/s", check_units=False)
        np.testing.assert_array_equal(result["q_x"], reading.quaternion[:, 1])
    assert cardan.fuse_table(table, units={"t": "ms"}).t[1] == pytest.approx(1e-3 * hand_held.t[1])


def test_failing_logs_are_rows(many):
    wrong = {
        "accel": many.filter(pyarrow.compute.equal(many["log"], "log 07")),
        "NaN": many.filter(pyarrow.compute.equal(many["log"], "log 08")),
    }
    grams = [np.asarray(wrong["accel"][name]) / 9.80665 for name in SENSORS[3:6]]
    for name, values in zip(SENSORS[3:6], grams):
        place = wrong["accel"].column_names.index(name)
        wrong["accel"] = wrong["accel"].set_column(place, name, [values])
    place = many.column_names.index("gyro_y")
    wrong["NaN"] = wrong["NaN"].set_column(place, "gyro_y", [np.where(np.arange(len(wrong["NaN"])) == 0, np.nan, 0)])
    rest = many.filter(pyarrow.compute.invert(pyarrow.compute.is_in(many["log"], pyarrow.array(["log 07", "log 08"]))))
    options = {"by": "log", "nan": "raise", "outputs": ["quaternion", "flags"]}
    result = fuse_arrow(pyarrow.concat_tables([wrong["accel"], rest, wrong["NaN"]]), **options)
    failed = result.filter(pyarrow.compute.equal(result["status"], "failed")).to_pylist()
    assert [row["log"] for row in failed] == ["log 07", "log 08"]
    assert "accel: median specific force" in failed[0]["reason"] and "gyro: row" in failed[1]["reason"]
    assert all(row["t"] is None and row["q_w"] is None and row["flags"] is None for row in failed)
    others = result.filter(pyarrow.compute.not_equal(result["status"], "failed"))
    assert others.equals(fuse_arrow(rest, **options))


@pytest.mark.parametrize("change, reason", [
    (lambda table: table.drop_columns("gyro_x"), "table: gyro_y: missing column for x of the gyroscope"),
    (lambda table: table.drop_columns(SENSORS[3:6]), "table: missing column accel_x"),
    (lambda table: table.drop_columns("t"), "expected either t"),
    (lambda table: table.set_column(0, "t [weeks]", table["t"]), 'unknown unit "weeks" for the timestamps'),
    (lambda table: table.set_column(2, "gyro_x", [["text"] * 50]), "gyro_x: expected numbers, found text"),
    (lambda table: table.set_column(0, "t", [[None, *range(49)]]), "t: 1 of 50 timestamps are null"),
    (lambda table: table.append_column("gyro_x", table["gyro_x"]), "gyro_x"),
])
def test_a_table_that_cannot_be_fused_is_a_row(hand_held, change, reason):
    row, = fuse_arrow(change(cut(hand_held, 0, 50)), outputs="quaternion").to_pylist()
    assert row["status"] == "failed" and reason in row["reason"] and row["q_w"] is None


def test_nulls_of_a_log_change_no_other(hand_held):
    """The columns of logs are read together."""
    names = ["a", "b", "c", "d"]
    logs = {name: cut(hand_held, 500 * index, 300).to_pydict() for index, name in enumerate(names)}
    for rows in logs.values():
        rows["t"] = [round(each * 1e9) for each in rows["t"]]
    whole = {name: fuse_arrow(pyarrow.table(rows)).to_pandas() for name, rows in logs.items()}
    logs["b"]["t"][7], logs["c"]["gyro_y"][9], logs["c"]["mag_x"][200] = None, None, None
    alone = fuse_arrow(pyarrow.table(logs["c"])).to_pandas()
    assert not alone.equals(whole["c"])
    table = pyarrow.concat_tables(pyarrow.table(rows).append_column("log", [[name] * 300]) for name, rows in logs.items())
    result = fuse_arrow(table, by="log")
    parts = {name: result.filter(pyarrow.compute.equal(result["log"], name)).drop_columns("log").to_pandas() for name in names}
    assert parts["b"]["reason"].to_list() == ["t: 1 of 300 timestamps are null"]
    assert parts["c"].equals(alone)
    for name in ("a", "d"):
        assert parts[name].equals(whole[name]), name


def test_doubts_are_the_reason(hand_held):
    table = cut(hand_held, 0, 50)
    late = np.where(np.arange(50) < 25, hand_held.t[:50], hand_held.t[:50] + 60)
    row = fuse_arrow(table.set_column(0, "t", [late])).to_pylist()[0]
    assert row["status"] == "degraded" and "samples are missing (gaps of more than 0.5 s 1)" in row["reason"]
    for count in (1, 3):
        without = table
        for name in SENSORS[3 : 3 + count]:
            without = without.set_column(without.column_names.index(name), name, [[np.nan] * 50])
        row = fuse_arrow(without).to_pylist()[0]
        assert row["status"] == "degraded" and "no accelerometer readings: tilt is unknown" in row["reason"]


@pytest.mark.parametrize("options, message", [
    ({"filter": "nothing"}, "filter: unknown filter"), ({"outputs": "yaw"}, "outputs: unknown output 'yaw'"),
    ({"dtype": "int8"}, "dtype"), ({"units": {"depth": "m"}}, "units: unknown quantity 'depth'"),
    ({"units": {"accel": "ft"}}, 'units: accel: unknown unit "ft" for the accelerometer; expected one of m/s'),
    ({"nan": "zero"}, "nan: expected"), ({"by": "log"}, "missing column log"), ({"keep": "log"}, "missing column log"),
    ({"jobs": 0}, "jobs"), ({"rate": -1}, "rate"), ({"by": "q_w"}, "missing column q_w"),
])
def test_invalid_options_are_refused_before_the_first_log(hand_held, options, message):
    with pytest.raises(ValueError, match=message):
        fuse_arrow(cut(hand_held, 0, 50), **options)


def test_other_refusals(hand_held, tmp_path):
    with pytest.raises(TypeError, match="no parameter 'gainz'"):
        fuse_arrow(cut(hand_held, 0, 50), gainz=1)
    with pytest.raises(ValueError, match="has the name of a result"):
        fuse_arrow(cut(hand_held, 0, 50).append_column("status", [["x"] * 50]), keep="status")
    with pytest.raises(FileNotFoundError):
        fuse_arrow(cut(hand_held, 0, 50), calibration=tmp_path / "none.json")


def test_a_calibration_travels_with_the_fusion(hand_held, tmp_path):
    path = tmp_path / "calibration.json"
    path.write_text('{"format": "cardan-calibration", "version": 1, "gyroscope": {"bias_radians_per_second": [0.01, 0, 0]}}')
    fusion = TableFusion(calibration=path)
    calibration = cardan.Calibration.load(path)
    path.unlink()
    fusion = pickle.loads(pickle.dumps(fusion))
    expected = cardan.fuse(*(array[:50] for array in hand_held.arrays), t=hand_held.t[:50], calibration=calibration)
    expect_results(fusion.of_table(cut(hand_held, 0, 50)), expected)


def test_nulls_and_categories_identify_logs(hand_held):
    log = Log("pendulum")
    names = pyarrow.array(["a"] * 30 + [None] * 20 + ["b"] * 50)
    for column in (names, names.dictionary_encode()):
        table = cut(log, 0, 100).append_column("log", column)
        result = fuse_arrow(table, by=["log"], outputs="quaternion")
        assert result["log"].to_pylist() == ["a"] * 30 + ["b"] * 50 + [None] * 20
        assert result.slice(80).drop_columns("log").equals(fuse_arrow(table.slice(30, 20), outputs="quaternion"))


def test_files_are_rows_with_the_reasons_of_their_readers(tmp_path):
    """What the workers of Spark run, without Spark."""
    fused = spark._Files(TableFusion("path", outputs="gravity"), {}, None).fused
    content = (ROOT / "datasets/hand-held.csv").read_bytes()
    files = {"whole": content[:100000].rsplit(b"\n", 1)[0] + b"\n", "cut": content[:100000], "head": content.split(b"\n")[0] + b"\n",
             "empty": None, "large": None}
    batch = pyarrow.record_batch({
        "path": [f"s3a://logs/{name}" for name in files], "content": pyarrow.array(files.values(), pyarrow.binary()),
        "length": [None if name == "empty" else 1 << 40 if name == "large" else len(files[name]) for name in files]})
    rows = pyarrow.Table.from_batches(list(fused([batch])))
    found = {}
    for row in rows.to_pylist():
        found.setdefault(row["path"].rsplit("/")[-1], []).append(row)
    assert list(found) == list(files) and len(found["whole"]) == len(found["cut"]) > 300
    states = {name: (each[0]["status"], each[0]["reason"]) for name, each in found.items()}
    lines = len(found["cut"]) + 2
    assert states == {
        "whole": ("ok", None), "cut": ("degraded", f"1 bad row skipped, first at line {lines}"), "head": ("degraded", "no rows"),
        "empty": ("failed", "s3a://logs/empty:1: the file is empty"),
        "large": ("failed", f"s3a://logs/large: {1 << 40} bytes are more than spark.sql.sources.binaryFile.maxLength")}
    log = cardan.read_log(ROOT / "datasets/hand-held.csv")
    np.testing.assert_array_equal([row["t"] for row in found["whole"]], log.t[: len(found["whole"])])
    assert [row["gravity_z"] is None for row in found["head"] + found["empty"]] == [True, True]
