"""`cardan provide dbus` on a private system bus, with the clients of Debian."""

import asyncio
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT

pytest.importorskip("dbus_fast")
from dbus_fast import Message  # noqa: E402
from dbus_fast.aio import MessageBus  # noqa: E402

CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>unix:path={}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>"""
PROPERTIES = "org.freedesktop.DBus.Properties"
SENSORS, COMPASS = "/net/hadess/SensorProxy", "/net/hadess/SensorProxy/Compass"
HEADER = "t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z,mag_x [uT],mag_y,mag_z\n"

for program in ("dbus-daemon", "gdbus"):
    if shutil.which(program) is None:
        pytest.skip(f"{program} not found", allow_module_level=True)


def until(condition, seconds=30):
    """Wait for a condition; its value."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < end, "nothing came"
        time.sleep(0.05)
    return value


@pytest.fixture
def bus(tmp_path, monkeypatch):
    """A private system bus."""
    configuration = tmp_path / "bus.conf"
    configuration.write_text(CONFIGURATION.format(tmp_path / "bus"))
    process = subprocess.Popen(["dbus-daemon", f"--config-file={configuration}", "--nofork"])
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path / 'bus'}")
    until((tmp_path / "bus").exists)
    yield process
    process.terminate()
    process.wait()


@pytest.fixture
def provider(bus, command, tmp_path):
    """Start the command on a recording: upright, then on its right side, a turn about the axis out of the screen."""
    started = []

    def start(*options, upright=4.0, flat=False):
        interval, rows = 0.02, []
        for index in range(int((upright + 60) / interval)):
            t = index * interval
            if flat:
                # Magnetic north is 0.5 rad to the right of the top.
                row = [t, 0, 0, 0, 0, 0, 9.81, 20 * np.sin(0.5), 20 * np.cos(0.5), -40]
            else:
                # The left edge goes up in a second: gravity turns from -y to +x in the body. North is behind the screen.
                angle = np.pi / 2 * np.clip(t - upright, 0, 1)
                down = np.array([np.sin(angle), -np.cos(angle), 0])
                rate = -np.pi / 2 if upright < t <= upright + 1 else 0
                row = [t, 0, 0, rate, *(-9.81 * down), *(40 * down + [0, 0, -20])]
            rows.append(",".join(f"{each:.6f}" for each in row))
        log = tmp_path / "turn.csv"
        log.write_text(HEADER + "\n".join(rows) + "\n")
        process = subprocess.Popen(
            [command, "provide", "dbus", f"replay:{log}?rate=1", *options], stderr=subprocess.PIPE, text=True)
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.terminate()
        process.communicate(timeout=20)


def call(path, method, *arguments, user=()):
    """Call a method as another client; its answer, or None for an error. The words of `user` run it as another user."""
    result = subprocess.run(
        [*user, "gdbus", "call", "--system", "--dest", "net.hadess.SensorProxy", "--object-path", path, "--method", method, *arguments],
        capture_output=True, text=True)
    return result.stdout.strip() if result.returncode == 0 else None


def value(path, name):
    interface = "net.hadess.SensorProxy" + (".Compass" if path == COMPASS else "")
    return call(path, f"{PROPERTIES}.Get", interface, name)


def test_the_client_of_debian_sees_the_device_turn(provider, tmp_path):
    if shutil.which("monitor-sensor") is None:
        pytest.skip("monitor-sensor not found: apt-get install iio-sensor-proxy")
    process = provider(upright=6.0)
    until(lambda: value(SENSORS, "AccelerometerOrientation") == "(<'normal'>,)")
    output = tmp_path / "monitor"
    with output.open("w") as file:
        monitor = subprocess.Popen(["stdbuf", "-oL", "monitor-sensor"], stdout=file, stderr=subprocess.STDOUT)
    text = until(lambda: (text := output.read_text()) and "orientation changed: left-up" in text and text)
    assert "Has accelerometer (orientation: normal)" in text
    monitor.terminate()
    monitor.wait()
    process.terminate()
    assert process.wait(timeout=20) == 0


