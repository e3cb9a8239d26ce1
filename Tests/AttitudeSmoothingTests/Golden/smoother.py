"""The NumPy reference of the smoother, the other side of SmoothingBROADTests.wholeTrial; numbers in brackets are equations of
TheSmoother.md. Its first linearisation point is the NumPy reference of the default filter.

Not here: gaps and missing readings, suspect intervals, observed velocities, the output lead, windows, standard deviations of
the attitude. G of (27) is that of the iteration, not computed again after the update.

usage: smoother.py TRIAL.hdf5...    prints what the test expects of each BROAD recording
"""
import sys
from pathlib import Path
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2] / "AttitudeFiltersTests/Golden"))
from velocity_bounded_filter import Filter

DEG, G = np.pi / 180, 9.81
V, TH, B = slice(0, 3), slice(3, 6), slice(6, 9)                                # unknowns of a knot (33)
M, C, S, LAG, RHO = slice(0, 9), slice(9, 12), slice(12, 15), 15, slice(16, 19)  # constant errors
KNOT, CONSTANT = 9, 19
EYE = np.eye(3)


def skew(a):
    z = np.zeros(a.shape[:-1])
    x, y, u = a[..., 0], a[..., 1], a[..., 2]
    return np.stack([np.stack([z, -u, y], -1), np.stack([u, z, -x], -1), np.stack([-y, x, z], -1)], -2)
def exp(r):
    n = np.linalg.norm(r, axis=-1)[..., None, None]
    K, small = skew(r), n < 1e-8
    n = np.where(small, 1, n)
    return EYE + np.where(small, 1, np.sin(n) / n) * K + np.where(small, 0.5, (1 - np.cos(n)) / n**2) * K @ K
def log(R):
    w = 0.5 * np.stack([R[..., 2, 1] - R[..., 1, 2], R[..., 0, 2] - R[..., 2, 0], R[..., 1, 0] - R[..., 0, 1]], -1)
    sine, cosine = np.linalg.norm(w, axis=-1), 0.5 * (np.trace(R, axis1=-2, axis2=-1) - 1)
    return w * np.where(sine < 1e-9, 1, np.arctan2(sine, cosine) / np.maximum(sine, 1e-12))[..., None]
def quaternion(R): return np.array([1, *(np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
                                         / (1 + np.trace(R)))]) * np.sqrt(1 + np.trace(R)) / 2
def matrix(q):
    w, v = q[0], q[1:]
    return (w * w - v @ v) * EYE + 2 * np.outer(v, v) + 2 * w * skew(v)
def turn(a): return np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])


def at_rest(gyro, accel, d):                                                    # (4)
    half, n = max(1, round(0.25 / d)), len(gyro)
    low, high = np.maximum(0, np.arange(n) - half), np.minimum(n, np.arange(n) + half + 1)
    def moments(y):
        sums = np.concatenate([np.zeros((1, 6)), np.cumsum(np.hstack([y, y * y]), 0)])
        mean = (sums[high] - sums[low]) / (high - low)[:, None]
        return mean[:, :3], (mean[:, 3:] - mean[:, :3]**2).sum(1)
    (rate, of_rate), (_, of_force) = moments(gyro), moments(accel)
    rest = (of_rate < DEG**2) & (of_force < 0.25**2) & (abs(rate).max(1) < 3 * DEG)
    edges = np.flatnonzero(np.diff(np.r_[0, rest, 0]))
    for start, end in zip(edges[::2], edges[1::2]):
        if end - start < round(1.5 / d):
            rest[start:end] = False
    return rest

def saturated(y, tolerance, least):                                             # (5)
    result = np.zeros(len(y), bool)
    for side in np.hstack([y, -y]).T:
        level = (1 - tolerance) * max(side.max(), 0)
        if level > least and (side >= level).sum() >= 5:
            result |= side >= level
    return result


