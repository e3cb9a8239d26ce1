"""Programs of C++ over ros/cardan_ros_cpp with the library of the Python package."""

import shutil
import subprocess
from pathlib import Path

import pytest
from cardan import _library, _offline_library
from conftest import ROOT

PACKAGE = ROOT / "ros/cardan_ros_cpp"


def compiled(folder, *sources, options=()):
    """A program, every warning an error, in an empty folder."""
    if shutil.which("c++") is None:
        pytest.skip("c++ not found: apt-get install g++")
    for library in (_library.library._name, _offline_library.offline()._name):
        (folder / Path(library).name).symlink_to(library)
        (folder / f"{Path(library).name}.0").symlink_to(library)
    headers = [PACKAGE / "include", ROOT / "Sources/C/CCardan/include", ROOT / "Sources/C/CCardanOffline/include"]
    program = folder / sources[0].stem
    subprocess.run(
        ["c++", "-std=c++17", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror",
         *(f"-I{each}" for each in headers), *options, *sources, f"-L{folder}", "-lcardan-offline", "-lcardan",
         f"-Wl,-rpath,{folder}", "-o", program], check=True)
    return program
