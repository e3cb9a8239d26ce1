"""The node of cardan_ros over DDS: the node in one process, its peers in others."""

import os
import subprocess
import sys
import time
from pathlib import Path

import cardan
import numpy as np
import pytest
from conftest import ROOT

rclpy = pytest.importorskip("rclpy")
from geometry_msgs.msg import TwistWithCovarianceStamped  # noqa: E402
from rcl_interfaces.srv import SetParameters  # noqa: E402
from rclpy.parameter import Parameter  # noqa: E402
from ros_peer import SENSOR_QOS, Node, Peer  # noqa: E402
from sensor_msgs.msg import NavSatFix  # noqa: E402
from std_srvs.srv import Trigger  # noqa: E402

ROWS = 1500
# The field of a row is published so many rows before its sample: messages of two topics have no order.
LEAD = 25


@pytest.fixture(scope="module", autouse=True)
def domain():
    os.environ["ROS_DOMAIN_ID"] = str(20 + os.getpid() % 80)
    os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"
    rclpy.init()
    yield
    rclpy.shutdown()


def quaternion(message):
    orientation = message.orientation
    return [orientation.w, orientation.x, orientation.y, orientation.z]


@pytest.fixture(scope="module")
def rows(hand_held):
    """Times in ns, rates, forces, and fields in T, which every third row has."""
    t = np.round(hand_held.t[:ROWS] * 1e9).astype(np.int64) + 1_700_000_000_000_000_000
    fields = np.where(np.arange(ROWS)[:, None] % 3 == 0, hand_held.mag[:ROWS] * 1e-6, np.nan)
    return t, hand_held.gyro[:ROWS], hand_held.accel[:ROWS], fields


def played(peer, rows):
    """The attitudes of all rows."""
    t, gyro, accel, fields = rows
    published = 0
    answers = []
    for index in range(len(t)):
        while published <= min(index + LEAD, len(t) - 1):
            if np.isfinite(fields[published]).all():
                peer.publish_field(int(t[published]), fields[published])
            if published < LEAD:
                # The first fields have no lead.
                time.sleep(0.02)
            published += 1
        answers.append(peer.exchange(int(t[index]), gyro[index], accel[index]))
    return answers


def test_attitudes_equal_those_of_the_command_on_the_same_samples(rows, command, tmp_path):
    t, gyro, accel, fields = rows
    with Node("gain:=0.05", "publish_debug_topics:=true", "publish_tf:=true") as node, Peer() as peer:
        peer.connect()
        answers = played(peer, rows)
        peer.wait(lambda: len(peer.angles) == ROWS)
        peer.reports.clear()
        peer.wait(lambda: peer.reports)
        output = node.stop()
    expected = cardan.fuse(gyro, accel, fields * 1e6, t=t)
    np.testing.assert_array_equal([quaternion(each) for each in answers], expected.quaternion)
    timestamps = [each.header.stamp.sec * 1_000_000_000 + each.header.stamp.nanosec for each in answers]
    np.testing.assert_array_equal(timestamps, t)
    assert {each.header.frame_id for each in answers} == {"imu_link"}
    assert answers[9].angular_velocity_covariance[4] == 0.25 and answers[9].linear_acceleration.z == accel[9, 2]
    covariances = np.array([each.orientation_covariance for each in answers])
    np.testing.assert_allclose(covariances[:, 0], expected.tilt_sigma**2, rtol=1e-12)
    is_unknown = expected.flags & int(cardan.Flags.HEADING_UNKNOWN) != 0
    heading = np.where(is_unknown, np.pi, expected.heading_sigma)
    np.testing.assert_allclose(covariances[:, 8], np.minimum(heading**2, np.pi**2 / 3), rtol=1e-12)
    assert not covariances[:, [1, 2, 3, 5, 6, 7]].any()
    yaw_pitch_roll = [[each.vector.z, each.vector.y, each.vector.x] for each in peer.angles]
    np.testing.assert_allclose(yaw_pitch_roll, expected.euler(), atol=1e-9)
    assert "parameter gain is ignored" in output and "publish_tf is ignored: tf2_ros is not installed" in output
    # The command on a log with the same samples.
    names = [f"{sensor}_{axis}" for sensor in ("gyro", "accel", "mag") for axis in "xyz"]
    lines = [",".join([str(time), *map(repr, map(float, row))]) for time, row in zip(t, np.hstack([gyro, accel, fields * 1e6]))]
    log = tmp_path / "log.csv"
    header = ",".join(["t [ns]", *(f"{name} [{unit}]" for name, unit in zip(names, ["rad/s"] * 3 + ["m/s^2"] * 3 + ["uT"] * 3))])
    log.write_text("\n".join([header, *lines]) + "\n")
    subprocess.run([command, "fuse", log, "-q", "--format", "npy", "-o", tmp_path / "log.npy"], check=True)
    np.testing.assert_array_equal(np.load(tmp_path / "log.npy")["q"], expected.quaternion)


