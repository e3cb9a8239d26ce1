"""A log to a CSV of t and a quaternion, with the usual reader of its format, vqf and polars.

    log_vqf.py arrow|mcap|bag|ulog LOG [OUT]     only reads without OUT
"""
import sys

import numpy as np
import polars as pl
from vqf import VQF


def arrow(path):
    import pyarrow as pa

    table = pa.ipc.open_file(path).read_all()
    columns = [column.to_numpy() for column in table.columns]
    return columns[0] * 1e-9, *(np.stack(columns[first : first + 3], axis=1) for first in (1, 4, 7))


def messages(path):
    from rosbags.highlevel import AnyReader
    from pathlib import Path

    times, rates, forces, fields = [], [], [], []
    with AnyReader([Path(path)]) as reader:
        for connection, _, raw in reader.messages():
            message = reader.deserialize(raw, connection.msgtype)
            if connection.topic == "/mag":
                field = message.magnetic_field
                fields.append((field.x * 1e6, field.y * 1e6, field.z * 1e6))
                continue
            stamp, rate, force = message.header.stamp, message.angular_velocity, message.linear_acceleration
            times.append(stamp.sec + stamp.nanosec * 1e-9)
            rates.append((rate.x, rate.y, rate.z))
            forces.append((force.x, force.y, force.z))
    return np.array(times), np.array(rates), np.array(forces), np.array(fields)


def ulog(path):
    from pyulog import ULog

    log = ULog(path, ["sensor_combined", "vehicle_magnetometer"])
    imu, mag = log.get_dataset("sensor_combined").data, log.get_dataset("vehicle_magnetometer").data

    def vectors(data, name):
        return np.stack([data[f"{name}[{axis}]"] for axis in range(3)], axis=1).astype(float) * [1, -1, -1]

    return imu["timestamp"] * 1e-6, vectors(imu, "gyro_rad"), vectors(imu, "accelerometer_m_s2"), vectors(mag, "magnetometer_ga") * 100


t, gyro, accel, mag = {"arrow": arrow, "mcap": messages, "bag": messages, "ulog": ulog}[sys.argv[1]](sys.argv[2])
if len(sys.argv) < 4:
    sys.exit()
quaternion = VQF(float(np.median(np.diff(t)))).updateBatch(gyro, accel, mag)["quat9D"]
result = pl.DataFrame({"t": t, **{f"q_{axis}": quaternion[:, i] for i, axis in enumerate("wxyz")}})
result.write_csv(sys.argv[3], float_precision=9)
