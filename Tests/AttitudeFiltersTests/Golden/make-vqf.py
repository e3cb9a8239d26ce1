#!/usr/bin/env python3
"""Makes vqf.csv: simulated samples and what the published implementation of VQF says of them.

Needs numpy and vqf 2.1.2. 25 Hz, 80 s: rest, motion (the first reference field is found), rest, motion beside a magnet,
motion, and motion in a new field until it is accepted. The gyroscope has a bias. Inputs are rounded as they are written.
"""
import numpy as np
from vqf import VQF

interval, count = 0.04, 2000
random = np.random.default_rng(7)
phases = random.uniform(0, 2 * np.pi, 6)


def product(a, b):
    w, x, y, z = a
    s, i, j, k = b
    return np.array([w * s - x * i - y * j - z * k, w * i + x * s + y * k - z * j,
                     w * j - x * k + y * s + z * i, w * k + x * j - y * i + z * s])


def turn(vector):
    angle = np.linalg.norm(vector)
    return np.concatenate([[np.cos(angle / 2)], vector * 0.5 * np.sinc(angle / 2 / np.pi)])


def to_body(q, vector):
    conjugate = q * [1, -1, -1, -1]
    return product(product(conjugate, np.concatenate([[0], vector])), q)[1:]


attitude = turn(np.array([0.4, -0.3, 1.1]))
rows = []
for index in range(count):
    t = index * interval
    moves = not (t < 4 or 24 <= t < 30)
    wave = lambda frequency, phase: np.sin(2 * np.pi * frequency * t + phases[phase])
    rate = 1.6 * moves * np.array([
        wave(0.31, 0) + 0.4 * wave(0.97, 1), wave(0.43, 2), wave(0.23, 3) + 0.5 * wave(0.71, 4)])
    acceleration = moves * np.array([wave(0.7, 5), wave(0.9, 1), wave(1.1, 2)])
    field = np.array([0.0, 18.0, -44.0])
    if 30 <= t < 40:
        field = np.array([9.0, 22.0, -30.0])
    if t >= 50:
        field = np.array([3.0, 25.0, -25.0])
    attitude = product(attitude, turn(rate * interval))
    rows.append(np.concatenate([
        rate + [0.008, -0.006, 0.005] + random.normal(0, 0.003, 3),
        to_body(attitude, acceleration + [0, 0, 9.81]) + random.normal(0, 0.05, 3),
        to_body(attitude, field) + random.normal(0, 0.3, 3)]))

texts = [",".join(["%.4f" % v for v in row[:3]] + ["%.2f" % v for v in row[3:]]) for row in rows]
data = np.array([[float(v) for v in text.split(",")] for text in texts])
result = VQF(interval).updateBatch(*[np.ascontiguousarray(data[:, i:i + 3]) for i in (0, 3, 6)])

with open("vqf.csv", "w") as file:
    file.write("# 25 Hz; made by make-vqf.py with vqf 2.1.2. Every eighth row has what VQF says after it.\n")
    file.write("rate x y z [rad/s],specific force x y z [m/s^2],field x y z [uT],6D w x y z,9D w x y z,"
               "bias x y z [rad/s],at rest,field disturbed\n")
    for index, text in enumerate(texts):
        if index % 8 == 7:
            values = np.concatenate([result["quat6D"][index], result["quat9D"][index], result["bias"][index]])
            text += "," + ",".join("%.9f" % v for v in values)
            text += ",%d,%d" % (result["restDetected"][index], result["magDistDetected"][index])
        file.write(text + "\n")
