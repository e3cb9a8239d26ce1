"""What the command does for Python."""

import cardan
import numpy as np
import pytest
from conftest import ROOT

LOG = ROOT / "datasets/hand-held.csv"


@pytest.fixture
def with_command(command, monkeypatch):
    monkeypatch.setenv("CARDAN_COMMAND", str(command))


def test_simulated_logs(with_command, tmp_path):
    log = cardan.simulate("pendulum", duration=5, seed=3)
    again = cardan.simulate("pendulum", tmp_path / "-log.csv", duration=5, seed=3)
    np.testing.assert_array_equal(log.gyro, again.gyro)
    assert log.truth is not None and log.info()["rows"] == len(log) and again.path == str(tmp_path / "-log.csv")
    with pytest.raises(cardan.CardanError, match="'--scenario' takes one of hand-held, .* not 'nowhere'"):
        cardan.simulate("nowhere")


def test_reports_and_verdicts(with_command, tmp_path):
    cardan.report(LOG, tmp_path / "page.html", filter="vqf", magnetometer=False, set={"accelerometer_time_constant": 2})
    assert "<html" in (tmp_path / "page.html").read_text()
    (tmp_path / "bad.csv").write_text(LOG.read_text().replace("\n", "\nbad row\n", 3))
    assert cardan.doctor(LOG).verdict == "good"
    with pytest.raises(cardan.CardanError, match="bad.csv:2"):
        cardan.doctor(tmp_path / "bad.csv")
    found = cardan.doctor(tmp_path / "bad.csv", skip_bad_rows=True)
    assert [finding.check for finding in found] == ["Y"] and "3 bad rows" in str(found[0])


def test_a_missing_command_is_said(monkeypatch):
    monkeypatch.delenv("CARDAN_COMMAND", raising=False)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    with pytest.raises(FileNotFoundError, match="command cardan not found: install a wheel"):
        cardan.simulate()
