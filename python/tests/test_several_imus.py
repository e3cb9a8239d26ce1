"""One log with velocities, two IMUs of which one drifts, and a latency: the numbers of `cardan fuse` at every door."""

import struct
import subprocess
import warnings

import cardan
import numpy as np
import pytest

FLU = np.array([1, -1, -1])
NAMES = [f"{sensor}_{axis}" for sensor in ("gyro", "accel", "mag") for axis in "xyz"]
IMU = ("vehicle_imu:uint64_t timestamp;uint64_t timestamp_sample;float[3] delta_angle;float[3] delta_velocity;"
       "uint16_t delta_angle_dt;uint16_t delta_velocity_dt;")
FIELD = "vehicle_magnetometer:uint64_t timestamp;uint64_t timestamp_sample;float[3] magnetometer_ga;"
PLACE = ("vehicle_gps_position:uint64_t timestamp;double latitude_deg;double longitude_deg;float vel_n_m_s;float vel_e_m_s;"
         "uint8_t fix_type;")


def flight_log(log):
    """A ULog of a recording with two IMUs: the second drifts from 20 s on."""
    content = bytearray(b"ULog\x01\x12\x35\x01" + bytes(8))

    def add(kind, message):
        content.extend(struct.pack("<H", len(message)) + kind + message)

    for text in (IMU, FIELD, PLACE):
        add(b"F", text.encode())
    for name, instance, number in (("vehicle_imu", 0, 20), ("vehicle_imu", 1, 21), ("vehicle_magnetometer", 0, 8),
                                   ("vehicle_gps_position", 0, 9)):
        add(b"A", struct.pack("<BH", instance, number) + name.encode())
    noise = np.random.default_rng(1).normal(0, 1, (len(log), 6))
    for row in range(len(log)):
        seconds = row * 0.01
        time = 1_000_000 + 10_000 * row
        for imu in range(2):
            drift = imu * np.array([0.6, -0.5, 0.6]) * max(seconds - 20, 0) * 1e-3
            rate = (log.gyro[row] + drift + imu * 1e-3 * noise[row, :3]) * FLU
            force = (log.accel[row] + imu * 0.02 * noise[row, 3:]) * FLU
            add(b"D", struct.pack("<HQQ6fHH", 20 + imu, time, time, *rate * 0.01, *force * 0.01, 10_000, 10_000))
        add(b"D", struct.pack("<HQQ3f", 8, time, time, *log.mag[row] * FLU * 0.01))
        if np.isfinite(log.velocity[row]).all():
            east, north = log.velocity[row]
            add(b"D", struct.pack("<HQddffB", 9, time, 48, 9, north, east, 3))
    return bytes(content)


@pytest.fixture(scope="module")
def flight(command, tmp_path_factory):
    """The log and, by latency, the attitudes of the command with both IMUs."""
    folder = tmp_path_factory.mktemp("flight")
    path = folder / "flight.ulg"
    subprocess.run([command, "simulate", "--scenario", "city", "-d", "60", "-o", folder / "city.csv"], check=True)
    path.write_bytes(flight_log(cardan.read_log(folder / "city.csv")))
    attitudes = {}
    for latency in (0, 1):
        output = folder / f"{latency}.npy"
        run = subprocess.run(
            [command, "fuse", path, "--imu", "all", "--format", "npy", "-o", output, "--latency", str(latency)], check=True,
            capture_output=True, text=True)
        assert "IMU 1: gyroscope drifting from" in run.stderr and "IMU 0: gyroscope" not in run.stderr
        attitudes[latency] = np.load(output)["q"]
    return path, attitudes


def replayed(command, path, latency):
    """The attitudes of `cardan live`."""
    output = path.parent / "live.csv"
    subprocess.run(
        [command, "live", f"replay:{path}", "--imu", "all", "--columns", "q", "--latency", str(latency), "-o", output], check=True)
    return np.genfromtxt(output, delimiter=",", skip_header=1)


@pytest.mark.parametrize("latency", [0, 1])
@pytest.mark.parametrize("door", ["threads", "path", "log", "arrays", "many", "paths", "table", "arrow", "blocks", "live"])
def test_every_door_gives_the_attitudes_of_the_command(flight, command, door, latency):
    path, attitudes = flight
    log = cardan.read_log(path, imu="all")
    sensors, given = (log.gyro, log.accel, log.mag), {"t": log.t, "velocity": log.velocity}
    columns = {"t": log.t} | dict(zip(NAMES, np.hstack(sensors).T)) | {"vel_e": log.velocity[:, 0], "vel_n": log.velocity[:, 1]}

    def threads():
        output = path.parent / "threads.npy"
        subprocess.run([command, "fuse", path, "--imu", "all", "-q", "-j", "2", "--latency", str(latency), "-o", output], check=True)
        return np.load(output)["q"]

    def arrow():
        pyarrow = pytest.importorskip("pyarrow")
        from cardan.tables import fuse_arrow

        table = pyarrow.table({name: pyarrow.array(column, from_pandas=True) for name, column in columns.items()})
        rows = fuse_arrow(table, units={"vel": "m/s"}, latency=latency, outputs="quaternion")
        return np.stack([rows[f"q_{axis}"].to_numpy() for axis in "wxyz"], axis=1)

    def blocks():
        stream = cardan.DelayedFilter(latency)
        rows = [slice(0, 1000), slice(1000, len(log))]
        parts = [stream.process(*(each[part] for each in sensors), **{name: each[part] for name, each in given.items()}) for part in rows]
        return np.concatenate([part.quaternion for part in [*parts, stream.finish()]])

    doors = {
        "threads": threads, "path": lambda: cardan.fuse(path, imu="all", latency=latency).quaternion,
        "log": lambda: cardan.fuse(log, latency=latency).quaternion,
        "arrays": lambda: cardan.fuse(*sensors, **given, latency=latency).quaternion,
        "many": lambda: cardan.fuse_many([log] * 5, jobs=1, latency=latency)[4].quaternion,
        "paths": lambda: cardan.fuse_many([path] * 5, imu="all", jobs=1, latency=latency)[4].quaternion,
        "table": lambda: cardan.fuse_table(columns, units={"vel": "m/s"}, latency=latency).quaternion,
        "arrow": arrow, "blocks": blocks, "live": lambda: replayed(command, path, latency),
    }
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = doors[door]()
    if door == "live":
        np.testing.assert_allclose(found, attitudes[latency], atol=6e-10)
    else:
        np.testing.assert_array_equal(found, attitudes[latency])


def test_a_door_that_cannot_says_so(flight):
    path, _ = flight
    log = cardan.read_log(path, imu="all")
    with pytest.raises(ValueError, match="imu: only for the path of a log; for a recording give it to read_log"):
        cardan.fuse(log, imu="all")
    with pytest.raises(ValueError, match="recording 1: imu: only for the path of a log; for a recording give it to read_log"):
        cardan.fuse_many([path, log], imu="all")
    for many in (cardan.fuse, lambda each, **options: cardan.fuse_many([each], **options)):
        with pytest.raises(ValueError, match="latency: only the default filter has one, not 'vqf'"):
            many(log, filter="vqf", latency=1)
        with pytest.raises(ValueError, match="latency: only the default filter has one, not 'smoother'"):
            many(log, smooth=True, latency=1)
    with pytest.raises(ValueError, match="precision: results with a latency are in double precision"):
        cardan.fuse_many([log], precision="single", latency=1)
