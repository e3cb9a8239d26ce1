"""The node of cardan_ros in a process, and a node that talks to it."""

import os
import subprocess
import sys
import time

import rclpy
from conftest import ROOT
from diagnostic_msgs.msg import DiagnosticArray
from geometry_msgs.msg import Vector3Stamped
from rclpy.qos import QoSProfile, ReliabilityPolicy
from sensor_msgs.msg import Imu, MagneticField
from std_srvs.srv import Trigger

SENSOR_QOS = QoSProfile(depth=100, reliability=ReliabilityPolicy.BEST_EFFORT)


class Node:
    """The node `attitude` in a process."""

    def __init__(self, *parameters, path="", **variables):
        options = [part for each in parameters for part in ("-p", each)]
        folders = [str(ROOT / "python/src"), str(ROOT / "python/cardan_ros"), str(path)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cardan_ros.node", "--ros-args", *options],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(folders)} | variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        """End the process; its output."""
        if self.process.poll() is None:
            self.process.terminate()
        return self.process.communicate(timeout=20)[0]


class Peer:
    """A publisher of samples and fields, and a subscriber of attitudes."""

    def __init__(self):
        self.node = rclpy.create_node("peer")
        self.samples = self.node.create_publisher(Imu, "imu/data_raw", SENSOR_QOS)
        self.fields = self.node.create_publisher(MagneticField, "imu/mag", SENSOR_QOS)
        self.attitudes, self.reports, self.angles = [], [], []
        self.node.create_subscription(Imu, "imu/data", self.attitudes.append, 100)
        self.node.create_subscription(DiagnosticArray, "/diagnostics", self.reports.append, 10)
        self.node.create_subscription(Vector3Stamped, "imu/rpy/filtered", self.angles.append, 100)
        self.reset = self.node.create_client(Trigger, "reset")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.node.destroy_node()

    def wait(self, condition, seconds=30):
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, "nothing came"
            rclpy.spin_once(self.node, timeout_sec=0.05)

    def connect(self, fields=1):
        self.wait(lambda: self.samples.get_subscription_count() and self.node.count_publishers("imu/data")
                  and self.fields.get_subscription_count() >= fields, 60)
        self.wait(self.reset.service_is_ready)
        # The node discovers this subscriber a little later; samples of another epoch are answered from then on.
        self.wait(lambda: self.node.count_publishers("/diagnostics") and self.reports)

    def publish_field(self, t, values):
        message = MagneticField()
        message.header.stamp.sec, message.header.stamp.nanosec = divmod(t, 1_000_000_000)
        field = message.magnetic_field
        field.x, field.y, field.z = map(float, values)
        self.fields.publish(message)

    def publish_sample(self, t, gyro, accel):
        message = Imu()
        message.header.stamp.sec, message.header.stamp.nanosec = divmod(t, 1_000_000_000)
        message.header.frame_id = "imu_link"
        rate, force = message.angular_velocity, message.linear_acceleration
        rate.x, rate.y, rate.z = map(float, gyro)
        force.x, force.y, force.z = map(float, accel)
        message.angular_velocity_covariance[4] = 0.25
        self.samples.publish(message)

    def exchange(self, t, gyro, accel):
        """Publish a sample; the attitude of it."""
        count = len(self.attitudes)
        self.publish_sample(t, gyro, accel)
        self.wait(lambda: len(self.attitudes) > count)
        return self.attitudes[-1]
