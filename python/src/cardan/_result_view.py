"""Results for people: in words, as a table of a notebook, as a figure."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._describe import Flags

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ._result import Result

#: Rows in a figure: more are not seen.
_MOST_POINTS = 20_000


def summary(result: Result) -> dict[str, str]:
    """The most important facts about a result by name."""
    facts = {"samples": str(len(result))}
    times = _seconds(result)
    known = times[np.isfinite(times)]
    if len(known) > 1 and known[-1] > known[0]:
        duration = float(known[-1] - known[0])
        facts |= {"duration": f"{duration:.6g} s", "rate": f"{(len(known) - 1) / duration:.4g} Hz"}
    facts |= {"filter": result.filter, "frame": result.frame}
    if "flags" in result.__dict__:
        counts = flag_counts(result.flags)
        facts["flags"] = ", ".join(f"{name} {100 * count / len(result):.3g} %" for name, count in counts.items()) or "none"
    return facts


def flag_counts(flags: npt.NDArray[np.uint32]) -> dict[str, int]:
    """The number of samples with each flag that occurs, by its name in files."""
    counts = {str(flag): int(np.count_nonzero(flags & flag.value)) for flag in Flags}
    return {name: count for name, count in counts.items() if count > 0}


def table(result: Result, outputs: list[str]) -> str:
    """The summary as a table of HTML."""
    facts = summary(result) | {"outputs": ", ".join(outputs)}
    rows = "".join(
        f'<tr><th style="text-align:left">{html.escape(name)}</th><td style="text-align:left">{html.escape(value)}</td></tr>'
        for name, value in facts.items())
    return f"<table><caption>cardan.Result</caption>{rows}</table>"


def figure(result: Result) -> Figure:
    """The outputs over time: angles with bands of one sigma, acceleration, rate, bias and sigmas; rest and disturbances shaded."""
    import matplotlib.pyplot as plt

    has = result.__dict__.__contains__
    step = max(1, -(-len(result) // _MOST_POINTS))
    rows = slice(None, None, step)
    times = _seconds(result)[rows]
    panels = [name for name in ("quaternion", "user_acceleration", "angular_rate", "gyro_bias") if has(name)]
    sigmas = [name for name in ("tilt_sigma", "heading_sigma") if has(name)]
    count = len(panels) + bool(sigmas)
    if count == 0:
        raise ValueError("outputs: nothing to plot; request a quaternion, for example")
    drawing, axes = plt.subplots(count, 1, sharex=True, squeeze=False, figsize=(10, 2.2 * count), layout="constrained")
    places = iter(axes[:, 0])
    degrees: dict[str, npt.NDArray[Any]] = {name: np.degrees(getattr(result, name)[rows]) for name in sigmas}
    for name in panels:
        place = next(places)
        if name == "quaternion":
            _angles(place, times, result.euler(degrees=True)[rows], degrees)
            continue
        values = getattr(result, name)[rows]
        title, unit = {"user_acceleration": ("user acceleration", "m/s²"), "angular_rate": ("rate", "deg/s"),
                       "gyro_bias": ("gyro bias", "deg/s")}[name]
        for axis, label in enumerate("xyz"):
            column = values[:, axis]
            place.plot(times, column if unit == "m/s²" else np.degrees(column), linewidth=0.8, label=label)
        place.set_ylabel(f"{title} [{unit}]")
    if sigmas:
        place = next(places)
        for name in sigmas:
            place.plot(times, degrees[name], linewidth=0.8, label=name.removesuffix("_sigma"))
        place.set_ylabel("sigma [deg]")
        place.set_ylim(bottom=0)
    for place in axes[:, 0]:
        place.grid(alpha=0.3)
        if has("flags"):
            _shade(place, times, result.flags[rows])
        place.legend(loc="lower left", bbox_to_anchor=(0, 0.97), ncols=6, frameon=False, fontsize="small")
    axes[-1, 0].set_xlabel("time [s]")
    return drawing


def _angles(
    place: Any, times: npt.NDArray[Any], angles: npt.NDArray[Any], sigmas: dict[str, npt.NDArray[Any]],
) -> None:
    for index, name in enumerate(("yaw", "pitch", "roll")):
        values = angles[:, index].copy()
        # No line across the plot where an angle wraps around.
        values[1:][np.abs(np.diff(values)) > 180] = np.nan
        (line,) = place.plot(times, values, linewidth=0.8, label=name)
        sigma = sigmas.get("heading_sigma" if name == "yaw" else "tilt_sigma")
        if sigma is not None:
            place.fill_between(times, values - sigma, values + sigma, color=line.get_color(), alpha=0.2, linewidth=0)
    place.set_ylabel("angles [deg]")


def _shade(place: Any, times: npt.NDArray[Any], flags: npt.NDArray[np.uint32]) -> None:
    low, high = place.get_ylim()
    for flag, color in ((Flags.AT_REST, "tab:green"), (Flags.FIELD_DISTURBED, "tab:orange"), (Flags.INITIALIZING, "tab:purple")):
        has = (flags & flag.value) != 0
        if has.any():
            label = str(flag).replace("_", " ")
            place.fill_between(times, low, high, where=has, color=color, alpha=0.12, linewidth=0, step="post", label=label)
    place.set_ylim(low, high)


def _seconds(result: Result) -> npt.NDArray[Any]:
    """The timestamps in seconds; those in nanoseconds since the first."""
    times = result.t
    return times if times.dtype.kind == "f" else (times - times[:1]) * 1e-9
