// The parameters of the node, without ROS: names, defaults and rules are those of python/cardan_ros.
#ifndef CARDAN_ROS_SETTINGS_HPP
#define CARDAN_ROS_SETTINGS_HPP

#include <cardan_offline.h>

#include <cardan.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <map>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace cardan_ros {

/// The namespace of the filter's own parameters.
inline constexpr const char *filter_prefix = "filter_parameters.";

/// Parameters of imu_tools' filters that have no counterpart.
inline constexpr std::array<const char *, 8> ignored_parameters = {
    "stateless", "gain", "zeta", "gain_acc", "gain_mag", "do_bias_estimation", "bias_alpha", "do_adaptive_gain"};

/// A value as ROS gives it.
using Value = std::variant<bool, std::int64_t, double, std::string>;

/// The values of the parameters.
struct Settings {
  std::string filter = "default";
  bool use_mag = true;
  std::string world_frame = "enu";
  std::string velocity = "none";
  double declination = 0;
  double yaw_offset = 0;
  double mag_bias_x = 0;
  double mag_bias_y = 0;
  double mag_bias_z = 0;
  double orientation_stddev = 0;
  double constant_dt = 0;
  double time_jump_threshold = 1;
  double mag_delay_limit = 0.5;
  bool remove_gravity_vector = false;
  bool remove_gyro_bias = false;
  bool publish_debug_topics = false;
  bool publish_tf = false;
  bool reverse_tf = false;
  std::string fixed_frame = "odom";
  std::string axes = "x,y,z";
  std::string calibration;
  double diagnostic_period = 1;
  /// Parameters of the filter by name.
  std::map<std::string, double> filter_parameters = {};

  /// Set the parameter with a name; an integer stands for a number. Throws std::invalid_argument for another type.
  void set(const std::string &name, const Value &value);

  /// Throw std::invalid_argument, with the name of the parameter, or cardan::Error for a value that is not allowed.
  void check() const;

  /// The settings with other values of some parameters; an error for one that cannot change while the node runs.
  Settings changed(const std::map<std::string, Value> &values, const std::map<std::string, Value> &of_filter) const;

  /// Set a parameter of the filter: a number, a switch, or the name of a choice.
  void set_filter_parameter(const std::string &name, const Value &value);

  /// The kind of the filter.
  cardan_filter_kind kind() const;

  /// A new filter.
  cardan::Filter make_filter() const;

  /// The parameters of the filter that are not defaults.
  std::map<std::string, double> parameters() const {
    auto all = filter_parameters;
    if (declination != 0) all["declination"] = declination;
    return all;
  }
};

/// A parameter of the node: where its value is, what it means, and whether it can change while the node runs.
struct Parameter {
  const char *name;
  std::variant<bool Settings::*, double Settings::*, std::string Settings::*> member;
  std::string description;
  bool is_live = false;

  /// Its value.
  Value value(const Settings &settings) const {
    return std::visit([&](auto place) { return Value(settings.*place); }, member);
  }
};

/// The names of the filters, separated by commas.
inline std::string filter_names() {
  std::string names;
  for (std::uint32_t kind = 0; !cardan::filter_name(static_cast<cardan_filter_kind>(kind)).empty(); ++kind) {
    names += (kind == 0 ? "" : ", ") + std::string(cardan::filter_name(static_cast<cardan_filter_kind>(kind)));
  }
  return names;
}

