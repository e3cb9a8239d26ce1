#!/usr/bin/env python3
"""Times cardan from Python beside vqf.updateBatch: one recording, 64 on one core, and two threads beside one thread and two
processes, interleaved.

    Benchmarks/Python/run.sh [--rows N] [--repetitions N]

Needs the packages cardan and vqf. Times are medians; the ratio is the median of the ratios within each round. Single-thread
cases use the thread's CPU time, which other load affects little; two threads use the wall clock.
"""

import argparse
import importlib
import multiprocessing
import statistics
import threading
import time

import cardan
import numpy as np
import vqf

RATE = 2000 / 7  # of the recordings of BROAD


def recording(rows, seed):
    """Consistent readings of a hand-held sensor turned about all axes and shaken a little, with noise."""
    random = np.random.default_rng(seed)
    t = np.arange(rows + 1)[:, None] / RATE
    yaw, pitch, roll = (np.sin(t * [0.7, 1.1, 0.9] + random.uniform(0, 6, 3)) * [1.5, 0.6, 0.8]).T / 2
    zero = np.zeros(rows + 1)
    earth_from_body = product(product(
        np.stack([np.cos(yaw), zero, zero, np.sin(yaw)], 1), np.stack([np.cos(pitch), zero, np.sin(pitch), zero], 1)),
        np.stack([np.cos(roll), np.sin(roll), zero, zero], 1))
    before, after = earth_from_body[:-1], earth_from_body[1:]
    turn = product(before * [1, -1, -1, -1], after)
    gyro = 2 * RATE * turn[:, 1:] / turn[:, :1] + random.normal(0, 0.01, (rows, 3))
    shaking = np.sin(t[1:] * [5, 3, 4] + random.uniform(0, 6, 3))
    accel = in_body(after, np.array([0, 0, 9.81]) + shaking) + random.normal(0, 0.05, (rows, 3))
    mag = in_body(after, np.broadcast_to([0.0, 20.0, -40.0], (rows, 3))) + random.normal(0, 0.5, (rows, 3))
    return gyro, accel, mag


def product(p, q):
    """The Hamilton products of the rows of two arrays of quaternions."""
    w = p[:, 0] * q[:, 0] - np.sum(p[:, 1:] * q[:, 1:], axis=1)
    return np.column_stack([w, p[:, :1] * q[:, 1:] + q[:, :1] * p[:, 1:] + np.cross(p[:, 1:], q[:, 1:])])


def in_body(earth_from_body, vectors):
    """ENU vectors in body axes."""
    padded = np.column_stack([np.zeros(len(vectors)), vectors])
    return np.ascontiguousarray(product(product(earth_from_body * [1, -1, -1, -1], padded), earth_from_body)[:, 1:])


def timed(work, clock=time.thread_time):
    start = clock()
    work()
    return clock() - start


def compare(cases, repetitions, reference):
    """Runs the cases interleaved; returns the medians of their times and of the reference's time divided by theirs."""
    times = {name: [] for name in cases}
    for work in cases.values():
        work()
    for _ in range(repetitions):
        for name, work in cases.items():
            times[name].append(timed(work))
    return {name: (statistics.median(values), statistics.median(r / v for r, v in zip(times[reference], values)))
            for name, values in times.items()}


def report(title, result, samples):
    print(f"\n{title}\n{'':44} ns/sample   times vqf.updateBatch")
    for name, (seconds, ratio) in result.items():
        print(f"{name:44} {seconds / samples * 1e9:9.1f}   {ratio:6.2f}")


