// cardan.hpp: lifetimes, errors, Eigen. It says nothing where all is well.
#include <Eigen/Dense>
#include <cardan_offline.h>

#include <cardan.hpp>

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

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
  return failures == 0 ? 0 : 1;
}
