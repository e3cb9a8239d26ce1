#!/usr/bin/env python3
"""Fuses and smooths a recording, and plots the results.

    python3 -m pip install ./python matplotlib
    Examples/python/plot_attitude.py [LOG] [OUTPUT.png]
"""

# %% The recording, in any format of `cardan fuse`.
import sys
from pathlib import Path

import cardan
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

root = Path(__file__).resolve().parents[2]
path = sys.argv[1] if len(sys.argv) > 1 else root / "datasets/hand-held.csv"
output = sys.argv[2] if len(sys.argv) > 2 else "attitude.png"
log = cardan.read_log(path)
print(log)

# %% Attitude: causal, as if live, and smoothed from the whole recording.
live = cardan.fuse(log)
smooth = cardan.fuse(log, smooth=True)
seconds = (log.t - log.t[0]) * 1e-9

# %% Errors, if the log has the truth.
errors = {}
if log.truth is not None:
    for name, result in (("live", live), ("smooth", smooth)):
        errors[name] = cardan.evaluate(result, log.truth, moving=log.moving)
        print(f"{name}: {errors[name]}")

# %% The plot.
figure, (angles, forces, doubt) = plt.subplots(3, 1, figsize=(10, 8), sharex=True, layout="constrained")
angles.plot(seconds, np.degrees(np.unwrap(live.euler(), axis=0)), label=["yaw", "pitch", "roll"])
angles.set_ylabel("angle [deg]")
angles.set_title(f"Attitude of {Path(path).name}, east-north-up from body")

forces.plot(seconds, live.user_acceleration, linewidth=0.7, label=["x", "y", "z"])
forces.set_ylabel("user acceleration\n[m/s²]")

for (name, each), color in zip(errors.items(), ("0.7", "0.3")):
    doubt.plot(seconds, np.degrees(each.each[:, 0]), color=color, label=f"error, {name}")
doubt.plot(seconds, np.degrees(live.tilt_sigma), label="one σ of tilt")
doubt.plot(seconds, np.degrees(live.heading_sigma), label="one σ of heading")
doubt.set_ylabel("[deg]")
doubt.set_ylim(0, 8)
doubt.set_xlabel("time [s]")
for panel in (angles, forces, doubt):
    panel.grid(alpha=0.3)
    panel.legend(loc="upper right", ncols=4)
figure.savefig(output, dpi=110)
print(f"plot: {output}")