def threads(rows, repetitions, many):
    """The speed-up of two threads over one: cardan.fuse in two threads, in two processes, and fuse_many.

    By wall clock, which needs two idle cores; two processes, which share no interpreter, show the machine's own limit. And by CPU
    time, which needs no idle core: only the part of a call that holds the interpreter's lock cannot run in parallel.
    """
    data = [recording(rows, seed) for seed in (1, 2)]
    spent = [0.0, 0.0]

    def fuse(index):
        spent[index] = timed(lambda: cardan.fuse(*data[index], rate=RATE, outputs="quaternion"))

    def in_threads():
        workers = [threading.Thread(target=fuse, args=(index,)) for index in (0, 1)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()

    processes = [Process(fuse, index) for index in (0, 1)]

    def in_processes():
        for process in processes:
            process.start()
        for process in processes:
            process.join()

    def in_lanes(jobs):
        cardan.fuse_many(many, rate=RATE, jobs=jobs, outputs="quaternion")

    clock = time.perf_counter
    ratios = {"cardan.fuse in two processes": [], "cardan.fuse in two threads": [], "cardan.fuse_many": []}
    separate, fused, lanes = ratios.values()
    alone, together, beside = [], [], []
    for _ in range(repetitions):
        one = timed(lambda: (fuse(0), fuse(1)), clock)
        alone.append(sum(spent))
        two = timed(in_threads, clock)
        together.append(sum(spent))
        apart = timed(in_processes, clock)
        separate.append(one / apart)
        fused.append(one / two)
        beside.append(apart / two)
        lanes.append(timed(lambda: in_lanes(1), clock) / timed(lambda: in_lanes(2), clock))
    for process in processes:
        process.end()
    locked = statistics.median(lock_share(data[0]) for _ in range(repetitions))
    slowdown = statistics.median(together) / statistics.median(alone)
    print("\nTwo at once, speed relative to one after the other")
    for name, values in ratios.items():
        print(f"{name:44} {statistics.median(values):6.2f}   (best {max(values):.2f})")
    print(f"two threads are {statistics.median(beside):.2f} times as fast as two processes")
    print(f"cardan.fuse by CPU time: {100 * locked:.2f} % of a call hold the lock, and two at once cost {slowdown:.3f} "
          f"times as much: {2 / (slowdown * (1 + locked)):.2f} times as fast on two idle cores")


class Process:
    """A separate process that repeats the same work on request."""

    def __init__(self, work, index):
        self.orders, mine = multiprocessing.Pipe()
        context = multiprocessing.get_context("fork")
        self.process = context.Process(target=self.obey, args=(mine, work, index), daemon=True)
        self.process.start()

    @staticmethod
    def obey(orders, work, index):
        while orders.recv():
            work(index)
            orders.send(True)

    def start(self):
        self.orders.send(True)

    def join(self):
        self.orders.recv()

    def end(self):
        self.orders.send(False)
        self.process.join()


def lock_share(data):
    """The share of a cardan.fuse call outside the library, which holds the interpreter's lock."""
    inside = 0.0
    function = cardan.library.cardan_fuse

    class Timed:
        def __getattr__(self, name):
            return measured if name == "cardan_fuse" else getattr(cardan.library, name)

    def measured(*arguments):
        nonlocal inside
        start = time.thread_time()
        status = function(*arguments)
        inside += time.thread_time() - start
        return status

    module = importlib.import_module("cardan._fuse")
    module.library = Timed()
    try:
        whole = timed(lambda: cardan.fuse(*data, rate=RATE, outputs="quaternion"))
    finally:
        module.library = cardan.library
    return 1 - inside / whole


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=100_000, help="of one recording (default: 100000)")
    parser.add_argument("--repetitions", type=int, default=9)
    options = parser.parse_args()
    attitude = ("quaternion",)
    same = ("quaternion", "gyro_bias", "tilt_sigma", "flags")

    data = recording(options.rows, 0)
    report(f"One recording of {options.rows} samples", compare({
        "vqf.updateBatch": lambda: vqf.VQF(1 / RATE).updateBatch(*data),
        "cardan.fuse, default, attitude": lambda: cardan.fuse(*data, rate=RATE, outputs=attitude),
        "cardan.fuse, default, as much as vqf": lambda: cardan.fuse(*data, rate=RATE, outputs=same),
        "cardan.fuse, default, all": lambda: cardan.fuse(*data, rate=RATE),
        "cardan.fuse, vqf, attitude": lambda: cardan.fuse(*data, rate=RATE, filter="vqf", outputs=attitude),
        "cardan.fuse, vqf, as much as vqf": lambda: cardan.fuse(*data, rate=RATE, filter="vqf", outputs=same),
    }, options.repetitions, "vqf.updateBatch"), options.rows)

    count, rows = 64, options.rows // 16
    many = [recording(rows - 7 * seed, seed) for seed in range(count)]
    samples = sum(len(each[0]) for each in many)

    def with_vqf():
        for each in many:
            vqf.VQF(1 / RATE).updateBatch(*each)

    def fused(filter, outputs, precision="double"):
        return lambda: cardan.fuse_many(
            many, rate=RATE, jobs=1, filter=filter, outputs=outputs, precision=precision)

    report(f"{count} recordings of about {rows} samples, one core", compare({
        "vqf.updateBatch, one after another": with_vqf,
        "cardan.fuse_many, default, attitude": fused("default", attitude),
        "cardan.fuse_many, default, as much as vqf": fused("default", same),
        "cardan.fuse_many, default, all": fused("default", "all"),
        "cardan.fuse_many, default, attitude, single": fused("default", attitude, "single"),
        "cardan.fuse_many, default, as vqf, single": fused("default", same, "single"),
        "cardan.fuse_many, default, all, single": fused("default", "all", "single"),
        "cardan.fuse_many, vqf, attitude": fused("vqf", attitude),
        "cardan.fuse_many, vqf, as much as vqf": fused("vqf", same),
        "cardan.fuse_many, vqf, attitude, single": fused("vqf", attitude, "single"),
        "cardan.fuse_many, madgwick, attitude": fused("madgwick", attitude),
        "cardan.fuse_many, mahony, attitude": fused("mahony", attitude),
    }, options.repetitions, "vqf.updateBatch, one after another"), samples)
    threads(5 * options.rows, options.repetitions, many)


if __name__ == "__main__":
    main()
