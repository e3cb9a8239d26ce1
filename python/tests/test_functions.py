"""Every function of the C interface has a form in Python, or a reason to have none."""

import re
from pathlib import Path

import cardan

ROOT = Path(__file__).parents[2]
# Functions of C that the package does not call, each with its reason.
ONLY_IN_C = {
    "cardan_angular_rate": "Motion of cardan_motion has it",
    "cardan_attitude_euler": "Motion of cardan_motion has it",
    "cardan_attitude_matrix": "Motion of cardan_motion has it",
    "cardan_flags": "Motion of cardan_motion has them",
    "cardan_gravity": "Motion of cardan_motion has it",
    "cardan_gyroscope_bias": "Motion of cardan_motion has it",
    "cardan_sigmas": "Motion of cardan_motion has them",
    "cardan_user_acceleration": "Motion of cardan_motion has it",
    "cardan_euler_to_quaternion": "convert_attitude does it for arrays",
    "cardan_quaternion_to_matrix": "Rotation of SciPy does it for arrays",
    "cardan_update_float": "a number of Python is a double",
    "cardan_filter_size": "memory of the caller: an object of Python has its own",
    "cardan_init_in_place": "memory of the caller: an object of Python has its own",
    "cardan_kind": "the filter's name is an argument that the object keeps",
    "cardan_fixed_lag_update": "cardan_fixed_lag_fuse takes rows",
    "cardan_fixed_lag_update_at": "cardan_fixed_lag_fuse takes rows",
    "cardan_fixed_lag_next": "cardan_fixed_lag_fuse takes rows",
    "cardan_set_temperature": "arrays have no column of temperatures; the command compensates logs that have one",
    "cardan_gyroscope_temperature_parse": "as cardan_set_temperature",
    "cardan_gyroscope_temperature_read": "as cardan_set_temperature",
}


def test_every_function_of_c_has_a_form_or_a_reason():
    declared = set()
    for face in ("CardanABI", "CardanOfflineABI"):
        declared |= set((ROOT / "Sources/Faces" / face / "exported-symbols.txt").read_text().split())
    assert len(declared) > 90
    package = Path(cardan.__file__).parent
    used = set(re.findall(r"\bcardan_\w+", " ".join(path.read_text() for path in package.glob("*.py"))))
    assert declared - used == set(ONLY_IN_C)
