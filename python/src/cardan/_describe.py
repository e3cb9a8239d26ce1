"""Parameters, flags, and the Earth's magnetic field."""

from __future__ import annotations

import ctypes
import enum
import functools
from typing import Any, NamedTuple

from . import _library as c
from ._findings import warn
from ._library import check, library
from ._offline_library import offline


class Flags(enum.IntFlag):
    """The outcome of a sample. The text is that of a CSV result, from which a value can be made.

    >>> print(Flags(96))
    at_rest|initializing
    >>> Flags("at_rest|initializing") == Flags.AT_REST | Flags.INITIALIZING
    True
    """

    #: The angular rate was out of range or not finite and was not used.
    ANGULAR_RATE_REJECTED = 1 << 0
    #: The specific force was zero, out of range or not finite and was ignored.
    SPECIFIC_FORCE_REJECTED = 1 << 1
    #: The magnetic field was zero, out of range or not finite and was ignored.
    MAGNETIC_FIELD_REJECTED = 1 << 2
    #: The interval was zero, negative or NaN; the sample was not integrated.
    INTERVAL_REJECTED = 1 << 3
    #: The sample followed a gap; the uncertainty has grown and the attitude converges again.
    AFTER_GAP = 1 << 4
    #: The sensor is at rest.
    AT_REST = 1 << 5
    #: The attitude is still converging, at the start or after a reset.
    INITIALIZING = 1 << 6
    #: The magnetic field deviates from its reference; the heading comes from the gyroscope.
    FIELD_DISTURBED = 1 << 7
    #: A sensor reached the end of its range.
    SATURATED = 1 << 8
    #: The estimate contradicted the sensors and was reset: a step in the output.
    CORRECTED_BY_JUMP = 1 << 9
    #: The timestamps show missing or out-of-order samples before this one.
    DISCONTINUITY = 1 << 10
    #: The sample has no angular rate. The last one stands in for it for a while; the uncertainty grows.
    ANGULAR_RATE_ABSENT = 1 << 11
    #: The sample has no specific force.
    SPECIFIC_FORCE_ABSENT = 1 << 12
    #: The sample has no magnetic field; set for most samples if the magnetometer is slower.
    MAGNETIC_FIELD_ABSENT = 1 << 13
    #: The magnetometer has not set the heading yet: it is arbitrary and steps with the first field. Only in frames that
    #: refer to north.
    HEADING_UNKNOWN = 1 << 14
    #: A velocity or speed that was observed for the last step of the filter contradicts the motion or came too late; it was
    #: not used.
    VELOCITY_REJECTED = 1 << 15

    def __str__(self) -> str:
        return "|".join(flag.name.lower() for flag in type(self) if flag.name and flag in self)

    def __format__(self, specification: str) -> str:
        return int.__format__(self, specification) if specification else str(self)

    @classmethod
    def _missing_(cls, value: object) -> Any:
        if not isinstance(value, str):
            return super()._missing_(value)
        flags = cls(0)
        for name in filter(None, value.split("|")):
            try:
                flags |= cls[name.strip().upper()]
            except KeyError:
                raise ValueError(f"flags: unknown flag {name!r}; expected names of cardan.Flags") from None
        return flags


class Doubts(enum.IntFlag):
    """What is doubtful about the readings of a filter. A doubt stays until the filter is reset.

    None is raised by shaking, free fall or vehicles; where the motion does not show a fault, there is no doubt either.
    """

    #: The specific force is not in m/s²: for seconds it was as long as gravity in g, or as in counts.
    FORCE_UNIT = 1 << 0
    #: The angular rate is in deg/s and not in rad/s: gravity turned by a 57th of what it says.
    RATE_UNIT = 1 << 1
    #: The angular rate has other signs or axes than the specific force: from rest to rest, gravity turned otherwise than it says.
    RATE_AXES = 1 << 2
    #: An axis of the specific force hangs: it kept its value to the last bit while the others changed and the body turned.
    FORCE_HANGS = 1 << 3
    #: An axis of the magnetic field hangs, in the same way.
    FIELD_HANGS = 1 << 4

    def reasons(self) -> list[str]:
        """Each doubt in a sentence, with what to do."""
        return [f"{library.cardan_doubt_text(int(doubt)).decode()}; {_REMEDIES[doubt]}" for doubt in Doubts if doubt in self]


