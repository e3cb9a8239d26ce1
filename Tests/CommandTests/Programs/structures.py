"""Small files with large products of counts, one per kind and pair of counts: structures.py FOLDER.

The counts of each file are valid one by one. Prints the names of the files.
"""

import bz2
import gzip
import os
import sqlite3
import struct
import sys
import zipfile
import zlib

folder = sys.argv[1]


def write(name, data):
    with open(os.path.join(folder, name), "wb") as file:
        file.write(data)
    print(name)


def text(value):
    value = value.encode()
    return struct.pack("<I", len(value)) + value


def record(kind, content):
    return struct.pack("<BQ", kind, len(content)) + content


def mcap(name, definition, channels, messages=0, encoding="cdr", message=b""):
    magic = b"\x89MCAP0\r\n"
    parts = [magic, record(1, text("ros2") + text("")),
             record(3, struct.pack("<H", 1) + text("sensor_msgs/msg/Imu") + text("ros2msg") + text(definition))]
    for number in range(channels):
        parts.append(record(4, struct.pack("<HH", number, 1) + text(f"/imu{number}") + text(encoding) + text("")))
    for number in range(messages):
        parts.append(record(5, struct.pack("<HIQQ", number % max(1, channels), number, number, number) + message))
    parts += [record(15, bytes(4)), record(2, bytes(20)), magic]
    write(name, b"".join(parts))


def box(kind, content):
    return struct.pack(">I", 8 + len(content)) + kind + content