def test_changes_go_to_claimers_and_claims_end_with_the_client(provider, tmp_path):
    provider(upright=5.0)
    until(lambda: value(SENSORS, "AccelerometerOrientation") == "(<'normal'>,)")

    async def client():
        address = os.environ["DBUS_SYSTEM_BUS_ADDRESS"]
        claimer, other, gone = [await MessageBus(address).connect() for _ in range(3)]
        received = {"claimer": [], "other": []}

        def listen(name):
            return lambda message: received[name].append(message.body) if message.member == "PropertiesChanged" else None

        claimer.add_message_handler(listen("claimer"))
        other.add_message_handler(listen("other"))
        for bus in (claimer, gone):
            await bus.call(Message("net.hadess.SensorProxy", SENSORS, "net.hadess.SensorProxy", "ClaimAccelerometer"))
        gone.disconnect()
        for _ in range(200):
            if any("AccelerometerOrientation" in body[1] for body in received["claimer"]):
                break
            await asyncio.sleep(0.05)
        await claimer.call(Message("net.hadess.SensorProxy", SENSORS, "net.hadess.SensorProxy", "ReleaseAccelerometer"))
        claimer.disconnect()
        other.disconnect()
        return received

    received = asyncio.run(client())
    changes = [body[1]["AccelerometerOrientation"].value for body in received["claimer"] if "AccelerometerOrientation" in body[1]]
    assert changes == ["left-up"] and not received["other"]
    assert received["claimer"][0][0] == "net.hadess.SensorProxy" and received["claimer"][0][2] == []


def test_compass_properties_and_refusals(provider):
    provider(flat=True)
    heading = until(lambda: (found := value(COMPASS, "CompassHeading")) and "-1" not in found and found)
    assert abs(float(heading.strip("(<>,)")) - (360 - np.degrees(0.5))) < 2
    assert value(COMPASS, "HasCompass") == "(<true>,)"
    assert value(SENSORS, "AccelerometerTilt") == "(<'face-up'>,)"
    everything = call(SENSORS, f"{PROPERTIES}.GetAll", "net.hadess.SensorProxy")
    for name in ("HasAccelerometer", "AccelerometerOrientation", "HasAmbientLight", "LightLevelUnit", "LightLevel", "HasProximity",
                 "ProximityNear"):
        assert f"'{name}'" in everything
    for method in ("ClaimLight", "ReleaseLight", "ClaimProximity", "ReleaseProximity", "ClaimAccelerometer", "ReleaseAccelerometer"):
        assert call(SENSORS, f"net.hadess.SensorProxy.{method}") == "()"
    assert call(COMPASS, "net.hadess.SensorProxy.Compass.ClaimCompass") == "()"
    for path, method, arguments in (
        (SENSORS, "net.hadess.SensorProxy.Explode", []), (SENSORS, "net.hadess.SensorProxy.ClaimCompass", []),
        ("/elsewhere", "net.hadess.SensorProxy.ClaimLight", []),
        (SENSORS, f"{PROPERTIES}.Get", ["net.hadess.SensorProxy", "Smell"]), (SENSORS, f"{PROPERTIES}.Get", ["other", "HasProximity"]),
        (SENSORS, f"{PROPERTIES}.Set", ["net.hadess.SensorProxy", "HasProximity", "<true>"]),
    ):
        assert call(path, method, *arguments) is None, method
    listing = subprocess.run(
        ["gdbus", "introspect", "--system", "--dest", "net.hadess.SensorProxy", "--object-path", SENSORS],
        capture_output=True, text=True, check=True).stdout
    assert "ClaimAccelerometer" in listing and "readonly s AccelerometerOrientation" in listing and "Compass" in listing


def test_true_north_needs_a_place(provider):
    magnetic = provider(flat=True)
    before = until(lambda: (found := value(COMPASS, "CompassHeading")) and "-1" not in found and found)
    magnetic.terminate()
    assert magnetic.wait(timeout=20) == 0
    # Magnetic north there is about 17° west of true north.
    provider("--location", "47.6,-52.7", flat=True)
    true = until(lambda: (found := value(COMPASS, "CompassHeading")) and "-1" not in found and found)
    difference = float(true.strip("(<>,)")) - float(before.strip("(<>,)"))
    assert -20 < difference < -14


def test_one_provider_and_a_lost_bus(provider, bus):
    first = provider()
    until(lambda: value(SENSORS, "HasAccelerometer"))
    second = provider()
    assert second.wait(timeout=20) == 1
    assert "another process provides net.hadess.SensorProxy" in second.stderr.read()
    bus.kill()
    assert first.wait(timeout=20) == 1
    assert "the connection to the system bus was lost" in first.stderr.read()


