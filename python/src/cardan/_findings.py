"""What the checks of `cardan doctor` find."""

from __future__ import annotations

import ctypes
import json
import os
import re
import sys
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from . import _arrays
from . import _library as c
from . import _offline_library as o
from ._library import CardanError
from ._offline_library import offline

_PACKAGE = os.path.dirname(__file__) + os.sep


class DoubtfulInputWarning(UserWarning):
    """A log or recording with doubts; the text is that of the command's `take care`, with Python's arguments for its options."""


@dataclass(frozen=True)
class Evidence:
    """A number behind a finding."""

    name: str
    value: float
    #: Empty for counts and ratios.
    unit: str


@dataclass(frozen=True)
class Finding:
    """What a check found: the fact, what it does to the attitude, the numbers behind it, and what to do."""

    #: The letter of the check in `cardan doctor --help`.
    check: str
    #: The name of the check.
    name: str
    #: "note": harmless; "doubt": the result is worse than the sensor allows; "unusable": the result is wrong.
    severity: str
    #: What was found.
    fact: str
    evidence: tuple[Evidence, ...]
    #: Seconds from the first row, start and end; empty for the whole log.
    times: tuple[tuple[float, float], ...]
    #: Options of `cardan fuse` that repair the result; `advice` has them as arguments of `fuse` and `read_log`.
    options: tuple[str, ...]
    #: What else helps; None without.
    action: str | None
    #: All of it in one sentence, with Python's arguments for the command's options.
    message: str
    #: The same in the command's words, as in its reports.
    reason: str

    @property
    def advice(self) -> str | None:
        """The options as arguments, and the action, as text; None if nothing is to be done."""
        parts = [in_python(" ".join(self.options)), self.action or ""]
        return ", or ".join(part for part in parts if part) or None

    def __str__(self) -> str:
        return self.message


#: The severities from the worst to the least, each with the verdict on a log that has nothing worse.
_VERDICTS = {"unusable": "unusable", "doubt": "doubtful", "note": "good"}


class Findings(tuple[Finding, ...]):
    """The findings of a log, the most severe first."""

    #: "good", "doubtful" or "unusable".
    verdict: str

    def __new__(cls, findings: Iterable[Finding] = ()) -> Findings:
        found = super().__new__(cls, sorted(findings, key=lambda finding: list(_VERDICTS).index(finding.severity)))
        found.verdict = _VERDICTS[found[0].severity] if found else "good"
        return found

    @property
    def reasons(self) -> list[str]:
        """The reasons of all doubts and worse, and of everything that was lost, as `cardan fuse --report` gives them."""
        return [finding.reason for finding in self if finding.severity != "note" or finding.name == "file"]


def parsed(text: str) -> tuple[Findings, dict[str, Any]]:
    """The findings and the contents of a log in the JSON of `cardan doctor --json`."""
    (report,) = json.loads(text)
    if "error" in report:
        raise CardanError(report["error"])
    found = [
        Finding(
            each["check"], each["name"], each["severity"], each["text"],
            tuple(Evidence(number["name"], float(number["value"]), number["unit"]) for number in each["evidence"]),
            tuple((float(start), float(end)) for start, end in each["times"]), tuple(each["options"]),
            in_python(each["action"]) if "action" in each else None, in_python(each["message"]), each["message"])
        for each in report["findings"]
    ]
    return Findings(found), report.get("info", {})


# What advice of the command is called in Python.
_WORDS = (
    (re.compile(r"--no-(magnetometer|velocity)"), r"\1=False"), (re.compile("--smooth"), "smooth=True"),
    (re.compile(r"--(\w+)-(unit|axes)=([^\s;,]+(?:,[^\s;,]+)*)"), r"\1_\2='\3'"),
    (re.compile(r"--axes=([^\s;,]+(?:,[^\s;,]+)*)"), r"axes='\1'"), (re.compile("--calibration FILE"), "calibration=FILE"),
    (re.compile(r"'cardan calibrate (gyroscope|accelerometer|magnetometer)(?: LOG)?(?: -o FILE)?'"), r"cardan.calibrate_\1"),
    (re.compile("'cardan doctor LOG --save-calibration FILE'"), "cardan.doctor(LOG, save_calibration=FILE)"),
    (re.compile("'cardan doctor'"), "cardan.doctor"), (re.compile("with --map,"), "with map={NAME: COLUMN},"),
    (re.compile(r"--rate=([\d.]+)"), r"rate=\1"), (re.compile(r"--(imu|topic)=([^\s;]+)"), r"\1='\2'"),
)


def in_python(advice: str) -> str:
    """Advice of the command in the words of this package.

    >>> in_python("the accelerometer is reversed; use --accel-axes=-x,-y,-z, or calibrate it with 'cardan calibrate accelerometer'")
    "the accelerometer is reversed; use accel_axes='-x,-y,-z', or calibrate it with cardan.calibrate_accelerometer"
    """
    for pattern, words in _WORDS:
        advice = pattern.sub(words, advice)
    return advice


def warn(reasons: Iterable[str], path: str) -> None:
    """Warn the caller of the package of a doubtful log, in Python's words; nothing without reasons."""
    text = in_python("; ".join(reasons))
    if not text:
        return
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        level, frame = level + 1, frame.f_back
    warnings.warn(f"{path}: take care: {text}" if path else f"take care: {text}", DoubtfulInputWarning, level)


def of_log(path: str, options: Any) -> tuple[Findings, dict[str, Any]]:
    """The findings and the contents of a log in a file."""
    return _examined(offline().cardan_examine_log, c.text(path, os.fsencode), ctypes.byref(options), what="")


def of_recording(recording: Any, truth: npt.NDArray[Any] | None, name: str) -> tuple[Findings, dict[str, Any]]:
    """The findings and the contents of a described recording."""
    described = None if truth is None else ctypes.byref(_arrays.described(truth))
    return _examined(
        offline().cardan_examine_recording, ctypes.byref(recording), described, c.text(name), what="findings")


def of_open_log(handle: ctypes.c_void_p) -> Findings:
    """The findings of the reader of a log, up to the row that was read last."""
    return _examined(offline().cardan_log_findings, handle, what="findings")[0]


def of_results(
    options: Any, recording: Any, results: Any, *, smooth: bool, truth: npt.NDArray[Any] | None = None
) -> Findings:
    """The findings of a run on a recording, from their structs; flags and bias are among the results."""
    described = None if truth is None else ctypes.byref(_arrays.described(truth))
    return _examined(
        offline().cardan_examine_results, ctypes.byref(options), ctypes.byref(recording), ctypes.byref(results), int(smooth),
        described, None, what="findings")[0]


def _examined(function: Any, *arguments: Any, what: str) -> tuple[Findings, dict[str, Any]]:
    document, message = ctypes.c_void_p(), o.Message()
    message.check(function(*arguments, ctypes.byref(document), *message.arguments), what)
    return parsed(o.taken_text(document))
