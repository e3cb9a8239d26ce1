"""Logs of robots by independent libraries: rosbags, mcap, pymavlink, sqlite3, zstandard, lz4, bz2, gzip.

  robot_logs.py compress KIND FILE OUT    compresses a file in two frames: zstd, lz4, bzip2 or gzip
  robot_logs.py write BAG FOLDER          writes the first messages of a ROS 1 bag, with further topics, in every form of bag,
                                          and prints the paths
  robot_logs.py telemetry VERSION OUT     writes a telemetry log of MAVLink 1 or 2 with two systems
  robot_logs.py events PATH               prints every reading: topic, kind, time in ns, numbers as hexadecimal
  robot_logs.py written BAG OUT           checks that the topics of BAG are in OUT, by mcap, and prints the covariances of its IMU
                                          and the number of messages, by rosbags
  robot_logs.py topics FILE               prints topic, encoding, type, its encoding, and the number of messages of an MCAP file
  robot_logs.py damage FILE FOLDER COUNT  writes COUNT cut files, COUNT with a flipped bit and COUNT / 20 with 200 of them,
                                          and prints each with the number of messages of IMUs that the peer reads

Kinds: g gyroscope, a accelerometer, m magnetometer, T temperature, q attitude, p place.
"""
import math
import os
import random
import sqlite3
import sys
from pathlib import Path

from damage import copies


def compress(kind, path, out):
    if kind == "zstd":
        import zstandard

        function = zstandard.ZstdCompressor(write_checksum=True).compress
    elif kind == "lz4":
        import lz4.frame

        def function(data):
            return lz4.frame.compress(data, content_checksum=True)

    elif kind == "bzip2":
        import bz2

        function = bz2.compress
    else:
        import gzip

        function = gzip.compress
    data = open(path, "rb").read()
    half = len(data) // 2
    with open(out, "wb") as file:
        file.write(function(data[:half]) + function(data[half:]))


def typestore(ros):
    from rosbags.typesys import Stores, get_typestore

    return get_typestore(Stores.ROS1_NOETIC if ros == 1 else Stores.ROS2_HUMBLE)


