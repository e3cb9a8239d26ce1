"""The NumPy reference of the default filter, the other side of the tests in this folder; numbers in brackets are equations of
TheDefaultFilter.md.

    f = Filter(); f.update(dt, gyro, accel, mag); f.attitude(); f.variances()    # s, rad/s, m/s^2; nan or None where absent

attitude: w x y z, ENU from body; variances, rad^2: tilt xx, xy, yy in level axes, heading.
Frames: body B; level L, z up, with free heading; E, east north up. q, R: level from body. delta: angle about up from level to E.
State of the errors, 11: attitude theta in level axes (0..2; 2 is the heading), bias beta (3..5), scale gamma (6..8), velocity nu (9, 10).

Not here: 14 states, lanes, aiding by velocities, carriers, a magnetic reference that is given, and loggers so slow that every interval is
a gap (after a gap before the first step since the last one the filter takes the attitude from a single sample; this one goes on as usual).

usage: velocity_bounded_filter.py FILE.csv    writes the attitudes of its rows that have some (columns 10 to 13) again, at 100 Hz
       velocity_bounded_filter.py TRIAL.hdf5 STEP OUT.csv    writes every STEPth attitude of a BROAD recording
"""
import sys
import numpy as np

DEG, G = np.pi / 180, 9.81
THETA, HEADING, BIAS, SCALE, VEL = slice(0, 3), 2, slice(3, 6), slice(6, 9), slice(9, 11)
LONGEST_INTERVAL = 0.5              # s, longer ones are gaps (4)


class Parameters:
    """What a user may want to change; everything else is a constant in the code beside its equation."""
    step = 0.05                     # s, length of a step (10)
    align_time = 2.0                # s, alignment by the mean specific force (12)
    tilt_sd = 2 * DEG               # after the alignment (50)
    velocity_sd = 0.5               # m/s (50)
    bias_sd = 1.5 * DEG             # rad/s (50)
    scale_sd = 0.006                # (50)
    angle_walk = 0.02 * DEG         # rad/sqrt(s), noise of the gyroscope (26)
    rate_noise = 0.0011             # relative, rad/sqrt(s) for each rad/s (26)
    bias_walk = 0.02 * DEG          # rad/s/sqrt(s) (26)
    relative_bias_walk = 0.0002     # 1/sqrt(s) (26)
    velocity_walk = 0.02            # m/s/sqrt(s), noise of the accelerometer (26)
    gravity_sd = 0.03 * G           # m/s^2, scale of the accelerometer (28)
    gravity_noise = 0.5             # m/s^2 sqrt(s), vertical acceleration (28)
    density_rest = 1e-4             # (m/s)^2 s, at rest (31)
    density_min = 0.25              # (m/s)^2 s, least density in motion (31)
    density_bounded = 4.0           # (m/s)^2 s, largest density without proof of acceleration (31)
    density_travel = 1000.0         # (m/s)^2 s, more of it with proof (31)
    bias_gain = 0.3                 # share of the velocity's gain that a well-known level bias has (36)
    rest_rate = 2 * DEG             # rad/s, thresholds of quiet readings (7)
    rest_force = 0.5                # m/s^2
    bias_limit = 10 * DEG           # rad/s, of an average rate that can be a bias, and of the bias (49)
    rest_time = 1.5                 # s
    rest_noise = 0.1 * DEG          # rad/s/sqrt(Hz) (41)
    field_sd = 5 * DEG              # rad, direction of the field (47)
    field_time = 2.0                # s, for which its error lasts (47)
    anomaly_weight = 0.8            # rad, heading error of an anomaly as large as the horizontal field (47)
    lag_sd = 0.02                   # s, prior of the magnetometer's lag (16)


def cross(a, b): return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])
def multiply(p, q):
    pw, px, py, pz = p
    qw, qx, qy, qz = q
    return np.array([pw * qw - px * qx - py * qy - pz * qz, pw * qx + px * qw + py * qz - pz * qy,
                     pw * qy - px * qz + py * qw + pz * qx, pw * qz + px * qy - py * qx + pz * qw])

def matrix(q):
    w, x, y, z = q
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])

def exp(r):
    n = length(r)
    return np.array([1, *(r / 2)]) if n < 1e-9 else np.array([np.cos(n / 2), *(np.sin(n / 2) / n * r)])

def to_up(a):
    """The shortest rotation that turns a to up."""
    a = a / length(a)
    w = np.sqrt(max((a[2] + 1) / 2, 0))
    return np.array([0, 1.0, 0, 0]) if w < 1e-5 else np.array([w, a[1] / (2 * w), -a[0] / (2 * w), 0])

def wrap(a): return (a + np.pi) % (2 * np.pi) - np.pi
def square(a): return a @ a
def length(a): return np.sqrt(a @ a)
def unit(q): return q * (1.5 - 0.5 * (q @ q))

def share(T, time):
    """Gain of a running average: x <- avg(y, time) is x += share(T, time) * (y - x)."""
    return T / (time + T)

def reading(y, largest, least=1e-300):
    """None where it is missing: not finite, out of range, or zero."""
    return y if y is not None and least <= square(y) <= largest**2 else None

def clipped(y, before, largest, least):
    """Whether a component stays at the end of the sensor's range (3)."""
    return ((y == before) & (abs(y) >= max(0.95 * largest, least))).any()