@pytest.fixture(scope="module")
def bag():
    """A bag of imu_tools' users, and its messages: times in ns, rates, forces, and fields in T, one for each sample."""
    highlevel = pytest.importorskip("rosbags.highlevel")
    path = Path(os.environ.get("CARDAN_DATASETS", ROOT / "../shared/datasets")) / "ros1/sparkfun_razor.bag"
    if not path.exists():
        pytest.skip(f"{path} is not on this machine")
    rows = {"/imu/data_raw": [], "/imu/mag": []}
    with highlevel.AnyReader([path]) as reader:
        for connection, _, data in reader.messages():
            message = reader.deserialize(data, connection.msgtype)
            vectors = [message.magnetic_field] if connection.topic == "/imu/mag" else [
                message.angular_velocity, message.linear_acceleration]
            t = message.header.stamp.sec * 1_000_000_000 + message.header.stamp.nanosec
            rows[connection.topic].append((t, *([each.x, each.y, each.z] for each in vectors)))
    (t, gyro, accel), (field_t, fields) = (list(map(np.array, zip(*each))) for each in rows.values())
    np.testing.assert_array_equal(field_t, t)
    return path, (t, gyro, accel, fields)


def test_a_bag_that_is_replayed_equals_the_command_on_the_bag(bag, command, tmp_path):
    path, rows = bag
    with Node() as node, Peer() as peer:
        peer.connect()
        answers = played(peer, rows)
        assert "Traceback" not in node.stop()
    subprocess.run([command, "fuse", path, "-q", "--format", "npy", "-o", tmp_path / "bag.npy"], check=True)
    expected = np.load(tmp_path / "bag.npy")["q"]
    assert len(expected) == len(answers) == 2144
    np.testing.assert_array_equal([quaternion(each) for each in answers], expected)


def test_a_field_that_follows_its_sample_acts_on_the_next(bag):
    """The order of this bag: each field follows the sample of its time, which does not wait for it."""
    sys.path.insert(0, str(ROOT / "python/cardan_ros"))
    from cardan_ros.estimator import Estimator
    from cardan_ros.settings import Settings

    _, (t, gyro, accel, fields) = bag
    estimator = Estimator(Settings())
    attitudes = []
    for index in range(len(t)):
        attitudes.append(estimator.add_sample(int(t[index]), gyro[index], accel[index]).quaternion)
        estimator.add_field(int(t[index]), fields[index])
    shifted = np.vstack([np.full((1, 3), np.nan), fields[:-1]])
    expected = cardan.fuse(gyro, accel, shifted * 1e6, t=t, check_units=False)
    np.testing.assert_array_equal(attitudes, expected.quaternion)


def test_late_and_invalid_messages_reset_and_diagnostics(rows):
    t, gyro, accel, _ = rows
    with Node("diagnostic_period:=0.2") as node, Peer() as peer:
        peer.connect()
        for index in range(400):
            peer.exchange(int(t[index]), gyro[index] + 0.1, accel[index])
        before = quaternion(peer.attitudes[-1])
        count = len(peer.attitudes)
        # An older sample has no answer; the next has.
        peer.publish_sample(int(t[390]), gyro[390], accel[390])
        answer = peer.exchange(int(t[400]), [np.nan] * 3, accel[400])
        assert len(peer.attitudes) == count + 1 and answer.header.stamp.nanosec == t[400] % 1_000_000_000
        assert np.isfinite(quaternion(answer)).all()
        peer.publish_field(int(t[401]), [np.nan, 0, 0])
        peer.reports.clear()
        peer.wait(lambda: len(peer.reports) > 1)
        values = {each.key: each.value for report in peer.reports for each in report.status[0].values}
        assert values["late samples"] == "1" and values["samples"] == "401"
        assert any(b"\x00" != report.status[0].level for report in peer.reports)
        future = peer.reset.call_async(Trigger.Request())
        peer.wait(future.done)
        assert future.result().success
        fresh = cardan.fuse(gyro[401:402], accel[401:402], t=t[401:402])
        np.testing.assert_array_equal(quaternion(peer.exchange(int(t[401]), gyro[401], accel[401])), fresh.quaternion[0])
        assert np.abs(np.array(before) - fresh.quaternion[0]).max() > 0.01
        # A clock that goes back by more than a second keeps the attitude.
        kept = peer.exchange(int(t[0]), [0.0, 0, 0], accel[401])
        np.testing.assert_allclose(quaternion(kept), fresh.quaternion[0], atol=1e-3)
        peer.reports.clear()
        peer.wait(lambda: peer.reports)
        values = {each.key: each.value for each in peer.reports[-1].status[0].values}
        assert (values["resets"], values["clock steps"]) == ("1", "1")
        assert "Traceback" not in node.stop()