def messages(bag, ros, count):
    """Topic, type, time of the recorder and message: an IMU, a magnetometer, a second IMU with a longer name of its frame, whose
    headers have no time, a thermometer, a receiver, an attitude, odometry and joints."""
    from rosbags.highlevel import AnyReader

    types = typestore(ros).types

    def header(old, frame):
        stamp = types["builtin_interfaces/msg/Time"](old.stamp.sec, old.stamp.nanosec)
        kind = types["std_msgs/msg/Header"]
        return kind(old.seq, stamp, frame) if ros == 1 else kind(stamp, frame)

    def build(name, *values):
        return name, types[name](*values)

    with AnyReader([Path(bag)]) as reader:
        for index, (connection, time, raw) in enumerate(reader.messages()):
            if index == count:
                return
            old = reader.deserialize(raw, connection.msgtype)
            name = connection.msgtype
            values = [getattr(old, field) for field in old.__dataclass_fields__ if not field.startswith("__")]

            def convert(value):
                # The same fields in the types of the other version.
                if hasattr(value, "__msgtype__"):
                    if value.__msgtype__ == "std_msgs/msg/Header":
                        return header(value, value.frame_id)
                    fields = [field for field in value.__dataclass_fields__ if not field.startswith("__")]
                    return types[value.__msgtype__](*(convert(getattr(value, field)) for field in fields))
                return value

            yield connection.topic, name, time, types[name](*map(convert, values))
            if name != "sensor_msgs/msg/Imu":
                continue
            quaternion = types["geometry_msgs/msg/Quaternion"](0.1, -0.2, 0.3 + index * 1e-4, 0.9)
            second = [convert(value) for value in values]
            second[0] = header(old.header, "the second one" + "x" * (index % 5 // 3))
            second[0].stamp = types["builtin_interfaces/msg/Time"](0, 0)
            second[1] = quaternion
            yield "/second/imu", name, time + 1, types[name](*second)
            if index % 10 == 0:
                yield "/temperature", *swap(time, build("sensor_msgs/msg/Temperature", header(old.header, "t"), 20 + index / 7, 0.0))
            if index % 20 == 0:
                status = types["sensor_msgs/msg/NavSatStatus"](0 if index else -1, 1)
                place = (47.25 + index * 1e-6, 8.5, 412.5)
                covariance = second[2]
                yield "/fix", *swap(time, build("sensor_msgs/msg/NavSatFix", header(old.header, ""), status, *place, covariance, 0))
            yield "/attitude", *swap(time, build("geometry_msgs/msg/QuaternionStamped", header(old.header, "q"), quaternion))
            import numpy

            zero = numpy.zeros(36)
            point = types["geometry_msgs/msg/Point"](1.0, 2.0, 3.0)
            pose = types["geometry_msgs/msg/PoseWithCovariance"](types["geometry_msgs/msg/Pose"](point, quaternion), zero)
            vector = types["geometry_msgs/msg/Vector3"](0.0, 0.0, 0.0)
            twist = types["geometry_msgs/msg/TwistWithCovariance"](types["geometry_msgs/msg/Twist"](vector, vector), zero)
            yield "/odom", *swap(time, build("nav_msgs/msg/Odometry", header(old.header, "odom"), "base", pose, twist))
            joints = (["a", "bc"], numpy.arange(3.0), numpy.arange(0.0), numpy.arange(1.0))
            yield "/joints", *swap(time, build("sensor_msgs/msg/JointState", header(old.header, ""), *joints))


def swap(time, named):
    name, message = named
    return name, time, message


def write(bag, folder):
    from mcap.writer import CompressionType
    from mcap.writer import Writer as McapWriter
    from rosbags.rosbag1 import Writer as Writer1
    from rosbags.rosbag2 import CompressionFormat, CompressionMode, StoragePlugin
    from rosbags.rosbag2 import Writer as Writer2

    count = 600
    for form in (None, Writer1.CompressionFormat.BZ2, Writer1.CompressionFormat.LZ4):
        path = os.path.join(folder, f"ros1-{form.name.lower() if form else 'none'}.bag")
        writer, store, connections = Writer1(path), typestore(1), {}
        writer.chunk_threshold = 1 << 15
        if form:
            writer.set_compression(form)
        with writer:
            for topic, kind, time, message in messages(bag, 1, count):
                if topic not in connections:
                    connections[topic] = writer.add_connection(topic, kind, typestore=store)
                writer.write(connections[topic], time, store.serialize_ros1(message, kind))
        print(path)
    for plugin in StoragePlugin:
        for mode in (CompressionMode.NONE, CompressionMode.FILE, CompressionMode.MESSAGE):
            path = os.path.join(folder, f"ros2-{plugin.name.lower()}-{mode.name.lower()}")
            writer, store, connections = Writer2(path, version=9, storage_plugin=plugin), typestore(2), {}
            if mode != CompressionMode.NONE:
                writer.set_compression(mode, CompressionFormat.ZSTD)
            with writer:
                for topic, kind, time, message in messages(bag, 2, count):
                    if topic not in connections:
                        connections[topic] = writer.add_connection(topic, kind, typestore=store)
                    writer.write(connections[topic], time, store.serialize_cdr(message, kind))
            print(path)
    for name, ros, compression, chunked in (
        ("cdr-none", 2, CompressionType.NONE, True),
        ("cdr-zstd", 2, CompressionType.ZSTD, True),
        ("cdr-lz4", 2, CompressionType.LZ4, True),
        ("cdr-big", 2, CompressionType.ZSTD, True),
        ("cdr-flat", 2, CompressionType.NONE, False),
        ("ros1-lz4", 1, CompressionType.LZ4, True),
        ("json-zstd", 2, CompressionType.ZSTD, True),
    ):
        path = os.path.join(folder, f"{name}.mcap")
        store, channels = typestore(ros), {}
        with open(path, "wb") as file:
            writer = McapWriter(file, chunk_size=1 << 15, compression=compression, use_chunking=chunked)
            writer.start("ros1" if ros == 1 else "ros2", "test")
            for topic, kind, time, message in messages(bag, ros, count):
                if topic not in channels:
                    text, _ = store.generate_msgdef(kind, ros_version=ros)
                    schema = writer.register_schema(kind, f"ros{ros}msg", text.encode())
                    encoding = "json" if name == "json-zstd" else "ros1" if ros == 1 else "cdr"
                    channels[topic] = writer.register_channel(topic, encoding, schema)
                if name == "json-zstd":
                    import json

                    writer.add_message(channels[topic], time, json.dumps(plain(message)).encode(), time)
                    continue
                data = (
                    store.serialize_ros1(message, kind)
                    if ros == 1
                    else store.serialize_cdr(message, kind, little_endian=name != "cdr-big")
                )
                writer.add_message(channels[topic], time, bytes(data), time)
            writer.finish()
        print(path)


def plain(value):
    """A message as what JSON has."""
    if hasattr(value, "__msgtype__"):
        fields = [field for field in value.__dataclass_fields__ if not field.startswith("__")]
        return {field: plain(getattr(value, field)) for field in fields}
    return value.tolist() if hasattr(value, "tolist") else value


def telemetry(version, out):
    import importlib
    import struct

    mavlink = importlib.import_module(f"pymavlink.dialects.v{version}0.common")
    generator, start = random.Random(5), 1_700_000_000_000_000
    with open(out, "wb") as file:
        links = [mavlink.MAVLink(None, srcSystem=system, srcComponent=1) for system in (7, 1)]

        def send(time, link, message):
            file.write(struct.pack(">Q", start + time) + message.pack(link))

        def counts(number):
            return [generator.randrange(-2000, 2000) for _ in range(number)]

        for index in range(400):
            time, (other, link) = 10_000 * index, links
            if index % 50 == 0:
                send(time, link, mavlink.MAVLink_heartbeat_message(2, 3, 0, 0, 4, 3))
                send(time, other, mavlink.MAVLink_heartbeat_message(2, 12, 0, 0, 4, 3))
                send(time, link, mavlink.MAVLink_sys_status_message(*[1] * 13))
            send(time, link, mavlink.MAVLink_raw_imu_message(time + 5_000_000, *counts(9)))
            send(time, link, mavlink.MAVLink_scaled_imu2_message(time // 1000 + 5000, *counts(6), 0, 0, 0))
            if index % 4 == 0:
                # Another vehicle, whose counts have no unit, and fewer readings that have one.
                send(time, other, mavlink.MAVLink_raw_imu_message(time + 9_000_000, *counts(9)))
                numbers = [value / 256 for value in counts(13)]
                mask = 0x3F if index % 8 == 0 else 0xFFFF
                send(time, other, mavlink.MAVLink_highres_imu_message(time + 9_000_000, *numbers, mask))
                angles = [value / 2000 for value in counts(6)]
                send(time, link, mavlink.MAVLink_attitude_message(time // 1000 + 5000, *angles))
                place = (474_000_000 + index, 85_000_000 - index, 412_000)
                fix = 3 if index else 1
                send(time, link, mavlink.MAVLink_gps_raw_int_message(time + 5_000_000, fix, *place, 90, 110, 250, 4500, 9))


def telemetry_events(path):
    from pymavlink import mavutil

    reader = mavutil.mavlink_connection(path)
    pilots = {}
    while True:
        message = reader.recv_msg()
        if message is None:
            return
        name, system = message.get_type(), message.get_srcSystem()
        if name == "HEARTBEAT":
            pilots[system] = message.autopilot
        topic = f"{system}/{name}"

        def axes(stem, factor):
            x, y, z = (float(getattr(message, axis + stem)) * factor for axis in "xyz")
            return [x, -y, -z]

        if name in ("HIGHRES_IMU", "RAW_IMU", "SCALED_IMU2"):
            if name == "RAW_IMU" and pilots.get(system) != 3:
                continue
            fine = name == "HIGHRES_IMU"
            time = message.time_boot_ms * 1_000_000 if name == "SCALED_IMU2" else message.time_usec * 1000
            yield topic, "g", time, axes("gyro", 1.0 if fine else 1e-3)
            yield topic, "a", time, axes("acc", 1.0 if fine else 0.00980665)
            magnetic = axes("mag", 100.0 if fine else 0.1)
            if any(magnetic) and (not fine or message.fields_updated & 0x1C0):
                yield topic, "m", time, magnetic
        elif name == "ATTITUDE":
            yield topic, "e", message.time_boot_ms * 1_000_000, [message.roll, message.pitch, message.yaw]
        elif name == "GPS_RAW_INT" and message.fix_type >= 3:
            place = [float(value) * 1e-7 * (math.pi / 180) for value in (message.lat, message.lon)]
            yield topic, "p", message.time_usec * 1000, place + [float(message.alt) * 1e-3]


def read(path):
    """Topic, type, time and message of a bag."""
    if path.endswith(".mcap"):
        from mcap.reader import make_reader

        with open(path, "rb") as file:
            stores = {}
            for schema, channel, message in make_reader(file).iter_messages(log_time_order=False):
                if channel.message_encoding == "json":
                    import json
                    from types import SimpleNamespace

                    value = json.loads(message.data, object_hook=lambda fields: SimpleNamespace(**fields))
                    yield channel.topic, schema.name, message.log_time, value
                    continue
                ros = 1 if channel.message_encoding == "ros1" else 2
                store = stores.setdefault(ros, typestore(ros))
                function = store.deserialize_ros1 if ros == 1 else store.deserialize_cdr
                yield channel.topic, schema.name, message.log_time, function(message.data, schema.name)
        return
    from rosbags.highlevel import AnyReader

    with AnyReader([Path(path)], default_typestore=typestore(2)) as reader:
        for connection, time, raw in reader.messages():
            yield connection.topic, connection.msgtype, time, reader.deserialize(raw, connection.msgtype)


def events(path):
    def show(topic, kind, time, values):
        print(topic, kind, time, *(float(value).hex() for value in values))

    if path.endswith(".tlog"):
        for event in telemetry_events(path):
            show(*event)
        return
    for topic, name, received, message in read(path):
        if topic == "/cardan/tf":
            name, message = "Transform", message.transforms[0]
        if not hasattr(message, "header"):
            continue
        stamp = message.header.stamp
        time = stamp.sec * 1_000_000_000 + stamp.nanosec or received

        def vector(value, factor=1.0):
            return [value.x * factor, value.y * factor, value.z * factor]

        def quaternion(value):
            return [value.w, value.x, value.y, value.z]

        name = name.split("/")[-1]
        if name == "Imu":
            show(topic, "g", time, vector(message.angular_velocity))
            show(topic, "a", time, vector(message.linear_acceleration))
            show(topic, "q", time, quaternion(message.orientation))
        elif name == "MagneticField":
            show(topic, "m", time, vector(message.magnetic_field, 1e6))
        elif name == "Temperature":
            show(topic, "T", time, [message.temperature])
        elif name == "NavSatFix" and message.status.status >= 0:
            place = [value * (math.pi / 180) for value in (message.latitude, message.longitude)]
            show(topic, "p", time, place + [message.altitude])
        elif name == "QuaternionStamped":
            show(topic, "q", time, quaternion(message.quaternion))
        elif name == "Transform":
            show(topic, "q", time, quaternion(message.transform.rotation))
        elif name == "Odometry":
            show(topic, "q", time, quaternion(message.pose.pose.orientation))


def written(bag, out):
    from mcap.reader import make_reader
    from mcap_ros2.decoder import DecoderFactory
    from rosbags.highlevel import AnyReader
    from rosbags.typesys import get_types_from_msg

    def messages(path):
        with open(path, "rb") as file:
            for schema, channel, message in make_reader(file, validate_crcs=True).iter_messages():
                yield (channel.topic, message.log_time, message.publish_time, message.sequence, schema.name,
                       schema.encoding, schema.data, channel.message_encoding, tuple(channel.metadata.items()), message.data)

    old, new = list(messages(bag)), list(messages(out))
    assert sorted(one for one in new if not one[0].startswith("/cardan/")) == sorted(old)
    assert [one[1] for one in new] == sorted(one[1] for one in new)
    types = typestore(2)
    for name, text in {one[4]: one[6].decode() for one in new if one[0].startswith("/cardan/")}.items():
        for part, definition in get_types_from_msg(text, name).items():
            assert types.fielddefs[part][1] == definition[1], part
    with open(out, "rb") as file:
        reader = make_reader(file, decoder_factories=[DecoderFactory()])
        statistics = reader.get_summary().statistics
        assert statistics.message_count == len(new) and statistics.chunk_count == len(reader.get_summary().chunk_indexes)
        for _, channel, _, message in reader.iter_decoded_messages(topics=["/cardan/imu"]):
            assert message.header.frame_id == "body"
            print(*(value.hex() for matrix in (
                message.orientation_covariance, message.angular_velocity_covariance, message.linear_acceleration_covariance)
                for value in list(matrix)[::4]))
    with AnyReader([Path(out)], default_typestore=types) as reader:
        own = [connection for connection in reader.connections if connection.topic.startswith("/cardan/")]
        print("messages", sum(bool(reader.deserialize(raw, connection.msgtype)) for connection, _, raw in reader.messages(own)))


def topics(path):
    from mcap.reader import NonSeekingReader

    found = {}
    with open(path, "rb") as file:
        for schema, channel, _ in NonSeekingReader(file).iter_messages(log_time_order=False):
            key = channel.topic, channel.message_encoding, schema.name, schema.encoding
            found[key] = found.get(key, 0) + 1
    for key, number in sorted(found.items()):
        print(*key, number)


def count(path):
    # The headers of CDR; with others the bytes are something else.
    found, plain = 0, (b"\0\0", b"\0\1")
    try:
        if path.endswith(".tlog"):
            return sum(topic == "1/RAW_IMU" and kind == "g" for topic, kind, _, _ in telemetry_events(path))
        if path.endswith(".db3"):
            connection = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
            topics = dict(connection.execute("SELECT id, type FROM topics"))
            for (topic, data) in connection.execute("SELECT topic_id, data FROM messages ORDER BY id"):
                found += topics.get(topic) == "sensor_msgs/msg/Imu" and len(data) >= 320 and data[:2] in plain
        elif path.endswith(".mcap"):
            from mcap.reader import NonSeekingReader

            with open(path, "rb") as file:
                for schema, _, message in NonSeekingReader(file).iter_messages(log_time_order=False):
                    found += schema is not None and schema.name == "sensor_msgs/msg/Imu" and message.data[:2] in plain
        else:
            from rosbags.rosbag1 import Reader

            with Reader(path) as reader:
                for connection, _, _ in reader.messages():
                    found += connection.msgtype == "sensor_msgs/msg/Imu"
    except BaseException:
        pass
    return found


def damage(path, folder, number):
    for out in copies(path, folder, int(number), os.path.splitext(path)[1]):
        print(out, count(out), flush=True)


globals()[sys.argv[1]](*sys.argv[2:])
