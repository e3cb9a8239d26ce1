"""Fusion in parts: the commands of the page, with GNU parallel, and with Slurm's variables in the place of Slurm."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT

PAGE = (ROOT / "Sources/Faces/Cardan/Cardan.docc/UsingTheCommandLine.md").read_text()
SECTION = PAGE.split("## Many machines\n")[1].split("\n## ")[0]
PARALLEL, SLURM = re.findall(r"```sh\n(.*?)```", SECTION, re.S)
COUNT = 12


@pytest.fixture
def folder(command, tmp_path, monkeypatch):
    """A folder with logs, of which one is broken, and the command on PATH."""
    (tmp_path / "logs").mkdir()
    lines = (ROOT / "datasets/hand-held.csv").read_text().splitlines(keepends=True)
    for index in range(COUNT):
        (tmp_path / f"logs/walk {index}.csv").write_text("".join([lines[0], *lines[1 + index : 400 + 7 * index]]))
    (tmp_path / "logs/broken.csv").write_text(lines[0] + "0,zero\n")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/cardan").symlink_to(Path(command).resolve())
    monkeypatch.setenv("PATH", f"{tmp_path}/bin{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def results(folder):
    return {path.name: path.read_bytes() for path in folder.glob("*.arrow")}


def whole(folder):
    """The results of one process."""
    run = subprocess.run(["cardan", "fuse", "logs/", "-o", "whole/", "--format", "arrow", "-q"], capture_output=True)
    assert run.returncode == 1
    return results(folder / "whole")


def expect_complete(folder):
    found = results(folder / "out")
    assert len(found) == COUNT and found == whole(folder)
    states = [json.loads(line) for report in (folder / "out").glob("report-*.jsonl") for line in report.read_text().splitlines()]
    assert len(states) == COUNT + 1 and sum(each["state"] == "failed" for each in states) == 1
    dataset = pytest.importorskip("pyarrow.dataset")
    table = dataset.dataset(str(folder / "out"), format="arrow", exclude_invalid_files=True).to_table()
    assert len(table) == sum(399 + 6 * index for index in range(COUNT))


def test_gnu_parallel(folder):
    if shutil.which("parallel") is None:
        pytest.skip("parallel not found: apt-get install parallel")
    run = subprocess.run(["sh", "-c", PARALLEL], capture_output=True, text=True)
    # The exit code is the number of parts that failed.
    assert run.returncode == 1, run.stderr
    expect_complete(folder)


def test_slurm(folder):
    """The script of the page, once for each task of the array."""
    script = folder / "fuse.sh"
    script.write_text(SLURM)
    first, last = map(int, re.search(r"--array=(\d+)-(\d+)", SLURM).groups())
    tasks = [{"SLURM_ARRAY_TASK_ID": str(task), "SLURM_ARRAY_TASK_COUNT": str(last - first + 1), "SLURM_CPUS_PER_TASK": "1"}
             for task in range(first, last + 1)]
    codes = [subprocess.run(["sh", script], env=os.environ | task, capture_output=True).returncode for task in tasks]
    assert sorted(codes)[-2:] == [0, 1]
    expect_complete(folder)
    # Again: nothing is left to do but the log that failed.
    before = {path: path.stat().st_mtime_ns for path in (folder / "out").glob("*.arrow")}
    again = [subprocess.run(["sh", script], env=os.environ | task, capture_output=True).returncode for task in tasks]
    assert again == codes and before == {path: path.stat().st_mtime_ns for path in (folder / "out").glob("*.arrow")}
