// Cardan for C++17: a thin layer over cardan.h, header-only.
//
//     cardan::Filter filter;
//     filter.update(0.01, angular_rate, specific_force, magnetic_field);
//     std::array<double, 4> wxyz = filter.attitude();
//
// Units, frames and threads are those of cardan.h. Errors are cardan::Error exceptions; sensor data never throws. Include Eigen 3
// before this header to use its vectors and quaternions.
#ifndef CARDAN_HPP
#define CARDAN_HPP

#include "cardan.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace cardan {

/// A status that is not CARDAN_OK.
class Error : public std::runtime_error {
public:
  Error(cardan_status status, const std::string &what)
      : std::runtime_error("cardan: " + what + ": " + cardan_status_text(status)), status_(status) {}
  /// The library's status.
  cardan_status status() const noexcept { return status_; }

private:
  cardan_status status_;
};

/// Throw a status that is not CARDAN_OK.
inline void check(cardan_status status, const std::string &what) {
  if (status != CARDAN_OK) throw Error(status, what);
}

/// Throw unless the value of a filter's parameter is allowed. The message has the allowed range.
inline void check_parameter(cardan_filter_kind filter, const std::string &name, double value) {
  const cardan_status status = cardan_check_parameter(filter, name.c_str(), value);
  if (status == CARDAN_OK) return;
  std::string what = "parameter '" + name + "'";
  cardan_parameter_info info = CARDAN_PARAMETER_INFO;
  for (std::size_t index = 0; cardan_describe_parameter(filter, index, &info) == CARDAN_OK; ++index) {
    if (name != info.name) continue;
    char text[160];
    std::snprintf(text, sizeof text, ": expected %g to %g %s, found %g", info.minimum, info.maximum, info.unit, value);
    what += text;
  }
  throw Error(status, what);
}

/// A copy of three numbers, or a missing reading.
class Reading {
public:
  /// A missing reading.
  Reading(std::nullptr_t = nullptr) noexcept {}
  /// Three numbers of any type: an array, a pointer to the first (NULL is a missing reading), std::array, std::vector, or a vector,
  /// map or expression of Eigen. Throws CARDAN_BAD_SIZE for another number of them.
  template <typename Source, typename = std::enable_if_t<!std::is_same_v<Source, Reading> && !std::is_same_v<Source, std::nullptr_t>>>
  Reading(const Source &source) {
    if constexpr (std::is_pointer_v<Source>) {
      if (source != nullptr) take(source);
    } else if constexpr (std::is_array_v<Source>) {
      static_assert(std::extent_v<Source> == 3, "a reading has three numbers");
      take(source);
    } else {
      static_assert(!std::is_arithmetic_v<Source>, "a reading has three numbers");
#ifdef EIGEN_CORE_H
      if constexpr (std::is_base_of_v<Eigen::DenseBase<Source>, Source>) {
        // An expression is computed once.
        const auto numbers = source.eval();
        if (numbers.size() != 3) throw Error(CARDAN_BAD_SIZE, "a reading has three numbers");
        take([&](int i) { return numbers(i); });
      } else
#endif
      {
        if (std::size(source) != 3) throw Error(CARDAN_BAD_SIZE, "a reading has three numbers");
        take(std::data(source));
      }
    }
  }
  /// The three numbers; NULL for a missing reading.
  const double *data() const noexcept { return is_present_ ? numbers_ : nullptr; }

private:
  template <typename Source>
  void take(const Source &source) {
    for (int i = 0; i < 3; ++i) {
      if constexpr (std::is_invocable_v<Source, int>) {
        numbers_[i] = static_cast<double>(source(i));
      } else {
        numbers_[i] = static_cast<double>(source[i]);
      }
    }
    is_present_ = true;
  }

  double numbers_[3] = {};
  bool is_present_ = false;
};

