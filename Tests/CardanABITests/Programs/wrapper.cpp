// cardan.hpp: lifetimes, errors, Eigen. It says nothing where all is well.
#include <Eigen/Dense>
#include <cardan_offline.h>

#include <cardan.hpp>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

using namespace std::chrono_literals;

static int failures = 0;

static void expect(bool condition, int line) {
  if (condition) return;
  ++failures;
  std::fprintf(stderr, "wrapper.cpp:%d: not so\n", line);
}

#define EXPECT(condition) expect(condition, __LINE__)

template <typename Action>
static cardan_status status_of(Action action) {
  try {
    action();
  } catch (const cardan::Error &error) {
    return error.status();
  }
  return CARDAN_OK;
}

int main() {
  const double rate[3] = {0.0, 0.0, 0.5};
  const std::array<double, 3> force = {0.0, 0.0, 9.81};
  const Eigen::Vector3d field(0.0, 20.0, -40.0);

  cardan::Options options;
  options.filter = cardan::filter_named("mekf");
  options.frame = cardan::frame_named("ned");
  options.parameters = {{"gravity", 9.81}};
  cardan::Filter filter(options);
  for (int i = 0; i < 100; ++i) filter.update(0.01, rate, force, field);

  // A copy goes its own way from the same state; what was moved keeps it.
  cardan::Filter copy = filter, moved = std::move(copy);
  EXPECT(moved.attitude() == filter.attitude());
  moved.update(0.01, rate, force);
  EXPECT(moved.attitude() != filter.attitude());
  moved = filter;
  EXPECT(moved.attitude() == filter.attitude());
  const auto bytes = filter.snapshot();
  filter.reset();
  EXPECT(filter.attitude() != moved.attitude());
  filter.restore(bytes);
  EXPECT(filter.attitude() == moved.attitude());

  // Eigen's quaternion turns body into reference coordinates: specific force points up, which is -z in NED.
  const Eigen::Vector3d up = filter.quaternion() * Eigen::Vector3d(force.data());
  EXPECT(std::abs(up.z() + 9.81) < 0.2);
  const auto matrix = filter.matrix();
  EXPECT(std::abs(matrix[8] * 9.81 - up.z()) < 1e-9);
  EXPECT(std::abs(filter.gravity()[2] + 9.80665) < 0.2);
  EXPECT(std::isfinite(filter.motion().tilt_sigma));
  EXPECT(std::isfinite(filter.euler()[0]));

  // Matrices of Eigen in both storage orders give the same.
  const Eigen::Index rows = 50;
  Eigen::Matrix<double, Eigen::Dynamic, 3> columns_first = Eigen::MatrixXd::Random(rows, 3);
  Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor> rows_first = columns_first;
  Eigen::MatrixX4d first(rows, 4), second(rows, 4);
  for (auto *output : {&first, &second}) {
    cardan_recording recording = CARDAN_RECORDING;
    recording.count = static_cast<std::size_t>(rows);
    recording.interval = 0.01;
    recording.angular_rate = output == &first ? cardan::Rows<double>(columns_first).input() : cardan::Rows<double>(rows_first).input();
    cardan_results results = CARDAN_RESULTS;
    results.quaternion = cardan::Rows<double>(*output).output();
    cardan::Filter().fuse(recording, results);
  }
  EXPECT(first == second && first.row(0) != first.row(rows - 1));

  // Readings of every kind are the same reading.
  const float single[3] = {0.0f, 0.0f, 0.5f};
  const std::vector<double> wrong_length = {1.0, 2.0};
  Eigen::VectorXd dynamic = Eigen::VectorXd::Zero(3);
  dynamic(2) = 0.5;
  const double *pointer = rate;
  for (const cardan::Reading &reading : {
           cardan::Reading(rate), cardan::Reading(single), cardan::Reading(pointer), cardan::Reading(&single[0]),
           cardan::Reading(std::array<float, 3>{0, 0, 0.5f}), cardan::Reading(std::vector<double>(rate, rate + 3)),
           cardan::Reading(Eigen::Vector3f(0, 0, 0.5f)), cardan::Reading(2.0 * Eigen::Vector3d(0, 0, 0.25)),
           cardan::Reading(Eigen::Map<const Eigen::Vector3d>(rate)), cardan::Reading(Eigen::RowVector3d(0, 0, 0.5)),
           cardan::Reading(dynamic), cardan::Reading(Eigen::Vector3d::UnitZ() * 0.5) }) {
    EXPECT(reading.data() && reading.data()[0] == 0 && reading.data()[1] == 0 && reading.data()[2] == 0.5);
  }
  const double *none = nullptr;
  EXPECT(!cardan::Reading(nullptr).data() && !cardan::Reading(none).data() && !cardan::Reading().data());
  EXPECT(status_of([&] { cardan::Reading reading(wrong_length); }) == CARDAN_BAD_SIZE);
  EXPECT(status_of([] { cardan::Reading reading(Eigen::VectorXd::Zero(4)); }) == CARDAN_BAD_SIZE);
  filter.update(0.01, single, 9.81 * Eigen::Vector3f::UnitZ(), Eigen::Map<const Eigen::Vector3d>(field.data()));

  // Parameters change between two samples; the attitude stays.
  const auto before = filter.attitude();
  filter.set_parameter("gravity", 9.8);
  EXPECT(filter.parameter("gravity") == 9.8 && filter.attitude() == before);
  EXPECT(cardan::Filter(filter).parameter("gravity") == 9.8);
  const auto all = cardan::parameters_of(CARDAN_FILTER_MEKF);
  EXPECT(all.size() == cardan_parameter_count(CARDAN_FILTER_MEKF) && all[0].name != all[1].name);
  try {
    filter.set_parameter("gravity", 1000);
    EXPECT(false);
  } catch (const cardan::Error &error) {
    EXPECT(error.status() == CARDAN_PARAMETER_OUT_OF_RANGE && filter.parameter("gravity") == 9.8);
    EXPECT(std::string(error.what()).find("parameter 'gravity': expected ") != std::string::npos);
    EXPECT(std::string(error.what()).find("found 1000") != std::string::npos);
  }
  try {
    cardan::read_calibration("/no/such/file");
  } catch (const cardan::Error &error) {
    const std::string text = error.what();
    EXPECT(text.find("/no/such/file") == text.rfind("/no/such/file"));
  }
  EXPECT(status_of([&] { filter.restore({}); }) == CARDAN_BAD_SIZE);
  EXPECT(cardan::filter_named("MEKF") == CARDAN_FILTER_MEKF && cardan::frame_named("X-True-North-Z-Vertical") == CARDAN_FRAME_X_TRUE_NORTH_Z_VERTICAL);

  EXPECT(status_of([] { cardan::filter_named("none"); }) == CARDAN_BAD_ARGUMENT);
  options.parameters = {{"none", 1.0}};
  EXPECT(status_of([&] { cardan::Filter wrong(options); }) == CARDAN_UNKNOWN_PARAMETER);
  EXPECT(status_of([&] { filter.add(CARDAN_GYROSCOPE, 0, rate); }) == CARDAN_UNSUPPORTED);
  EXPECT(status_of([] { cardan::read_calibration("/no/such/file"); }) == CARDAN_UNREADABLE);

  cardan::Options apart;
  apart.has_separate_sensors = true;
  cardan::Filter merging(apart);
  merging.add(CARDAN_GYROSCOPE, 0, rate);
  EXPECT(!merging.next());
  merging.finish();
  EXPECT(merging.next() && !merging.next());

  // Only names say which component of a velocity is which.
  using cardan::GroundVelocity;
  EXPECT(GroundVelocity::ned(1, 2).east() == 2 && GroundVelocity::enu(2, 1).north() == 1 && GroundVelocity::nwu(1, -2).east() == 2);
  cardan::Filter observing, unobserving;
  const double still[3] = {0, 0, 0};
  for (int i = 0; i < 6000; ++i) {
    // To and fro along east, which is x.
    const double t = 0.01 * i, swung[3] = {std::cos(t), 0, 9.81};
    for (auto *each : {&observing, &unobserving}) each->update(10ms, still, swung, field);
    if (i % 20 == 0) EXPECT(observing.observe_velocity(GroundVelocity::ned(0, std::sin(t)), 0.2, 50ms) == CARDAN_OK);
  }
  EXPECT(observing.attitude() != unobserving.attitude());
  EXPECT(observing.observe_velocity(GroundVelocity::enu(0, 0)) == CARDAN_OK && observing.observe_speed(0) == CARDAN_OK);
  EXPECT(observing.observe_velocity(GroundVelocity::enu(0, 0), -1) == CARDAN_BAD_ARGUMENT);
  EXPECT(filter.observe_velocity(GroundVelocity::enu(0, 0)) == CARDAN_UNSUPPORTED && filter.observe_speed(1) == CARDAN_UNSUPPORTED);

  // A temperature moves the bias.
  cardan_gyroscope_temperature model = CARDAN_GYROSCOPE_TEMPERATURE;
  model.range[0] = -10;
  model.range[1] = 50;
  model.coefficients[1][2] = 0.01;
  cardan::Filter warm;
  warm.update(0.01, rate, force, field);
  const double cold = warm.angular_rate()[2];
  EXPECT(warm.set_temperature(model, 10) == CARDAN_OK);
  warm.update(0.01, rate, force, field);
  EXPECT(std::abs(warm.angular_rate()[2] - cold + 0.1) < 0.01);
  model.reference = cardan::missing;
  EXPECT(warm.set_temperature(model, 10) == CARDAN_BAD_CALIBRATION);

  // Results of a filter; those that it does not have are NaN.
  EXPECT(observing.kind() == CARDAN_FILTER_DEFAULT && filter.kind() == CARDAN_FILTER_MEKF);
  EXPECT(observing.gyroscope_bias_sigma()[0] > 0 && std::isfinite(observing.hard_iron()[0]));
  EXPECT(observing.tilt_sigma() == observing.motion().tilt_sigma && observing.heading_sigma() == observing.motion().heading_sigma);
  cardan::Options simple;
  simple.filter = CARDAN_FILTER_MADGWICK;
  cardan::Filter madgwick(simple);
  madgwick.update(0.01, rate, force, field);
  EXPECT(std::isnan(madgwick.gyroscope_bias_sigma()[2]) && std::isnan(madgwick.hard_iron()[0]) && std::isnan(madgwick.tilt_sigma()));

  // What was moved from is not a filter: its results are NaN and nothing of a sample is used.
  cardan::Filter taken = std::move(madgwick);
  EXPECT(taken.valid() && taken.status() == CARDAN_OK && !madgwick.valid() && madgwick.status() == CARDAN_NULL_ARGUMENT);
  EXPECT(madgwick.update(0.01, rate, force) & CARDAN_ANGULAR_RATE_REJECTED);
  EXPECT(std::isnan(madgwick.attitude()[0]) && std::isnan(madgwick.matrix()[8]) && std::isnan(madgwick.euler()[0]));
  EXPECT(std::isnan(madgwick.motion().heading_sigma) && (madgwick.flags() & CARDAN_INITIALIZING));
  const double no_turn[3] = {0, 0, 0}, in_g[3] = {0, 0, 1};
  for (int i = 0; i < 60; ++i) taken.update(0.1, no_turn, in_g);
  EXPECT(cardan::doubt_text(taken.doubts()) == "the specific force is not in m/s^2" && cardan::doubt_text(0).empty());
  EXPECT(taken.doubts() == CARDAN_DOUBT_FORCE_UNIT && madgwick.doubts() == 0);
  EXPECT(status_of([&] { madgwick.reset(); }) == CARDAN_NULL_ARGUMENT);
  EXPECT(status_of([&] { cardan::Filter of_nothing(madgwick); }) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan::Filter::make(options).status() == CARDAN_UNKNOWN_PARAMETER && cardan::Filter::make(simple).valid());

  // Snapshots in memory of the caller.
  std::vector<unsigned char> memory(observing.snapshot_size());
  observing.snapshot(memory.data(), memory.size());
  EXPECT(memory == observing.snapshot());
  EXPECT(status_of([&] { observing.snapshot(memory.data(), 1); }) == CARDAN_BAD_SIZE);
  unobserving.restore(memory.data(), memory.size());
  EXPECT(unobserving.attitude() == observing.attitude());

  // A filter in its own memory computes the same.
  static cardan::InPlaceFilter<16384> inPlace;
  cardan::Filter onHeap;
  EXPECT(cardan::filter_size() > 0 && cardan::filter_size() <= 16384);
  for (int i = 0; i < 100; ++i) EXPECT(inPlace.update(0.01, rate, force, field) == onHeap.update(0.01, rate, force, field));
  EXPECT(inPlace.attitude() == onHeap.attitude());
  EXPECT(status_of([] { cardan::InPlaceFilter<64> small; }) == CARDAN_BAD_SIZE);

  // Names, conversions, the Earth.
  EXPECT(cardan::filter_name(CARDAN_FILTER_VQF) == "vqf" && cardan::frame_name(CARDAN_FRAME_NED) == "ned");
  EXPECT(cardan::flag_name(CARDAN_AT_REST) == "at_rest" && cardan::flag_name(3).empty() && cardan::frame_name(CARDAN_FRAME_DEFAULT).empty());
  EXPECT(std::string(cardan::version()).find('.') != std::string::npos);
  const std::array<double, 3> angles = {0.3, 0.2, 0.1};
  const auto turned = cardan::quaternion_to_euler(cardan::euler_to_quaternion(angles));
  for (std::size_t i = 0; i < 3; ++i) EXPECT(std::abs(turned[i] - angles[i]) < 1e-12);
  EXPECT(cardan::quaternion_to_matrix({1, 0, 0, 0})[8] == 1 && std::isnan(cardan::quaternion_to_matrix({0, 0, 0, 0})[8]));
  EXPECT(cardan::earth_field(cardan::Place::degrees(48, 11, 500), 2026.5).field_in_ned[2] > 30);
  EXPECT(status_of([] { cardan::earth_field(cardan::Place::degrees(91, 0), 2026.5); }) == CARDAN_BAD_ARGUMENT);
  EXPECT(cardan::identity_calibration().accelerometer.matrix[4] == 1);
  EXPECT(status_of([] { cardan::read_gyroscope_temperature("/no/such/file"); }) == CARDAN_UNREADABLE);

  // Gestures.
  cardan::Gestures gestures;
  const std::array<double, 3> faceUp = {0, 0, 9.81}, left = {9.81, 0, 0};
  EXPECT(gestures.orientation() == CARDAN_ORIENTATION_UNKNOWN && gestures.update(10ms, faceUp).has_turned);
  for (int i = 0; i < 200; ++i) gestures.update(0.01, left);
  EXPECT(gestures.orientation() == CARDAN_LANDSCAPE_LEFT && cardan::orientation_name(gestures.orientation()) == "landscape-left");
  EXPECT(cardan::shake_name(CARDAN_SHAKE_CANCELLED) == "cancelled" && cardan::shake_name(CARDAN_SHAKE_NONE).empty());
  const std::array<double, 3> onItsSide = {-9.81, 0, 0}, flat = {0, 0, -9.81};
  EXPECT(std::abs(cardan::tilt_angle(onItsSide) - std::acos(0.0)) < 1e-12 && std::isnan(cardan::tilt_angle(flat)));
  auto sensitive = cardan::gesture_options();
  sensitive.swing_threshold = -1;
  EXPECT(status_of([&] { cardan::Gestures refused(sensitive); }) == CARDAN_BAD_ARGUMENT);
  const cardan::Gestures held = std::move(gestures);
  EXPECT(held.valid() && !gestures.valid() && gestures.orientation() == CARDAN_ORIENTATION_UNKNOWN);

  // Many recordings, with velocities, give what each gives alone, also late and by rows.
  const std::size_t count = 300;
  std::vector<std::int64_t> time(count);
  std::vector<double> rates(3 * count), forces(3 * count), velocities(2 * count, 0.0), speeds(count, cardan::missing);
  for (std::size_t i = 0; i < count; ++i) {
    time[i] = static_cast<std::int64_t>(i) * 10'000'000;
    rates[3 * i + 2] = 0.1;
    forces[3 * i] = std::sin(0.1 * static_cast<double>(i));
    forces[3 * i + 2] = 9.81;
  }
  cardan_recording recording = CARDAN_RECORDING;
  recording.count = count;
  recording.time = cardan::Rows<const std::int64_t>(time.data(), count, 1).input();
  recording.angular_rate = cardan::Rows<const double>(rates.data(), count, 3).input();
  recording.specific_force = cardan::Rows(forces.data(), count, 3).input();
  recording.velocity = cardan::Rows(velocities.data(), count, 2).input();
  recording.speed = cardan::Rows(speeds.data(), count, 1).input();
  std::vector<std::vector<double>> attitudes(3, std::vector<double>(4 * count));
  std::vector<std::uint32_t> flags(count);
  std::vector<cardan_results> results(3, cardan_results CARDAN_RESULTS);
  for (std::size_t i = 0; i < 3; ++i) results[i].quaternion = cardan::Rows(attitudes[i].data(), count, 4).output();
  results[0].flags = cardan::Rows(flags.data(), count, 1).output();
  std::vector<cardan_job> jobs;
  for (std::size_t i = 0; i < 2; ++i) jobs.push_back({&recording, &results[i], CARDAN_BAD_SIZE});
  cardan::fuse_many(cardan::Options(), jobs, 2);
  cardan::Filter().fuse(recording, results[2]);
  EXPECT(jobs[0].status == CARDAN_OK && attitudes[0] == attitudes[1] && attitudes[0] == attitudes[2]);
  EXPECT(flags[count - 1] & CARDAN_MAGNETIC_FIELD_ABSENT);
  EXPECT(status_of([&] { cardan::fuse_many(options, jobs, 1); }) == CARDAN_UNKNOWN_PARAMETER);
  cardan::Filter alone;
  cardan::FixedLag late(alone, 200ms);
  late.fuse(recording);
  late.finish();
  EXPECT(late.ready() == count);
  late.drop(1);
  late.take(late.ready(), results[1]);
  EXPECT(late.ready() == 0 && std::isfinite(attitudes[1][4 * (count - 2)]) && attitudes[1] != attitudes[0]);
  EXPECT(status_of([&] { late.drop(1); }) == CARDAN_BAD_ARGUMENT);

  cardan::Filter waited;
  cardan::FixedLag lag(waited, 0.5);
  EXPECT(!lag.next());
  for (int i = 0; i < 100; ++i) lag.update(0.01, rate, force, field);
  const std::size_t ready = lag.ready();
  EXPECT(ready > 40 && ready <= 50);
  EXPECT(lag.next() && lag.ready() == ready - 1);
  lag.finish();
  EXPECT(lag.ready() == 99);
  std::vector<double> wxyz(4 * lag.ready());
  cardan_results delayed = CARDAN_RESULTS;
  delayed.quaternion = cardan_output_rows(wxyz.data(), 4);
  EXPECT(status_of([&] { lag.take(100, delayed); }) == CARDAN_BAD_ARGUMENT);
  lag.take(99, delayed);
  EXPECT(std::abs(wxyz[4 * 98] - waited.attitude()[0]) < 1e-3);
  EXPECT(status_of([&] { cardan::FixedLag wrong(merging, 0.5); }) == CARDAN_UNSUPPORTED);
  EXPECT(cardan::FixedLag::make(merging, 500ms).status() == CARDAN_UNSUPPORTED);
  cardan::FixedLag elsewhere = std::move(lag);
  EXPECT(elsewhere.valid() && !lag.valid() && !lag.next() && lag.status() == CARDAN_NULL_ARGUMENT);
  return failures == 0 ? 0 : 1;
}
