"""Writes the first inputs of each door into corpus/: small logs of every format, by independent libraries where there are any.

Needs numpy, pyarrow, rosbags, mcap, zstandard, lz4 and pymavlink (Scripts/install-python-peers). Snapshots are made by
`cardan-fuzz` itself.
"""
import bz2
import gzip
import io
import json
import os
import shutil
import struct
import tempfile
import zipfile
from pathlib import Path

import lz4.frame
import numpy
import zstandard

corpus = Path(__file__).parent / "corpus"
ROWS = 4


def seed(door, name, data):
    folder = corpus / door
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())


def text():
    names = ["gyro_x", "gyro_y", "gyro_z", "accel_x", "accel_y", "accel_z", "mag_x", "mag_y", "mag_z"]
    rows = [[0.01 * row, 0.1, -0.2, 0.3, 0.5, -0.5, 9.8, 20, 1e-1, -4e1] for row in range(ROWS)]
    lines = [",".join(f"{value:g}" for value in row) for row in rows]
    seed("text", "si.csv", "\n".join(["t [s],gyro_x [rad/s]," + ",".join(names[1:]), *lines]))
    semicolons = [line.replace(",", ";").replace(".", ",") for line in lines]
    seed("text", "decimal-comma.csv", "\r\n".join([";".join(["t", *names]), *semicolons, ""]))
    seed("text", "iso.csv", "time," + ",".join(names) + "\n" + "".join(
        f"2026-11-22T10:00:0{row}.25+01:00,{lines[row].split(',', 1)[1]}\n" for row in range(ROWS)))
    objects = [json.dumps(dict(zip(["t", *names], row))) for row in rows]
    seed("text", "camera.gcsv", "GYROFLOW IMU LOG\nversion,1.3\nid,x\ntscale,0.001\ngscale,0.00122\nascale,0.0004\nt,gx,gy,gz,ax,ay,az\n"
         + "".join(f"{row},1,2,3,4,5,{2000 + row}\n" for row in range(ROWS)))
    phyphox = '"Time (s)","Gyroscope x (rad/s)","Gyroscope y (rad/s)","Gyroscope z (rad/s)"\n0.0,1,2,3\n0.01,1,2,3\n'
    seed("text", "phyphox.csv", phyphox)
    seed("lines", "known", b"\x08" + "\n".join(lines).encode() + b"\n")
    seed("lines", "header", b"\x0f" + ("t," + ",".join(names) + "\r\n" + "\r\n".join(lines)).encode() + b"\n")
    seed("lines", "objects", b"\x21" + "\n".join(objects).encode() + b"\n")
    plain = (corpus / "text/si.csv").read_bytes()
    seed("compressed", "gz", gzip.compress(plain, mtime=0))
    seed("compressed", "bz2", bz2.compress(plain))
    seed("compressed", "zst", zstandard.ZstdCompressor(write_checksum=True).compress(plain))
    seed("compressed", "lz4", lz4.frame.compress(plain, content_checksum=True))
    return names, rows, plain, phyphox


def numpy_files(names, rows, plain, phyphox):
    array = numpy.array(rows)
    fields = numpy.zeros(ROWS, dtype=[("t", "<f8")] + [(name, "<f4") for name in names])
    for place, name in enumerate(["t", *names]):
        fields[name] = array[:, place]
    for name, value in (("fields.npy", fields), ("columns.npy", array.astype("<f4")), ("fortran.npy", numpy.asfortranarray(array))):
        file = io.BytesIO()
        numpy.save(file, value)
        seed("numpy", name, file.getvalue())
    parts = {"t": array[:, 0], "gyro": array[:, 1:4], "accel": array[:, 4:7], "mag": array[:, 7:].astype(numpy.float32)}
    for name, save in (("parts.npz", numpy.savez), ("packed.npz", numpy.savez_compressed)):
        file = io.BytesIO()
        save(file, **parts)
        seed("numpy", name, file.getvalue())
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("Gyroscope.csv"), phyphox)
        archive.writestr(zipfile.ZipInfo("Accelerometer.csv"), phyphox.replace("Gyroscope", "Acceleration").replace("rad/s", "m/s^2"))
    seed("numpy", "phyphox.zip", file.getvalue())


