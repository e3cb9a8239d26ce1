"""Attitude filters of other Python packages for `cardan bench`.

    peers.py             writes the methods as JSON
    peers.py METHOD      runs one

The standard input is rows of ten float64: interval in s, gyroscope in rad/s, accelerometer in m/s^2, magnetometer in uT (NaN where
absent). The standard output is float64: nanoseconds per row, then the quaternions of body to ENU, scalar first, one per row.
"""

import json
import math
import statistics
import sys
import time
from importlib import metadata


def timed(run):
    """The result of a run, and the median of its processor time in s; short runs are repeated up to five times."""
    times = []
    while len(times) < 5 and sum(times) < 0.2:
        start = time.thread_time()
        result = run()
        times.append(time.thread_time() - start)
    return statistics.median(times), result


def turned(left, quaternions):
    """The products of a quaternion and the rows of an array."""
    import numpy as np
    (a, b, c, d), (w, x, y, z) = left, np.asarray(quaternions).T
    return np.column_stack([
        a * w - b * x - c * y - d * z, a * x + b * w + c * z - d * y,
        a * y - b * z + c * w + d * x, a * z + b * y - c * x + d * w])


# From axes of north, west and up to east, north and up: a quarter turn about up.
ENU_FROM_NWU = (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))


def held(readings):
    """The readings with absent ones replaced by the last one before, or the first one after."""
    import numpy as np
    present = np.isfinite(readings).all(axis=1)
    if present.all():
        return np.ascontiguousarray(readings)
    rows = np.maximum.accumulate(np.where(present, np.arange(len(readings)), -1))
    return np.ascontiguousarray(readings[np.where(rows < 0, np.argmax(present), rows)])


class Recording:
    """The columns of a recording; `mag` is None without a magnetometer, and `raw_mag` has NaN where a reading is absent."""

    def __init__(self, rows):
        import numpy as np
        # The interval before the first row is unknown. Rounding errors of the mean would move thresholds that count samples.
        self.interval = round(float(np.mean(rows[1:, 0])), 12)
        self.intervals = np.concatenate([[self.interval], rows[1:, 0]])
        self.gyr, self.acc, self.raw_mag = held(rows[:, 1:4]), held(rows[:, 4:7]), rows[:, 7:10]
        self.has_mag = np.isfinite(self.raw_mag).all(axis=1)
        self.mag = held(self.raw_mag) if self.has_mag.any() else None


def vqf(recording):
    """VQF as its authors use it: a batch, or single updates where the magnetometer is slower than the gyroscope."""
    import numpy as np
    from vqf import VQF
    interval, count = recording.interval, len(recording.gyr)
    if recording.mag is None:
        return timed(lambda: VQF(interval).updateBatch(recording.gyr, recording.acc)["quat6D"])
    if recording.has_mag.all():
        return timed(lambda: VQF(interval).updateBatch(recording.gyr, recording.acc, recording.mag)["quat9D"])

    def run():
        filter, result = VQF(interval, magTs=interval * count / int(recording.has_mag.sum())), np.empty((count, 4))
        for i, has_mag in enumerate(recording.has_mag):
            filter.updateGyr(recording.gyr[i])
            filter.updateAcc(recording.acc[i])
            if has_mag:
                filter.updateMag(recording.mag[i])
            result[i] = filter.getQuat9D()
        return result
    return timed(run)


def fusion(recording, rejects):
    """Fusion with its defaults, or with bias estimation and rejection as in its example."""
    import imufusion
    import numpy as np
    degrees, g, rate = np.degrees(recording.gyr), recording.acc / 9.80665, 1 / recording.interval

    def run():
        ahrs, bias, settings = imufusion.Ahrs(), None, imufusion.AhrsSettings()
        # The initializer of 1.3.3 ignores its arguments.
        settings.convention, settings.sample_rate = imufusion.CONVENTION_ENU, rate
        if rejects:
            settings.gyroscope_range = 2000.0
            settings.acceleration_rejection = settings.magnetic_rejection = 10.0
            settings.rejection_timeout = 5.0
            bias, bias_settings = imufusion.Bias(), imufusion.BiasSettings()
            bias_settings.sample_rate = rate
            bias.set_settings(bias_settings)
        ahrs.set_settings(settings)
        result = np.empty((len(g), 4))
        for i in range(len(g)):
            ahrs.set_sample_period(recording.intervals[i])
            rates = bias.update(degrees[i]) if bias else degrees[i]
            if recording.mag is None:
                ahrs.update_no_magnetometer(rates, g[i])
            else:
                ahrs.update(rates, g[i], recording.mag[i])
            result[i] = ahrs.get_quaternion()
        return result
    return timed(run)


def ahrs(recording, name, enu_from_earth):
    """A filter of ahrs over a whole recording; its attitude is that of the body in the axes of its Earth."""
    from ahrs import filters
    sensors = {"gyr": recording.gyr, "acc": recording.acc}
    if recording.mag is not None:
        sensors["mag"] = recording.mag
    seconds, filter = timed(lambda: getattr(filters, name)(frequency=1 / recording.interval, **sensors))
    return seconds, turned(enu_from_earth, filter.Q)


# Name: package, recordings on which its parameters were tuned, program.
METHODS = {
    "vqf.VQF": ("vqf", "its authors' choice of public sets, BROAD among them", vqf),
    "imufusion.Ahrs": ("imufusion", "not published (defaults)", lambda recording: fusion(recording, False)),
    "imufusion.Bias+Ahrs": ("imufusion", "not published (its example)", lambda recording: fusion(recording, True)),
    "ahrs.Madgwick": ("ahrs", "its paper's own recordings, or none", lambda recording: ahrs(recording, "Madgwick", ENU_FROM_NWU)),
    "ahrs.Mahony": ("ahrs", "not published (defaults)", lambda recording: ahrs(recording, "Mahony", (1, 0, 0, 0))),
}


def version(package):
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def main():
    if len(sys.argv) < 2:
        print(json.dumps([{"name": name, "package": package, "version": version(package), "tuning": tuning}
                          for name, (package, tuning, _) in METHODS.items()]))
        return
    import numpy as np
    rows = np.frombuffer(sys.stdin.buffer.read()).reshape(-1, 10)
    seconds, quaternions = METHODS[sys.argv[1]][2](Recording(rows))
    sys.stdout.buffer.write(np.float64(1e9 * seconds / len(rows)).tobytes())
    sys.stdout.buffer.write(np.ascontiguousarray(quaternions, dtype=np.float64).tobytes())


if __name__ == "__main__":
    main()
