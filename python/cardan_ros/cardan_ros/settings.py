"""The parameters of the node, without ROS."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import cardan

#: The namespace of the filter's own parameters.
FILTER_PREFIX = "filter_parameters."


class Parameter(NamedTuple):
    """A parameter of the node; its type is that of the default."""

    default: Any
    description: str
    #: Whether it can change while the node runs.
    is_live: bool = False


#: The parameters, with the names of imu_tools where the meaning is the same.
PARAMETERS = {
    "filter": Parameter("default", "filter: " + ", ".join(cardan.filters())),
    "use_mag": Parameter(True, "use imu/mag; without it the heading is relative and drifts"),
    "world_frame": Parameter("enu", "frame of the attitude: enu, nwu or ned"),
    "velocity": Parameter("none", "what aids the filter: none, twist, odometry, speed or fix"),
    "declination": Parameter(0.0, "from true to magnetic north, rad, positive to the east; 0 for magnetic north", True),
    "yaw_offset": Parameter(0.0, "angle added to the yaw, rad", True),
    "mag_bias_x": Parameter(0.0, "hard iron, T, subtracted from the field", True),
    "mag_bias_y": Parameter(0.0, "hard iron, T", True),
    "mag_bias_z": Parameter(0.0, "hard iron, T", True),
    "orientation_stddev": Parameter(0.0, "standard deviation of the orientation, rad, for filters that estimate none", True),
    "constant_dt": Parameter(0.0, "interval of the samples, s; 0 to use the timestamps"),
    "time_jump_threshold": Parameter(1.0, "timestamps that go back by more, s: the clock was set; others are late", True),
    "mag_delay_limit": Parameter(0.5, "fields older than the sample by more, s, are ignored as late", True),
    "remove_gravity_vector": Parameter(False, "publish the acceleration without gravity", True),
    "remove_gyro_bias": Parameter(False, "publish the angular velocity without the bias that the filter estimates", True),
    "publish_debug_topics": Parameter(False, "publish roll, pitch and yaw in rad on imu/rpy/filtered"),
    "publish_tf": Parameter(False, "broadcast the attitude by tf2_ros"),
    "reverse_tf": Parameter(False, "broadcast from the sensor's frame to fixed_frame"),
    "fixed_frame": Parameter("odom", "the parent frame of the transform"),
    "axes": Parameter("x,y,z", "sensor axes for body x, y and z: y,-x,z"),
    "calibration": Parameter("", "file of cardan calibrate"),
    "diagnostic_period": Parameter(1.0, "interval of /diagnostics, s"),
}
#: Parameters of imu_tools' filters that have no counterpart.
IGNORED = ("stateless", "gain", "zeta", "gain_acc", "gain_mag", "do_bias_estimation", "bias_alpha", "do_adaptive_gain")


#: Values of `velocity`.
VELOCITIES = ("none", "twist", "odometry", "speed", "fix")


@dataclass(frozen=True)
class Settings:
    """The values of the parameters. Integers stand for floating-point numbers too.

    :raises ValueError: for an invalid value; the message names the parameter
    :raises TypeError: for an unknown parameter of the filter
    """

    values: Mapping[str, Any] = field(default_factory=dict)
    #: Parameters of the filter by name.
    filter_parameters: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, value in self.values.items():
            kind = type(PARAMETERS[name].default)
            if not isinstance(value, (float, int) if kind is float else kind) or isinstance(value, bool) != (kind is bool):
                words = {float: "a number", bool: "true or false", str: "a text"}[kind]
                raise ValueError(f"{name}: expected {words}, found {value!r}")
        if self["velocity"] not in VELOCITIES:
            raise ValueError(f"velocity: expected one of {', '.join(VELOCITIES)}, found {self['velocity']!r}")
        if self["world_frame"] not in ("enu", "nwu", "ned"):
            raise ValueError(f"world_frame: expected enu, nwu or ned, found {self['world_frame']!r}")
        for name in ("orientation_stddev", "constant_dt", "time_jump_threshold", "mag_delay_limit"):
            if not (math.isfinite(self[name]) and self[name] >= 0):
                raise ValueError(f"{name}: expected a number of at least 0, found {self[name]}")
        for name in ("declination", "yaw_offset", "mag_bias_x", "mag_bias_y", "mag_bias_z"):
            if not math.isfinite(self[name]):
                raise ValueError(f"{name}: expected a finite number, found {self[name]}")
        if not (math.isfinite(self["diagnostic_period"]) and self["diagnostic_period"] > 0):
            raise ValueError(f"diagnostic_period: expected a positive number, found {self['diagnostic_period']}")
        filter = self.make_filter()
        if self["velocity"] != "none":
            try:
                filter.observe_velocity(math.nan, math.nan)
            except ValueError:
                raise ValueError(f"velocity: the filter {self['filter']!r} takes none, only the default filters do") from None

    def changed(self, values: Mapping[str, Any], filter_parameters: Mapping[str, float]) -> Settings:
        """The settings with other values of some parameters.

        :raises ValueError: for an invalid value, and for a parameter that cannot change while the node runs
        """
        for name in values:
            if not PARAMETERS[name].is_live:
                raise ValueError(f"{name}: set it when the node starts")
        return Settings({**self.values, **values}, {**self.filter_parameters, **filter_parameters})

    def __getitem__(self, name: str) -> Any:
        return self.values.get(name, PARAMETERS[name].default)

    def make_filter(self) -> cardan.Filter:
        """A new filter."""
        return cardan.Filter(
            self["filter"], frame=self["world_frame"], magnetometer=self["use_mag"], axes=self["axes"],
            calibration=self["calibration"] or None, **self.parameters)

    @property
    def parameters(self) -> dict[str, float]:
        """The parameters of the filter that are not defaults."""
        return {**self.filter_parameters, **({"declination": self["declination"]} if self["declination"] else {})}