def item(key, kind, size, values):
    return key + struct.pack(">BBH", kind, size, len(values) // size) + values + bytes(-len(values) % 4)


def device(number, readings):
    def stream(key):
        values = item(b"SCAL", ord("s"), 2, struct.pack(">h", 100)) + item(key, ord("s"), 6, bytes(6 * readings))
        return b"STRM" + struct.pack(">BBH", 0, 1, len(values)) + values
    content = item(b"DVID", ord("L"), 4, struct.pack(">I", number)) + stream(b"GYRO") + stream(b"ACCL")
    return b"DEVC" + struct.pack(">BBH", 0, 4, len(content) // 4) + content


def video(name, data, places):
    """Samples at these places (offset, size) of the data."""
    start = box(b"ftyp", b"mp41" + bytes(4))
    sizes = struct.pack(">III", 0, 0, len(places)) + b"".join(struct.pack(">I", size) for _, size in places)
    offsets = b"".join(struct.pack(">I", len(start) + 8 + offset) for offset, _ in places)
    table = (box(b"stsd", struct.pack(">IIII", 0, 1, 16, 0x67706d64) + bytes(8))
             + box(b"stts", struct.pack(">IIII", 0, 1, len(places), 1000)) + box(b"stsz", sizes)
             + box(b"stsc", struct.pack(">IIIII", 0, 1, 1, 1, 1))
             + box(b"stco", struct.pack(">II", 0, len(places)) + offsets))
    media = box(b"mdhd", struct.pack(">IIIIII", 0, 0, 0, 1000, 0, 0)) + box(b"minf", box(b"stbl", table))
    write(name, start + box(b"mdat", data) + box(b"moov", box(b"trak", box(b"mdia", media))))


TOPICS = "CREATE TABLE topics(id INTEGER PRIMARY KEY, name TEXT, type TEXT, serialization_format TEXT)"
MESSAGES = "CREATE TABLE messages(id INTEGER PRIMARY KEY, topic_id INTEGER, timestamp INTEGER, data BLOB)"
IMU = "INSERT INTO topics VALUES(1, '/imu', 'sensor_msgs/msg/Imu', 'cdr')"


def database(name, *statements):
    connection = sqlite3.connect(os.path.join(folder, name))
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()
    print(name)


def endless(columns):
    # The definitions of tables are recognised by their text, which may be in a comment of a view.
    return f"WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT {columns} FROM c WHERE x < 0"


# Names: count and length. Channels and fields. Channels and values. Messages and repetitions.
for count, length in [(4096, 1_000_000), (4096, 16_000), (4096, 250)]:
    mcap(f"names_{length}.mcap", f"float64[{count}] " + "n" * length + "\n", channels=1_000_000 // max(1000, length))
for channels, fields in [(4000, 60_000), (200, 5000), (4000, 20)]:
    mcap(f"fields_{channels}x{fields}.mcap", "".join(f"float64 f{field}\n" for field in range(fields)), channels)
for channels, count in [(4000, 60_000), (100, 60_000)]:
    nested = f"A[{count}] a\n===\nMSG: sensor_msgs/A\nB[{count}] b\n===\nMSG: sensor_msgs/B\nfloat64 x\n"
    mcap(f"nested_{channels}.mcap", nested, channels)
repeated = "E[] e\n===\nMSG: sensor_msgs/E\nstring[] s\n"
mcap("repetitions.mcap", repeated, 1, messages=5000, message=bytes([0, 1, 0, 0]) + b"\xff\xff\xff\x7f" + bytes(60))
mcap("objects.mcap", "float64[4096] x\n", 1, messages=20_000, encoding="json", message=b"{}")
mcap("paths.mcap", "float64 x\n", 1, messages=4, encoding="json",
     message=b'{"' + b"p" * 200_000 + b'":{' + b",".join(b'"a":1' for _ in range(40_000)) + b"}}")
mcap("refused.mcap", "float64 x\n", 4000, messages=40_000, message=bytes([0, 7, 0, 0]))

payload = device(1, 2000)
for count in [1000, 100_000]:
    video(f"overlap_{count}.mp4", payload, [(0, len(payload))] * count)
small = b"".join(device(number, 1) for number in range(40_000))
video("devices.mp4", small, [(0, len(small))])
video("payloads.mp4", b"\0" * 8 + small, [(8 + 4 * index, 4) for index in range(200_000)])

for members in [20_000, 60_000]:
    with zipfile.ZipFile(os.path.join(folder, f"members_{members}.zip"), "w") as archive:
        for number in range(members):
            archive.writestr(f"{number}/x.csv", b"")
        archive.writestr("walk.csv", "t [s],gyro_x [rad/s],gyro_y,gyro_z\n0,1,2,3\n")
    print(f"members_{members}.zip")



def ulog(name, *messages):
    parts = [b"ULog\x01\x12\x35\x01" + bytes(8), struct.pack("<HB", 40, ord("B")) + bytes(40)]
    write(name, b"".join(parts + [struct.pack("<HB", len(content), ord(kind)) + content for kind, content in messages]))


def topic(number, kind):
    return "A", struct.pack("<BH", number % 256, number) + kind


ulog("fields.ulg", ("F", b"sensor_combined:" + b"uint8_t a;" * 6000), *[topic(number, b"sensor_combined") for number in range(20_000)])
ulog("formats.ulg", *[message for number in range(20_000) for message in [
    ("F", b"sensor_combined:uint64_t timestamp;float[3] gyro_rad;float[%d] a;" % (number % 100)), topic(number, b"sensor_combined")]])
ulog("levels.ulg", *[("F", b"t%d:t%d[1000] a;t%d[1000] b;" % (level, level + 1, level + 1)) for level in range(30)],
     ("F", b"t30:float x;"), *[topic(number, b"t0") for number in range(2000)])


def bag_fields(**fields):
    return b"".join(struct.pack("<I", len(name) + 1 + len(value)) + name.encode() + b"=" + value for name, value in fields.items())


def bag_record(head, content):
    return struct.pack("<I", len(head)) + head + struct.pack("<I", len(content)) + content


nested = b"A[60000] a\n===\nMSG: sensor_msgs/A\nB[60000] b\n===\nMSG: sensor_msgs/B\nfloat64 x\n"
write("connections.bag", b"#ROSBAG V2.0\n" + bag_record(bag_fields(op=b"\x03", index_pos=bytes(8)), b" " * 4000) + b"".join(
    bag_record(bag_fields(op=b"\x07", conn=struct.pack("<I", number), topic=b"/imu%d" % number),
               bag_fields(type=b"sensor_msgs/Imu", message_definition=nested)) for number in range(5000)))



def zstd(head, filler, count, window_log=20):
    """A frame of some bytes, and of one byte many times."""
    def block(kind, size, content, last=False):
        return struct.pack("<I", size << 3 | kind << 1 | last)[:3] + content
    size = 1 << 17
    parts = [block(0, len(head[place:place + size]), head[place:place + size]) for place in range(0, len(head), size)]
    parts += [block(1, min(size, count - place), filler) for place in range(0, count, size)]
    return struct.pack("<IBB", 0xfd2fb528, 0, (window_log - 10) << 3) + b"".join(parts) + block(0, 0, b"", last=True)


# Chunks and messages that are small only as long as they are compressed. What is beside them allows a factor of 64.
random = os.urandom(900_000)
channel = record(3, struct.pack("<H", 1) + text("sensor_msgs/msg/Imu") + text("ros2msg") + text("float64 x\n"))
channel += record(4, struct.pack("<HH", 1, 1) + text("/imu") + text("cdr") + text(""))


def chunk(name, head, count, window_log=20):
    content = zstd(head, b"\0", count, window_log)
    head = struct.pack("<QQQI", 0, 0, len(head) + count, 0) + text("zstd") + struct.pack("<Q", len(content))
    write(name, b"\x89MCAP0\r\n" + channel + record(0x80, random) + record(6, head + content))


for megabytes in [30, 60]:
    count = megabytes << 20
    chunk(f"zeros_{megabytes}.mcap", b"", count)
    chunk(f"window_{megabytes}.mcap", b"", count, 27)
    chunk(f"message_{megabytes}.mcap", struct.pack("<BQHIQQ", 5, 22 + count, 1, 0, 0, 0), count)
    chunk(f"schema_{megabytes}.mcap", struct.pack("<BQH", 3, 2 + 7 + 11 + 4 + count, 2) + text("a/A") + text("ros2msg")
          + struct.pack("<I", count), count)
    connection = bag_record(bag_fields(op=b"\x07", conn=bytes(4), topic=b"/imu"),
                            bag_fields(type=b"sensor_msgs/Imu", message_definition=b"float64 x\n"))
    start = (b"#ROSBAG V2.0\n" + bag_record(bag_fields(op=b"\x03", index_pos=bytes(8)), b" " * 4000) + connection
             + bag_record(bag_fields(op=b"\x04"), random))
    long = bag_record(bag_fields(op=b"\x02", conn=bytes(4), time=bytes(8)), b"")[:-4] + struct.pack("<I", count)
    for name, content in [("zeros", bytes(count)), ("message", long + bytes(count))]:
        write(f"{name}_{megabytes}.bag",
              start + bag_record(bag_fields(op=b"\x05", compression=b"bz2", size=bytes(4)), bz2.compress(content)))
rows = b"".join(b"%d,%d,0,0\n" % (row, row % 7) for row in range(60_000))
write("window.csv.zst", zstd(b"t [s],gyro_x [rad/s],gyro_y,gyro_z\n" + rows, b"\n", 60 << 20, 27))
small = device(1, 1)
video("heads.mp4", small * 40_000, [(len(small) * index, len(small)) for index in range(40_000)])

write("comments.csv", b"".join(b"# gyro_x: %d\n" % line for line in range(300_000)))

phone = "time,seconds_elapsed,z,y,x\n1700000000000000000,0,0,0,0\n"
for name, place in [("folders", "{}/Gyroscope.csv"), ("numbers", "Gyroscope_{}.csv"), ("levels", "a/" * 20 + "{}/Gyroscope.csv")]:
    with zipfile.ZipFile(os.path.join(folder, f"{name}.zip"), "w") as archive:
        for number in range(4000):
            archive.writestr(place.format(number), phone)
    print(f"{name}.zip")


def element(kind, content):
    return struct.pack("<II", kind, len(content)) + content + bytes(-len(content) % 8)


def matrix(kind, sizes, name, content):
    return element(14, element(6, struct.pack("<II", kind, 0)) + element(5, struct.pack(f"<{len(sizes)}i", *sizes))
                   + element(1, name) + content)


fields = [matrix(6, [1, 1], b"", element(9, bytes(8)))] * 20_000
for name, length in [("names", 100_000), ("fields", 1)]:
    write(f"{name}.mat", b"MATLAB 5.0 MAT-file".ljust(124) + b"\x00\x01IM" + matrix(
        2, [1, 1], b"n" * length, element(5, struct.pack("<i", 8)) + element(1, b"a".ljust(8, b"\0") * len(fields)) + b"".join(fields)))

zeros = zlib.compress(matrix(6, [1_000_000, 4], b"gyr", element(9, bytes(32_000_000))), 9)
write("zeros.mat", b"MATLAB 5.0 MAT-file".ljust(124) + b"\x00\x01IM" + 3 * (struct.pack("<II", 15, len(zeros)) + zeros))

database("view.db3", TOPICS, IMU, "CREATE TABLE messages_(x)",
         "CREATE VIEW messages AS " + endless("x AS id, 1 AS topic_id, x AS timestamp, x'00' AS data")
         + " /* TABLE messages */")
database("topics.db3", MESSAGES, "CREATE TABLE topics_(x)",
         "CREATE VIEW topics AS " + endless("x AS id, 'a' AS name, 'b' AS type, 'cdr' AS serialization_format")
         + " /* TABLE topics */")
database("blobs.db3", TOPICS, IMU, "CREATE TABLE messages_(x)",
         "CREATE VIEW messages AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 100000) "
         "SELECT x AS id, 1 AS topic_id, x AS timestamp, zeroblob(900000000) AS data FROM c /* TABLE messages */")
database("generated.db3", TOPICS, IMU, MESSAGES[:-len("data BLOB)")]
         + "data BLOB AS (zeroblob(900000000)) VIRTUAL)",
         *["INSERT INTO messages(topic_id, timestamp) VALUES(1, 1)"] * 300)

header = b"t [s],gyro_x [rad/s],gyro_y,gyro_z\n0,1,2,3\n"
for name, filler in [("blank", b"\n"), ("comments", b"#\n"), ("spaces", b" ")]:
    with gzip.open(os.path.join(folder, f"{name}.csv.gz"), "wb", compresslevel=9) as file:
        file.write(header)
        for _ in range(16):
            file.write(filler * ((16 << 20) // len(filler)))
    print(f"{name}.csv.gz")
