"""The other end of a MAVLink connection on loopback: pymavlink.

  mavlink.py send PORT VERSION SIGNED COUNT   sends COUNT rounds of inertial messages
  mavlink.py receive COUNT                    prints the port, then COUNT messages of attitude as JSON
  mavlink.py golden                           prints frames in hexadecimal, for Golden/frames.txt
"""
import json
import os
import sys
import time


def dialect(version):
    os.environ["MAVLINK20" if version == 2 else "MAVLINK10"] = "1"
    from pymavlink.dialects.v10 import ardupilotmega as v10
    from pymavlink.dialects.v20 import ardupilotmega as v20

    return v20 if version == 2 else v10


def inertial(mavlink, index):
    """One of each message: at rest, level, north, but for what is counted."""
    zeros = [0.0] * 4
    new = {} if mavlink.WIRE_PROTOCOL_VERSION == "1.0" else {"id": 0}
    yield mavlink.MAVLink_highres_imu_message(
        1000 * index, 0.5, -0.25, -9.75, 0.125 + index, 0.25, 0.5, 0.2, 0.05, 0.4, *zeros, 0x1FF, **new)
    yield mavlink.MAVLink_scaled_imu_message(index, 10, 20, -1000, 100 + index, 200, 300, 200, 50, 400)
    yield mavlink.MAVLink_raw_imu_message(1000 * index, 10, 20, -1000, 100 + index, 200, 300, 200, 50, 400)
    yield mavlink.MAVLink_scaled_imu2_message(index, 10, 20, -1000, 100 + index, 200, 300, 200, 50, 400)


def link(version, signed, file):
    mavlink = dialect(version)
    end = mavlink.MAVLink(file, srcSystem=7, srcComponent=1)
    if signed:
        end.signing.secret_key = bytes(range(32))
        end.signing.link_id = 3
        end.signing.timestamp = 1
        end.signing.sign_outgoing = True
    return mavlink, end


def send(port, version, signed, count):
    from pymavlink import mavutil

    dialect(version)
    connection = mavutil.mavudp(f"127.0.0.1:{port}", input=False, source_system=7)
    mavlink, end = link(version, signed, connection)
    for index in range(count):
        end.send(mavlink.MAVLink_heartbeat_message(6, 8, 0, 0, 0, 3))
        end.send(next(inertial(mavlink, index)))
        time.sleep(0.002)


def receive(count):
    from pymavlink import mavutil

    dialect(2)
    connection = mavutil.mavudp("127.0.0.1:0", input=True)
    print(connection.port.getsockname()[1], flush=True)
    until = time.monotonic() + 20
    while count > 0 and time.monotonic() < until:
        message = connection.recv_match(type=["ATTITUDE", "ATTITUDE_QUATERNION"], blocking=True, timeout=1)
        if message is not None:
            print(json.dumps(message.to_dict()), flush=True)
            count -= 1


def golden():
    for version, signed in ((1, False), (2, False), (2, True)):
        mavlink, end = link(version, signed, None)
        for message in inertial(mavlink, 3):
            name = message.get_type()
            print(version, int(signed), name, message.pack(end).hex())


if sys.argv[1] == "send":
    send(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4] == "1", int(sys.argv[5]))
elif sys.argv[1] == "receive":
    receive(int(sys.argv[2]))
else:
    golden()
