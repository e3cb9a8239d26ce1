#!/usr/bin/env python3
"""Fuses a recording and draws what came of it.

    python3 -m pip install ./python pandas matplotlib
    Examples/python/plot_attitude.py [LOG.csv] [OUTPUT.png]
"""

# %% The recording: columns with units in the header, as `cardan fuse` reads them.
import sys
from pathlib import Path

import cardan
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

root = Path(__file__).resolve().parents[2]
log = sys.argv[1] if len(sys.argv) > 1 else root / "datasets/hand-held.csv"
output = sys.argv[2] if len(sys.argv) > 2 else "attitude.png"
table = pd.read_csv(log)

# %% Attitude, and how sure the filter is of it.
result = cardan.fuse_table(table)
turning = np.degrees(np.unwrap(result.euler(), axis=0))
initializing = (result.flags & cardan.Flags.INITIALIZING) != 0

# %% Where the log has the truth: the angle between the two attitudes, w of one in the other.
truth = table[["q_w", "q_x", "q_y", "q_z"]].to_numpy() if "q_w" in table else None
if truth is not None:
    cosine = np.abs((truth * result.quaternion).sum(axis=1))
    error = np.degrees(2 * np.arccos(np.clip(cosine, 0, 1)))
    print(f"{log}: RMS error {np.sqrt(np.mean(error[~initializing] ** 2)):.2f} degrees once it has started")

# %% The picture.
figure, (angles, forces, doubt) = plt.subplots(3, 1, figsize=(10, 8), sharex=True, layout="constrained")
angles.plot(result.t, turning, label=["yaw", "pitch", "roll"])
angles.set_ylabel("angle [deg]")
angles.set_title(f"Attitude of {Path(log).name}, east-north-up from body")

forces.plot(result.t, result.user_acceleration, linewidth=0.7, label=["x", "y", "z"])
forces.set_ylabel("user acceleration\n[m/s²]")

if truth is not None:
    doubt.plot(result.t, error, color="0.6", label="error against the truth")
doubt.plot(result.t, np.degrees(result.tilt_sigma), label="one σ of tilt")
doubt.plot(result.t, np.degrees(result.heading_sigma), label="one σ of heading")
doubt.set_ylabel("[deg]")
doubt.set_ylim(0, 8)
doubt.set_xlabel("time [s]")
for panel in (angles, forces, doubt):
    panel.grid(alpha=0.3)
    panel.legend(loc="upper right", ncols=3)
figure.savefig(output, dpi=110)
print(f"drawn: {output}")