def squared_angle(cosine):
    """By a series where the angle is small (21)."""
    x = 1 - cosine
    return x * (2 + x * (1 / 3 + x * (4 / 45 + x / 35))) if cosine > 0.7 else np.arccos(cosine)**2

def doubt(e):
    """Variance of the tilt where the mean force is longer than gravity by the share e (51)."""
    return min(2, 2 * max(0, e - 0.005)) if e >= 0 else 2 * e**2


class Filter:
    def __init__(self, parameters=Parameters):
        self.p = p = parameters
        self.q, self.has_attitude, self.delta = np.array([1.0, 0, 0, 0]), False, 0.0
        self.b, self.s, self.v = np.zeros(3), np.zeros(3), np.zeros(2)
        self.P = np.diag([0.0] * 3 + [p.bias_sd**2] * 3 + [p.scale_sd**2] * 3 + [0.0] * 2)
        self.nominal, self.last_rate, self.silence, self.rate_before_silence = 0.01, np.zeros(3), 0.0, 0.0
        self.last, self.held, self.noise2, self.largest = {}, *({"gyro": 0.0, "accel": 0.0, "mag": 0.0} for _ in range(3))
        self.is_clipped, self.noise_time, self.jump2, self.rate_before_jump = {}, 0.0, 0.0, None
        self.frozen_time, self.expected_force, self.waiting, self.waited, self.usual_step2 = 0.0, None, None, 0, 0.0
        self.phi_before, self.quiet_time = np.zeros(3), 0.0
        self.mean, self.gain, self.mean_field_time, self.field_age = {}, {}, 0.0, 0.0        # of the readings, in body axes
        self.doubt, self.time = 2.0, 0.0
        self.gravity, self.gravity_variance = G, p.gravity_sd**2
        self.log_odds, self.log_known, self.rate2, self.level_rate2 = 0.0, 0.0, 0.0, 0.0
        self.M, self.V, self.S = 0.1, 0.2, p.density_min    # such that the density starts at 3 (m/s)^2 s
        self.place, self.stands_for, self.took = {}, {}, 0.0
        self.at_rest, self.rested_time, self.closed_time = False, 0.0, 0.0
        self.ready, self.start_time, self.reference, self.learn_time = False, 0.0, None, 0.0
        self.anomaly2, self.candidate, self.candidate_time, self.candidate_support = 0.0, None, 0.0, 0.0
        self.innovation2 = self.expected2 = p.field_sd**2
        self.lag_H, self.lag_J, self.lag, self.no_field_time = 0.0, 0.0, 0.0, 0.0
        self.iron_G, self.iron_j, self.iron, self.iron_on, self.iron_time = np.zeros((3, 3)), np.zeros(3), np.zeros(3), False, 0.0
        self.U0 = self.U1 = self.usual_turn2 = 0.0
        self.usual_change2 = 1.0
        self.drift_noise2 = self.drift_bias = self.drift_scale = 0.0
        self.doubt_of_heading = self.difference = self.followed = self.explained = 0.0
        self.restart()
        self.clear_sums()

    # Every sample

    def update(self, dt, gyro, accel, mag=None):
        is_later, gap = 0 < dt < np.inf, dt if LONGEST_INTERVAL < dt < np.inf else 0.0
        self.nominal = dt = dt if 0 < dt <= LONGEST_INTERVAL else self.nominal
        gyro, accel, mag = reading(gyro, 1000.0, 0.0), reading(accel, 1e5), reading(mag, 1e6)          # (1)
        rate, gap = self.bridge_silence(dt, gyro, gap, is_later)
        if is_later:
            rate, accel, mag = self.check(dt, gyro, rate, accel, mag)                                  # (1), (2), (3), (6)
        self.start(accel, mag)
        if gap:
            self.open_after_gap(gap, mag is not None)                                                  # (4)
        if is_later:
            self.average(dt, rate, accel, mag)                                                         # (5), (7)
            self.integrate(dt, rate, accel, mag)                                                       # (8), (9)
        if self.has_attitude and self.T >= max(self.p.step, min(5 * dt, 2 * self.p.step)) - dt / 2:    # (10)
            self.take_step()
            self.clear_sums()

    def clear_sums(self):
        self.T = self.W = self.clipped_time = self.clipped_force_time = self.force_time = self.silence2 = 0.0
        self.mean_rate, self.dv, self.m, self.n = np.zeros(3), np.zeros(3), np.zeros(3), 0

    def bridge_silence(self, dt, gyro, gap, is_later):
        """The rate to use, the last one, which fades, where it is missing; and the length of the gap before."""
        elapsed = max(dt, gap)
        if is_later:
            if self.silence == 0 and (gyro is None or gap):
                self.rate_before_silence = length(self.last_rate)
            gap += self.silence if gap and gyro is not None else 0
            if gap or gyro is not None and self.silence > 0 and self.silence + elapsed > LONGEST_INTERVAL:
                self.last, self.waited, self.frozen_time, self.jump2 = {}, 0, 0.0, 0.0    # no reading is compared with those before a gap
                self.held = dict.fromkeys(self.held, 0.0)
            self.silence = self.silence + elapsed if gyro is None else 0.0
        if gyro is not None:
            self.last_rate = gyro
            return gyro, gap
        fades = self.last_rate / (1 + self.silence)
        return fades if "gyro" in self.last else self.last_rate * (self.silence <= 0.1), gap

    def check(self, dt, gyro, rate, accel, mag):
        """What successive readings show. Returns the rate to use, force and field without spikes and without those that hang."""
        readings, force_before = {"gyro": gyro, "accel": accel, "mag": mag}, self.last.get("accel")
        repeats = {name: y is not None and name in self.last and (y == self.last[name]).all() for name, y in readings.items()}
        if accel is not None:
            readings["accel"] = accel = self.without_spike(dt, accel)                                  # (2)
        self.follow_jump(dt, gyro)                                                                     # (6)
        k, self.noise_time = share(dt, self.noise_time), min(6.0, self.noise_time + dt)
        for name, y in readings.items():
            self.is_clipped[name] = False
            if y is not None:
                before, least = self.last.get(name, y), {"gyro": 240 * DEG, "accel": 1.5 * G, "mag": np.inf}[name]
                self.largest[name] = max(self.largest[name], abs(y).max())
                self.is_clipped[name] = clipped(y, before, self.largest[name], least)                  # (3)
                self.noise2[name] += k * (square(y - before) / 2 - self.noise2[name])                  # (6)
                self.last[name] = y
        if gyro is not None:                                                                           # (1)
            self.follow_held_rate(dt, gyro, accel, force_before, repeats["gyro"])
            rate = self.b.copy() if self.frozen_time > 0 else rate
        for name in ("accel", "mag"):
            y = readings[name]
            if y is not None:
                turn = length(cross(rate - self.b, y)) / length(y) * dt if rate.any() else 0.0
                self.held[name] = self.held[name] + turn if repeats[name] else 0.0
        return rate, None if self.held["accel"] > 0.1 else accel, None if self.held["mag"] > 0.1 else mag

    def follow_jump(self, dt, gyro):
        """A rate far from the one before that is taken back by the next one was not the body's (6)."""
        if gyro is None or "gyro" not in self.last:
            return
        step2 = square(gyro - self.last["gyro"])
        returns = self.jump2 > 0 and square(gyro - self.rate_before_jump) < self.jump2 / 4
        if returns:
            self.P[[0, 1, 2], [0, 1, 2]] += self.jump2 * dt**2
        is_jump = step2 > 18 * self.noise2["gyro"] + 0.1**2 and not returns
        self.jump2, self.rate_before_jump = step2 if is_jump else 0.0, self.last["gyro"]

    def follow_held_rate(self, dt, gyro, accel, force_before, repeats):
        """A rate that repeats to the last bit hangs if the force does not turn as it says (1)."""
        if not repeats:
            self.held["gyro"], self.frozen_time = 0.0, 0.0
            return
        if "accel" not in self.last:
            return
        if self.held["gyro"] == 0:
            self.expected_force = self.last["accel"] if force_before is None else force_before
        self.held["gyro"] += dt
        self.expected_force = matrix(exp((self.b - gyro) * dt)) @ self.expected_force
        contradicted = accel is not None and length(accel - self.expected_force) > 3.0
        if self.frozen_time > 0:
            self.frozen_time += dt
        elif self.held["gyro"] > 0.25 and contradicted:
            self.frozen_time = self.held["gyro"] = dt

    def without_spike(self, dt, f):
        """A force that is far from the one before waits for the next, at most two in a row (2)."""
        last = self.last.get("accel", f)
        limit, d2 = 9 * (self.usual_step2 + 1), square(f - last)
        if d2 > limit:
            if self.waited == 0 or self.waited < 2 and square(f - self.waiting) >= d2 / 4:
                self.waiting, self.waited = f, self.waited + 1
                return last
            self.usual_step2 = max(self.usual_step2, d2 / 9)
        d2, self.waited = min(d2, limit), 0
        self.usual_step2 += share(dt, 1.0) * (d2 - self.usual_step2)
        return f

    def start(self, accel, mag):
        if not self.has_attitude and accel is not None and square(accel) > 1e-6:
            self.q, self.has_attitude = to_up(accel), True
            self.clear_sums()
        if self.has_attitude and self.reference is None and mag is not None:
            m = matrix(self.q) @ mag
            if np.hypot(m[0], m[1]) > 1e-3 * abs(m[2]):
                self.delta, self.reference = np.arctan2(m[0], m[1]), np.array([np.hypot(m[0], m[1]), m[2]])

    def open_after_gap(self, gap, has_field):
        """The body may have turned as fast as in the last seconds, and one at rest may have moved (4)."""
        p, P, variance = self.p, self.P, min((self.rate2 + 0.5**2) / 3 * gap**2, 2.5)
        P[np.diag_indices(3)] += variance
        self.walk_bias(min(p.bias_walk**2 * gap, p.bias_sd**2))
        self.phi_before = np.zeros(3)
        self.clear_sums()
        if variance > 0.5:
            self.restart()
            if has_field:
                self.ready, self.start_time = False, 0.0
        else:
            self.restart_velocity()

    def average(self, dt, rate, accel, mag):
        self.field_age = min(2.0, self.field_age + dt)
        k, k_field = share(dt, 0.5), share(self.field_age, np.clip(self.mean_field_time, 0.5, 2.0))    # (5)
        for name, y, k in (("accel", accel, k), ("gyro", rate, k), ("mag", mag, k_field)):
            if y is not None:
                before = self.mean.get(name, y)
                self.mean[name], self.gain[name] = before + k * (y - before), k
        if mag is not None:
            self.mean_field_time = 0.0 if self.quiet_time < 0.75 else self.mean_field_time + self.field_age
            self.field_age = 0.0
        p, d, e = self.p, rate - self.mean["gyro"], np.zeros(3) if accel is None else accel - self.mean["accel"]    # (7)
        quiet = length(d) < p.rest_rate and length(e) < p.rest_force and abs(self.mean["gyro"]).max() <= p.bias_limit
        self.quiet_time = self.quiet_time + dt if quiet and max(self.silence, self.frozen_time) <= 0.1 else 0.0

    def integrate(self, dt, rate, accel, mag):
        phi = (1 - self.s) * (rate - self.b) * dt                                                      # (8)
        self.q = unit(multiply(self.q, exp(phi + cross(self.phi_before, phi) / 12)))
        self.phi_before, R = phi, matrix(self.q)                                                       # (9)
        self.T, self.W, self.mean_rate = self.T + dt, self.W + square(phi) / dt, self.mean_rate + phi
        self.silence2 += 2 * max(self.silence, self.frozen_time) * dt
        self.clipped_time, self.clipped_force_time = (self.clipped_time + dt * self.is_clipped["gyro"],
                                                      self.clipped_force_time + dt * self.is_clipped["accel"])
        if accel is not None:
            self.dv, self.force_time = self.dv + R @ accel * dt, self.force_time + dt
        if mag is not None:
            self.m, self.n = self.m + R @ mag, self.n + 1

    # Every step

    def take_step(self):
        T, self.x, aligned = self.T, np.zeros(11), self.aligned_time >= self.p.align_time
        self.A, self.mean_rate = matrix(multiply(self.q, exp(-self.mean_rate / 2))), self.mean_rate / T    # (10)
        if self.n:
            self.m, self.no_field_time = self.m / self.n, 0.0
        else:
            self.no_field_time += T
            if self.no_field_time > 0.3:
                self.forget_field()
        self.standing = self.stands()
        if not self.ready:                                                                             # (53)
            P, up = self.P, matrix(self.q)[2]
            self.drift_bias += T * np.sqrt(up @ P[BIAS, BIAS] @ up)
            self.drift_scale += T * (self.A @ self.mean_rate)[2] * np.sqrt(np.trace(P[SCALE, SCALE]) / 3)
        if self.n and aligned:
            self.condition_field()
        if self.force_time == 0:
            self.pass_blind(aligned)
        else:
            self.dv *= T / self.force_time
            self.estimate() if aligned else self.align()

    def pass_blind(self, aligned):                                                                     # (11)
        self.at_rest = False
        self.propagate(0.0)
        self.P[np.diag_indices(11)] += np.repeat([self.angle_noise(), 0, 3.0**2 * self.T], [3, 6, 2])
        self.bound_heading()
        if self.n and aligned:
            self.observe_field()
            self.inject_heading()

    def align(self):                                                                                   # (12)
        T, total = self.T, self.force_sum + self.dv
        if length(total) < 0.5 * G * (self.aligned_time + T):
            self.aligned_time, self.force_sum, self.doubt, self.time = 0.0, np.zeros(3), 2.0, 0.0
            return
        self.aligned_time, self.force_sum, c = self.aligned_time + T, np.array([0, 0, length(total)]), to_up(total)
        self.q, self.m = unit(multiply(c, self.q)), matrix(c) @ self.m
        if self.aligned_time >= self.p.align_time:
            self.doubt = doubt(self.force_sum[2] / self.aligned_time / G - 1)
        if self.n and not self.ready:
            self.observe_field()

    def estimate(self):
        if self.n:
            self.find_missed_rotation()
        T, self.force = self.T, self.dv / self.T                                                       # (24)
        self.mean_up += share(T, 1.0) * (self.force - self.mean_up)
        self.v += self.dv[:2]
        if self.mean_up[2] < 0:
            self.restart()
            self.P[HEADING, HEADING] += (40 * DEG)**2
            return
        self.time += T                                                                                 # (51)
        less = share(T, 1.0) * max(0, self.doubt - doubt(length(self.mean_up) / G - 1))
        self.doubt = min(self.doubt - less, (20 / (G * self.time))**2)
        self.predict()
        self.learn_velocity()
        self.measure_velocity()
        self.judge_rest()
        if self.n:
            self.observe_field()
        self.inject()

    def isolate(self, i, variance):
        self.P[i, :] = self.P[:, i] = 0
        self.P[i, i] = variance

    def restart(self):
        """Tilt and velocity are unknown; bias, scale, the variance of the heading, density are kept (50)."""
        for i in (0, 1):
            self.isolate(i, self.p.tilt_sd**2)
        self.isolate(HEADING, self.P[HEADING, HEADING])
        self.aligned_time, self.force_sum, self.lasting_time, self.doubt, self.time = 0.0, np.zeros(3), 0.0, 2.0, 0.0
        self.gravity, self.gravity_variance = G, self.p.gravity_sd**2
        self.restart_velocity()

    def restart_velocity(self):
        for i in (9, 10):
            self.isolate(i, self.p.velocity_sd**2)
        self.v, self.mean_v, self.lasting, self.mean_up = np.zeros(2), np.zeros(2), np.zeros(2), np.array([0, 0, G])
        self.anomaly2 = 0.0
        self.forget_field()

    def forget_field(self): self.history, self.field_averages = [], None

    # Prediction

    def propagate(self, g):                                                                            # (25)
        F1, F2 = np.eye(11), np.eye(11)
        F1[9, 1], F1[10, 0] = g * self.T, -g * self.T
        F2[THETA, BIAS], F2[THETA, SCALE] = -self.T * self.A, -self.T * self.A * self.mean_rate
        self.P[:] = F2 @ F1 @ self.P @ F1.T @ F2.T

    def angle_noise(self):                                                                             # (26)
        p, silent_rate = self.p, 1 + max(self.rate_before_silence, np.sqrt(self.rate2))
        missed = 0.01 * self.largest["gyro"]**2 * self.clipped_time + silent_rate**2 * self.silence2
        return p.angle_walk**2 * self.T + p.rate_noise**2 * self.W + missed

    def walk_bias(self, variance):                                                                     # (26)
        i, limit = np.arange(3, 6), min(DEG, self.p.bias_sd)**2
        self.P[i, i] += np.where(self.P[i, i] < limit, variance, 0)

    def bound_heading(self):                                                                           # (26)
        if not self.ready or self.P[HEADING, HEADING] > np.pi**2:
            self.drift_noise2 += 0 if self.ready else self.P[HEADING, HEADING]
            self.isolate(HEADING, np.pi**2 * self.ready)

    def predict(self):
        p, T, W = self.p, self.T, self.W
        self.propagate(G)
        self.up, noise = matrix(self.q)[2], np.repeat([self.angle_noise(), 0], [3, 8])
        self.walk_bias(p.bias_walk**2 * T + p.relative_bias_walk**2 * W)
        noise[VEL] = 0.01 * self.clipped_force_time * 20.0**2 + (p.velocity_walk**2 + 0.15**2 * max(0, self.S - p.density_min)) * T
        self.P[np.diag_indices(11)] += noise
        self.bound_heading()

    def learn_velocity(self):
        p, P, T = self.p, self.P, self.T
        self.rate2 += share(T, 3.0) * (self.W / T - self.rate2)                                        # (27)
        self.level_rate2 += share(T, 3.0) * (square((self.A @ self.mean_rate)[:2]) - self.level_rate2)
        k = self.gravity_variance / (self.gravity_variance + p.gravity_noise**2 / min(T, 2 * p.step))  # (28)
        self.gravity, self.gravity_variance = self.gravity + k * (self.force[2] - self.gravity), self.gravity_variance * (1 - k)
        self.gravity = np.clip(self.gravity, 0.9 * G, 1.1 * G)
        r = length(self.mean_up) + self.mean_up[2] - 2 * self.gravity                                  # (29)
        self.log_odds = np.clip(self.log_odds + T * (r / 0.6 - self.rate2 / (200 * DEG)**2 - self.log_odds / 10), -20, 20)
        wrong = 1 / (1 + np.exp(self.log_odds))
        excess = min(2, max(0, square(self.mean_up[:2]) / (2 * G**2 * ((P[0, 0] + P[1, 1]) / 2 + (1 * DEG)**2)) - 1))
        excess *= min(1, 0.4**2 / max(square(self.lasting), 1e-9))
        self.log_known += T * (0.1 * excess - self.rate2 / (200 * DEG)**2 - self.log_known / 10)
        self.log_known = max(0, self.log_known)
        sudden = 1 / (1 + np.exp(self.log_odds + self.log_known))
        self.mean_v += share(T, 0.5) * (self.v - self.mean_v)                                          # (30)
        M, V = square(self.mean_v) / 2, square(self.v) / 2
        k = share(T, 0.5 if self.at_rest else 20.0)
        self.M, self.V = self.M + k * ((1 - sudden) * M - self.M), self.V + k * ((1 - sudden) * V - self.V)
        least = p.density_rest if self.at_rest else p.density_min                                      # (31)
        kept = min(0.95, self.M / max(self.V, 1e-9))
        learned = np.clip(15 * self.M / (1 - kept), least, p.density_bounded + p.density_travel * max(0, 1 - 4 * sudden))
        self.lasting += share(T, min(15.0, 3.0 + self.lasting_time)) * (self.force[:2] - self.lasting)    # (32)
        self.lasting_time += T
        self.tilt_error_weight = (1 - min(1, (0.7**2 / max(square(self.lasting), 1e-9))**2)) * min(1, 2 * wrong)
        self.S = max((1 - self.tilt_error_weight) * learned, least)                                              # (33)
        P[np.arange(3, 6), np.arange(3, 6)] += (0.3 * DEG)**2 * self.tilt_error_weight * T * (p.bias_sd > 0)     # (34)
        excess = M - self.S / (2 * 0.5) - (P[9, 9] + P[10, 10]) / 2
        P[np.diag_indices(3)] += T * min(0.25, wrong * max(0, excess) / 100)

    # Measurements

    def measure(self, h, y, R, tilt=1.0, heading=1.0, level_bias=1.0, up_bias=1.0, scale=1.0, velocity=1.0):
        """Measures h.x with y (against the estimate before the step), variance R (35); the shares say how much of the gain each
        block gets."""
        c = self.P @ h
        S, K = h @ c + R, c / (h @ c + R)
        about_up = (self.up @ K[BIAS]) * self.up
        K[BIAS] = level_bias * (K[BIAS] - about_up) + up_bias * about_up
        K *= np.repeat([tilt, heading, 1, scale, velocity], [2, 1, 3, 3, 2])
        self.x += K * (y - h @ self.x)
        self.P -= np.outer(K, c) + np.outer(c, K) - S * np.outer(K, K)

    def measure_velocity(self):                                                                        # (36)
        B, sd = self.P[BIAS, BIAS], self.p.bias_sd
        unknown = min(1, max(0, np.trace(B) - self.up @ B @ self.up) / 2 / max(sd**2, 1e-12))
        k = min(1, self.p.bias_gain * (1 + unknown))
        k += (1 - k) * self.tilt_error_weight
        x4 = (self.level_rate2 / (60 * DEG)**2)**2
        for i in (0, 1):
            self.measure(np.eye(11)[9 + i], -self.v[i], self.S / self.T, level_bias=k, up_bias=0.1 * k, scale=x4 / (1 + x4))

    def stands(self):
        """Whether force, rate and field stand still within their own noise; what has moved must stand four times as long."""
        if self.quiet_time < 0.75:                                                                     # (38)
            self.place, self.stands_for, self.took = dict(self.mean), dict.fromkeys(self.mean, 0.0), 0.0
            return False
        took = 0.0
        for name, y in self.mean.items():
            k = self.gain["mag"] if name == "mag" else share(self.nominal, 0.5)
            noise2 = 5**2 * k * self.noise2[name] / 2                                                  # (37)
            if name == "accel":
                limit = np.sqrt(0.03**2 + noise2)
            elif name == "gyro":
                limit = np.sqrt((0.1 * DEG)**2 + noise2) + 0.03 * DEG * self.stands_for.get(name, 0.0)
            else:
                limit = np.sqrt((0.5 * DEG)**2 * square(y) + noise2)
            if length(y - self.place.get(name, 0 * y)) > limit:
                took = max(took, self.stands_for.get(name, 0.0))
                self.place[name], self.stands_for[name] = y, 0.0
            else:
                self.stands_for[name] = self.stands_for.get(name, 0.0) + self.T
        self.took = took if took > 0 else self.took
        return min(self.stands_for.values()) >= max(1.2, 4 * self.took if self.took < 30 else 0)

    def judge_rest(self):
        p, P, T, up = self.p, self.P, self.T, self.up
        rate, bias = up @ self.mean["gyro"], up @ self.b                                               # (39)
        stands = self.standing and self.quiet_time >= p.rest_time
        is_open = self.rested_time <= 2 or (rate - bias)**2 < 9 * (up @ P[BIAS, BIAS] @ up + (0.05 * DEG)**2)
        self.closed_time = self.closed_time + T if stands and not is_open else 0.0                     # (40)
        if self.closed_time > 2 and abs(rate) < abs(bias):
            is_open = True
            P[BIAS, BIAS] += (rate - bias)**2 * np.outer(up, up) * (p.bias_sd > 0)
        self.at_rest = stands and is_open
        if self.at_rest:
            self.rested_time += T
            for i in range(3):                                                                         # (41)
                self.measure(np.eye(11)[3 + i], self.mean["gyro"][i] - self.b[i], p.rest_noise**2 / T)

    def observe_field(self):
        m = self.m
        h, z = np.hypot(m[0], m[1]), m[2]                                                              # (42)
        if h > 1e-3 * abs(z):
            (self.measure_heading if self.ready else self.start_heading)(m, h, z, np.arctan2(m[0], m[1]))

    def start_heading(self, m, h, z, psi):                                                             # (13)
        P, T, field = self.P, self.T, np.array([h, z])
        self.start_time += T
        k, before = max(T / self.start_time, 0.1), field if self.reference is None else self.reference
        self.delta, self.reference = wrap(self.delta + k * wrap(psi - self.delta)), before + k * (field - before)
        if self.aligned_time >= self.p.align_time:
            self.ready, self.learn_time, slope = True, 0.001, self.reference[1] / self.reference[0]
            self.isolate(HEADING, self.p.field_sd**2 + (P[0, 0] + P[1, 1]) / 2 * (1 + slope**2))
            self.doubt_of_heading = self.difference = self.followed = self.explained = 0.0             # (48)

    def measure_heading(self, m, h, z, psi):
        p, P, T, field = self.p, self.P, self.T, np.array([h, z])
        y = wrap(psi - self.delta)                                                                     # (42)
        a2 = square(field - self.reference) / self.reference[0]**2
        self.anomaly2 += share(T, 0.3) * (a2 - self.anomaly2)                                          # (43)
        self.learn_time = min(60, self.learn_time + T)                                                 # (44)
        trust = 1 if self.learn_time < 5 else 1 / (1 + a2 / 0.2**2)
        self.reference = self.reference + min(1, trust * T / self.learn_time) * (field - self.reference)
        if self.candidate is not None and length(field - self.candidate) < 0.4 * self.candidate[0]:    # (45)
            self.candidate_time += T
            self.candidate = self.candidate + share(T, min(self.candidate_time, 10)) * (field - self.candidate)
            self.candidate_support += self.motion() * T
            if self.candidate_support >= 12 and length(self.candidate - self.reference) > 0.2 * self.reference[0]:    # (46)
                self.reference, self.learn_time, self.candidate_support = self.candidate, 60.0, 0.0
                a2 = self.anomaly2 = 0.0
                P[HEADING, HEADING] += (20 * DEG)**2
        else:
            self.candidate, self.candidate_time, self.candidate_support = field, 0.0, 0.0
        tilt = (P[0, 0] + P[1, 1]) / 2 * (1 + (z / h)**2)                                              # (47)
        error = p.field_sd**2 + p.anomaly_weight**2 * max(a2, self.anomaly2) + tilt**2
        k = self.motion() * share(T, 30.0)                                                             # (52)
        self.innovation2 += k * (y**2 - self.innovation2)
        self.expected2 += k * (P[HEADING, HEADING] + error - self.expected2)
        shows_bias, before = self.compare_heading(y, P[HEADING, HEADING] + tilt), self.x[HEADING]
        row, self.up = np.concatenate([-z / h**2 * m[:2], [1], np.zeros(8)]), matrix(self.q)[2]        # (48)
        R = error * 2 * p.field_time / T * (5 if self.at_rest else 1)
        self.measure(row, y, R, tilt=0, level_bias=0.4 * shows_bias, up_bias=1.0 * shows_bias, scale=0, velocity=0)
        self.followed = wrap(self.followed + self.x[HEADING] - before)

    def compare_heading(self, y, known):                                                               # (48)
        T, in_doubt = self.T, self.doubt_of_heading > (10 * DEG)**2
        single = wrap(self.followed + y)
        self.difference = wrap(self.difference + share(T, 1.0) * wrap(single - self.difference))
        self.explained = max(min(known, np.pi**2), self.explained * (1 - share(T, 10.0)))
        limit = (10 * DEG)**2 + (0 if in_doubt else 9 * self.explained)
        self.doubt_of_heading *= 1 - share(T, 3.0)
        contradicts = self.difference**2 > limit
        if contradicts or in_doubt:
            rest = wrap(self.difference - self.followed)
            self.doubt_of_heading = max(self.doubt_of_heading, self.followed**2, rest**2)
        self.followed *= 1 - share(T, 600.0 if in_doubt else 10.0)
        return not contradicts and max(single**2, y**2) <= 2 * limit

    def inject(self):                                                                                  # (49)
        x, tilt = self.x, np.array([self.x[0], self.x[1], 0])
        self.q = unit(multiply(exp(tilt), self.q))
        self.inject_heading()
        self.v, self.lasting = self.v + x[VEL], self.lasting + G * np.array([x[1], -x[0]])
        if length(tilt) > 0.2 * DEG:
            self.history = [(m + cross(tilt, m), f + cross(tilt, f)) for m, f in self.history]

    def inject_heading(self):                                                                          # (49), (11)
        x, limit = self.x, self.p.bias_limit
        self.delta = wrap(self.delta + x[HEADING])
        self.b, self.s = np.clip(self.b + x[BIAS], -limit, limit), np.clip(self.s + x[SCALE], -0.05, 0.05)

    # The field

    def motion(self): return min(1, np.sqrt(self.W / self.T) / (20 * DEG))

    def condition_field(self):
        T, A, motion = self.T, self.A, self.motion()
        iron = A @ self.iron if self.iron_on else np.zeros(3)
        m = self.m - iron                                                                              # (14)
        effect = cross(self.A @ self.mean_rate, m)
        first = self.field_averages is None
        if first:
            self.field_averages = [m.copy(), effect.copy(), None, A.copy()]
        a = self.field_averages
        a[0], a[1] = a[0] + share(T, 0.5) * (m - a[0]), a[1] + share(T, 0.5) * (effect - a[1])
        y, X, N = m - a[0], effect - a[1], a[0] @ a[0]
        w, keep = T / (0.01 * N + square(y - self.lag * X)), 1 - motion * T / 300                      # (15)
        self.lag_H, self.lag_J = keep * self.lag_H + w * (X @ X), keep * self.lag_J + w * (X @ y)
        self.lag = np.clip(self.lag_J / (self.lag_H + self.p.lag_sd**-2), 0, 0.05)                     # (16)
        m = m - self.lag * effect
        full = m + iron                                                                                # (17)
        a[2] = full if first else a[2] + share(T, 0.5) * (full - a[2])
        a[3] = a[3] + share(T, 0.5) * (A - a[3])
        y, X = full - a[2], A - a[3]
        without, with_ = square(y), square(y - X @ self.iron)
        k = motion * share(T, 6.0)
        self.U0, self.U1 = self.U0 + k * (without - self.U0), self.U1 + k * (with_ - self.U1)
        w, keep = T / (0.01 * N * (1 + min(without, with_) / (0.04 * N))), 1 - motion * T / 30         # (18)
        self.iron_G, self.iron_j = keep * self.iron_G + w * X.T @ X, keep * self.iron_j + w * X.T @ y
        Q = np.linalg.inv(self.iron_G + np.eye(3) * 4 / N)                                             # (19)
        self.iron, self.iron_time = Q @ self.iron_j, self.iron_time + motion * T
        proven = self.iron_time > 5 and np.diag(Q).max() < 0.0625 * N and self.U1 < 0.01 * N and self.U0 > 4 * self.U1
        on = self.U0 > self.U1 if self.iron_on else proven                                             # (20)
        if on != self.iron_on:
            self.iron_on, self.candidate, self.anomaly2 = on, None, 0.0
            m = full - (A @ self.iron if on else 0)
            self.forget_field()
        self.m = m

    def find_missed_rotation(self):
        T, P, m, f = self.T, self.P, self.m, self.dv / self.T
        if len(self.history) >= 4 and self.ready:
            (m4, _), (m3, f3), _, (m1, _) = self.history
            n1, n3, change2 = square(m), square(m3), square(f - f3)
            cosine = np.clip(m @ m3 / np.sqrt(n1 * n3), -1, 1)                                         # (21)
            alpha2 = squared_angle(cosine)
            before = np.array([np.hypot(m3[0], m3[1]), m3[2]]) - self.reference
            turned = alpha2 > (10 * DEG)**2 and alpha2 > 5**2 * self.usual_turn2
            flat = max(square(m - m1), square(m3 - m4)) < 0.15 * alpha2 * n1
            hit = turned and flat and abs(np.sqrt(n1 / n3) - 1) < 0.05 and length(before) < 0.3 * self.reference[0]
            self.usual_turn2 += share(T, 5.0) * (min(alpha2, (10 * DEG)**2) - self.usual_turn2)        # (22)
            if not hit:
                self.usual_change2 += share(T, 5.0) * (change2 - self.usual_change2)
            else:
                w = np.sqrt(max((1 + cosine) / 2, 1e-6))                                               # (23)
                turn = np.array([w, *(cross(m, m3) / (2 * w * np.sqrt(n1 * n3)))])
                turn, axis = turn / length(turn), m3 / np.sqrt(n3)
                J = matrix(turn)
                if change2 - square(J @ f - f3) > 0.6 * self.usual_change2:
                    P[THETA, THETA] += min(np.arccos(cosine), 90 * DEG)**2 * np.outer(axis, axis) + (8 * DEG)**2 * np.eye(3)
                    P[HEADING, HEADING] += np.arctan2(m[0] * m3[1] - m[1] * m3[0], m[0] * m3[0] + m[1] * m3[1])**2
                    self.q, self.m, self.dv = unit(multiply(turn, self.q)), J @ m, J @ self.dv
                    self.restart_velocity()
        self.history = (self.history + [(self.m.copy(), self.dv / T)])[-4:]

    # Outputs

    def attitude(self): return multiply(np.array([np.cos(self.delta / 2), 0, 0, np.sin(self.delta / 2)]), self.q)

    def variances(self):                                                                               # (53)
        P, p = self.P, self.p
        if not self.has_attitude:
            return np.array([3, 0, 3, np.pi**2])
        x = self.doubt if self.aligned_time >= p.align_time else max(self.doubt, (2 * DEG)**2)
        kappa = np.clip(3 * self.innovation2 / self.expected2, 0.25, 400)
        slope = 0 if self.reference is None else self.reference[1] / self.reference[0]
        pending = self.silence2 * (1 + max(self.rate_before_silence, np.sqrt(self.rate2)))**2
        heading = min(P[2, 2], p.field_sd**2) * kappa + max(0, P[2, 2] - p.field_sd**2) + x * slope**2 + pending
        heading += self.doubt_of_heading
        if not self.ready:
            drift = P[2, 2] + self.drift_noise2 + self.drift_bias**2 + self.drift_scale**2 + pending
            heading = drift if self.reference is None else np.pi**2
        return np.array([P[0, 0] + x + pending, P[0, 1], P[1, 1] + x + pending, min(np.pi**2, heading)])


def text(attitude): return ",".join("%.12f" % a for a in attitude)

def fill(path):
    f, lines = Filter(), open(path).read().split("\n")
    for i, line in enumerate(lines[2:], 2):
        if line:
            columns = line.split(",")
            v = np.array(columns, float)
            f.update(0.01, v[0:3], v[3:6], v[6:9])
            lines[i] = ",".join(columns[:9]) + ("," + text(f.attitude()) if len(v) == 13 else "")
    open(path, "w").write("\n".join(lines))

def follow(trial, step, path):
    import h5py
    with h5py.File(trial) as h:
        gyro, accel, mag = (h[name][:].astype(float) for name in ("imu_gyr", "imu_acc", "imu_mag"))
    f, lines = Filter(), open(path).read().split("\n")[:2]
    for i in range(len(gyro)):
        f.update(0.0035, gyro[i], accel[i], mag[i])
        if (i + 1) % step == 0:
            lines.append("%d," % i + text(f.attitude()))
    open(path, "w").write("\n".join(lines) + "\n")


if __name__ == "__main__":
    fill(sys.argv[1]) if len(sys.argv) == 2 else follow(sys.argv[1], int(sys.argv[2]), sys.argv[3])
