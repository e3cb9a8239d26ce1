"""The recordings of datasets/, and the command `cardan` where there is one."""

import os
import shutil
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
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


@pytest.fixture(scope="session")
def command():
    """The command that CARDAN_COMMAND names, or the one on PATH; `make test-python` gives that of its own build."""
    path = os.environ.get("CARDAN_COMMAND") or shutil.which("cardan")
    if path is None:
        pytest.skip("there is no command cardan: set CARDAN_COMMAND")
    return path
