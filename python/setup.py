"""Packages libcardan.so and libcardan-offline.so: from the folder of CARDAN_LIBRARY, or from the checkout, built if missing."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
HEADER = ROOT / "Sources/CCardan/include/cardan.h"
OFFLINE = "libcardan-offline.so"


def version() -> str:
    """The version in cardan.h; outside a checkout, that of the source distribution's metadata."""
    if not HEADER.exists():
        metadata = (HERE / "PKG-INFO").read_text()
        return re.search(r"^Version: (.+)$", metadata, re.M)[1]
    numbers = dict(re.findall(r"#define CARDAN_VERSION_(MAJOR|MINOR|PATCH) (\d+)", HEADER.read_text()))
    return f"{numbers['MAJOR']}.{numbers['MINOR']}.{numbers['PATCH']}"


def library() -> Path:
    """libcardan.so, with the Swift standard library inside; libcardan-offline.so is beside it."""
    given = os.environ.get("CARDAN_LIBRARY")
    if given:
        if not Path(given).is_file():
            sys.exit(f"cardan: CARDAN_LIBRARY is not a file: {given}")
        return Path(given)
    built = ROOT / ".build/library/libcardan.so"
    if built.exists() and built.with_name(OFFLINE).exists():
        return built
    if not (ROOT / "Package.swift").exists():
        sys.exit("cardan: libcardan not found; install from a checkout of Cardan (pip install ./python) or a wheel")
    if not shutil.which("swift"):
        sys.exit(
            "cardan: swift not found, needed to build libcardan.so; install a Swift 6.3 toolchain from "
            "https://www.swift.org/install/linux/ and put it on PATH, or set CARDAN_LIBRARY to a libcardan.so"
        )
    subprocess.run(["make", "library"], cwd=ROOT, check=True)
    return built


class BuildPackage(build_py):
    def run(self) -> None:
        super().run()
        package = HERE / "src/cardan" if self.editable_mode else Path(self.build_lib) / "cardan"
        for source in (library(), library().with_name(OFFLINE)):
            target = package / source.name
            target.unlink(missing_ok=True)
            # Without libcardan-offline.so everything but the offline functions works.
            if source.exists():
                shutil.copyfile(source.resolve(), target)
            else:
                print(f"cardan: {source} not found: the package will lack the offline functions", file=sys.stderr)


class PlatformWheel(bdist_wheel):
    """One wheel for every Python: the library is called through ctypes."""

    def get_tag(self) -> tuple[str, str, str]:
        return "py3", "none", super().get_tag()[2]


class PlatformDistribution(Distribution):
    def has_ext_modules(self) -> bool:
        return True


setup(
    version=version(),
    distclass=PlatformDistribution,
    cmdclass={"build_py": BuildPackage, "bdist_wheel": PlatformWheel},
)
