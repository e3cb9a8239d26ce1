"""Flight logs by their independent readers, pyulog and pymavlink.

  flight_logs.py events FILE              prints every reading: topic, instance, kind, time in ns, numbers as hexadecimal
  flight_logs.py text FILE OUT            writes a binary DataFlash log as text
  flight_logs.py damage FILE FOLDER COUNT writes COUNT cut files, COUNT with a flipped bit and COUNT / 20 with 200 of them,
                                          and prints each with the number of readings of the gyroscope that the peer
                                          finds, -1 where it fails

Kinds: g gyroscope, a accelerometer, m magnetometer, T temperature, L load of the motors, q attitude, e Euler angles, f fix.
"""
import contextlib
import io
import math
import os
import sys
import warnings

from damage import copies


def is_ulog(path):
    with open(path, "rb") as file:
        return file.read(4) == b"ULog"


def ulog_events(path):
    from pyulog import ULog

    none = 0x7FFFFFFF
    for data in ULog(path).data_list:
        fields = data.data

        def axes(name, count=3):
            return [name + f"[{i}]" for i in range(count)]

        def numbers(names, row, factor=1.0):
            return [float(fields[name][row]) * factor for name in names]

        last = {}
        for row in range(len(fields["timestamp"])):
            sent = int(fields["timestamp"][row])
            sampled = int(fields["timestamp_sample"][row]) if "timestamp_sample" in fields else 0
            time = sampled or sent

            def body(values):
                return [values[0], -values[1], -values[2]]

            def relative(kind, name, time_name, factor):
                if name + "[0]" not in fields:
                    return None
                offset = int(fields[time_name][row])
                if offset == none or last.get(kind) == sent + offset:
                    return None
                last[kind] = sent + offset
                return kind, sent + offset, body(numbers(axes(name), row, factor))

            events = []
            if data.name == "sensor_combined":
                events.append(("g", sent, body(numbers(axes("gyro_rad"), row))))
                events.append(relative("a", "accelerometer_m_s2", "accelerometer_timestamp_relative", 1.0))
                events.append(relative("m", "magnetometer_ga", "magnetometer_timestamp_relative", 100.0))
            elif data.name == "vehicle_imu":
                for kind, name in (("g", "delta_angle"), ("a", "delta_velocity")):
                    seconds = float(fields[name + "_dt"][row]) * 1e-6
                    events.append((kind, time, body([v / seconds for v in numbers(axes(name), row)])))
            elif data.name == "vehicle_magnetometer":
                events.append(("m", time, body(numbers(axes("magnetometer_ga"), row, 100.0))))
            elif data.name in ("sensor_gyro", "sensor_accel", "sensor_mag"):
                kind, factor = {"sensor_gyro": ("g", 1.0), "sensor_accel": ("a", 1.0), "sensor_mag": ("m", 100.0)}[data.name]
                events.append((kind, time, body(numbers(["x", "y", "z"], row, factor))))
                if "temperature" in fields:
                    events.append(("T", time, numbers(["temperature"], row)))
            elif data.name in ("battery_status", "actuator_controls_0"):
                value = numbers(["current_a" if data.name == "battery_status" else "control[3]"], row)
                events.append(("L", sent, value) if value[0] >= 0 else None)
            elif data.name == "vehicle_attitude":
                events.append(("q", time, numbers(axes("q", 4), row)))
            elif data.name == "vehicle_gps_position" and int(fields["fix_type"][row]) >= 3:
                place = [float(fields[name][row]) * 1e-7 * (math.pi / 180) for name in ("lat", "lon")]
                place.append(float(fields["alt_ellipsoid"][row]) * 1e-3)
                north, east, down = numbers(["vel_n_m_s", "vel_e_m_s", "vel_d_m_s"], row)
                events.append(("f", sent, place + [east, north, -down] + numbers(["eph", "epv"], row)))
            for event in events:
                if event:
                    yield (data.name, data.multi_id, *event)


def dataflash(path):
    from pymavlink import DFReader

    with open(path, "rb") as file:
        text = file.read(3) == b"FMT"
    reader = DFReader.DFReader_text(path) if text else DFReader.DFReader_binary(path)
    while True:
        message = reader.recv_msg()
        if message is None:
            return
        yield message


def dataflash_events(path):
    for message in dataflash(path):
        name = message.get_type()
        topic = name if name == "AHR2" else name.rstrip("0123456789")
        digits = name[len(topic):]
        instance = int(digits) - 1 if digits else 0
        time = getattr(message, "TimeUS", None)
        if time is None:
            continue

        def axes(stem, factor=1.0):
            x, y, z = (float(getattr(message, stem + axis)) * factor for axis in "XYZ")
            return [x, -y, -z]

        if topic == "IMU":
            yield topic, instance, "g", time, axes("Gyr")
            yield topic, instance, "a", time, axes("Acc")
            yield topic, instance, "T", time, [float(message.T)]
        elif topic == "MAG":
            yield topic, instance, "m", message.S or time, axes("Mag", 0.1)
        elif topic in ("BAT", "CURR", "CTUN"):
            value = getattr(message, "ThO" if topic == "CTUN" else "Curr", -1)
            if value >= 0:
                yield topic, instance, "L", time, [value]
        elif topic == "ATT":
            yield topic, instance, "e", time, [message.Roll, message.Pitch, message.Yaw]
        elif topic in ("AHR2", "NKQ"):
            yield topic, instance, "q", time, [message.Q1, message.Q2, message.Q3, message.Q4]
        elif topic == "GPS" and message.Status >= 3:
            place = [message.Lat * (math.pi / 180), message.Lng * (math.pi / 180), float(message.Alt)]
            yield topic, instance, "p", time, place


def events(path):
    for topic, instance, kind, time, values in ulog_events(path) if is_ulog(path) else dataflash_events(path):
        print(topic, instance, kind, int(time) * 1000, *(float(value).hex() for value in values))


def text(path, out):
    with open(out, "w") as file:
        for message in dataflash(path):
            values = message.get_fieldnames(), message
            words = [str(getattr(message, name)) for name in values[0]]
            file.write(", ".join([message.get_type()] + words) + "\n")


def count(path, ulog):
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            if ulog:
                from pyulog import ULog

                return len(ULog(path, ["sensor_combined"]).get_dataset("sensor_combined").data["timestamp"])
            return sum(message.get_type() == "IMU" for message in dataflash(path))
    except BaseException:
        return -1


def damage(path, folder, number):
    warnings.simplefilter("ignore")
    ulog = is_ulog(path)
    for out in copies(path, folder, number):
        print(out, count(out, ulog), flush=True)


if sys.argv[1] == "events":
    events(sys.argv[2])
elif sys.argv[1] == "text":
    text(sys.argv[2], sys.argv[3])
else:
    damage(sys.argv[2], sys.argv[3], int(sys.argv[4]))
