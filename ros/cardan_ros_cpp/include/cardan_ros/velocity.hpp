// Velocities that aid a filter, from messages of ROS or anything with the same fields: what velocity.py and messages.py of
// python/cardan_ros do.
#ifndef CARDAN_ROS_VELOCITY_HPP
#define CARDAN_ROS_VELOCITY_HPP

#include <cardan.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

namespace cardan_ros {

/// A velocity over ground to the east and to the north, or the speed along the forward axis of the body and across it, m/s.
struct Velocity {
  std::array<double, 2> values;
  /// Standard deviation of each component, or of the speed ahead, m/s; NaN for the parameter of the filter.
  double sigma = cardan::missing;
  /// Standard deviation of the speed across; NaN for the parameter of the filter.
  double lateral_sigma = cardan::missing;
  bool is_speed = false;
};

/// A position of a satellite receiver.
struct Fix {
  /// Geodetic latitude and longitude in degrees, height above the ellipsoid, m; the height may be NaN.
  double latitude;
  double longitude;
  double height;
  /// Variances of the position to the east and to the north, m²; not positive if unknown.
  std::array<double, 2> variances;
  /// `STATUS_…` of sensor_msgs/NavSatStatus: below 0 without a fix.
  int status;

  /// Whether there is a fix, at a place on the Earth where east is one direction, with known variances.
  bool is_usable() const {
    return status >= 0 && std::abs(latitude) < 89.9 && std::isfinite(longitude) &&
           std::all_of(variances.begin(), variances.end(), [](double each) { return each > 0 && std::isfinite(each); });
  }
};

/// Velocities over ground from consecutive fixes.
///
/// A velocity is the mean between two fixes, at the time in their middle. Its variance is that of two independent positions, and that
/// of a mean where the velocity changes, which the two velocities before it show. There is none from fixes without variances, after a
/// gap, and between fixes of different status: a position jumps where corrections begin or end.
class FixDifferences {
public:
  /// Fixes with more time between them, s, give no velocity: the mean over it is not the velocity in its middle.
  static constexpr double largest_interval = 0.45;

  /// The velocity from the last fix to this one of `t` ns, and its time, ns; nothing if there is none yet.
  std::optional<std::pair<std::int64_t, Velocity>> velocity(std::int64_t t, const Fix &fix) {
    const auto last = std::exchange(last_, fix.is_usable() ? std::optional(std::pair(t, fix)) : std::nullopt);
    const double interval = last ? static_cast<double>(t - last->first) * 1e-9 : 0;
    if (!last || !last_ || fix.status != last->second.status || !(0 < interval && interval <= largest_interval)) {
      mean_count_ = 0;
      return std::nullopt;
    }
    const auto [east, north] = moved(last->second, fix);
    const std::array<double, 2> mean = {east / interval, north / interval};
    const auto then = std::exchange(newest_mean_, mean), first = std::exchange(mean_before_, then);
    if (mean_count_ < 2) {
      ++mean_count_;
      return std::nullopt;
    }
    const auto &before = last->second.variances;
    const double position = std::max(before[0] + fix.variances[0], before[1] + fix.variances[1]) / (interval * interval);
    const double bend[] = {mean[0] - 2 * then[0] + first[0], mean[1] - 2 * then[1] + first[1]};
    const double variance = position + mean_error * mean_error * (bend[0] * bend[0] + bend[1] * bend[1]);
    return std::pair(last->first + (t - last->first) / 2, Velocity{mean, std::sqrt(variance)});
  }

private:
  // WGS 84: half of the equator's diameter, m, and the square of the eccentricity.
  static constexpr double radius = 6378137.0;
  static constexpr double eccentricity_squared = 6.694379990141e-3;
  // Of a velocity that changes as a sine of time, the mean over an interval is off by a 24th of the second difference of such means,
  // if the interval is short, and by a tenth at 2.3 intervals a period.
  static constexpr double mean_error = 0.1;

  static double radians(double degrees) { return degrees * (3.14159265358979323846 / 180); }

  /// The way from one fix to another to the east and to the north in the plane between them, m.
  static std::array<double, 2> moved(const Fix &before, const Fix &after) {
    const double latitude = radians((before.latitude + after.latitude) / 2), sine = std::sin(latitude);
    double height = (before.height + after.height) / 2;
    if (!std::isfinite(height)) height = 0;
    const double curvature = 1 - eccentricity_squared * sine * sine;
    const double along_meridian = radius * (1 - eccentricity_squared) / (curvature * std::sqrt(curvature));
    const double across_meridian = radius / std::sqrt(curvature);
    const double turned = std::remainder(after.longitude - before.longitude, 360.0);
    return {radians(turned) * (across_meridian + height) * std::cos(latitude),
            radians(after.latitude - before.latitude) * (along_meridian + height)};
  }

  std::optional<std::pair<std::int64_t, Fix>> last_;
  std::array<double, 2> newest_mean_ = {}, mean_before_ = {};
  int mean_count_ = 0;
};

/// Of x and of y; NaN where a covariance says nothing: zero, -1 or no number.
template <typename TwistWithCovariance>
std::array<double, 2> sigmas_of(const TwistWithCovariance &twist) {
  const auto sigma = [](double variance) { return variance > 0 && std::isfinite(variance) ? std::sqrt(variance) : cardan::missing; };
  return {sigma(twist.covariance[0]), sigma(twist.covariance[7])};
}

/// The velocity of a TwistWithCovariance in east-north-up axes, as drivers of satellite receivers publish it.
template <typename TwistWithCovariance>
Velocity of_twist(const TwistWithCovariance &twist) {
  const auto [x, y] = sigmas_of(twist);
  // A number is larger than NaN.
  return {{twist.twist.linear.x, twist.twist.linear.y}, std::fmax(x, y)};
}

/// The velocity of an Odometry, whose twist is in body axes: the speed ahead, or turned by the pose into the frame of the header,
/// which must be east-north-up.
template <typename Odometry>
Velocity of_odometry(const Odometry &message, bool is_speed) {
  const auto &v = message.twist.twist.linear;
  const auto &q = message.pose.pose.orientation;
  const auto [x, y] = sigmas_of(message.twist);
  if (is_speed) return {{v.x, 0}, x, y, true};
  const double east = (1 - 2 * (q.y * q.y + q.z * q.z)) * v.x + 2 * (q.x * q.y - q.w * q.z) * v.y + 2 * (q.x * q.z + q.w * q.y) * v.z;
  const double north = 2 * (q.x * q.y + q.w * q.z) * v.x + (1 - 2 * (q.x * q.x + q.z * q.z)) * v.y + 2 * (q.y * q.z - q.w * q.x) * v.z;
  return {{east, north}, std::fmax(x, y)};
}

/// The position of a NavSatFix; without variances if the type of its covariance says so.
template <typename NavSatFix>
Fix of_fix(const NavSatFix &message) {
  const auto &covariance = message.position_covariance;
  const bool is_known = message.position_covariance_type != 0;
  return {message.latitude, message.longitude, message.altitude,
          {is_known ? covariance[0] : 0, is_known ? covariance[4] : 0}, message.status.status};
}

} // namespace cardan_ros

#endif