def test_velocities_and_parameters_at_run_time(rows):
    t, gyro, accel, _ = rows
    filter = cardan.Filter(magnetometer=False)
    with Node("use_mag:=false", "velocity:=twist", "declination:=0", "filter_parameters.velocity_deviation:=1") as node, Peer() as peer:
        velocities = peer.node.create_publisher(TwistWithCovarianceStamped, "velocity", SENSOR_QOS)
        parameters = peer.node.create_client(SetParameters, "cardan_attitude/set_parameters")
        peer.connect(fields=0)
        peer.wait(lambda: velocities.get_subscription_count() and parameters.service_is_ready())
        filter.set_parameters(velocity_deviation=1)

        def change(name, value):
            request = SetParameters.Request(parameters=[Parameter(name, value=value).to_parameter_msg()])
            future = parameters.call_async(request)
            peer.wait(future.done)
            (result,) = future.result().results
            return result

        for index in range(100):
            answer = peer.exchange(int(t[index]), gyro[index], accel[index])
            filter.update(gyro[index], accel[index], t=int(t[index]))
        message = TwistWithCovarianceStamped()
        message.header.stamp = answer.header.stamp
        linear = message.twist.twist.linear
        linear.x, linear.y = 0.4, -0.1
        velocities.publish(message)
        peer.wait(lambda: any(each.key == "velocities" for report in peer.reports for each in report.status[0].values))
        # It acts after the next sample.
        for index in range(100, 300):
            answer = peer.exchange(int(t[index]), gyro[index], accel[index])
            filter.update(gyro[index], accel[index], t=int(t[index]))
            if index == 100:
                filter.observe_velocity(0.4, -0.1, lag=float(t[100] - t[99]) * 1e-9 + filter.parameter("velocity_lag"))
            np.testing.assert_array_equal(quaternion(answer), filter.quaternion)
        assert change("filter_parameters.velocity_deviation", 0.2).successful and change("yaw_offset", 0.5).successful
        assert not change("yaw_offset", "much").successful and not change("world_frame", "ned").successful
        refused = change("filter_parameters.velocity_lag", -1.0)
        assert not refused.successful and "velocity_lag: expected" in refused.reason
        assert "Traceback" not in node.stop()


def test_fixes_give_velocities():
    with Node("use_mag:=false", "velocity:=fix", "diagnostic_period:=0.2") as node, Peer() as peer:
        fixes = peer.node.create_publisher(NavSatFix, "fix", SENSOR_QOS)
        peer.connect(fields=0)
        peer.wait(fixes.get_subscription_count)
        for index in range(6):
            message = NavSatFix(latitude=47 + 1e-6 * index, longitude=8.0, altitude=400.0, position_covariance_type=2)
            message.header.stamp.sec, message.header.stamp.nanosec = 1_700_000_000, 100_000_000 * index
            message.status.status = 0
            message.position_covariance[0] = message.position_covariance[4] = 1e-4
            fixes.publish(message)

        def values():
            return {each.key: each.value for each in peer.reports[-1].status[0].values}

        peer.wait(lambda: values().get("fixes") == "6")
        assert (values()["velocities"], values()["fixes without velocity"]) == ("3", "3")
        assert "Traceback" not in node.stop()


