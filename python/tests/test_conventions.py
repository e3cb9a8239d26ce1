"""Attitudes in the conventions of other programs: what a body looks at, computed by each program's own axes."""

import re
import subprocess

import cardan
import numpy as np
import pytest
from conftest import ROOT

EAST, NORTH, UP = np.eye(3)
# By hand: the axes of each program for east, north and up, and for forward, left and up of a body.
WORLD = {
    "enu": ([1, 0, 0], [0, 1, 0], [0, 0, 1]), "ned": ([0, 1, 0], [1, 0, 0], [0, 0, -1]),
    "nwu": ([0, -1, 0], [1, 0, 0], [0, 0, 1]), "unity": ([1, 0, 0], [0, 0, 1], [0, 1, 0]),
    "unreal": ([0, 1, 0], [1, 0, 0], [0, 0, 1]), "threejs": ([1, 0, 0], [0, 0, -1], [0, 1, 0]),
    "blender": ([1, 0, 0], [0, 1, 0], [0, 0, 1]), "android": ([1, 0, 0], [0, 1, 0], [0, 0, 1]),
    "core-motion": ([0, -1, 0], [1, 0, 0], [0, 0, 1]),
}
BODY = {
    "enu": ([1, 0, 0], [0, 1, 0], [0, 0, 1]), "ned": ([1, 0, 0], [0, -1, 0], [0, 0, -1]),
    "nwu": ([1, 0, 0], [0, 1, 0], [0, 0, 1]), "unity": ([0, 0, 1], [-1, 0, 0], [0, 1, 0]),
    "unreal": ([1, 0, 0], [0, -1, 0], [0, 0, 1]), "threejs": ([0, 0, -1], [-1, 0, 0], [0, 1, 0]),
    "blender": ([0, 1, 0], [-1, 0, 0], [0, 0, 1]), "android": ([0, 1, 0], [-1, 0, 0], [0, 0, 1]),
    "core-motion": ([0, 1, 0], [-1, 0, 0], [0, 0, 1]),
}


def turned(quaternion, vector):
    """A vector turned as every program does, whatever its handedness: q v q*, with q as w, x, y, z."""
    w, axis = quaternion[0], quaternion[1:]
    across = 2 * np.cross(axis, vector)
    return vector + w * across + np.cross(axis, across)


def scalar_first(quaternion, name):
    return quaternion if cardan.conventions()[name].order == "wxyz" else quaternion[[3, 0, 1, 2]]


@pytest.fixture
def attitudes():
    numbers = np.random.default_rng(1).normal(size=(50, 4))
    return numbers / np.linalg.norm(numbers, axis=1, keepdims=True)


@pytest.mark.parametrize("name", cardan.conventions())
def test_the_body_points_where_it_did(name, attitudes):
    converted = cardan.convert_attitude(attitudes, "enu", name)
    np.testing.assert_allclose(np.linalg.norm(converted, axis=1), 1)
    for ours, theirs in zip(attitudes, converted):
        for direction, axis in zip(np.eye(3), BODY[name]):
            expected = sum(part * np.array(axes) for part, axes in zip(turned(ours, direction), WORLD[name]))
            np.testing.assert_allclose(turned(scalar_first(theirs, name), np.array(axis, float)), expected, atol=1e-12)


@pytest.mark.parametrize("source", cardan.conventions())
def test_there_and_back(source, attitudes):
    given = cardan.convert_attitude(attitudes, "enu", source)
    for target in cardan.conventions():
        back = cardan.convert_attitude(cardan.convert_attitude(given, source, target), target, source)
        np.testing.assert_allclose(abs(np.sum(back * given, axis=1)), 1)


def test_frames_are_those_of_the_filter(hand_held):
    enu = cardan.fuse(*hand_held.arrays, t=hand_held.t, outputs="quaternion").quaternion
    nwu = cardan.fuse(*hand_held.arrays, t=hand_held.t, outputs="quaternion", frame="nwu").quaternion
    np.testing.assert_allclose(abs(np.sum(cardan.convert_attitude(enu, "enu", "nwu") * nwu, axis=1)), 1)
    # A sensor whose axes are forward, right, down.
    frd = [array * [1, -1, -1] for array in hand_held.arrays]
    ned = cardan.fuse(*frd, t=hand_held.t, outputs="quaternion", frame="ned").quaternion
    np.testing.assert_allclose(abs(np.sum(cardan.convert_attitude(enu, "enu", "ned") * ned, axis=1)), 1, atol=1e-9)


