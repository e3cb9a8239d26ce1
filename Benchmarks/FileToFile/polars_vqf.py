"""A CSV of t and nine sensor columns to a CSV of t and a quaternion, with polars and vqf, in the usual way."""
import sys

import numpy as np
import polars as pl
from vqf import VQF

table = pl.read_csv(sys.argv[1])
columns = table.columns
t = table[columns[0]].to_numpy()
gyro, accel, mag = (np.ascontiguousarray(table.select(columns[first : first + 3]).to_numpy()) for first in (1, 4, 7))
quaternion = VQF(float(np.median(np.diff(t)))).updateBatch(gyro, accel, mag)["quat9D"]
result = pl.DataFrame({"t": t, **{f"q_{axis}": quaternion[:, i] for i, axis in enumerate("wxyz")}})
result.write_csv(sys.argv[2], float_precision=9)