class Smoother:
    def __init__(self, gyro, accel, mag, d):
        self.gyro, self.accel, self.mag, self.d = gyro, accel, mag, d
        n, step = len(gyro), int(np.ceil((0.2 - d / 2) / d - 1e-9))             # (1), (2)
        self.knots = np.append(np.arange(0, n - 1, step), n - 1)
        self.N = len(self.knots)
        self.index = self.knots[:-1, None] + 1 + np.arange(step)[None]          # samples of the intervals
        self.mask = self.index <= self.knots[1:, None]
        self.index = np.minimum(self.index, n - 1)
        self.T = self.mask.sum(1) * d
        rest = at_rest(gyro, accel, d)
        self.is_moving = 2 * (rest[self.index] & self.mask).sum(1) <= self.mask.sum(1)
        self.mean_rate, mean_force = ((x[self.index] * self.mask[..., None]).sum(1) / self.mask.sum(1)[:, None] for x in (gyro, accel))
        too_fast, too_hard = saturated(gyro, 0.001, 1), saturated(accel, 0.002, 15)
        self.Ts = (too_fast[self.index] & self.mask).sum(1) * d
        self.Tc = (too_hard[self.index] & self.mask).sum(1) * d
        jump = np.r_[0, ((accel[1:] - accel[:-1])**2).sum(1)] * d * d
        self.Q = (jump[self.index] * self.mask).sum(1)                          # (9)
        self.start()
        self.filter_bias = np.zeros(3) if too_fast.any() else self.b[0].copy()  # (31)
        self.least_walk = max(0.005 * DEG, min(self.walk_at_rest(mean_force), DEG))
        self.kappa, self.walk, self.S = 0.002, self.least_walk, None
        self.sigma_s = 0.005
        self.lag, self.sigma_D, self.model, self.has_iron = 0.0, 5 * DEG, None, False

    def start(self):                                                            # (3)
        f, R, bias = Filter(), [], []
        for i in range(len(self.gyro)):
            f.update(self.d, self.gyro[i], self.accel[i], self.mag[i])
            if i == self.knots[len(R)]:
                R.append(matrix(f.attitude()))
                if 2 * i >= len(self.gyro):
                    bias.append(f.b.copy())
        self.R, self.v = np.array(R), np.zeros((self.N, 3))
        self.b = np.tile(np.mean(bias, 0), (self.N, 1))
        self.M, self.c, self.s, self.accel_lag, self.rho = np.diag(f.s), np.zeros(3), np.zeros(3), 0.0, np.zeros(3)

    def walk_at_rest(self, mean_force):                                         # (60)
        size = round(2 / (self.knots[1] * self.d))
        steps, pairs, turns = [], [], []
        rest = np.flatnonzero(~self.is_moving)
        for run in np.split(rest, np.flatnonzero(np.diff(rest) > 1) + 1):
            steps.extend(((self.mean_rate[run[1:]] - self.mean_rate[run[:-1]])**2).mean(1))
            blocks = run[:len(run) // size * size].reshape(-1, size)
            w, f = self.mean_rate[blocks].mean(1), mean_force[blocks].mean(1)
            f = f / np.linalg.norm(f, axis=1, keepdims=True)
            pairs.extend(((w[1:] - w[:-1])**2).mean(1))
            turns.extend((np.cross(f[1:], f[:-1])**2).sum(1) / 2**2 / 2)
        if len(pairs) < 3:
            return 0.0
        explained, square = np.mean(steps) / size + np.mean(turns), np.mean(pairs)
        return np.sqrt((square - explained) / (2 / 3 * 2)) if square > 5 * explained else 0.0

    def follow(self):
        """R at every sample of the intervals, integrated from their first knot, (6) and (7)."""
        self.unbiased = self.gyro[self.index] - self.b[:-1, None]
        self.omega = self.unbiased @ (EYE - self.M).T
        phi = self.omega * self.d * self.mask[..., None]
        last = phi[np.arange(self.N - 1), self.mask.sum(1) - 1]
        R, before = self.R[:-1], np.vstack([np.zeros(3), last[:-1]])
        path = np.empty(phi.shape[:2] + (3, 3))
        for l in range(phi.shape[1]):
            R = R @ exp(phi[:, l] + np.cross(before, phi[:, l]) / 12)
            path[:, l], before = R, phi[:, l]
        return path, log(self.R[1:] @ R.swapaxes(1, 2))                         # (11)

    def integrate(self):                                                        # (6) to (10)
        R, self.e = self.follow()
        w, d = self.mask[..., None] * self.d, self.d
        slope = np.zeros_like(self.accel)
        slope[1:-1] = (self.accel[2:] - self.accel[:-2]) / (2 * d)
        a = self.accel[self.index]
        f = (1 - self.s) * a - self.c + self.accel_lag * slope[self.index]
        self.A = (R * w[..., None]).sum(1)
        self.B = np.einsum("klra,klc->krac", R, self.unbiased * w)
        self.W = ((self.omega**2).sum(2) * w[..., 0]).sum(1)
        self.u = np.einsum("klra,kla->kr", R, f * w)
        self.F = np.einsum("klra,kla->kra", R, a * w)
        self.lf = np.einsum("klra,kla->kr", R, np.cross(self.omega, f) * w)
        t = np.arange(len(self.mag)) * d
        has_field = (t + self.lag >= 0) & (t + self.lag <= t[-1])
        field = np.stack([np.interp(t + self.lag, t, m) for m in self.mag.T], 1)[self.index]
        w = (self.mask & has_field[self.index])[..., None]
        self.count = w.sum((1, 2))
        w = w / np.maximum(self.count, 1)[:, None, None]
        self.y = np.einsum("klra,kla->kr", R, field * w)
        self.ly = np.einsum("klra,kla->kr", R, np.cross(self.omega, field) * w)
        self.Abar = self.A / self.T[:, None, None]

    # Magnetometer

    def residual(self, model):                                                  # (13)
        m, h, delta = model
        return np.linalg.norm(self.y - self.Abar @ h - self.ly * delta - m, axis=1)

    def fit(self, model, scales, has_iron, rest_weight=1.0):                    # (14), (15)
        with_field = self.count > 0
        strength = np.linalg.norm(self.y[with_field], axis=1).mean()
        variance = (0.5 * self.sigma_D * strength)**2
        columns = np.concatenate([np.broadcast_to(EYE, self.Abar.shape), self.Abar, self.ly[..., None]], 2)
        used = np.r_[0:3, 3:6, 6] if has_iron else np.r_[0:3, 6]
        prior = np.r_[[variance / (10 * strength)**2] * 3, [variance / (0.3 * strength)**2] * 3, variance / 0.02**2]
        for scale in scales:
            w = self.T / 4 * np.where(self.is_moving, 1, rest_weight) * with_field
            if model is not None and np.isfinite(scale):
                w = w / (1 + (self.residual(model) / (0.1 * strength * scale))**2)
            X = columns[:, :, used]
            right = np.einsum("k,kra,kr->a", w, X, self.y)
            right[-1] -= prior[6] * self.lag
            x = np.zeros(7)
            x[used] = np.linalg.solve(np.einsum("k,kra,krb->ab", w, X, X) + np.diag(prior[used]), right)
            model = x[:3], x[3:6], np.clip(self.lag + x[6], -0.05, 0.05) - self.lag
        return model

    def calibrate(self, j):                                                     # (16) to (18)
        scratch, scale = [np.inf, 16, 8, 4, 2, 1], 2.0**max(0, 3 - j)
        if j == 0:
            self.model = self.fit(None, scratch, False)
        else:
            moving = self.is_moving & (self.count > 0)
            if j <= 2 and moving.sum() >= 20:
                without, free = (self.fit(None, scratch, x, 0.02) for x in (False, True))
                self.has_iron = np.median(self.residual(without)[moving]) > 2 * np.median(self.residual(free)[moving])
                m, h, _ = free if self.has_iron else self.model
                self.model = m, h * self.has_iron, 0.0
            m, h, _ = self.model
            self.model = self.fit((m, h, 0.0), [scale, scale], self.has_iron)
        m, h, delta = self.model
        self.lag += delta
        J = turn(np.arctan2(m[0], m[1]))
        self.model = J @ m, h, delta
        for name in ("R", "A", "F"):
            setattr(self, name, J @ getattr(self, name))
        for name in ("v", "u", "lf", "y", "ly", "e"):
            setattr(self, name, getattr(self, name) @ J.T)
        self.Abar, self.B = J @ self.Abar, np.einsum("rs,ksac->krac", J, np.einsum("ab,krbc->krac", EYE, self.B))
        self.observe(j, scale)

    def observe(self, j, scale):                                                # (19) to (22)
        m, h, delta = self.model
        y = self.y - self.Abar @ h - self.ly * delta
        level, has = np.hypot(m[0], m[1]), self.count > 0
        self.psi = np.arctan2(y[:, 0], y[:, 1])
        own = np.where(has, ((np.hypot(y[:, 0], y[:, 1]) - level)**2 + (y[:, 2] - m[2])**2) / level**2, 0)
        anomaly, decay = own.copy(), np.exp(-self.T / 0.3)
        for order in (range(len(own)), range(len(own) - 1, -1, -1)):
            memory = 0.0
            for k in order:
                memory = max(own[k], memory * decay[k])
                anomaly[k] = max(anomaly[k], memory)
        if j >= 1:
            self.sigma_D = np.clip(1.4826 * np.median(abs(self.psi[has & self.is_moving])), DEG, 10 * DEG)
        width = (10 * DEG if j == 0 else 3 * self.sigma_D) * scale
        self.heading_weight = has / ((self.sigma_D**2 + 0.8**2 * anomaly) * (4 / self.T) * (1 + (self.psi / width)**2))

    # Equations

    def rotation_weight(self): return 1 / ((0.02 * DEG)**2 * self.T + self.kappa**2 * 0.3 * self.W + (100 * DEG * self.Ts)**2)

    def eliminate(self):
        """The factors (23) to (32), and the solution (33): (x, z, evidence, S)."""
        N, K = self.N, self.N - 1
        H, next_H, E = np.zeros((N, KNOT, KNOT)), np.zeros((K, KNOT, KNOT)), np.zeros((N, KNOT, CONSTANT))
        corner, p, pz, cost = np.zeros((CONSTANT, CONSTANT)), np.zeros((N, KNOT)), np.zeros(CONSTANT), 0.0

        def add(k, r, w, J=None, next_J=None, Jz=None):
            """Factors with the residuals r at the knots k, and their columns of this knot, of the next and of the constants."""
            nonlocal cost, corner, pz
            w = np.broadcast_to(w, r.shape)
            cost += (w * r * r).sum()
            product = lambda a, b: np.einsum("kr,kra,krb->kab", w, a, b)
            moment = lambda a: np.einsum("kr,kra,kr->ka", w, a, r)
            if J is not None:
                H[k] += product(J, J)
                p[k] -= moment(J)
            if next_J is not None:
                H[k + 1] += product(next_J, next_J)
                next_H[k] += product(next_J, J)
                p[k + 1] -= moment(next_J)
            if Jz is not None:
                corner += product(Jz, Jz).sum(0)
                pz -= moment(Jz).sum(0)
                if J is not None:
                    E[k] += product(J, Jz)
                if next_J is not None:
                    E[k + 1] += product(next_J, Jz)

        def columns(count, size, *parts):
            J = np.zeros((count, 3, size))
            for place, value in parts:
                J[:, :, place] = value
            return J

        every, T = np.arange(K), self.T[:, None]
        add(every, self.e, self.rotation_weight()[:, None], columns(K, KNOT, (TH, -EYE), (B, self.A)),
            columns(K, KNOT, (TH, EYE)), columns(K, CONSTANT, (M, self.B.reshape(K, 3, 9))))             # (23)
        variance = np.repeat(0.02**2 * T + 0.3**2 * self.Q[:, None] + (50 * self.Tc[:, None])**2, 3, 1)   # (26)
        if self.S is not None:
            variance[:, :2] += 0.15**2 * np.maximum(0, self.S[:-1, :1] - 2) * T
        by_tilt = skew(self.u)
        by_tilt[:, :, 2] = 0
        add(every, self.v[1:] - self.v[:-1] - self.u + G * T * EYE[2], 1 / variance,
            columns(K, KNOT, (V, -EYE), (TH, by_tilt)), columns(K, KNOT, (V, EYE)),
            columns(K, CONSTANT, (C, self.A), (S, self.F), (LAG, self.lf)))                               # (25)
        knots = np.arange(N)
        S_k = np.full((N, 3), 0.5) if self.S is None else self.S[:, [0, 0, 1]]
        add(knots, self.v - self.L @ self.rho, np.minimum(np.r_[self.T, 0.2], 0.4)[:, None] / S_k,
            columns(N, KNOT, (V, EYE)), None, columns(N, CONSTANT, (RHO, -self.L)))                       # (27)
        add(every, self.b[1:] - self.b[:-1], 1 / (self.walk**2 * T), columns(K, KNOT, (B, -EYE)),
            columns(K, KNOT, (B, EYE)))                                                                   # (28)
        rest = every[~self.is_moving]
        add(rest, self.b[rest] - self.mean_rate[rest], T[rest] / (0.1 * DEG)**2, columns(len(rest), KNOT, (B, EYE)))  # (29)
        add(every, -self.psi[:, None] * EYE[2], self.heading_weight[:, None] * EYE[2], columns(K, KNOT, (TH, EYE)))   # (30)
        first = np.zeros(1, int)
        add(first, np.zeros((1, 3)), np.array([[0.7, 0.7, 1]])**-2.0, columns(1, KNOT, (TH, EYE)))
        add(first, self.b[:1], np.maximum(0.3 * DEG, abs(self.filter_bias) / 2)[None]**-2.0, columns(1, KNOT, (B, EYE)))  # (31)
        value = np.r_[self.M.ravel(), self.c, self.s, self.accel_lag, self.rho]
        weight = np.r_[[0.003] * 9, [0.05] * 3, [self.sigma_s] * 3, 0.003, [0.3] * 3]**-2.0                      # (32)
        cost, corner, pz = cost + weight @ value**2, corner + np.diag(weight), pz - weight * value

        right, factors, log_det = np.concatenate([E, p[..., None]], 2), [], 0.0
        for k in range(N):
            L = np.linalg.cholesky(H[k])
            U = np.linalg.solve(L, right[k])
            Kt = np.linalg.solve(L, next_H[k].T) if k < K else None
            log_det += 2 * np.log(np.diag(L)).sum()
            if k < K:
                H[k + 1] -= Kt.T @ Kt
                right[k + 1] -= Kt.T @ U
            factors.append((L, Kt, U))
            corner -= U[:, :-1].T @ U[:, :-1]
            pz -= U[:, :-1].T @ U[:, -1]
            cost -= U[:, -1] @ U[:, -1]                                                                   # (37)
        z = np.linalg.solve(corner, pz)                                                                   # (35)
        log_det, cost = log_det + np.linalg.slogdet(corner)[1], cost - pz @ z
        x = np.zeros((N + 1, KNOT))
        for k in range(N - 1, -1, -1):                                                                    # (36)
            L, Kt, U = factors[k]
            y = U[:, -1] - U[:, :-1] @ z
            x[k] = np.linalg.solve(L.T, y if Kt is None else y - Kt @ x[k + 1])
        evidence = 0.5 * (3 * np.log(self.rotation_weight()).sum() - cost - log_det)                      # (39)
        return x[:N], z, evidence, corner

    def solve(self):
        for j in range(10):
            self.integrate()
            self.calibrate(j)
            neighbours = np.clip(self.knots[:, None] + np.arange(-1, 2), 0, len(self.gyro) - 1)
            omega = (self.gyro[neighbours].mean(1) - self.b) @ (EYE - self.M).T
            self.L = self.R @ skew(omega)                                                                 # (27)
            solution = self.eliminate()
            if j == 1 or j == 3 and self.kappa > 0.002:
                while 2 * self.kappa <= 0.064:
                    self.kappa *= 2
                    trial = self.eliminate()
                    if trial[2] <= solution[2] + 1:
                        self.kappa /= 2
                        break
                    solution = trial
            x, z, _, self.corner = solution
            self.update(x, z)
            self.iterations = j + 1
            if j >= 3 and np.hypot(x[:, 3], x[:, 4]).max() < 0.05 * DEG:                                  # (41)
                break

    def update(self, x, z):                                                                               # (40)
        theta = x[:, TH] * np.minimum(1, 0.8 / np.maximum(np.linalg.norm(x[:, TH], axis=1), 1e-12))[:, None]
        self.R, self.v, self.b = exp(theta) @ self.R, self.v + x[:, V], self.b + x[:, B]
        self.M, self.c, self.s = self.M + z[M].reshape(3, 3), self.c + z[C], self.s + z[S]
        self.accel_lag, self.rho = self.accel_lag + z[LAG], self.rho + z[RHO]
        self.learn_densities()
        walk = np.sqrt(((self.b[1:] - self.b[:-1])**2 / self.T[:, None]).mean())                          # (57)
        self.walk = max(self.least_walk, 0 if walk <= 0.005 * DEG else min(3 * walk, DEG))
        variance = np.diag(np.linalg.inv(self.corner))
        self.sigma_s = self.learned(0.005, self.sigma_s, self.s, variance[S])

    def learned(self, assumed, sigma, errors, variance):                                                  # (59)
        determined = np.maximum(0, 1 - variance / sigma**2).sum()
        return max(assumed, np.sqrt((8 * assumed**2 + (errors**2).sum()) / (8 + determined)))

    def learn_densities(self):                                                                            # (38)
        r2, k = (self.v - self.L @ self.rho)**2, np.arange(self.N)
        sums = np.vstack([np.zeros(2), np.cumsum(np.stack([(r2[:, 0] + r2[:, 1]) / 2, r2[:, 2]], 1), 0)])
        low, high = np.maximum(0, k - 10), np.minimum(self.N, k + 11)
        largest = np.full(self.N, 1000.0)
        for interval in np.flatnonzero(self.Ts):
            largest[max(0, interval - 100):interval + 102] = 2.0
        S = 20 * (sums[high] - sums[low]) / (high - low)[:, None]
        self.S = np.clip(S, 0.1, np.stack([largest, np.full(self.N, 2.0)], 1))

    def attitudes(self):                                                                                  # (44)
        R, e = self.follow()
        result = np.empty((len(self.gyro), 3, 3))
        share = (np.arange(R.shape[1]) + 1)[None] / self.mask.sum(1)[:, None]
        result[self.index[self.mask]] = (exp(share[..., None] * e[:, None]) @ R)[self.mask]
        result[self.knots] = self.R
        return result


def errors(R, truth):
    """RMS of the errors of R, total, heading and inclination in degrees; truth w x y z."""
    E = R @ np.array([matrix(q) for q in truth]).swapaxes(1, 2)
    w = np.sqrt(np.maximum(0, 1 + np.trace(E, axis1=1, axis2=2))) / 2
    x, y, z = (abs(E[:, i, k] - E[:, k, i]) / (4 * w) for i, k in ((2, 1), (0, 2), (1, 0)))
    angles = np.arctan2(np.sqrt(x**2 + y**2 + z**2), w), np.arctan2(z, w), np.arctan2(np.hypot(x, y), np.hypot(w, z))
    return [np.sqrt(((2 * angle)**2).mean()) / DEG for angle in angles]


def show(trial):
    import h5py
    with h5py.File(trial) as h:
        gyro, accel, mag, truth = (h[name][:].astype(float) for name in ("imu_gyr", "imu_acc", "imu_mag", "opt_quat"))
        moving = h["movement"][:].astype(bool) & np.isfinite(truth).all(1)
        smoother = Smoother(gyro, accel, mag, 1 / h.attrs["sampling_rate"])
    smoother.solve()
    R, vector = smoother.attitudes(), lambda v, digits: "[" + ", ".join("%.*f" % (digits, a) for a in v) + "]"
    deviation = 1000 * np.sqrt(np.linalg.inv(smoother.corner)[LAG, LAG])
    q = quaternion(R[len(gyro) // 2])
    print("%s, %d iterations, relative rate noise %.3f" % (Path(trial).name, smoother.iterations, smoother.kappa))
    print("total: %.4f, heading: %.4f, inclination: %.4f," % tuple(errors(R[moving], truth[moving])),
          "lag: %.3f, deviation: %.3f," % (1000 * smoother.accel_lag, deviation))
    print("arm: %s, bias: %s, scale: %s," % (vector(smoother.rho, 3), vector(smoother.c, 4), vector(100 * smoother.s, 3)))
    print("attitude: Quaternion(w: %.8f, x: %.8f, y: %.8f, z: %.8f)" % tuple(q))


if __name__ == "__main__":
    for trial in sys.argv[1:]:
        show(trial)
