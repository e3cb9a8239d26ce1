"""Results for people."""

import subprocess

import cardan
import numpy as np
import pytest


def test_repr_names_what_was_made(hand_held):
    result = cardan.fuse(*hand_held.arrays, t=hand_held.t, frame="ned", filter="vqf")
    text = repr(result)
    assert text.startswith("<cardan.Result of 6000 samples: duration 59.99 s, rate 100 Hz, filter vqf, frame ned; quaternion, gravity")
    share = 100 * np.count_nonzero(result.flags & cardan.Flags.AT_REST) / 6000
    assert f"at_rest {share:.3g} %" in text
    assert "field_disturbed" in text and "saturated" not in text
    few = cardan.fuse(*hand_held.arrays, t=hand_held.t, outputs="quaternion")
    assert "flags" not in repr(few) and "filter default, frame enu; quaternion>" in repr(few)


def test_repr_of_blocks_and_of_nothing():
    stream = cardan.Filter("mahony", frame="nwu")
    still = (np.zeros((3, 3)), np.tile([0, 0, 9.81], (3, 1)))
    assert "rate 50 Hz, filter mahony, frame nwu" in repr(stream.process(*still, rate=50))
    assert repr(cardan.fuse(np.zeros((0, 3)), np.zeros((0, 3)), rate=50)).startswith("<cardan.Result of 0 samples: filter default")
    one = cardan.fuse(np.zeros((1, 3)), np.array([[0, 0, 9.81]]), rate=50)
    assert "rate" not in repr(one).split(";")[0]


def test_html_is_a_table_of_the_same(hand_held):
    text = cardan.fuse(*hand_held.arrays, t=hand_held.t)._repr_html_()
    assert text.startswith("<table>") and text.count("<tr>") == 7
    for word in ("6000", "59.99 s", "100 Hz", "default", "enu", "at_rest", "heading_sigma"):
        assert word in text


def test_plot_draws_what_there_is(hand_held):
    pytest.importorskip("matplotlib").use("Agg")
    result = cardan.fuse(*hand_held.arrays, t=hand_held.t)
    figure = result.plot()
    assert [axes.get_ylabel() for axes in figure.axes] == [
        "angles [deg]", "user acceleration [m/s²]", "rate [deg/s]", "gyro bias [deg/s]", "sigma [deg]"]
    yaw = figure.axes[0].lines[0]
    np.testing.assert_allclose(yaw.get_xdata(), hand_held.t)
    drawn, expected = yaw.get_ydata(), result.euler(degrees=True)[:, 0]
    known = ~np.isnan(drawn)
    assert known.mean() > 0.99
    np.testing.assert_array_equal(drawn[known], expected[known])
    figure.canvas.draw()
    few = cardan.fuse(*hand_held.arrays, t=hand_held.t, outputs=["gyro_bias"]).plot()
    assert [axes.get_ylabel() for axes in few.axes] == ["gyro bias [deg/s]"]
    with pytest.raises(ValueError, match="nothing to plot"):
        cardan.fuse(*hand_held.arrays, t=hand_held.t, outputs="gravity").plot()


def test_flags_print_the_names_of_files(hand_held, command, tmp_path):
    """Also in Python 3.10 and 3.12, whose enumerations have other texts."""
    log = tmp_path / "result.csv"
    subprocess.run([command, "fuse", hand_held.path, "-q", "-o", log], check=True)
    names = [line.rsplit(",", 1)[1] for line in log.read_text().splitlines()[1:]]
    flags = cardan.fuse(cardan.read_log(hand_held.path), outputs="flags").flags
    assert [str(cardan.Flags(int(each))) for each in flags] == names
    both = cardan.Flags.AT_REST | cardan.Flags.SATURATED
    assert f"{both}" == "at_rest|saturated" and f"{both:#x}" == "0x120"


def test_frames_have_names_in_any_case_and_missing_attributes_a_text(hand_held):
    upper, lower = (cardan.fuse(*hand_held.arrays, t=hand_held.t, frame=name) for name in ("NED", "ned"))
    np.testing.assert_array_equal(upper.quaternion, lower.quaternion)
    assert upper.frame == "ned"
    with pytest.raises(AttributeError, match="'Result' object has no attribute 'quaternions'"):
        upper.quaternions