def test_a_lost_bus_ends_a_silent_source(bus, command):
    process = subprocess.Popen(
        [command, "provide", "dbus", "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    process.stdin.write(HEADER + "0,0,0,0,0,0,9.81,20,0,-40\n" * 3)
    process.stdin.flush()
    until(lambda: value(SENSORS, "HasAccelerometer"))
    bus.kill()
    assert process.wait(timeout=20) == 1
    assert "the connection to the system bus was lost" in process.stderr.read()


POLICY = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>unix:path={}</listen><auth>EXTERNAL</auth>
<policy context="default">
<allow user="*"/><deny own="*"/><deny send_type="method_call"/><allow send_type="signal"/>
<allow send_requested_reply="true" send_type="method_return"/><allow send_requested_reply="true" send_type="error"/>
<allow receive_type="method_call"/><allow receive_type="method_return"/><allow receive_type="error"/><allow receive_type="signal"/>
<allow send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus"/></policy>
<include>{}</include></busconfig>"""


@pytest.mark.skipif(os.geteuid() != 0, reason="other users need root")
def test_the_policy_that_is_installed(provider, bus, monkeypatch, command):
    # A bus with the defaults of the system bus and the policy; a folder of its own, that other users can enter.
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        address = f"{folder}/bus"
        installed = ROOT / "Scripts/packaging/cardan-sensor-proxy.conf"
        shutil.copy(installed, folder)
        Path(folder, "bus.conf").write_text(POLICY.format(address, f"{folder}/{installed.name}"))
        daemon = subprocess.Popen(["dbus-daemon", f"--config-file={folder}/bus.conf", "--nofork"])
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={address}")
        until(Path(address).exists)
        try:
            provider(flat=True)
            until(lambda: value(COMPASS, "HasCompass"))
            nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
            assert call(SENSORS, "net.hadess.SensorProxy.ClaimAccelerometer", user=nobody) == "()"
            assert call(SENSORS, f"{PROPERTIES}.GetAll", "net.hadess.SensorProxy", user=nobody)
            assert call(COMPASS, f"{PROPERTIES}.GetAll", "net.hadess.SensorProxy.Compass", user=nobody) is None
            assert call(COMPASS, "net.hadess.SensorProxy.Compass.ClaimCompass", user=nobody) is None
            assert call(COMPASS, "net.hadess.SensorProxy.Compass.ClaimCompass") == "()"
            log = Path(folder, "log.csv")
            log.write_text(HEADER + "0,0,0,0,0,9.8,0,0,0,-40\n")
            shutil.copy(command, f"{folder}/cardan")
            run = subprocess.run([*nobody, f"{folder}/cardan", "provide", "dbus", f"replay:{log}"], capture_output=True, text=True)
            assert run.returncode == 1 and "the bus refuses the name net.hadess.SensorProxy: run as root" in run.stderr
        finally:
            daemon.terminate()
            daemon.wait()


def test_systemd_accepts_the_unit(command, tmp_path):
    """Beside the unit of iio-sensor-proxy, which is installed, and in whose place this one starts."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze not found: apt-get install systemd")
    text = (ROOT / "Scripts/packaging/cardan-sensor-proxy.service.in").read_text()
    # The manual is installed with the command.
    text = text.replace("@PREFIX@/bin/cardan", str(command)).replace("Documentation=man:cardan(1)\n", "")
    unit = tmp_path / "cardan-sensor-proxy.service"
    unit.write_text(text)
    run = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    assert run.returncode == 0 and not run.stderr, run.stderr


def test_no_bus(command, monkeypatch, tmp_path):
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path}/none")
    log = tmp_path / "log.csv"
    log.write_text(HEADER + "0,0,0,0,0,9.8,0,0,0,-40\n")
    run = subprocess.run([command, "provide", "dbus", f"replay:{log}"], capture_output=True, text=True)
    assert run.returncode == 1 and "could not connect to the system bus" in run.stderr
    run = subprocess.run([command, "provide", "ubus", f"replay:{log}"], capture_output=True, text=True)
    assert run.returncode == 2 and "unknown service 'ubus'; expected dbus" in run.stderr