def arrow(names, rows):
    import pyarrow

    array = numpy.array(rows)
    columns = {"t": pyarrow.array((array[:, 0] * 1e9).astype("i8"), pyarrow.timestamp("ns"))}
    columns |= {name: pyarrow.array(array[:, place + 1]) for place, name in enumerate(names)}
    columns["accel_z"] = pyarrow.array([9.8, None, 9.8, 9.8])
    columns["other"] = pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(array[:, 1:4].ravel()), 3)
    table = pyarrow.table(columns)
    for name, start, codec in (("plain.arrow", pyarrow.ipc.new_file, None), ("stream.arrows", pyarrow.ipc.new_stream, None),
                               ("zstd.arrow", pyarrow.ipc.new_file, "zstd"), ("lz4.arrow", pyarrow.ipc.new_file, "lz4")):
        file = io.BytesIO()
        with start(file, table.schema, options=pyarrow.ipc.IpcWriteOptions(compression=codec)) as writer:
            writer.write_table(table, max_chunksize=2)
        seed("arrow", name, file.getvalue())


def ulog():
    def message(kind, data):
        return struct.pack("<HB", len(data), ord(kind)) + data

    def format_of(name, fields):
        return message("F", f"{name}:{fields}".encode())

    data = b"ULog\x01\x12\x35\x01" + struct.pack("<Q", 1000) + message("B", bytes(40))
    data += format_of("sensor_combined", "uint64_t timestamp;float[3] gyro_rad;uint32_t gyro_integral_dt;"
                      "int32_t accelerometer_timestamp_relative;float[3] accelerometer_m_s2;uint32_t accelerometer_integral_dt;uint8_t[4] _padding0;")
    data += format_of("vehicle_magnetometer", "uint64_t timestamp;float[3] magnetometer_ga;uint8_t[4] _padding0;")
    data += format_of("vehicle_attitude", "uint64_t timestamp;float[4] q;")
    data += message("I", b"\x10char[4] ver_hwPX4 ") + message("P", b"\x0dint32_t SYS_ID" + struct.pack("<i", 1))
    for index, name in enumerate((b"sensor_combined", b"vehicle_magnetometer", b"vehicle_attitude")):
        data += message("A", bytes([0]) + struct.pack("<H", index) + name)
    for row in range(ROWS):
        time = 100_000 + 4000 * row
        data += message("D", struct.pack("<HQ3fIi3fI", 0, time, 0.1, 0.2, 0.3, 4000, 0, 0.5, 0.1, -9.8, 4000))
        data += message("D", struct.pack("<HQ3f", 1, time, 0.2, 0.0, 0.4)) + message("D", struct.pack("<HQ4f", 2, time, 1, 0, 0, 0))
    data += message("O", struct.pack("<H", 20)) + message("L", b"6" + struct.pack("<Q", 5) + b"text")
    seed("ulog", "flight.ulg", data)


def dataflash():
    def format_of(kind, length, name, types, labels):
        return b"\xa3\x95\x80" + struct.pack("<BB4s16s64s", kind, length, name, types, labels)

    data = format_of(128, 89, b"FMT", b"BBnNZ", b"Type,Length,Name,Format,Columns")
    data += format_of(129, 40, b"IMU", b"QBffffffI", b"TimeUS,I,GyrX,GyrY,GyrZ,AccX,AccY,AccZ,EG")
    data += format_of(130, 18, b"MAG", b"QBhhh", b"TimeUS,I,MagX,MagY,MagZ")
    data += format_of(131, 23, b"ATT", b"Qcccccc", b"TimeUS,DesRoll,Roll,DesPitch,Pitch,DesYaw,Yaw")
    for row in range(ROWS):
        time = 1_000_000 + 20_000 * row
        data += b"\xa3\x95\x81" + struct.pack("<QB6fI", time, 0, 0.1, 0.2, 0.3, 0.5, 0.1, -9.8, 0)
        data += b"\xa3\x95\x82" + struct.pack("<QBhhh", time, 0, 200, 10, 400)
    seed("dataflash", "flight.bin", data)
    seed("dataflash", "flight.log", "FMT, 128, 89, FMT, BBnNZ, Type,Length,Name,Format,Columns\n"
         "FMT, 129, 36, IMU, QBffffff, TimeUS,I,GyrX,GyrY,GyrZ,AccX,AccY,AccZ\n"
         + "".join(f"IMU, {1000000 + 20000 * row}, 0, 0.1, 0.2, 0.3, 0.5, 0.1, -9.8\n" for row in range(ROWS)))