/// A view of rows of numbers.
template <typename Number>
class Rows {
public:
  static_assert(std::is_same_v<Number, double> || std::is_same_v<Number, float>, "rows of double or float");
  /// Missing rows.
  Rows() noexcept = default;
  /// `count` rows of `columns` numbers each, contiguous or with strides in bytes.
  Rows(Number *data, std::size_t count, std::size_t columns) noexcept
      : Rows(data, count, static_cast<std::ptrdiff_t>(columns * sizeof(Number)), sizeof(Number)) {}
  Rows(Number *data, std::size_t count, std::ptrdiff_t row_stride, std::ptrdiff_t column_stride) noexcept
      : data_(data), count_(count), row_stride_(row_stride), column_stride_(column_stride) {}
#ifdef EIGEN_CORE_H
  /// An Eigen matrix with one row for each sample, in either storage order.
  template <typename Matrix, typename = typename Matrix::Scalar>
  Rows(Matrix &matrix) noexcept
      : Rows(matrix.data(), static_cast<std::size_t>(matrix.rows()),
             static_cast<std::ptrdiff_t>(matrix.rowStride() * sizeof(Number)),
             static_cast<std::ptrdiff_t>(matrix.colStride() * sizeof(Number))) {}
#endif
  std::size_t count() const noexcept { return count_; }
  /// The input array of cardan.h.
  cardan_array input() const noexcept { return {data_, row_stride_, column_stride_, element}; }
  /// The output array of cardan.h.
  cardan_output_array output() const noexcept { return {data_, row_stride_, column_stride_, element}; }

private:
  static constexpr cardan_element element = std::is_same_v<Number, double> ? CARDAN_FLOAT64 : CARDAN_FLOAT32;
  Number *data_ = nullptr;
  std::size_t count_ = 0;
  std::ptrdiff_t row_stride_ = 0;
  std::ptrdiff_t column_stride_ = 0;
};

/// The options of a filter.
struct Options {
  cardan_filter_kind filter = CARDAN_FILTER_DEFAULT;
  cardan_frame frame = CARDAN_FRAME_ENU;
  bool uses_magnetometer = true;
  bool has_separate_sensors = false;
  std::array<std::int32_t, 3> axes = {1, 2, 3};
  /// Parameters that differ from their defaults, by name.
  std::vector<std::pair<std::string, double>> parameters = {};
  /// The device calibration; null for perfect sensors.
  std::shared_ptr<const cardan_calibration> calibration = nullptr;
};

#ifdef CARDAN_OFFLINE_H
/// Reads a file of `cardan calibrate`. Include cardan_offline.h first, and link libcardan-offline.
inline std::shared_ptr<const cardan_calibration> read_calibration(const std::string &path) {
  auto calibration = std::make_shared<cardan_calibration>();
  char message[200] = "";
  const cardan_status status = cardan_calibration_read(path.c_str(), calibration.get(), message, sizeof message);
  check(status, message);
  return calibration;
}
#endif

/// The filter with a name, as in `cardan fuse --filter`.
inline cardan_filter_kind filter_named(const std::string &name) {
  cardan_filter_kind kind = CARDAN_FILTER_DEFAULT;
  check(cardan_filter_kind_named(name.c_str(), &kind), "filter '" + name + "'");
  return kind;
}

/// The frame with a name, as in `cardan fuse --frame`.
inline cardan_frame frame_named(const std::string &name) {
  cardan_frame frame = CARDAN_FRAME_ENU;
  check(cardan_frame_named(name.c_str(), &frame), "frame '" + name + "'");
  return frame;
}

/// The parameters of a filter: name, unit, summary, default and range of each.
inline std::vector<cardan_parameter_info> parameters_of(cardan_filter_kind filter) {
  std::vector<cardan_parameter_info> parameters;
  cardan_parameter_info info = CARDAN_PARAMETER_INFO;
  while (cardan_describe_parameter(filter, parameters.size(), &info) == CARDAN_OK) parameters.push_back(info);
  return parameters;
}

/// A filter. It can be moved and copied, with its state, and frees itself.
class Filter {
public:
  explicit Filter(const Options &options = Options()) : options_(options) {
    std::vector<cardan_parameter> parameters;
    for (const auto &[name, value] : options_.parameters) {
      check_parameter(options_.filter, name, value);
      parameters.push_back({name.c_str(), value});
    }
    cardan_options plain = CARDAN_OPTIONS;
    plain.filter = options_.filter;
    plain.frame = options_.frame;
    plain.behavior = (options_.uses_magnetometer ? 0u : CARDAN_NO_MAGNETOMETER) |
                     (options_.has_separate_sensors ? CARDAN_SEPARATE_SENSORS : 0u);
    for (std::size_t i = 0; i < 3; ++i) plain.axes[i] = options_.axes[i];
    plain.calibration = options_.calibration.get();
    plain.parameters = parameters.data();
    plain.parameter_count = parameters.size();
    cardan_filter *filter = nullptr;
    check(cardan_create(&plain, &filter), "a filter");
    filter_.reset(filter);
  }

