// cardan.hpp without exceptions: errors are values. It says nothing where all is well.
#include <cardan_offline.h>

#include <cardan.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

static int failures = 0;

static void expect(bool condition, int line) {
  if (condition) return;
  ++failures;
  std::fprintf(stderr, "no_exceptions.cpp:%d: not so\n", line);
}

#define EXPECT(condition) expect(condition, __LINE__)

int main() {
  const double rate[3] = {0.0, 0.0, 0.5}, force[3] = {0.0, 0.0, 9.81}, field[3] = {0.0, 20.0, -40.0};
  cardan::Options options;
  options.parameters = {{"gravity_magnitude", 9.81}};
  cardan::Filter filter(options);
  EXPECT(filter.valid() && filter.status() == CARDAN_OK);
  for (int i = 0; i < 100; ++i) filter.update(0.01, rate, force, field);
  EXPECT(std::isfinite(filter.attitude()[0]) && !(filter.flags() & CARDAN_ANGULAR_RATE_REJECTED));

  // What cannot be made is not valid and has the status; no result of it looks like one.
  options.parameters = {{"none", 1.0}};
  cardan::Filter wrong(options);
  EXPECT(!wrong.valid() && wrong.status() == CARDAN_UNKNOWN_PARAMETER);
  EXPECT(wrong.update(0.01, rate, force) & CARDAN_ANGULAR_RATE_REJECTED);
  EXPECT(std::isnan(wrong.motion().quaternion[3]) && std::isnan(wrong.tilt_sigma()) && wrong.snapshot().empty());
  const cardan::Filter copy = wrong;
  EXPECT(!copy.valid() && copy.status() == CARDAN_UNKNOWN_PARAMETER);
  EXPECT(cardan::Filter(filter).attitude() == filter.attitude());
  cardan::FixedLag lag(wrong, 0.5);
  EXPECT(!lag.valid() && lag.status() == CARDAN_NULL_ARGUMENT && !lag.next());
  static cardan::InPlaceFilter<64> small;
  EXPECT(small.status() == CARDAN_BAD_SIZE);

  // Unknown names and unreadable files are refused where they are used.
  cardan::Options unknown;
  unknown.filter = cardan::filter_named("none");
  EXPECT(cardan::Filter(unknown).status() == CARDAN_BAD_ARGUMENT);
  cardan::Options lost;
  lost.frame = cardan::frame_named("none");
  EXPECT(cardan::Filter(lost).status() == CARDAN_BAD_ARGUMENT);
  cardan::Options uncalibrated;
  uncalibrated.calibration = cardan::read_calibration("/no/such/file");
  EXPECT(cardan::Filter(uncalibrated).status() == CARDAN_BAD_CALIBRATION);
  EXPECT(filter.set_temperature(cardan::read_gyroscope_temperature("/no/such/file"), 20) == CARDAN_BAD_CALIBRATION);
  EXPECT(std::isnan(cardan::earth_field(cardan::Place::degrees(91, 0), 2026.5).declination));

  // Calls return their status.
  EXPECT(filter.set_parameter("velocity_lag", 0.1) == CARDAN_OK && filter.parameter("velocity_lag") == 0.1);
  EXPECT(filter.set_parameter("velocity_lag", -1) == CARDAN_PARAMETER_OUT_OF_RANGE);
  EXPECT(filter.set_parameter("none", 1) == CARDAN_UNKNOWN_PARAMETER && std::isnan(filter.parameter("none")));
  EXPECT(filter.restore({}) == CARDAN_BAD_SIZE && filter.restore(filter.snapshot()) == CARDAN_OK);
  EXPECT(filter.add(CARDAN_GYROSCOPE, 0, rate) == CARDAN_UNSUPPORTED && !filter.next());
  const cardan_results nothing = CARDAN_RESULTS;
  EXPECT(filter.fuse(cardan_recording{}, nothing) == CARDAN_BAD_SIZE);

  // A container of two numbers is an invalid reading, not a missing one.
  EXPECT(filter.update(0.01, std::vector<double>{1.0, 2.0}, force) & CARDAN_ANGULAR_RATE_REJECTED);
  return failures == 0 ? 0 : 1;
}
