// Attitude from messages of an IMU and an asynchronous magnetometer, without ROS: what python/cardan_ros/estimator.py does.
#ifndef CARDAN_ROS_ESTIMATOR_HPP
#define CARDAN_ROS_ESTIMATOR_HPP

#include "settings.hpp"
#include "velocity.hpp"

#include <deque>
#include <functional>
#include <optional>
#include <string_view>

namespace cardan_ros {

/// The attitude after a sample.
struct Attitude {
  /// World frame from body: w, x, y, z.
  std::array<double, 4> quaternion;
  /// 3×3, row by row, of rotations about the axes of the world frame, rad²; zeros if unknown.
  std::array<double, 9> covariance;
  /// In body axes, without gravity, m/s²; NaN if the sample had no specific force.
  std::array<double, 3> user_acceleration;
  /// In body axes, without the estimated bias, rad/s; NaN if the sample had no angular rate.
  std::array<double, 3> angular_rate;
  std::uint32_t flags;

  /// The angles about x'', y' and z, rad.
  std::array<double, 3> roll_pitch_yaw() const {
    const auto [w, x, y, z] = quaternion;
    return {std::atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)), std::asin(std::clamp(2 * (w * y - x * z), -1.0, 1.0)),
            std::atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))};
  }
};

/// Counts by name.
using Counts = std::map<std::string, std::int64_t, std::less<>>;

/// A filter for messages of an IMU and a magnetometer.
///
/// Fields and velocities wait for the first sample that is not older, and do not delay samples. Samples that are not newer than
/// the last are ignored, unless the time went back by more than `time_jump_threshold`: the clock was set, and the attitude stays.
class Estimator {
public:
  using Vector = std::array<double, 3>;

  explicit Estimator(const Settings &settings) : settings_(settings), filter_(settings.make_filter()) {}

  /// Counts since the start: samples, late samples, late fields, clock steps, resets, and samples by flag.
  const Counts &counts() const { return counts_; }

  /// What is doubtful about the readings since the last reset.
  std::uint32_t doubts() const { return filter_.doubts(); }

  /// Go on with other parameters; the attitude and all that was learned stay. An error for one that is set when the filter is made.
  void change(const Settings &settings) {
    // All or none: what another filter refuses does not reach this one.
    cardan::Filter other = settings.make_filter();
    const auto before = all_parameters(settings_);
    std::vector<std::pair<std::string, double>> changes;
    for (const auto &each : all_parameters(settings)) {
      if (each.second != before.at(each.first)) changes.push_back(each);
    }
    for (const auto &[name, value] : changes) other.set_parameter(name, value);
    for (const auto &[name, value] : changes) filter_.set_parameter(name, value);
    settings_ = settings;
  }

  /// Restart the filter.
  void reset() {
    filter_.reset();
    last_.reset();
    time_ = 0;
    fields_.clear();
    velocities_.clear();
    fixes_ = FixDifferences();
    count("resets");
  }

  /// Add a magnetic field in T, measured at `t` ns.
  void add_field(std::int64_t t, const Vector &field) {
    if (!settings_.use_mag) return;
    count("fields");
    if (!std::all_of(field.begin(), field.end(), [](double each) { return std::isfinite(each); })) {
      count("invalid fields");
    } else if (!fields_.empty() && t < fields_.back().first) {
      count("late fields");
    } else {
      wait(fields_, t, field);
    }
  }

  /// Add a velocity, measured at `t` ns. It acts on the samples after the first that is not older.
  void add_velocity(std::int64_t t, const Velocity &velocity) {
    count("velocities");
    if (std::isfinite(velocity.values[0]) && std::isfinite(velocity.values[1])) {
      wait(velocities_, t, velocity);
    } else {
      count("invalid velocities");
    }
  }

  /// Add a position of a satellite receiver, measured at `t` ns; it and those before it give velocities.
  void add_fix(std::int64_t t, const Fix &fix) {
    count("fixes");
    if (const auto found = fixes_.velocity(t, fix)) {
      add_velocity(found->first, found->second);
    } else {
      count("fixes without velocity");
    }
  }