/// The parameters, with the names of imu_tools where the meaning is the same.
inline const std::vector<Parameter> &parameters() {
  static const std::vector<Parameter> all = {
      {"filter", &Settings::filter, "filter: " + filter_names()},
      {"use_mag", &Settings::use_mag, "use imu/mag; without it the heading is relative and drifts"},
      {"world_frame", &Settings::world_frame, "frame of the attitude: enu, nwu or ned"},
      {"velocity", &Settings::velocity, "what aids the filter: none, twist, odometry, speed or fix"},
      {"declination", &Settings::declination, "from true to magnetic north, rad, positive to the east; 0 for magnetic north", true},
      {"yaw_offset", &Settings::yaw_offset, "angle added to the yaw, rad", true},
      {"mag_bias_x", &Settings::mag_bias_x, "hard iron, T, subtracted from the field", true},
      {"mag_bias_y", &Settings::mag_bias_y, "hard iron, T", true},
      {"mag_bias_z", &Settings::mag_bias_z, "hard iron, T", true},
      {"orientation_stddev", &Settings::orientation_stddev,
       "standard deviation of the orientation, rad, for filters that estimate none", true},
      {"constant_dt", &Settings::constant_dt, "interval of the samples, s; 0 to use the timestamps"},
      {"time_jump_threshold", &Settings::time_jump_threshold,
       "timestamps that go back by more, s: the clock was set; others are late", true},
      {"mag_delay_limit", &Settings::mag_delay_limit, "fields older than the sample by more, s, are ignored as late", true},
      {"remove_gravity_vector", &Settings::remove_gravity_vector, "publish the acceleration without gravity", true},
      {"remove_gyro_bias", &Settings::remove_gyro_bias,
       "publish the angular velocity without the bias that the filter estimates", true},
      {"publish_debug_topics", &Settings::publish_debug_topics, "publish roll, pitch and yaw in rad on imu/rpy/filtered"},
      {"publish_tf", &Settings::publish_tf, "broadcast the attitude by tf2_ros"},
      {"reverse_tf", &Settings::reverse_tf, "broadcast from the sensor's frame to fixed_frame"},
      {"fixed_frame", &Settings::fixed_frame, "the parent frame of the transform"},
      {"axes", &Settings::axes, "sensor axes for body x, y and z: y,-x,z"},
      {"calibration", &Settings::calibration, "file of cardan calibrate"},
      {"diagnostic_period", &Settings::diagnostic_period, "interval of /diagnostics, s"},
  };
  return all;
}

/// The parameter of the node with a name; null for another name.
inline const Parameter *parameter_named(const std::string &name) {
  for (const auto &parameter : parameters()) {
    if (name == parameter.name) return &parameter;
  }
  return nullptr;
}

/// A value as a user writes it.
inline std::string text(const Value &value) {
  struct Writer {
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(double number) const {
      char digits[32];
      std::snprintf(digits, sizeof digits, "%g", number);
      return digits;
    }
    std::string operator()(const std::string &words) const { return "'" + words + "'"; }
  };
  return std::visit(Writer(), value);
}

/// Signed numbers of axes from "y,-x,z". Whether they are right-handed, the filter says.
inline std::array<std::int32_t, 3> signed_axes(const std::string &words) {
  std::array<std::int32_t, 3> axes = {};
  std::size_t count = 0, start = 0;
  while (start <= words.size() && count < 3) {
    const std::size_t end = std::min(words.find(',', start), words.size());
    std::string word = words.substr(start, end - start);
    word.erase(0, word.find_first_not_of(' '));
    word.erase(word.find_last_not_of(' ') + 1);
    const bool is_negative = !word.empty() && word[0] == '-', has_sign = is_negative || (!word.empty() && word[0] == '+');
    const std::size_t letter = has_sign ? 1 : 0;
    if (word.size() != letter + 1 || word[letter] < 'x' || word[letter] > 'z') break;
    axes[count++] = (is_negative ? -1 : 1) * (word[letter] - 'x' + 1);
    start = end + 1;
  }
  if (count != 3 || start <= words.size()) {
    throw std::invalid_argument("axes: expected three axes like 'y,-x,z', found '" + words + "'");
  }
  return axes;
}

inline void Settings::set(const std::string &name, const Value &value) {
  const Parameter *parameter = parameter_named(name);
  if (parameter == nullptr) throw std::invalid_argument(name + ": no such parameter");
  std::visit(
      [&](auto member) {
        using Type = std::remove_reference_t<decltype(this->*member)>;
        if (const auto *given = std::get_if<Type>(&value)) {
          this->*member = *given;
          return;
        }
        if constexpr (std::is_same_v<Type, double>) {
          if (const auto *integer = std::get_if<std::int64_t>(&value)) {
            this->*member = static_cast<double>(*integer);
            return;
          }
        }
        const char *expected = std::is_same_v<Type, double> ? "a number" : std::is_same_v<Type, bool> ? "true or false" : "a text";
        throw std::invalid_argument(name + ": expected " + expected + ", found " + text(value));
      },
      parameter->member);
}

