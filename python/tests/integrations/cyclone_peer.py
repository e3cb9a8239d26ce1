"""Publishes samples on imu/data_raw and prints the attitudes on imu/data, by Cyclone DDS without ROS.

Standard input: lines of t in ns, three rates, three forces. Standard output: w,x,y,z for each.
"""

import os
import sys
import time
from dataclasses import dataclass, field

from cyclonedds.core import Policy, Qos
from cyclonedds.domain import DomainParticipant
from cyclonedds.idl import IdlStruct
from cyclonedds.idl.types import array, float64, int32, uint32
from cyclonedds.pub import DataWriter
from cyclonedds.sub import DataReader
from cyclonedds.topic import Topic
from cyclonedds.util import duration


@dataclass
class Time(IdlStruct, typename="builtin_interfaces::msg::dds_::Time_"):
    sec: int32 = 0
    nanosec: uint32 = 0


@dataclass
class Header(IdlStruct, typename="std_msgs::msg::dds_::Header_"):
    stamp: Time = field(default_factory=Time)
    frame_id: str = "imu_link"


@dataclass
class Quaternion(IdlStruct, typename="geometry_msgs::msg::dds_::Quaternion_"):
    x: float64 = 0.0
    y: float64 = 0.0
    z: float64 = 0.0
    w: float64 = 1.0


@dataclass
class Vector(IdlStruct, typename="geometry_msgs::msg::dds_::Vector3_"):
    x: float64 = 0.0
    y: float64 = 0.0
    z: float64 = 0.0


@dataclass
class Imu(IdlStruct, typename="sensor_msgs::msg::dds_::Imu_"):
    header: Header = field(default_factory=Header)
    orientation: Quaternion = field(default_factory=Quaternion)
    orientation_covariance: array[float64, 9] = (0.0,) * 9
    angular_velocity: Vector = field(default_factory=Vector)
    angular_velocity_covariance: array[float64, 9] = (0.0,) * 9
    linear_acceleration: Vector = field(default_factory=Vector)
    linear_acceleration_covariance: array[float64, 9] = (0.0,) * 9


def main():
    participant = DomainParticipant(int(os.environ.get("ROS_DOMAIN_ID", "0")))
    qos = Qos(Policy.Reliability.Reliable(duration(seconds=1)), Policy.History.KeepLast(100))
    writer = DataWriter(participant, Topic(participant, "rt/imu/data_raw", Imu), qos=qos)
    reader = DataReader(participant, Topic(participant, "rt/imu/data", Imu), qos=qos)
    end = time.monotonic() + 60
    while not (writer.get_matched_subscriptions() and reader.get_matched_publications()):
        if time.monotonic() > end:
            sys.exit("the node was not found")
        time.sleep(0.05)
    time.sleep(0.5)
    for line in sys.stdin:
        t, *numbers = line.split(",")
        rate, force = [float(each) for each in numbers[:3]], [float(each) for each in numbers[3:]]
        writer.write(Imu(
            header=Header(Time(*divmod(int(t), 1_000_000_000))), angular_velocity=Vector(*rate), linear_acceleration=Vector(*force)))
        answer = next(reader.take_iter(timeout=duration(seconds=20))).orientation
        print(*(repr(each) for each in (answer.w, answer.x, answer.y, answer.z)), sep=",")


if __name__ == "__main__":
    main()