def telemetry():
    import importlib

    for version in (1, 2):
        mavlink = importlib.import_module(f"pymavlink.dialects.v{version}0.common")
        link = mavlink.MAVLink(None, srcSystem=1, srcComponent=1)
        packets = [mavlink.MAVLink_heartbeat_message(2, 3, 0, 0, 4, 3)]
        for row in range(ROWS):
            time = 10_000 * row
            packets += [mavlink.MAVLink_raw_imu_message(time, 1, 2, 1000, 4, 5, 6, 7, 8, 9),
                        mavlink.MAVLink_highres_imu_message(time, *[0.5] * 13, 0x3F),
                        mavlink.MAVLink_attitude_message(time // 1000, 0.1, 0.2, 0.3, 0, 0, 0),
                        mavlink.MAVLink_gps_raw_int_message(time, 3, 474_000_000, 85_000_000, 412_000, 9, 9, 9, 9, 9)]
        packed = [packet.pack(link) for packet in packets]
        seed("mavlink", f"version-{version}", b"".join(packed))
        seed("tlog", f"version-{version}.tlog", b"".join(
            struct.pack(">Q", 1_700_000_000_000_000 + 10_000 * place) + each for place, each in enumerate(packed)))


def video():
    def item(key, kind, size, values):
        return key + struct.pack(">cBH", kind, size, len(values) // size) + values + bytes(-len(values) % 4)

    def sensor(key, count, time, order):
        rows = b"".join(struct.pack(">3h", 981, row, -row) for row in range(count))
        return item(b"STRM", b"\0", 1, item(b"STMP", b"J", 8, struct.pack(">Q", time)) + item(b"ORIN", b"c", 1, order)
                    + item(b"TMPC", b"f", 4, struct.pack(">f", 40)) + item(b"SCAL", b"s", 2, struct.pack(">h", 100)) + item(key, b"s", 6, rows))

    def payload(time):
        place = item(b"STRM", b"\0", 1, item(b"GPSF", b"L", 4, struct.pack(">L", 3)) + item(b"GPSU", b"U", 16, b"231114120000.500")
                     + item(b"SCAL", b"l", 4, struct.pack(">5l", 10**7, 10**7, 1000, 1000, 100)) + item(b"GPS5", b"l", 20, struct.pack(">5l", 475000000, 85000000, 432000, 0, 0)))
        return item(b"DEVC", b"\0", 1, item(b"DVID", b"L", 4, struct.pack(">L", 1)) + item(b"DVNM", b"c", 1, b"Camera")
                    + sensor(b"ACCL", 2, time, b"ZXY") + sensor(b"GYRO", ROWS, time, b"YxZ") + place)

    def box(kind, content):
        return struct.pack(">L", len(content) + 8) + kind + content

    def table(kind, *numbers):
        return box(kind, struct.pack(f">{len(numbers) + 1}L", 0, *numbers))

    payloads = [payload(500_000 + 1_000_000 * second) for second in range(2)]
    start = box(b"ftyp", b"mp41\0\0\0\0mp41")
    places = [len(start) + 8, len(start) + 8 + len(payloads[0])]
    samples = (box(b"stsd", struct.pack(">LLL", 0, 1, 16) + b"gpmd" + bytes(8)) + table(b"stts", 1, 2, 1000) + table(b"stsc", 1, 1, 1, 1)
               + table(b"stsz", 0, 2, *map(len, payloads)) + table(b"stco", 2, *places))
    media = box(b"mdia", table(b"mdhd", 0, 0, 1000, 2000, 0) + box(b"minf", box(b"stbl", samples)))
    whole = start + box(b"mdat", b"".join(payloads)) + box(b"moov", box(b"trak", media))
    seed("gpmf", "video.mp4", whole)
    seed("gpmf", "cut.mp4", whole[:places[1] + 100])


def robots():
    from mcap.writer import CompressionType
    from mcap.writer import Writer as McapWriter
    from rosbags.rosbag1 import Writer as Writer1
    from rosbags.rosbag2 import StoragePlugin
    from rosbags.rosbag2 import Writer as Writer2
    from rosbags.typesys import Stores, get_typestore

    stores = {1: get_typestore(Stores.ROS1_NOETIC), 2: get_typestore(Stores.ROS2_HUMBLE)}

    def messages(ros):
        types = stores[ros].types
        vector, quaternion = types["geometry_msgs/msg/Vector3"], types["geometry_msgs/msg/Quaternion"](0.0, 0.0, 0.0, 1.0)
        for row in range(ROWS):
            time = 1_700_000_000_000_000_000 + 10_000_000 * row
            stamp = types["builtin_interfaces/msg/Time"](time // 10**9, time % 10**9)
            kind = types["std_msgs/msg/Header"]
            header = kind(row, stamp, "imu") if ros == 1 else kind(stamp, "imu")
            zero = numpy.zeros(9)
            imu = types["sensor_msgs/msg/Imu"](header, quaternion, zero, vector(0.1, 0.2, 0.3), zero, vector(0.5, 0.1, 9.8), zero)
            yield "/imu", "sensor_msgs/msg/Imu", time, imu
            yield "/mag", "sensor_msgs/msg/MagneticField", time, types["sensor_msgs/msg/MagneticField"](header, vector(2e-5, 0.0, -4e-5), zero)
            yield "/attitude", "geometry_msgs/msg/QuaternionStamped", time, types["geometry_msgs/msg/QuaternionStamped"](header, quaternion)

    with tempfile.TemporaryDirectory() as folder:
        for form in (None, Writer1.CompressionFormat.BZ2, Writer1.CompressionFormat.LZ4):
            path, connections = Path(folder) / "ros1.bag", {}
            writer = Writer1(path)
            if form:
                writer.set_compression(form)
            with writer:
                for topic, kind, time, message in messages(1):
                    if topic not in connections:
                        connections[topic] = writer.add_connection(topic, kind, typestore=stores[1])
                    writer.write(connections[topic], time, stores[1].serialize_ros1(message, kind))
            seed("rosbag", f"{form.name.lower() if form else 'plain'}.bag", path.read_bytes())
            path.unlink()
        path, connections = Path(folder) / "ros2", {}
        with Writer2(path, version=9, storage_plugin=StoragePlugin.SQLITE3) as writer:
            for topic, kind, time, message in messages(2):
                if topic not in connections:
                    connections[topic] = writer.add_connection(topic, kind, typestore=stores[2])
                writer.write(connections[topic], time, stores[2].serialize_cdr(message, kind))
        seed("ros2", "bag.db3", next(path.glob("*.db3")).read_bytes())
    for name, ros, compression in (("cdr", 2, CompressionType.NONE), ("cdr-zstd", 2, CompressionType.ZSTD),
                                   ("cdr-lz4", 2, CompressionType.LZ4), ("ros1", 1, CompressionType.NONE)):
        file, channels = io.BytesIO(), {}
        writer = McapWriter(file, compression=compression, enable_crcs=False)
        writer.start(f"ros{ros}", "seed")
        for topic, kind, time, message in messages(ros):
            if topic not in channels:
                definition, _ = stores[ros].generate_msgdef(kind, ros_version=ros)
                schema = writer.register_schema(kind, f"ros{ros}msg", definition.encode())
                channels[topic] = writer.register_channel(topic, "ros1" if ros == 1 else "cdr", schema)
            data = stores[ros].serialize_ros1(message, kind) if ros == 1 else stores[ros].serialize_cdr(message, kind)
            writer.add_message(channels[topic], time, bytes(data), time)
        writer.finish()
        seed("mcap", f"{name}.mcap", file.getvalue())


def calibration():
    model = {"bias": [0.01, -0.02, 0.03], "matrix": [[1, 0.01, 0], [0, 1.02, 0], [0, 0, 0.99]]}
    seed("calibration", "all.json", json.dumps({
        "format": "cardan-calibration", "version": 1, "gyroscope": model, "accelerometer": model,
        "magnetometer": model | {"fieldStrength": 48.0}}))


if __name__ == "__main__":
    for door in ("text", "lines", "compressed", "numpy", "arrow", "ulog", "dataflash", "tlog", "gpmf", "mavlink", "rosbag", "ros2", "mcap", "calibration"):
        shutil.rmtree(corpus / door, ignore_errors=True)
    given = text()
    numpy_files(*given)
    arrow(*given[:2])
    ulog()
    dataflash()
    telemetry()
    video()
    robots()
    calibration()
