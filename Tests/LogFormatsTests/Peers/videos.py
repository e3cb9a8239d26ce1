"""Readings of GoPro videos by telemetry-parser.

  videos.py readings FILE             prints the sensor and the numbers of each reading, in the order of the file
  videos.py times FILE                prints the time of each reading of the gyroscope in ms from the first
  videos.py damage FILE FOLDER COUNT  writes damaged copies, and prints each with the number of readings of the gyroscope that the
                                      peer finds, -1 where it fails
"""
import sys

import telemetry_parser
from damage import copies


def payloads(path, sensor):
    for payload in telemetry_parser.Parser(path).telemetry():
        group = payload.get(sensor, {})
        if "Data" in group:
            yield group


def readings(path):
    for key, sensor in (("GYRO", "Gyroscope"), ("ACCL", "Accelerometer")):
        for group in payloads(path, sensor):
            for row in group["Data"]:
                print(key, *((row[axis] / group["Scale"]).hex() for axis in "xyz"))


def times(path):
    for row in telemetry_parser.Parser(path).normalized_imu():
        print(row["timestamp_ms"].hex())


def count(path):
    try:
        return sum(len(group["Data"]) for group in payloads(path, "Gyroscope"))
    except BaseException:
        return -1


def damage(path, folder, number):
    for out in copies(path, folder, int(number), ".mp4"):
        print(out, count(out), flush=True)


{"readings": readings, "times": times, "damage": damage}[sys.argv[1]](*sys.argv[2:])
