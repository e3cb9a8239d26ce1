#!/usr/bin/env python3
"""Makes allan-readings.csv, and allan.csv and allan-decimated.csv: what allantools says of these readings, and of their
integral where it is taken at every d-th reading only (in the modified form: its means over d readings).

Needs numpy and AllanTools 2024.6. White noise, a random walk and a large bias; one reading each 0.02 s. Numbers are written
with all their digits.
"""
import allantools
import numpy as np
from allantools import ci

rate = 50.0
random = np.random.default_rng(11)
readings = 3.7 + 0.02 * random.normal(size=1500) + 0.001 * np.cumsum(random.normal(size=1500))
with open("allan-readings.csv", "w") as file:
    file.writelines(f"{value!r}\n" for value in map(float, readings))

factors = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 480]
forms = {"overlapping": (allantools.oadev, 2, False), "modified": (allantools.mdev, 2, True),
         "hadamard": (allantools.ohdev, 3, False)}
with open("allan.csv", "w") as file:
    file.write("form,factor,deviation,terms,noise,degrees,lower,upper\n")
    for name, (function, order, modified) in forms.items():
        for factor in factors:
            _, deviation, _, terms = function(readings, rate=rate, data_type="freq", taus=[factor / rate])
            if len(deviation) == 0:
                continue
            for exponent in (2, 0, -1, -2):
                try:
                    degrees = ci.edf_greenhall(alpha=exponent, d=order, m=factor, N=len(readings) + 1, overlapping=True,
                                               modified=modified)
                except (NotImplementedError, AssertionError):
                    continue
                lower, upper = ci.confidence_interval(deviation[0], degrees, ci=0.9)
                row = [float(v) for v in (deviation[0], terms[0], exponent, degrees, lower, upper)]
                file.write(f"{name},{factor},{row[0]!r},{int(row[1])},{int(row[2])},{row[3]!r},{row[4]!r},{row[5]!r}\n")

phases = np.concatenate([[0.0], np.cumsum(readings - readings[0])])
with open("allan-decimated.csv", "w") as file:
    file.write("form,spacing,factor,deviation,terms\n")
    for name, (function, _, modified) in forms.items():
        for spacing in (2, 4, 8):
            if modified:
                kept = phases[:len(phases) // spacing * spacing].reshape(-1, spacing).mean(axis=1)
            else:
                kept = phases[::spacing]
            for factor in (10, 11, 13, 16):
                _, deviation, _, terms = function(kept, rate=1 / spacing, data_type="phase", taus=[factor * spacing])
                file.write(f"{name},{spacing},{factor},{float(deviation[0])!r},{int(terms[0])}\n")
