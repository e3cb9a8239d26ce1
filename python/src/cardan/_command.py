"""What the command `cardan` does and the libraries do not: simulation, reports, the complete examination of a log."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ._findings import Findings, parsed
from ._library import CardanError
from ._logs import Log, read_log


def simulate(scenario: str = "hand-held", path: str | os.PathLike[str] | None = None, **options: Any) -> Log:
    """Simulate a log with exact truth by `cardan simulate`.

    :param scenario: "hand-held", "quadrotor", "pendulum", "walking", "city" ...: see `cardan simulate --help`
    :param path: the file to write; None for a log in memory only
    :param options: those of the command with underscores: duration=60, rate=200, seed=7, exact=True, lever_arm=(0.1, 0, 0)
    :raises FileNotFoundError: without the command
    :raises CardanError: for what the command refuses
    """
    if path is not None:
        _run("simulate", output=path, scenario=scenario, **options)
        return read_log(path)
    with tempfile.TemporaryDirectory(prefix="cardan-") as folder:
        log = simulate(scenario, Path(folder) / "log.csv", **options)
    # The file is gone: what is asked later is asked of the rows.
    log.path, log._options = "", None
    return log


def report(log: str | os.PathLike[str], output: str | os.PathLike[str], **options: Any) -> None:
    """Write a page about a log by `cardan report`: attitude, errors, sensors, field, spectra; one file, no network.

    :param log: the path of a log, or of a folder of logs with a folder as output
    :param output: the page, NAME.html
    :param options: those of the command with underscores: filter="vqf", magnetometer=False, set={"declination": 0.05}
    :raises FileNotFoundError: without the command
    :raises CardanError: for what the command refuses
    """
    _run("report", log, output=output, **options)


def doctor(log: str | os.PathLike[str], **options: Any) -> Findings:
    """The verdict on a log by `cardan doctor`, with all its options.

    :param log: the path of a log
    :param options: those of the command with underscores: topic="imu1", map={"rot_x": "gyro_x [deg/s]"}, skip_bad_rows=True
    :raises FileNotFoundError: without the command
    :raises CardanError: for a log that cannot be read, and for what the command refuses
    """
    return parsed(_run("doctor", log, json=True, **options))[0]


def _run(command: str, *arguments: str | os.PathLike[str], **options: Any) -> str:
    """The output of the command."""
    # The last arguments may begin with a hyphen.
    line = [_program(), command, *_given(options), "--", *(os.fspath(each) for each in arguments)]
    run = subprocess.run(line, capture_output=True, text=True, check=False)
    if run.returncode and not run.stdout:
        raise CardanError(run.stderr.strip().removeprefix("cardan: ") or f"{command}: exit status {run.returncode}")
    return run.stdout


def _given(options: Mapping[str, Any]) -> list[str]:
    """Arguments of Python as options of the command: True is an option without value, False of `x` is --no-x."""
    given = []
    for name, value in options.items():
        option = name.replace("_", "-")
        if isinstance(value, bool):
            given.append(f"--{option}" if value else f"--no-{option}")
        elif isinstance(value, Mapping):
            given += [f"--{option}={key}={each}" for key, each in value.items()]
        elif value is not None:
            text = os.fspath(value) if isinstance(value, os.PathLike) else value
            given.append(f"--{option}={','.join(map(str, text)) if isinstance(text, (list, tuple)) else text}")
    return given


def _program() -> str:
    """The command that CARDAN_COMMAND names, the one of this package, or the one on PATH."""
    beside = Path(sys.executable).with_name("cardan")
    found = os.environ.get("CARDAN_COMMAND") or (str(beside) if os.access(beside, os.X_OK) else shutil.which("cardan"))
    if found is None:
        raise FileNotFoundError(
            "command cardan not found: install a wheel, which brings it, put it on PATH, or set CARDAN_COMMAND to its path")
    return found
