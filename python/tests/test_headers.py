"""The headers and texts of Tests/Headers, which the tests of the command and of the page read too."""

import json
from pathlib import Path

import cardan
import numpy as np
import pytest

pandas = pytest.importorskip("pandas")
pyarrow = pytest.importorskip("pyarrow")

HEADERS = Path(__file__).parents[2] / "Tests/Headers"
CASES = json.loads((HEADERS / "headers.json").read_text())
TEXTS = json.loads((HEADERS / "texts.json").read_text())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["header"][:40])
def test_every_header_gives_its_values_or_its_refusal(case, tmp_path):
    path = tmp_path / "log.csv"
    path.write_text(f"{case['header']}\n{case['row']}\n")
    separator = next((each for each in ";\t" if each in case["header"]), ",")
    table = pandas.read_csv(path, sep=separator, decimal="." if separator == "," else ",", header=None, skiprows=1)
    names = case["header"].split(separator)
    for source in (path, pyarrow.Table.from_arrays([pyarrow.array(table[index]) for index in table], names=names)):
        if "refused" in case:
            with pytest.raises(ValueError) as raised:
                cardan.read_log(source)
            assert case["refused"] in str(raised.value)
            continue
        log = cardan.read_log(source)
        found = [log.t[0] / 1e9, *log.gyro[0], *log.accel[0], *([] if log.mag is None else log.mag[0])]
        assert found == case["values"]


@pytest.mark.parametrize("case", TEXTS, ids=lambda case: case["name"])
def test_every_text_gives_its_rows_or_its_refusal(case, tmp_path):
    path = tmp_path / "log.csv"
    path.write_bytes(case["text"].encode())
    if "refused" in case:
        with pytest.raises(ValueError) as raised:
            cardan.read_log(path)
        assert case["refused"] in str(raised.value)
        return
    log = cardan.read_log(path)
    assert list(log.t) == [int(row[0]) for row in case["rows"]]
    columns = [log.gyro, log.accel] + ([] if log.mag is None else [log.mag])
    expected = [[np.nan if value is None else value for value in row[1:]] for row in case["rows"]]
    np.testing.assert_array_equal(np.hstack(columns), expected)


def test_fuse_table_assumes_si_without_units():
    columns = {"time": [0.0, 0.01], "AngularVelocity_X": [1, 1], "AngularVelocity_Y": [0, 0], "AngularVelocity_Z": [0, 0],
               "acc_x": [0, 0], "acc_y": [0, 0], "acc_z": [9.8, 9.8]}
    recording = cardan.recording_from_table(columns)
    np.testing.assert_array_equal(recording.gyro[:, 0], [1, 1])
    np.testing.assert_array_equal(recording.t, [0, 0.01])
    recording = cardan.recording_from_table(columns, units={"gyro": "deg/s"})
    np.testing.assert_allclose(recording.gyro[:, 0], np.pi / 180)