  Filter(const Filter &other) : Filter(other.options_) { restore(other.snapshot()); }
  Filter &operator=(const Filter &other) {
    Filter copy(other);
    return *this = std::move(copy);
  }
  Filter(Filter &&) noexcept = default;
  Filter &operator=(Filter &&) noexcept = default;

  /// Process one sample, `interval` seconds after the previous one, and return its flags.
  std::uint32_t update(double interval, Reading angular_rate, Reading specific_force = nullptr, Reading magnetic_field = nullptr) {
    check(cardan_update(get(), interval, angular_rate.data(), specific_force.data(), magnetic_field.data()), "update");
    return flags();
  }

  /// Process one sample with its timestamp in ns, and return its flags.
  std::uint32_t update_at(std::int64_t timestamp, Reading angular_rate, Reading specific_force = nullptr,
                          Reading magnetic_field = nullptr) {
    check(cardan_update_at(get(), timestamp, angular_rate.data(), specific_force.data(), magnetic_field.data()), "update_at");
    return flags();
  }

  /// Add one reading of one sensor. Then call `next` until it returns false.
  void add(cardan_sensor sensor, std::int64_t timestamp, Reading reading) {
    check(cardan_add(get(), sensor, timestamp, reading.data()), "add");
  }

  /// Process the next sample of separate sensors; false if more readings are needed.
  bool next() {
    const cardan_status status = cardan_next(get());
    if (status != CARDAN_NOTHING_READY) check(status, "next");
    return status == CARDAN_OK;
  }

  /// End the readings; see cardan_finish.
  void finish() { check(cardan_finish(get()), "finish"); }

  /// Run over a recording; see cardan_fuse.
  void fuse(const cardan_recording &recording, const cardan_results &results) {
    check(cardan_fuse(get(), &recording, &results), "fuse");
  }

  /// The attitude, output frame from body: w, x, y, z.
  std::array<double, 4> attitude(cardan_frame frame = CARDAN_FRAME_DEFAULT) const {
    std::array<double, 4> quaternion{};
    check(cardan_attitude(get(), frame, quaternion.data()), "attitude");
    return quaternion;
  }

  /// The row-major matrix that turns body coordinates into output coordinates.
  std::array<double, 9> matrix(cardan_frame frame = CARDAN_FRAME_DEFAULT) const {
    std::array<double, 9> matrix{};
    check(cardan_attitude_matrix(get(), frame, matrix.data()), "matrix");
    return matrix;
  }

  /// Three angles in rad: yaw, pitch, roll by default.
  std::array<double, 3> euler(cardan_euler_sequence sequence = CARDAN_EULER_ZYX,
                              cardan_frame frame = CARDAN_FRAME_DEFAULT) const {
    std::array<double, 3> angles{};
    check(cardan_attitude_euler(get(), frame, sequence, angles.data()), "euler");
    return angles;
  }

#ifdef EIGEN_CORE_H
  /// The attitude, output frame from body, as an Eigen quaternion.
  Eigen::Quaterniond quaternion(cardan_frame frame = CARDAN_FRAME_DEFAULT) const {
    const auto wxyz = attitude(frame);
    return Eigen::Quaterniond(wxyz[0], wxyz[1], wxyz[2], wxyz[3]);
  }
#endif

  /// The complete result of the last sample.
  cardan_motion motion() const {
    cardan_motion motion = CARDAN_MOTION;
    check(cardan_read(get(), &motion), "motion");
    return motion;
  }

  std::array<double, 3> gravity() const { return vector(cardan_gravity, "gravity"); }
  std::array<double, 3> user_acceleration() const { return vector(cardan_user_acceleration, "user_acceleration"); }
  std::array<double, 3> angular_rate() const { return vector(cardan_angular_rate, "angular_rate"); }
  std::array<double, 3> gyroscope_bias() const { return vector(cardan_gyroscope_bias, "gyroscope_bias"); }
  std::uint32_t flags() const noexcept { return cardan_flags(get()); }

