"""The pages keep their word: their code runs as it stands."""

import re
import shutil
import subprocess
import sys

import cardan
import numpy as np
import pytest
from conftest import ROOT

BLOCKS = re.findall(r"```python\n(.*?)```", (ROOT / "python/README.md").read_text(), re.S)


def test_the_page_begins_with_code_that_runs(hand_held):
    assert (ROOT / "python/README.md").read_text().split("\n")[2] == "```python"
    scope = dict(zip(("gyro", "accel", "mag"), hand_held.arrays))
    exec(BLOCKS[0], scope)
    assert scope["result"].quaternion.shape == (6000, 4)


def test_the_code_for_recordings_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("walk", "other"):
        shutil.copyfile(ROOT / "datasets/hand-held.csv", f"{name}.csv")
    log = cardan.read_log("walk.csv")
    still = np.vstack([np.tile(log.gyro[:1], (400, 1)), log.gyro])
    force = np.vstack([np.tile(log.accel[:1], (400, 1)), log.accel])
    table = np.column_stack([np.arange(len(still)) * 0.01, still, force])
    header = "t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z"
    np.savetxt("turns.csv", table, delimiter=",", header=header, comments="")
    random = np.random.default_rng(1)
    still_gyro, still_force = random.normal(0, 1e-3, (5000, 3)), random.normal(0, 0.01, (5000, 3)) + [0, 0, 9.81]
    table = np.column_stack([np.arange(5000) * 0.01, still_gyro, still_force])
    np.savetxt("still.csv", table, delimiter=",", header=header, comments="")
    scope = {"cardan": cardan, "still_gyro": still_gyro}
    exec(BLOCKS[1], scope)
    assert len(scope["result"]) == len(log) and (tmp_path / "cal.json").exists()
    assert len(scope["noise"].noise) == 3 and cardan.tuned_parameters(tmp_path / "noise.json")


def test_the_example_draws(tmp_path):
    pytest.importorskip("matplotlib")
    picture = tmp_path / "attitude.png"
    program = ROOT / "Examples/python/plot_attitude.py"
    text = subprocess.run(
        [sys.executable, program, ROOT / "datasets/hand-held.csv", picture], check=True, capture_output=True, text=True,
    ).stdout
    assert "smooth: total" in text and picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", cardan.__all__)
def test_everything_is_documented(name):
    thing = getattr(cardan, name)
    assert thing.__doc__ and not thing.__doc__.startswith(f"{name}(")


def blocks_of(page):
    return re.findall(r"```python\n(.*?)```", (ROOT / f"Sources/Faces/Cardan/Cardan.docc/{page}.md").read_text(), re.S)


def test_the_start_page_for_numpy_runs(hand_held, capsys):
    scope = dict(zip(("gyro", "accel", "mag"), hand_held.arrays)) | {"t": hand_held.t}
    for block in blocks_of("StartWithNumPy"):
        exec(block, scope)
    assert scope["yaw"].shape == (6000,) and len(scope["smooth"]) == 6000
    assert capsys.readouterr().out.count("[") == 1


def test_what_the_page_for_other_libraries_replaces_gives_the_same(hand_held):
    vqf = pytest.importorskip("vqf")
    scope = dict(zip(("gyro", "accel", "mag"), hand_held.arrays)) | {"t": hand_held.t, "rate": 100.0}
    scope |= {"gyro_deg": np.degrees(hand_held.gyro), "accel_g": hand_held.accel / 9.80665}
    fusion, of_vqf = blocks_of("ComingFromOtherLibraries")
    exec(fusion, scope)
    assert np.linalg.norm(scope["filter"].quaternion) == pytest.approx(1)
    exec(of_vqf, scope)
    expected = vqf.VQF(0.01).updateBatch(*hand_held.arrays)["quat9D"]
    same = np.abs(np.sum(scope["result"].quaternion * expected, axis=1))
    assert np.degrees(2 * np.arccos(np.minimum(same, 1))).max() < 1e-3
