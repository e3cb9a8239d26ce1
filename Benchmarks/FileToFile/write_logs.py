"""Writes the readings of a CSV with t and nine sensor columns as Arrow, MCAP, ROS 1 bag and ULog: FOLDER/log.arrow, .mcap, .bag, .ulg.

    write_logs.py CSV FOLDER
"""
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow as pa

HEADER = "std_msgs/msg/Header header\n"
VECTOR = "geometry_msgs/msg/Vector3"
IMU = (HEADER + "geometry_msgs/msg/Quaternion orientation\nfloat64[9] orientation_covariance\n"
       f"{VECTOR} angular_velocity\nfloat64[9] angular_velocity_covariance\n"
       f"{VECTOR} linear_acceleration\nfloat64[9] linear_acceleration_covariance\n")
FIELD = HEADER + f"{VECTOR} magnetic_field\nfloat64[9] magnetic_field_covariance\n"
PARTS = ("=" * 80 + "\nMSG: std_msgs/msg/Header\nbuiltin_interfaces/msg/Time stamp\nstring frame_id\n"
         + "=" * 80 + "\nMSG: builtin_interfaces/msg/Time\nint32 sec\nuint32 nanosec\n"
         + "=" * 80 + f"\nMSG: {VECTOR}\nfloat64 x\nfloat64 y\nfloat64 z\n"
         + "=" * 80 + "\nMSG: geometry_msgs/msg/Quaternion\nfloat64 x\nfloat64 y\nfloat64 z\nfloat64 w\n")


def arrow(t, readings, path):
    names = [f"{sensor}_{axis} [{unit}]" for sensor, unit in (("gyro", "rad/s"), ("accel", "m/s^2"), ("mag", "uT")) for axis in "xyz"]
    columns = {"t [ns]": t, **{name: np.ascontiguousarray(readings[:, index]) for index, name in enumerate(names)}}
    table = pa.table(columns)
    with pa.ipc.new_file(path, table.schema) as file:
        file.write_table(table, max_chunksize=1 << 16)


def mcap(t, readings, path):
    from mcap.writer import Writer

    with open(path, "wb") as file:
        writer = Writer(file)
        writer.start("ros2")
        channels = []
        for name, kind, text in (("/imu", "Imu", IMU), ("/mag", "MagneticField", FIELD)):
            schema = writer.register_schema(f"sensor_msgs/msg/{kind}", "ros2msg", (text + PARTS).encode())
            channels.append(writer.register_channel(name, "cdr", schema))
        for stamp, row in zip(t.tolist(), readings):
            seconds, rest = divmod(stamp, 1_000_000_000)
            # Encapsulation, time, and the frame "imu", which ends at a multiple of eight bytes.
            head = struct.pack("<4siII4s", b"\0\1\0\0", seconds, rest, 4, b"imu\0")
            imu = struct.pack("<37d", 0, 0, 0, 1, -1, *[0] * 8, *row[:3], *[0] * 9, *row[3:6], *[0] * 9)
            field = struct.pack("<12d", *(row[6:] * 1e-6), *[0] * 9)
            writer.add_message(channels[0], stamp, head + imu, stamp)
            writer.add_message(channels[1], stamp, head + field, stamp)
        writer.finish()


def bag(source, path):
    program = Path(sys.executable).with_name("rosbags-convert")
    subprocess.run([program, "--src", source, "--dst", path], check=True)


def ulog(t, readings, path):
    def message(kind, data):
        return struct.pack("<HB", len(data), ord(kind)) + data

    layouts = {
        "sensor_combined": "uint64_t timestamp;float[3] gyro_rad;uint32_t gyro_integral_dt;"
                           "int32_t accelerometer_timestamp_relative;float[3] accelerometer_m_s2;uint32_t accelerometer_integral_dt;",
        "vehicle_magnetometer": "uint64_t timestamp;uint64_t timestamp_sample;float[3] magnetometer_ga;",
    }
    with open(path, "wb") as file:
        file.write(b"ULog\x01\x12\x35\x01" + struct.pack("<Q", 1) + message("B", bytes(40)))
        for name, fields in layouts.items():
            file.write(message("F", f"{name}:{fields}".encode()))
        for index, name in enumerate(layouts):
            file.write(message("A", struct.pack("<BH", 0, index) + name.encode()))
        # From FLU to FRD.
        for stamp, row in zip((t // 1000).tolist(), readings * np.array([1, -1, -1] * 3)):
            file.write(message("D", struct.pack("<HQ3fIi3fI", 0, stamp, *row[:3], 3497, 0, *row[3:6], 3497)))
            file.write(message("D", struct.pack("<HQQ3f", 1, stamp, stamp, *(row[6:] * 0.01))))


table = pl.read_csv(sys.argv[1]).to_numpy()
# A time of zero stands for none in some formats.
stamps, values, folder = np.round(table[:, 0] * 1e9).astype(np.int64) + 1_000_000_000, table[:, 1:], Path(sys.argv[2])
arrow(stamps, values, folder / "log.arrow")
ulog(stamps, values, folder / "log.ulg")
mcap(stamps, values, folder / "log.mcap")
bag(folder / "log.mcap", folder / "log.bag")
