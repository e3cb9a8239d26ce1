"""The recordings of datasets/ and the command `cardan`."""

import os
import shutil
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
# Their peers are large: `make test-integrations` installs them and sets this.
collect_ignore = [] if os.environ.get("CARDAN_INTEGRATIONS") else ["integrations"]
LOGS = ["hand-held", "pendulum", "quadrotor"]


class Log:
    """A recording of datasets/."""

    def __init__(self, name):
        self.path = ROOT / f"datasets/{name}.csv"
        table = np.loadtxt(self.path, delimiter=",", skiprows=1)
        self.t = table[:, 0]
        self.gyro, self.accel, self.mag = (table[:, first : first + 3].copy() for first in (1, 4, 7))
        self.arrays = (self.gyro, self.accel, self.mag)


@pytest.fixture(scope="session", params=LOGS)
def log(request):
    return Log(request.param)


@pytest.fixture(scope="session")
def hand_held():
    return Log("hand-held")


def _without_skip(report):
    """With CARDAN_NEEDS_ALL in the environment, a skip is a failure that names what is missing."""
    if report.skipped and os.environ.get("CARDAN_NEEDS_ALL"):
        report.outcome = "failed"
        report.longrepr = f"skipped, but CARDAN_NEEDS_ALL is set: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    return _without_skip((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report():
    return _without_skip((yield))


@pytest.fixture(scope="session")
def command():
    """The command that CARDAN_COMMAND names, or the one on PATH; `make test-python` gives that of its own build."""
    path = os.environ.get("CARDAN_COMMAND") or shutil.which("cardan")
    if path is None:
        pytest.skip("command cardan not found: set CARDAN_COMMAND to its path")
    return path
