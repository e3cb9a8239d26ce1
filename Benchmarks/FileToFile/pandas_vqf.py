"""A CSV of t and nine sensor columns to a CSV of t and a quaternion, with pandas and vqf, in the usual way."""
import sys

import numpy as np
import pandas as pd
from vqf import VQF

table = pd.read_csv(sys.argv[1])
columns = table.to_numpy()
t = columns[:, 0]
gyro, accel, mag = (np.ascontiguousarray(columns[:, first : first + 3]) for first in (1, 4, 7))
out = VQF(float(np.median(np.diff(t)))).updateBatch(gyro, accel, mag)
result = pd.DataFrame(np.column_stack([t, out["quat9D"]]), columns=["t", "q_w", "q_x", "q_y", "q_z"])
result.to_csv(sys.argv[2], index=False, float_format="%.9f")