inline void Settings::set_filter_parameter(const std::string &name, const Value &value) {
  for (const auto &info : cardan::parameters_of(kind())) {
    if (name != info.name) continue;
    if (const auto *number = std::get_if<double>(&value)) {
      filter_parameters[name] = *number;
    } else if (const auto *integer = std::get_if<std::int64_t>(&value)) {
      filter_parameters[name] = static_cast<double>(*integer);
    } else if (const auto *flag = std::get_if<bool>(&value)) {
      filter_parameters[name] = *flag ? 1 : 0;
    } else {
      const std::string names = std::string(" ") + info.choices + " ", wanted = " " + std::get<std::string>(value) + " ";
      const std::size_t place = names.find(wanted);
      if (place == std::string::npos || wanted.find(' ', 1) != wanted.size() - 1) {
        throw std::invalid_argument(name + ": expected " + (*info.choices ? std::string("one of ") + info.choices : "a number") +
                                    ", found " + text(value));
      }
      filter_parameters[name] = static_cast<double>(std::count(names.begin() + 1, names.begin() + static_cast<std::ptrdiff_t>(place) + 1, ' '));
    }
    return;
  }
  throw std::invalid_argument("the filter '" + filter + "' has no parameter '" + name + "'");
}

inline void Settings::check() const {
  const auto require = [](bool holds, const char *name, const std::string &expected, const Value &found) {
    if (!holds) throw std::invalid_argument(std::string(name) + ": expected " + expected + ", found " + text(found));
  };
  const auto is_one_of = [](const std::string &word, std::initializer_list<const char *> words) {
    return std::any_of(words.begin(), words.end(), [&](const char *each) { return word == each; });
  };
  require(is_one_of(velocity, {"none", "twist", "odometry", "speed", "fix"}), "velocity",
          "one of none, twist, odometry, speed, fix", velocity);
  require(is_one_of(world_frame, {"enu", "nwu", "ned"}), "world_frame", "enu, nwu or ned", world_frame);
  for (const char *name : {"orientation_stddev", "constant_dt", "time_jump_threshold", "mag_delay_limit"}) {
    const double number = std::get<double>(parameter_named(name)->value(*this));
    require(std::isfinite(number) && number >= 0, name, "a number of at least 0", number);
  }
  for (const char *name : {"declination", "yaw_offset", "mag_bias_x", "mag_bias_y", "mag_bias_z"}) {
    const double number = std::get<double>(parameter_named(name)->value(*this));
    require(std::isfinite(number), name, "a finite number", number);
  }
  require(std::isfinite(diagnostic_period) && diagnostic_period > 0, "diagnostic_period", "a positive number", diagnostic_period);
  auto filter_of_these = make_filter();
  if (velocity != "none" &&
      filter_of_these.observe_velocity(cardan::GroundVelocity::enu(cardan::missing, cardan::missing)) == CARDAN_UNSUPPORTED) {
    throw std::invalid_argument("velocity: the filter '" + filter + "' takes none, only the default filters do");
  }
}

inline Settings Settings::changed(const std::map<std::string, Value> &values, const std::map<std::string, Value> &of_filter) const {
  Settings settings = *this;
  for (const auto &[name, value] : values) {
    const Parameter *parameter = parameter_named(name);
    if (parameter != nullptr && !parameter->is_live) throw std::invalid_argument(name + ": set it when the node starts");
    settings.set(name, value);
  }
  for (const auto &[name, value] : of_filter) settings.set_filter_parameter(name, value);
  settings.check();
  return settings;
}

inline cardan_filter_kind Settings::kind() const {
  try {
    return cardan::filter_named(filter);
  } catch (const cardan::Error &) {
    throw std::invalid_argument("filter: unknown filter '" + filter + "'; expected one of: " + filter_names());
  }
}

inline cardan::Filter Settings::make_filter() const {
  cardan::Options options;
  options.filter = kind();
  options.frame = cardan::frame_named(world_frame);
  options.uses_magnetometer = use_mag;
  options.axes = signed_axes(axes);
  for (const auto &[name, value] : parameters()) options.parameters.emplace_back(name, value);
  if (!calibration.empty()) options.calibration = cardan::read_calibration(calibration);
  try {
    return cardan::Filter(options);
  } catch (const cardan::Error &error) {
    if (error.status() == CARDAN_BAD_AXES) throw std::invalid_argument("axes: expected right-handed axes, found '" + axes + "'");
    throw;
  }
}

} // namespace cardan_ros

#endif