def test_the_table_of_the_article_is_true(attitudes):
    """The components in the article are those of a quaternion in NWU, reordered."""
    article = (ROOT / "Sources/Faces/Cardan/Cardan.docc/ComingFromOtherLibraries.md").read_text()
    rows = re.findall(r"^\| .* \| `(\w+)` \| `\(([^)]*)\)` \|$", article, re.MULTILINE)
    assert {name for name, _ in rows} == {"unity", "unreal", "threejs"}
    for name, components in rows:
        expected = np.stack([(-1 if part.startswith("-") else 1) * attitudes[:, "wxyz".index(part.lstrip("-"))]
                             for part in components.split(", ")], axis=1)
        found = cardan.convert_attitude(attitudes, "nwu", name)
        np.testing.assert_allclose(abs(np.sum(found * expected, axis=1)), 1)


def test_one_attitude_and_wrong_names():
    assert cardan.convert_attitude([1, 0, 0, 0], "nwu", "unity").shape == (4,)
    assert cardan.convert_attitude(np.array([[1, 0, 0, 0]], np.float32), "nwu", "unreal").dtype == np.float32
    with pytest.raises(ValueError, match="target: unknown convention 'quake'; expected one of: enu"):
        cardan.convert_attitude([1, 0, 0, 0], "enu", "quake")


def test_the_command_converts_tables(hand_held, command, tmp_path):
    result = cardan.fuse(*hand_held.arrays, t=hand_held.t, outputs="quaternion")[::100]
    result.save(tmp_path / "ours.csv")
    convert = [command, "convert"]
    subprocess.run([*convert, tmp_path / "ours.csv", "--to", "unity", "-o", tmp_path / "unity.csv"], check=True)
    header = (tmp_path / "unity.csv").read_text().splitlines()[0]
    assert header == "t [s],q_x,q_y,q_z,q_w"
    table = np.loadtxt(tmp_path / "unity.csv", delimiter=",", skiprows=1)
    np.testing.assert_allclose(table[:, 0], result.t, atol=1e-9)
    np.testing.assert_allclose(table[:, 1:], cardan.convert_attitude(result.quaternion, "enu", "unity"), atol=2e-9)
    back = subprocess.run(
        [*convert, tmp_path / "unity.csv", "--from", "unity", "--to", "enu"], check=True, capture_output=True, text=True).stdout
    table = np.loadtxt(back.splitlines(), delimiter=",", skiprows=1)
    np.testing.assert_allclose(abs(np.sum(table[:, 1:] * result.quaternion, axis=1)), 1, atol=1e-8)
    wrong = subprocess.run([*convert, tmp_path / "ours.csv", "--to", "quake"], capture_output=True, text=True)
    assert wrong.returncode == 2 and "one of enu, ned" in wrong.stderr


def test_trajectories_of_others_are_converted(hand_held, command, tmp_path):
    # A TUM file states no unit of time.
    for name, options, unit in (("walk.tum", [], ["--time-unit", "s"]), ("walk.csv", ["--format", "euroc"], [])):
        subprocess.run([command, "fuse", hand_held.path, "-q", "-o", tmp_path / name, *options], check=True)
        run = subprocess.run(
            [command, "convert", tmp_path / name, "--to", "unreal", *unit], check=True, capture_output=True, text=True)
        table = np.loadtxt(run.stdout.splitlines(), delimiter=",", skiprows=1)
        expected = cardan.convert_attitude(cardan.fuse(hand_held.path).quaternion, "enu", "unreal")
        np.testing.assert_allclose(abs(np.sum(table[:, 1:] * expected, axis=1)), 1, atol=1e-8)
        np.testing.assert_allclose(table[:, 0], hand_held.t, atol=1e-6)


def test_acceleration_in_the_frame(hand_held):
    scipy = pytest.importorskip("scipy")
    assert scipy
    result = cardan.fuse(*hand_held.arrays, t=hand_held.t)
    np.testing.assert_allclose(result.world_acceleration, result.as_rotation().apply(result.user_acceleration), atol=1e-9)
