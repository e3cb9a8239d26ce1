// The state of an estimator for diagnostics, without ROS: what python/cardan_ros/health.py does.
#ifndef CARDAN_ROS_HEALTH_HPP
#define CARDAN_ROS_HEALTH_HPP

#include "estimator.hpp"

namespace cardan_ros {

/// A status of `diagnostic_msgs`.
struct Health {
  enum Level : unsigned char { ok = 0, warn = 1, error = 2 };

  Level level;
  std::string message;
  std::vector<std::pair<std::string, std::string>> values;
};

/// The changes of an estimator's counts from report to report.
class HealthReport {
public:
  explicit HealthReport(bool use_mag) : use_mag_(use_mag) {}

  /// Add the time from the arrival of a sample to its published attitude, s.
  void add_time(double seconds) { times_.push_back(seconds); }

  /// The health since the last report; `flags` are those of the last sample, the frames those of sample and field, `doubts` those of
  /// the filter.
  Health made(const Counts &counts, std::optional<std::uint32_t> flags = std::nullopt, const std::string &sample_frame = "",
              const std::string &field_frame = "", std::uint32_t doubts = 0) {
    const Counts before = std::exchange(before_, counts);
    const auto change = [&](const std::string &name) {
      const auto now = counts.find(name), then = before.find(name);
      return (now == counts.end() ? 0 : now->second) - (then == before.end() ? 0 : then->second);
    };
    Health health = {Health::error, "no messages on imu/data_raw", {}};
    for (const auto &[name, count] : counts) health.values.emplace_back(name, std::to_string(count));
    add_times(health);
    if (change("samples") == 0) return health;

    std::vector<std::string> problems;
    for (const auto &each : counts) {
      std::string name = each.first;
      const bool is_expected = name == "samples" || name == "fields" || name == "velocities" || name == "fixes" ||
                               (name == "fixes without velocity" && change("velocities") > 0); // some after a gap
      if (is_expected || change(name) <= 0) continue;
      const std::string number = std::to_string(change(name));
      std::replace(name.begin(), name.end(), '_', ' ');
      problems.push_back(name + ": " + number);
    }
    for (const auto &[doubt, words] : doubt_words) {
      if (doubts & doubt) problems.push_back(words);
    }
    if (use_mag_ && change("fields") == 0) problems.push_back("no messages on imu/mag");
    if (!sample_frame.empty() && !field_frame.empty() && sample_frame != field_frame) {
      problems.push_back("imu/mag is in the frame " + field_frame + ", imu/data_raw in " + sample_frame +
                         "; fields are taken as in " + sample_frame);
    }
    if (flags && (*flags & CARDAN_HEADING_UNKNOWN) && use_mag_) problems.push_back("heading unknown");
    if (flags && (*flags & CARDAN_INITIALIZING)) problems.push_back("initializing");
    health.level = problems.empty() ? Health::ok : Health::warn;
    health.message = problems.empty() ? "ok" : "";
    for (const auto &problem : problems) health.message += (health.message.empty() ? "" : "; ") + problem;
    return health;
  }

private:
  static constexpr std::pair<std::uint32_t, const char *> doubt_words[] = {
      {CARDAN_DOUBT_FORCE_UNIT, "linear_acceleration is not in m/s^2"},
      {CARDAN_DOUBT_RATE_UNIT, "angular_velocity is not in rad/s"},
      {CARDAN_DOUBT_RATE_AXES, "angular_velocity has other signs or axes than linear_acceleration"}};

  void add_times(Health &health) {
    if (times_.empty()) return;
    std::sort(times_.begin(), times_.end());
    const std::size_t count = times_.size();
    const double median = (times_[(count - 1) / 2] + times_[count / 2]) / 2;
    for (const auto &[name, seconds] : {std::pair("latency, median [us]", median), {"latency, largest [us]", times_.back()}}) {
      health.values.emplace_back(name, std::to_string(std::llrint(1e6 * seconds)));
    }
    times_.clear();
  }

  bool use_mag_;
  Counts before_;
  std::vector<double> times_;
};

} // namespace cardan_ros

#endif
