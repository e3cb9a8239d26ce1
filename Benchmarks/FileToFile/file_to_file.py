"""Runs the jobs interleaved and prints the medians of wall time, ratio, CPU time and peak memory."""
import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time

HZ = 286


def measure(command, *cores, is_quiet=False):
    """One run on some cores: wall seconds, processor seconds (user and system), peak memory in MB."""
    start = time.perf_counter()
    pid = os.fork()
    if pid == 0:
        os.sched_setaffinity(0, cores)
        if is_quiet:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.environ["POLARS_MAX_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"
        os.execv(command[0], command)
    _, status, usage = os.wait4(pid, 0)
    wall = time.perf_counter() - start
    if status != 0:
        sys.exit(f"failed: {' '.join(command)}")
    return {"wall": wall, "user": usage.ru_utime, "system": usage.ru_stime, "memory": usage.ru_maxrss / 1024}


def median(runs):
    return {key: statistics.median(run[key] for run in runs) for key in runs[0]}


def simulate(cardan, rows, path, decimals=None):
    """A simulated recording of ten columns: t, gyroscope, accelerometer, magnetometer."""
    process = subprocess.Popen(
        [cardan, "simulate", "--rate", str(HZ), "--duration", str(rows / HZ)], stdout=subprocess.PIPE)
    with open(path, "wb") as file:
        for line in process.stdout:
            fields = line.rstrip(b"\n").split(b",")[:10]
            if decimals is not None and file.tell():
                fields = [b"%.*f" % (decimals, float(field)) for field in fields]
            file.write(b",".join(fields) + b"\n")
    if process.wait() != 0:
        sys.exit("cardan simulate failed")


def compare(options, folder, core):
    source, target = os.path.join(folder, "log.csv"), os.path.join(folder, "out")
    # Nine decimals: 118 bytes a row, as a logger writes that prints all digits of a 32-bit number.
    simulate(options.cardan, options.rows, source, decimals=9)
    binary = os.path.join(folder, "log.npy")
    subprocess.run([options.cardan, "convert", source, "--format", "npy", "-o", binary], check=True)
    fuse = [options.cardan, "fuse", "--jobs", "1", "--quiet"]
    jobs = {
        "cardan, t and q": fuse + [source, "-o", target, "--columns", "t,q"],
        "cardan, t and q, vqf": fuse + [source, "-o", target, "--columns", "t,q", "--filter", "vqf"],
        "cardan, all columns": fuse + [source, "-o", target],
        "cardan, npy to npy": fuse + [binary, "-o", target, "--columns", "t,q", "--format", "npy"],
        "polars + vqf": [sys.executable, os.path.join(options.peers, "polars_vqf.py"), source, target],
        "pandas + vqf": [sys.executable, os.path.join(options.peers, "pandas_vqf.py"), source, target],
    }
    runs = {name: [] for name in jobs}
    for _ in range(options.repetitions):
        for name, command in jobs.items():
            if os.path.exists(target):
                os.remove(target)
            os.sync()
            runs[name].append(measure(command, core))
    results = {name: median(measured) for name, measured in runs.items()}
    ours = results["cardan, t and q"]
    size = os.path.getsize(source) / 1e6
    print(f"{options.rows} rows of 10 columns, {size:.0f} MB, one core, median of {options.repetitions}, interleaved")
    print(f"{'job':24}{'wall s':>9}{'ratio':>8}{'cpu s':>9}{'ratio':>8}{'peak MB':>9}")
    for name, result in results.items():
        cpu = result["user"] + result["system"]
        result["wallRatio"] = result["wall"] / ours["wall"]
        result["cpuRatio"] = cpu / (ours["user"] + ours["system"])
        print(
            f"{name:24}{result['wall']:9.3f}{result['wallRatio']:8.2f}{cpu:9.3f}{result['cpuRatio']:8.2f}"
            f"{result['memory']:9.0f}")
    return results


def compare_formats(options, folder, core):
    """Logs of other formats to a CSV of t and q, beside the usual Python reader of each."""
    python, source, target = sys.executable, os.path.join(folder, "formats.csv"), os.path.join(folder, "out")
    simulate(options.cardan, options.rows // 4, source, decimals=9)
    subprocess.run([python, os.path.join(options.peers, "write_logs.py"), source, folder], check=True)
    rows = {}
    print(f"\n{options.rows // 4} rows, one core, median of {options.repetitions}, interleaved; cpu s of reading alone in brackets")
    print(f"{'format':10}{'MB':>7}{'cpu s':>9}{'':>9}{'peer':>9}{'':>9}{'ratio':>8}{'':>8}{'peak MB':>9}")
    for kind, ending, peer in (("arrow", "arrow", "pyarrow"), ("mcap", "mcap", "rosbags"), ("bag", "bag", "rosbags"), ("ulog", "ulg", "pyulog")):
        log = os.path.join(folder, f"log.{ending}")
        jobs = {
            "cardan": [options.cardan, "fuse", "--jobs", "1", "--quiet", log, "-o", target, "--columns", "t,q"],
            "cardanReading": [options.cardan, "convert", log, "--format", "npy", "-o", target],
            "peer": [python, os.path.join(options.peers, "log_vqf.py"), kind, log, target],
            "peerReading": [python, os.path.join(options.peers, "log_vqf.py"), kind, log],
        }
        runs = {name: [] for name in jobs}
        for _ in range(options.repetitions):
            for name, command in jobs.items():
                if os.path.exists(target):
                    os.remove(target)
                runs[name].append(measure(command, core, is_quiet=True))
        results = {name: median(measured) for name, measured in runs.items()}
        cpu = {name: result["user"] + result["system"] for name, result in results.items()}
        rows[f"{kind}, beside {peer}"] = {**results, "cpuRatio": cpu["peer"] / cpu["cardan"], "readingRatio": cpu["peerReading"] / cpu["cardanReading"]}
        print(
            f"{kind:10}{os.path.getsize(log) / 1e6:7.0f}{cpu['cardan']:9.3f} ({cpu['cardanReading']:.3f}){cpu['peer']:9.3f} ({cpu['peerReading']:.3f})"
            f"{cpu['peer'] / cpu['cardan']:8.1f} ({cpu['peerReading'] / cpu['cardanReading']:.1f}){results['cardan']['memory']:9.0f}")
    return rows


def compare_cores(options, folder, cores):
    """The same jobs on one core and on two: one log, and a folder of 200 mixed logs of a minute each."""
    if len(cores) < 2:
        print("\none core; no comparison with two")
        return {}
    logs, minute, target = os.path.join(folder, "mixed"), os.path.join(folder, "minute"), os.path.join(folder, "out")
    os.mkdir(logs)
    os.mkdir(minute)
    source = os.path.join(minute, "log.csv")
    simulate(options.cardan, 60 * HZ, source, decimals=9)
    subprocess.run([sys.executable, os.path.join(options.peers, "write_logs.py"), source, minute], check=True)
    for index in range(200):
        ending = ("csv", "arrow", "mcap", "bag", "ulg")[index % 5]
        os.link(os.path.join(minute, f"log.{ending}"), os.path.join(logs, f"log{index}.{ending}"))
    fuse = [options.cardan, "fuse", "--quiet", "--columns", "t,q"]
    jobs = {f"{options.rows} rows of CSV": fuse + [os.path.join(folder, "log.csv"), "-o", target]}
    for ending in ("arrow", "mcap", "bag", "ulg"):
        jobs[f"{options.rows // 4} rows of {ending}"] = fuse + [os.path.join(folder, f"log.{ending}"), "-o", target]
    jobs["200 mixed logs of 60 s"] = fuse + [logs, "-o", os.path.join(folder, "results")]
    print(f"\nmedian of {options.repetitions}, interleaved")
    print(f"{'job':28}{'1 core: wall s':>16}{'2 cores: wall s':>17}{'ratio':>8}{'peak MB':>9}")
    results = {}
    for name, command in jobs.items():
        runs = {1: [], 2: []}
        for _ in range(options.repetitions):
            for count, measured in runs.items():
                if os.path.exists(target):
                    os.remove(target)
                os.sync()
                measured.append(measure(command, *cores[:count]))
        one, two = median(runs[1]), median(runs[2])
        results[name] = {"one": one, "two": two, "ratio": one["wall"] / two["wall"]}
        print(f"{name:28}{one['wall']:16.3f}{two['wall']:17.3f}{one['wall'] / two['wall']:8.2f}{two['memory']:9.0f}")
    return results


def scale(options, folder, core):
    """Cost per row from one log to many and from a second to hours. It must not grow."""
    print(f"\n{'scaling':34}{'rows':>10}{'cpu s':>9}{'ns/row':>9}{'peak MB':>9}")
    results = []
    fuse = [options.cardan, "fuse", "--jobs", "1", "--quiet", "--columns", "t,q"]

    def report(name, rows, command):
        result = median([measure(command, core) for _ in range(3)])
        cpu = result["user"] + result["system"]
        results.append({"name": name, "rows": rows, "nanosecondsPerRow": cpu / rows * 1e9, **result})
        print(f"{name:34}{rows:10}{cpu:9.3f}{cpu / rows * 1e9:9.0f}{result['memory']:9.0f}")

    for seconds in (1, 60, 600, 3600, 36000):
        path = os.path.join(folder, f"log{seconds}.csv")
        simulate(options.cardan, seconds * HZ, path)
        report(f"1 log of {seconds} s", seconds * HZ, fuse + [path, "-o", os.path.join(folder, "out.csv")])
    for count in (1, 10, 100, 1000):
        logs = os.path.join(folder, f"logs{count}")
        os.mkdir(logs)
        first = os.path.join(folder, "log60.csv")
        for index in range(count):
            os.link(first, os.path.join(logs, f"log{index}.csv"))
        report(f"{count} logs of 60 s", 60 * HZ * count, fuse + [logs, "-o", os.path.join(folder, f"out{count}")])
    return results


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cardan", required=True)
    parser.add_argument("--peers", required=True)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--scaling", action="store_true")
    options = parser.parse_args()
    core = max(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder:
        results = {"machine": platform.processor() or platform.machine(), "rows": options.rows}
        results["jobs"] = compare(options, folder, core)
        results["formats"] = compare_formats(options, folder, core)
        results["cores"] = compare_cores(options, folder, sorted(os.sched_getaffinity(0)))
        if options.scaling:
            results["scaling"] = scale(options, folder, core)
    place = os.path.join(options.peers, "..", "results")
    os.makedirs(place, exist_ok=True)
    with open(os.path.join(place, "file-to-file.json"), "w") as file:
        json.dump(results, file, indent=2)


if __name__ == "__main__":
    main()
