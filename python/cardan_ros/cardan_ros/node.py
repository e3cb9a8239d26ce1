"""The node `attitude`: imu/data_raw and imu/mag to imu/data."""

from __future__ import annotations

import sys
import time
import warnings
from typing import Any

import cardan
import rclpy
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from geometry_msgs.msg import TransformStamped, TwistWithCovarianceStamped, Vector3Stamped
from rcl_interfaces.msg import ParameterDescriptor, SetParametersResult
from rclpy.executors import ExternalShutdownException
from rclpy.node import Node
from rclpy.parameter import Parameter
from rclpy.qos import QoSProfile, ReliabilityPolicy
from sensor_msgs.msg import Imu, MagneticField, NavSatFix
from std_srvs.srv import Trigger

from .estimator import Attitude, Estimator
from .health import HealthReport
from .messages import of_fix, of_odometry, of_twist
from .settings import FILTER_PREFIX, IGNORED, PARAMETERS, Settings

# The reliability of sensors; the queue bridges a pause of the scheduler.
_SENSOR_QOS = QoSProfile(depth=100, reliability=ReliabilityPolicy.BEST_EFFORT)


class AttitudeNode(Node):
    """Filters imu/data_raw and imu/mag; publishes imu/data with the header of each sample, and /diagnostics."""

    def __init__(self) -> None:
        super().__init__("cardan_attitude")
        self._settings = self._declared_settings()
        self._estimator = Estimator(self._settings)
        self._health = HealthReport(self._settings["use_mag"])
        self._flags: cardan.Flags | None = None
        self._frames = ("", "")
        self._output = self.create_publisher(Imu, "imu/data", 5)
        self._angles = None
        if self._settings["publish_debug_topics"]:
            self._angles = self.create_publisher(Vector3Stamped, "imu/rpy/filtered", 5)
        self._diagnostics = self.create_publisher(DiagnosticArray, "/diagnostics", 5)
        self._broadcaster = self._transform_broadcaster() if self._settings["publish_tf"] else None
        self.create_subscription(Imu, "imu/data_raw", self._on_sample, _SENSOR_QOS)
        if self._settings["use_mag"]:
            self.create_subscription(MagneticField, "imu/mag", self._on_field, _SENSOR_QOS)
        self._subscribe_velocity(self._settings["velocity"])
        self.create_service(Trigger, "reset", self._on_reset)
        self.create_timer(self._settings["diagnostic_period"], self._report)
        self.add_on_set_parameters_callback(self._on_parameters)

    def _subscribe_velocity(self, kind: str) -> None:
        if kind == "twist":
            self.create_subscription(TwistWithCovarianceStamped, "velocity", lambda message: self._estimator.add_velocity(
                _nanoseconds(message.header), of_twist(message.twist)), _SENSOR_QOS)
        elif kind == "fix":
            self.create_subscription(NavSatFix, "fix", lambda message: self._estimator.add_fix(
                _nanoseconds(message.header), of_fix(message)), _SENSOR_QOS)
        elif kind != "none":
            from nav_msgs.msg import Odometry

            self.create_subscription(Odometry, "odom", lambda message: self._estimator.add_velocity(
                _nanoseconds(message.header), of_odometry(message, is_speed=kind == "speed")), _SENSOR_QOS)

    def _declared_settings(self) -> Settings:
        # The types are checked by Settings, which takes integers for floating-point numbers.
        values: dict[str, Any] = {}
        for name, parameter in PARAMETERS.items():
            descriptor = ParameterDescriptor(
                description=parameter.description, read_only=not parameter.is_live, dynamic_typing=True)
            values[name] = self.declare_parameter(name, parameter.default, descriptor).value
        for name in IGNORED:
            descriptor = ParameterDescriptor(description="ignored", read_only=True, dynamic_typing=True)
            if self.declare_parameter(name, None, descriptor).value is not None:
                self.get_logger().warning(f"parameter {name} is ignored: the filter {values['filter']} has no such setting")
        known = {each.name: each for each in cardan.parameters(values["filter"])} if values["filter"] in cardan.filters() else {}
        chosen = {}
        for name, each in known.items():
            descriptor = ParameterDescriptor(description=f"{each.summary} [{each.unit}]", dynamic_typing=True)
            value = self.declare_parameter(FILTER_PREFIX + name, each.default, descriptor).value
            if value != each.default:
                chosen[name] = value
        return Settings(values, chosen)

    def _transform_broadcaster(self) -> Any:
        try:
            from tf2_ros import TransformBroadcaster
        except ImportError:
            self.get_logger().warning("parameter publish_tf is ignored: tf2_ros is not installed")
            return None
        return TransformBroadcaster(self)

    def _on_parameters(self, parameters: list[Parameter]) -> SetParametersResult:
        """Parameters that change while the node runs: all of one call, or none with the reason."""
        given = {each.name: each.value for each in parameters}
        of_node = {name: value for name, value in given.items() if name in PARAMETERS}
        of_filter = {
            name.removeprefix(FILTER_PREFIX): value for name, value in given.items() if name.startswith(FILTER_PREFIX)}
        try:
            settings = self._settings.changed(of_node, of_filter)
            self._estimator.change(settings)
        except (ValueError, TypeError) as error:
            return SetParametersResult(successful=False, reason=str(error))
        self._settings = settings
        return SetParametersResult(successful=True)

    def _on_field(self, message: MagneticField) -> None:
        self._frames = (self._frames[0], message.header.frame_id)
        field = message.magnetic_field
        self._estimator.add_field(_nanoseconds(message.header), (field.x, field.y, field.z))

    def _on_sample(self, message: Imu) -> None:
        start = time.perf_counter()
        rate, force = message.angular_velocity, message.linear_acceleration
        # A covariance that begins with -1 marks a reading that the sensor does not have.
        attitude = self._estimator.add_sample(
            _nanoseconds(message.header),
            None if message.angular_velocity_covariance[0] == -1 else (rate.x, rate.y, rate.z),
            None if message.linear_acceleration_covariance[0] == -1 else (force.x, force.y, force.z))
        if attitude is None:
            return
        self._flags, self._frames = attitude.flags, (message.header.frame_id, self._frames[1])
        w, x, y, z = attitude.quaternion
        # The other fields, and the header, are those of the sample.
        orientation = message.orientation
        orientation.w, orientation.x, orientation.y, orientation.z = w, x, y, z
        message.orientation_covariance = attitude.covariance
        if self._settings["remove_gravity_vector"]:
            force.x, force.y, force.z = attitude.user_acceleration
        if self._settings["remove_gyro_bias"]:
            rate.x, rate.y, rate.z = attitude.angular_rate
        self._output.publish(message)
        self._health.add_time(time.perf_counter() - start)
        if self._angles is not None:
            self._angles.publish(_angles(message, attitude))
        if self._broadcaster is not None:
            self._broadcaster.sendTransform(self._transform(message))

    def _transform(self, message: Imu) -> TransformStamped:
        transform = TransformStamped()
        transform.header.stamp = message.header.stamp
        rotation, orientation = transform.transform.rotation, message.orientation
        sign = -1.0 if self._settings["reverse_tf"] else 1.0
        frames = (self._settings["fixed_frame"], message.header.frame_id)
        transform.header.frame_id, transform.child_frame_id = frames[::-1] if sign < 0 else frames
        rotation.w = orientation.w
        rotation.x, rotation.y, rotation.z = sign * orientation.x, sign * orientation.y, sign * orientation.z
        return transform

    def _on_reset(self, request: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        self._estimator.reset()
        response.success, response.message = True, "filter restarted"
        return response

    def _report(self) -> None:
        health = self._health.made(self._estimator.counts, self._flags, self._frames, self._estimator.doubts)
        array = DiagnosticArray()
        array.header.stamp = self.get_clock().now().to_msg()
        array.status.append(DiagnosticStatus(
            level=bytes([health.level]), name=f"{self.get_name()}: attitude", message=health.message,
            values=[KeyValue(key=key, value=value) for key, value in health.values.items()]))
        self._diagnostics.publish(array)


def _nanoseconds(header: Any) -> int:
    return int(header.stamp.sec) * 1_000_000_000 + int(header.stamp.nanosec)


def _angles(message: Imu, attitude: Attitude) -> Vector3Stamped:
    angles = Vector3Stamped(header=message.header)
    angles.vector.x, angles.vector.y, angles.vector.z = attitude.roll_pitch_yaw
    return angles


def main() -> None:
    """Run the node until it is interrupted."""
    # They are in /diagnostics.
    warnings.simplefilter("ignore", cardan.DoubtfulInputWarning)
    rclpy.init()
    try:
        try:
            node = AttitudeNode()
        except (ValueError, TypeError, OSError) as error:
            sys.exit(f"cardan_attitude: {error}")
        rclpy.spin(node)
    except (KeyboardInterrupt, ExternalShutdownException):
        pass
    except RuntimeError:
        # A signal can end the context just before the executor waits with it.
        if rclpy.ok():
            raise
    finally:
        rclpy.try_shutdown()


if __name__ == "__main__":
    main()
