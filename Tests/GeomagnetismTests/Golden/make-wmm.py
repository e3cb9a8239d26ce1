#!/usr/bin/env python3
"""Writes wmm.csv: the World Magnetic Model 2025 at random places, by pygeomag 1.1.0 of PyPI.

pip install pygeomag==1.1.0 && ./make-wmm.py > wmm.csv

Components are computed from total intensity, inclination and declination, as pygeomag does.
"""
import random

from pygeomag import GeoMag

random.seed(20250101)
model = GeoMag(coefficients_file="wmm/WMM_2025.COF")
print("latitude [deg],longitude [deg],height [km],year,north [nT],east,down,declination [deg],inclination,"
      "declination_uncertainty,zone")
for index in range(300):
    # The first third lies near the poles of the Earth and of the field, the rest anywhere.
    latitude = random.uniform(-90, 90) if index > 100 else random.choice([-1, 1]) * random.uniform(75, 89.999)
    longitude = random.uniform(-180, 180)
    height = random.choice([0.0, random.uniform(-1, 9), random.uniform(0, 850)])
    year = random.uniform(2025, 2030)
    field = model.calculate(glat=latitude, glon=longitude, alt=height, time=year)
    zone = "blackout" if field.in_blackout_zone else "caution" if field.in_caution_zone else ""
    numbers = [latitude, longitude, height, year, field.x, field.y, field.z, field.d, field.i,
               field.calculate_uncertainty().d]
    print(",".join([f"{number:.9f}" for number in numbers] + [zone]))