def test_latency_in_the_node_and_transforms(rows, tmp_path):
    # A stand-in for tf2_ros, which is not on PyPI: writes what it is given.
    (tmp_path / "tf2_ros.py").write_text(f"""
class TransformBroadcaster:
    def __init__(self, node): self.file = open({str(tmp_path / "transforms")!r}, "w", buffering=1)
    def sendTransform(self, transform):
        r = transform.transform.rotation
        print(transform.header.frame_id, transform.child_frame_id, r.w, r.x, r.y, r.z, file=self.file)
""")
    t, gyro, accel, _ = rows
    parameters = ["diagnostic_period:=0.5", "use_mag:=false", "publish_tf:=true", "reverse_tf:=true", "fixed_frame:=map",
                  "remove_gravity_vector:=true", "remove_gyro_bias:=true"]
    with Node(*parameters, path=tmp_path) as node, Peer() as peer:
        peer.connect(fields=0)
        for index in range(300):
            peer.exchange(int(t[index]), gyro[index], accel[index])
        peer.wait(lambda: any(report.status[0].level == b"\x00" for report in peer.reports))
        values = [{each.key: each.value for each in report.status[0].values} for report in peer.reports]
        latencies = [float(each["latency, median [us]"]) for each in values if "latency, median [us]" in each]
        node.stop()
    assert 0 < np.median(latencies) < 1000
    expected = cardan.fuse(gyro[:300], accel[:300], t=t[:300], magnetometer=False)
    np.testing.assert_array_equal([quaternion(each) for each in peer.attitudes], expected.quaternion)
    force = peer.attitudes[-1].linear_acceleration
    np.testing.assert_array_equal([force.x, force.y, force.z], expected.user_acceleration[-1])
    rate = peer.attitudes[-1].angular_velocity
    np.testing.assert_array_equal([rate.x, rate.y, rate.z], expected.angular_rate[-1])
    parent, child, *rotation = (tmp_path / "transforms").read_text().splitlines()[-1].split()
    assert (parent, child) == ("imu_link", "map")
    np.testing.assert_array_equal([float(each) for each in rotation], expected.quaternion[-1] * [1, -1, -1, -1])


# Cyclone DDS takes the type objects of Fast DDS for invalid ones, and then matches no topic.
WITHOUT_TYPE_OBJECTS = """<dds xmlns="http://www.eprosima.com"><profiles>
<participant profile_name="plain" is_default_profile="true"><rtps><propertiesPolicy><properties>
<property><name>fastdds.type_propagation</name><value>disabled</value></property>
</properties></propertiesPolicy></rtps></participant>
</profiles></dds>"""
ON_THIS_MACHINE = """<CycloneDDS><Domain>
<General><Interfaces><NetworkInterface name="lo"/></Interfaces><AllowMulticast>false</AllowMulticast></General>
<Discovery><ParticipantIndex>auto</ParticipantIndex><MaxAutoParticipantIndex>30</MaxAutoParticipantIndex>
<Peers><Peer address="localhost"/></Peers></Discovery>
</Domain></CycloneDDS>"""


def test_a_peer_with_another_dds(rows, tmp_path):
    """Cyclone DDS publishes samples and reads attitudes without ROS."""
    pytest.importorskip("cyclonedds")
    t, gyro, accel, _ = rows
    profile = tmp_path / "profile.xml"
    profile.write_text(WITHOUT_TYPE_OBJECTS)
    lines = [",".join([str(time), *map(repr, map(float, row))]) for time, row in zip(t[:200], np.hstack([gyro, accel]))]
    with Node("use_mag:=false", FASTDDS_DEFAULT_PROFILES_FILE=str(profile)) as node:
        text = subprocess.run(
            [sys.executable, Path(__file__).with_name("cyclone_peer.py")], input="\n".join(lines),
            env=os.environ | {"CYCLONEDDS_URI": ON_THIS_MACHINE}, check=True, stdout=subprocess.PIPE, text=True,
            timeout=120).stdout
        node.stop()
    expected = cardan.fuse(gyro[:200], accel[:200], t=t[:200], magnetometer=False)
    answers = np.array([[float(each) for each in line.split(",")] for line in text.splitlines()])
    np.testing.assert_array_equal(answers, expected.quaternion)


def test_invalid_parameters_end_the_node_with_a_reason():
    for parameter, message in (
        ("world_frame:=up", "world_frame: expected enu, nwu or ned, found 'up'"),
        ("filter:=kalman", "filter: unknown filter 'kalman'"), ("constant_dt:=-1.0", "constant_dt: expected a number of at least 0"),
        ("filter_parameters.velocity_lag:=-1.0", "velocity_lag: expected"), ("calibration:=/none.json", "/none.json"),
        ("use_mag:=1", "use_mag: expected true or false, found 1"), ("declination:=east", "declination: expected a number"),
    ):
        with Node(parameter) as node:
            assert node.process.wait(timeout=30) == 1
            assert message in node.stop()


@pytest.mark.parametrize("ends, is_silent", [("rclpy.shutdown()", True), ("pass", False)])
def test_a_wait_that_fails_because_the_context_has_ended_is_the_end(ends, is_silent):
    code = f"""
import rclpy
from cardan_ros import node
def spin(_):
    {ends}
    raise RuntimeError("failed to initialize wait set")
rclpy.spin = spin
node.main()
"""
    folders = [str(ROOT / "python/src"), str(ROOT / "python/cardan_ros")]
    run = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": os.pathsep.join(folders)}, capture_output=True, text=True,
        timeout=60)
    assert (run.returncode == 0) == is_silent
    assert ("failed to initialize wait set" in run.stderr) != is_silent