  /// Add a sample of `t` ns, rad/s and m/s²; nothing, or NaN in it, is a missing reading. Nothing for a late sample.
  std::optional<Attitude> add_sample(std::int64_t t, const std::optional<Vector> &gyro, const std::optional<Vector> &accel) {
    if (last_ && t <= *last_) {
      if (static_cast<double>(*last_ - t) <= settings_.time_jump_threshold * 1e9) {
        count("late samples");
        return std::nullopt;
      }
      // What waits has the times of the other clock.
      fields_.clear();
      velocities_.clear();
      count("clock steps");
    }
    time_ = settings_.constant_dt > 0 ? time_ + std::llrint(settings_.constant_dt * 1e9) : t;
    last_ = t;
    const auto field = field_of(t);
    filter_.update_at(time_, reading(gyro), reading(accel), reading(field));
    count("samples");
    observe_velocities(t);
    const Attitude attitude = made();
    for (const std::uint32_t flag : reported_flags) {
      if (attitude.flags & flag) count(cardan::flag_name(flag));
    }
    return attitude;
  }

private:
  // A heading of which nothing is known: the variance of a uniform angle.
  static constexpr double unknown_variance = 9.869604401089358 / 3;
  static constexpr std::size_t most_waiting = 1000;
  static constexpr std::uint32_t reported_flags[] = {
      CARDAN_ANGULAR_RATE_REJECTED, CARDAN_SPECIFIC_FORCE_REJECTED, CARDAN_MAGNETIC_FIELD_REJECTED, CARDAN_AFTER_GAP,
      CARDAN_SATURATED,             CARDAN_CORRECTED_BY_JUMP,       CARDAN_FIELD_DISTURBED,         CARDAN_VELOCITY_REJECTED};

  static cardan::Reading reading(const std::optional<Vector> &vector) {
    return vector ? cardan::Reading(*vector) : cardan::Reading(nullptr);
  }

  /// Every parameter of the filter, with its default or its value.
  static std::map<std::string, double> all_parameters(const Settings &settings) {
    auto all = settings.parameters();
    for (const auto &info : cardan::parameters_of(settings.kind())) all.emplace(info.name, info.default_value);
    return all;
  }

  template <typename Element>
  static void wait(std::deque<std::pair<std::int64_t, Element>> &queue, std::int64_t t, const Element &element) {
    if (queue.size() == most_waiting) queue.pop_front();
    queue.emplace_back(t, element);
  }

  void count(std::string_view name) {
    const auto found = counts_.find(name);
    if (found != counts_.end()) {
      ++found->second;
    } else {
      counts_.emplace(name, 1);
    }
  }

  void observe_velocities(std::int64_t t) {
    while (!velocities_.empty() && velocities_.front().first <= t) {
      const auto [measured, velocity] = velocities_.front();
      velocities_.pop_front();
      if (velocity.is_speed) {
        static_cast<void>(filter_.observe_speed(velocity.values[0], velocity.sigma, velocity.lateral_sigma));
      } else {
        // The parameter is the time from the measurement to the stamp of the message.
        const double lag = static_cast<double>(t - measured) * 1e-9 + filter_.parameter("velocity_lag");
        static_cast<void>(filter_.observe_velocity(
            cardan::GroundVelocity::enu(velocity.values[0], velocity.values[1]), velocity.sigma, cardan::Seconds(lag)));
      }
    }
  }

  /// The newest field that is not newer than a sample, in µT.
  std::optional<Vector> field_of(std::int64_t t) {
    std::optional<std::pair<std::int64_t, Vector>> found;
    while (!fields_.empty() && fields_.front().first <= t) {
      found = fields_.front();
      fields_.pop_front();
    }
    if (!found) return std::nullopt;
    if (static_cast<double>(t - found->first) > settings_.mag_delay_limit * 1e9) {
      count("late fields");
      return std::nullopt;
    }
    const Vector &field = found->second;
    return Vector{(field[0] - settings_.mag_bias_x) * 1e6, (field[1] - settings_.mag_bias_y) * 1e6,
                  (field[2] - settings_.mag_bias_z) * 1e6};
  }

  Attitude made() const {
    auto quaternion = filter_.attitude();
    if (settings_.yaw_offset != 0) {
      const auto [w, x, y, z] = quaternion;
      const double half = settings_.yaw_offset / 2, c = std::cos(half), s = std::sin(half);
      quaternion = {c * w - s * z, c * x - s * y, c * y + s * x, c * z + s * w};
    }
    const std::uint32_t flags = filter_.flags();
    return {quaternion, covariance(flags), filter_.user_acceleration(), filter_.angular_rate(), flags};
  }

  std::array<double, 9> covariance(std::uint32_t flags) const {
    double tilt = filter_.tilt_sigma(), heading = filter_.heading_sigma();
    if (std::isnan(tilt)) {
      tilt = heading = settings_.orientation_stddev;
    } else if (flags & CARDAN_HEADING_UNKNOWN) {
      // Its sigma is that of the heading since the start, not from north.
      heading = std::numeric_limits<double>::infinity();
    }
    // An unknown sigma is NaN, of which the least is the other.
    const double about_up = std::min(unknown_variance, heading * heading);
    return {tilt * tilt, 0, 0, 0, tilt * tilt, 0, 0, 0, about_up};
  }

  Settings settings_;
  cardan::Filter filter_;
  Counts counts_;
  std::optional<std::int64_t> last_;
  std::int64_t time_ = 0;
  std::deque<std::pair<std::int64_t, Vector>> fields_;
  std::deque<std::pair<std::int64_t, Velocity>> velocities_;
  FixDifferences fixes_;
};

} // namespace cardan_ros

#endif