_REMEDIES = {
    Doubts.FORCE_UNIT: "accel takes m/s^2: multiply g by 9.80665",
    Doubts.RATE_UNIT: "gyro takes rad/s: pass numpy.radians(gyro)",
    Doubts.RATE_AXES: "gyro and accel need the same right-handed axes",
    Doubts.FORCE_HANGS: "look for a loose wire or a reading that is copied; pass NaN for accel while it lasts",
    Doubts.FIELD_HANGS: "look for a loose wire or a reading that is copied; leave mag out while it lasts",
}


class Parameter(NamedTuple):
    """A parameter of a filter: a keyword of `fuse` and `Filter`."""

    name: str
    #: "" for a plain number or a switch.
    unit: str
    #: Its meaning, and the effect of its extremes.
    summary: str
    default: float
    minimum: float
    #: May be infinity.
    maximum: float
    #: Whether it is 0 or 1.
    is_switch: bool
    #: The names of the values of a choice, from 0 on, which may be given instead of the number; empty for others.
    choices: tuple[str, ...] = ()


def parameters_of(kind: int) -> tuple[Parameter, ...]:
    """The parameters of a filter by its number."""
    return _described(library.cardan_parameter_count(kind), functools.partial(library.cardan_describe_parameter, kind))


def smoother_parameters() -> tuple[Parameter, ...]:
    """The parameters of the smoother."""
    return _described(offline().cardan_smoother_parameter_count(), offline().cardan_describe_smoother_parameter)


def _described(count: int, describe: Any) -> tuple[Parameter, ...]:
    described = []
    for index in range(count):
        info = c.ParameterInfo(size=ctypes.sizeof(c.ParameterInfo))
        check(describe(index, ctypes.byref(info)))
        described.append(Parameter(
            info.name.decode(), info.unit.decode(), info.summary.decode(), info.default_value, info.minimum,
            info.maximum, bool(info.is_switch), tuple(info.choices.decode().split())))
    return tuple(described)


def parameters(filter: str = "default", *, smooth: bool = False) -> tuple[Parameter, ...]:
    """The parameters of a filter, keywords of `fuse`, `fuse_many` and `Filter`; or those of the smoother.

    >>> [(p.name, p.default, p.unit) for p in parameters("madgwick")][:1]
    [('gain', 0.1, 'rad/s')]
    """
    if smooth:
        return smoother_parameters()
    kind = ctypes.c_uint32()
    if library.cardan_filter_kind_named(c.text(str(filter)), ctypes.byref(kind)) != c.OK:
        raise ValueError(f"filter: unknown filter {filter!r}")
    return parameters_of(kind.value)


class EarthField(NamedTuple):
    """The Earth's magnetic field at a place and date."""

    #: North, east, down, µT.
    field_in_ned: tuple[float, float, float]
    #: Its change, µT per year.
    rate_in_ned: tuple[float, float, float]
    #: From true to magnetic north, rad, positive to the east: the parameter `declination` of a filter.
    declination: float
    #: Below the horizon, rad.
    inclination: float
    #: One standard deviation, rad.
    declination_sigma: float
    #: One standard deviation, rad.
    inclination_sigma: float
    #: Sum of 1: outside the model's years, 2: outside its heights, 4: caution zone, 8: blackout zone.
    warnings: int


#: What the warnings of a field mean, by their number.
_FIELD_DOUBTS = {
    1: "WMM2025 is made for the years 2025 to 2029",
    2: "WMM2025 is made for heights from -1 to 850 km",
    4: "near a magnetic pole: a compass may err",
    8: "at a magnetic pole: a compass is unreliable",
}


def earth_field(latitude: float, longitude: float, height: float = 0.0, *, year: float) -> EarthField:
    """The field of the World Magnetic Model 2025.

    Warns with `DoubtfulInputWarning` outside of the model's years and heights, and near the magnetic poles.

    :param latitude: geodetic, in degrees, -90 to 90
    :param longitude: in degrees, east positive
    :param height: above the WGS 84 ellipsoid, m
    :param year: the date; 2026.5 is the middle of 2026
    :raises ValueError: for an invalid place

    >>> field = earth_field(47.38, 8.54, year=2026.5)
    >>> round(field.declination * 57.29578, 1)
    3.6
    """
    field = c.GeomagneticField(size=ctypes.sizeof(c.GeomagneticField))
    check(library.cardan_earth_field(latitude, longitude, height, year, ctypes.byref(field)), "earth_field")
    warn((text for number, text in _FIELD_DOUBTS.items() if field.warnings & number), "")
    return EarthField(
        tuple(field.field_in_ned), tuple(field.rate_in_ned), field.declination, field.inclination,
        field.declination_sigma, field.inclination_sigma, field.warnings)