  /// The value of a parameter.
  double parameter(const std::string &name) const {
    double value = 0;
    check(cardan_get_parameter(get(), name.c_str(), &value), "parameter '" + name + "'");
    return value;
  }

  /// Change a parameter between two samples; see cardan_set_parameter.
  void set_parameter(const std::string &name, double value) {
    check_parameter(options_.filter, name, value);
    check(cardan_set_parameter(get(), name.c_str(), value), "parameter '" + name + "'");
  }

  /// Restart the filter with its parameters.
  void reset() { check(cardan_reset(get()), "reset"); }

  /// The state as bytes, for this version of the library.
  std::vector<unsigned char> snapshot() const {
    std::vector<unsigned char> bytes(cardan_snapshot_size(get()));
    check(cardan_snapshot(get(), bytes.data(), bytes.size()), "snapshot");
    return bytes;
  }

  /// Restore a snapshot.
  void restore(const std::vector<unsigned char> &bytes) {
    // The data of an empty vector may be NULL, which is another mistake than a wrong size.
    const unsigned char nothing = 0;
    check(cardan_restore(get(), bytes.empty() ? &nothing : bytes.data(), bytes.size()), "restore");
  }

  /// The handle of cardan.h, owned by this object.
  cardan_filter *get() const noexcept { return filter_.get(); }

private:
  struct Destroy {
    void operator()(cardan_filter *filter) const noexcept { cardan_destroy(filter); }
  };

  template <typename Function>
  std::array<double, 3> vector(Function function, const char *what) const {
    std::array<double, 3> result{};
    check(function(get(), result.data()), what);
    return result;
  }

  Options options_;
  std::unique_ptr<cardan_filter, Destroy> filter_;
};

/// The motions of a default filter with a latency; see cardan_fixed_lag_create. It can be moved. The filter must outlive it and stay
/// where it is.
class FixedLag {
public:
  /// Before the first sample of the filter. `latency` is in seconds.
  FixedLag(Filter &filter, double latency) {
    cardan_fixed_lag *lag = nullptr;
    check(cardan_fixed_lag_create(filter.get(), latency, &lag), "a fixed lag");
    lag_.reset(lag);
  }

  /// Process one sample, `interval` seconds after the previous one.
  void update(double interval, Reading angular_rate, Reading specific_force = nullptr, Reading magnetic_field = nullptr) {
    check(cardan_fixed_lag_update(get(), interval, angular_rate.data(), specific_force.data(), magnetic_field.data()), "update");
  }

  /// Process one sample with its timestamp in ns.
  void update_at(std::int64_t timestamp, Reading angular_rate, Reading specific_force = nullptr,
                 Reading magnetic_field = nullptr) {
    check(cardan_fixed_lag_update_at(get(), timestamp, angular_rate.data(), specific_force.data(), magnetic_field.data()),
          "update_at");
  }

  /// Process all samples of a recording.
  void fuse(const cardan_recording &recording) { check(cardan_fixed_lag_fuse(get(), &recording), "fuse"); }

  /// Make all motions ready, with what is known now.
  void finish() { check(cardan_fixed_lag_finish(get()), "finish"); }

  /// The number of motions that are ready.
  std::size_t ready() const noexcept { return cardan_fixed_lag_ready(get()); }

  /// Take the next motion; nothing if more samples are needed.
  std::optional<cardan_motion> next() {
    cardan_motion motion = CARDAN_MOTION;
    const cardan_status status = cardan_fixed_lag_next(get(), &motion);
    if (status == CARDAN_NOTHING_READY) return std::nullopt;
    check(status, "next");
    return motion;
  }

  /// Take the next `count` motions into arrays.
  void take(std::size_t count, const cardan_results &results) {
    check(cardan_fixed_lag_take(get(), count, &results), "take");
  }

  /// The handle of cardan.h, owned by this object.
  cardan_fixed_lag *get() const noexcept { return lag_.get(); }

private:
  struct Destroy {
    void operator()(cardan_fixed_lag *lag) const noexcept { cardan_fixed_lag_destroy(lag); }
  };

  std::unique_ptr<cardan_fixed_lag, Destroy> lag_;
};

} // namespace cardan

#endif
