"""Packages libcardan.so, libcardan-offline.so and the command cardan: those that CARDAN_LIBRARY and CARDAN_COMMAND name, or from the
checkout, built if missing."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

# Part of setuptools, after it was imported.
from distutils.command.build_scripts import build_scripts

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
HEADER = ROOT / "Sources/C/CCardan/include/cardan.h"
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
    if not HEADER.exists():
        sys.exit(
            "cardan: a source distribution has no libraries, and building them needs Cardan's Swift sources; install a wheel, or "
            "use a checkout with a Swift 6.3 toolchain (pip install ./python), or set CARDAN_LIBRARY to a libcardan.so"
        )
    if not shutil.which("swift"):
        sys.exit(
            "cardan: swift not found, needed to build libcardan.so; install a Swift 6.3 toolchain from "
            "https://www.swift.org/install/linux/ and put it on PATH, or set CARDAN_LIBRARY to a libcardan.so"
        )
    subprocess.run(["make", "library", "build"], cwd=ROOT, check=True)
    return built


def command() -> Path | None:
    """The command cardan, linked with the Swift standard library; None if it was not built."""
    given = os.environ.get("CARDAN_COMMAND")
    if given:
        return Path(given)
    built = ROOT / ".build/release/cardan"
    return built if built.exists() and not os.environ.get("CARDAN_LIBRARY") else None


class BuildPackage(build_py):
    def run(self) -> None:
        super().run()
        package = HERE / "src/cardan" if self.editable_mode else Path(self.build_lib) / "cardan"
        # A file with another name, libcardan.so.0.1.0, gets that under which the package looks for it.
        for source, name in ((library(), "libcardan.so"), (library().with_name(OFFLINE), OFFLINE)):
            target = package / name
            target.unlink(missing_ok=True)
            # Without libcardan-offline.so everything but the offline functions works.
            if source.exists():
                shutil.copyfile(source.resolve(), target)
            else:
                print(f"cardan: {source} not found: the package will lack the offline functions", file=sys.stderr)


class InstallCommand(build_scripts):
    """Puts the command where the scripts of the package go: a program, not a script of Python."""

    def get_source_files(self) -> list[str]:
        return []

    def run(self) -> None:
        # The libraries first: they are built together with the command.
        library()
        source = command()
        self.mkpath(self.build_dir)
        if source is None:
            print("cardan: without the command; CARDAN_COMMAND names one", file=sys.stderr)
            return
        target = Path(self.build_dir) / "cardan"
        shutil.copyfile(source, target)
        subprocess.run(["strip", str(target)], check=False)
        target.chmod(0o755)


class PlatformWheel(bdist_wheel):
    """One wheel for every Python: the library is called through ctypes."""

    def get_tag(self) -> tuple[str, str, str]:
        return "py3", "none", super().get_tag()[2]


class PlatformDistribution(Distribution):
    def has_ext_modules(self) -> bool:
        return True


setup(
    version=version(),
    scripts=["cardan"],
    distclass=PlatformDistribution,
    cmdclass={"build_py": BuildPackage, "build_scripts": InstallCommand, "bdist_wheel": PlatformWheel},
)
