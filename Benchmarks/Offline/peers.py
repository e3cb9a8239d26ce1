#!/usr/bin/env python3
"""One procedure of a PyPI package on random readings of the same size: peers.py NAME. Prints a line as offline-benchmarks.

Needs numpy, pandas, allantools, imucal and vqf. Memory is the growth of the process's peak during the call.
"""
import sys
import time

import numpy as np


def memory(name):
    with open("/proc/self/status") as status:
        return next(float(line.split()[1]) * 1024 for line in status if line.startswith(name))


def report(name, samples, procedure, repetitions=5):
    try:
        with open("/proc/self/clear_refs", "w") as file:
            file.write("5")
    except OSError:
        pass
    held, times, size = memory("VmRSS"), [], 0.0
    for repetition in range(repetitions):
        start = time.perf_counter()
        procedure()
        times.append(time.perf_counter() - start)
        if repetition == 0:
            size = memory("VmHWM") - held
    print(f"{name},{samples},{sorted(times)[repetitions // 2] / samples * 1e9:.1f},{max(0, size) / samples:.1f}")


def factors(largest):
    """Four averaging factors per octave, as in Cardan."""
    return np.unique(np.round(2 ** np.arange(0, np.log2(largest), 0.25)).astype(int))


random = np.random.default_rng(1)
name = sys.argv[1]
if name == "allan":
    import allantools
    readings = random.normal(size=1_000_000)
    report(name, len(readings), lambda: allantools.oadev(
        readings, rate=100, data_type="freq", taus=factors(len(readings) // 3) / 100))
elif name == "calibrate-accelerometer-gyroscope":
    # The Ferraris procedure: six rests and three full turns, cut out by hand before; 2 s at rest, 3 s each turn.
    import imucal
    import pandas as pd
    rows, labels, rate = [], [], 100
    for axis, letter in enumerate("xyz"):
        for sign, end in ((1, "p"), (-1, "a")):
            force = np.zeros((200, 3))
            force[:, axis] = sign * 9.81
            rows.append(np.hstack([force + 0.01 * random.normal(size=(200, 3)), 1e-3 * random.normal(size=(200, 3))]))
            labels += [f"{letter}_{end}"] * 200
        rates = np.zeros((300, 3))
        rates[:, axis] = -2 * np.pi / 3
        rows.append(np.hstack([np.tile([0, 0, 9.81], (300, 1)), rates + 1e-3 * random.normal(size=(300, 3))]))
        labels += [f"{letter}_rot"] * 300
    columns = ["acc_x", "acc_y", "acc_z", "gyr_x", "gyr_y", "gyr_z"]
    frame = pd.DataFrame(np.vstack(rows), columns=columns, index=pd.Index(labels, name="part"))
    def ferraris():
        regions = imucal.ferraris_regions_from_df(frame)
        imucal.FerrarisCalibration().compute(
            regions, sampling_rate_hz=rate, from_acc_unit="m/s^2", from_gyr_unit="rad/s")
    report(name, len(frame), ferraris)
elif name.startswith("smooth-"):
    import vqf
    rate = int(name.removeprefix("smooth-"))
    count = 600 * rate
    seconds = np.arange(count)[:, None] / rate
    gyr = np.ascontiguousarray(1.5 * np.sin(seconds * [1.3, 0.9, 0.7]) + 1e-3 * random.normal(size=(count, 3)))
    acc = np.ascontiguousarray([0, 0, 9.81] + 0.5 * random.normal(size=(count, 3)))
    mag = np.ascontiguousarray([0, 20, -40] + 0.5 * random.normal(size=(count, 3)))
    report(name, count, lambda: vqf.offlineVQF(gyr, acc, mag, 1 / rate))
