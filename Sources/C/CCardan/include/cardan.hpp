// Cardan for C++17: a thin layer over cardan.h, header-only.
//
//     cardan::Filter filter;
//     filter.update(0.01, angular_rate, specific_force, magnetic_field);
//     std::array<double, 4> wxyz = filter.attitude();
//
// Units, frames and threads are those of cardan.h, which describes each function more closely. Times are seconds or
// durations of std::chrono. Include Eigen 3 before this header to use its vectors and quaternions.
//
// ERRORS. `update`, `update_at`, observations and results never throw. Results that a filter does not have are NaN. All other
// errors, also those of `add` and `next` for separate sensors, are cardan::Error exceptions. With -fno-exceptions they are values: functions that return `Checked` return the status,
// constructors leave an object that is not `valid()`, and what cannot be found, read or computed is refused where it is used.
#ifndef CARDAN_HPP
#define CARDAN_HPP

#if __cplusplus < 201703L && (!defined(_MSVC_LANG) || _MSVC_LANG < 201703L)
#error "cardan.hpp needs C++17: -std=c++17"
#endif

#include "cardan.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace cardan {

#if !defined(__cpp_exceptions) && !defined(_CPPUNWIND)
// Other functions than those with exceptions, for programs that have parts of both kinds.
inline namespace without_exceptions {
#endif

// ---- Errors -------------------------------------------------------------------------------------------------------------

/// The status of a call, to be looked at.
class [[nodiscard]] Status {
public:
  constexpr Status(cardan_status status) noexcept : status_(status) {}
  constexpr operator cardan_status() const noexcept { return status_; }
  /// The status in words.
  const char *text() const noexcept { return cardan_status_text(status_); }

private:
  cardan_status status_;
};

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

#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
/// The result of a call that throws if it fails: nothing.
using Checked = void;

/// Throw an error.
[[noreturn]] inline void fail(cardan_status status, const std::string &what) { throw Error(status, what); }
#else
/// The result of a call that can fail: its status.
using Checked = Status;

/// Errors are values here.
inline void fail(cardan_status, const std::string &) noexcept {}
#endif

/// Throw a status that is not CARDAN_OK; without exceptions return it.
inline Checked check(cardan_status status, const char *what) {
  if (status != CARDAN_OK) fail(status, what);
  return static_cast<Checked>(status);
}

/// The same with another text.
inline Checked check(cardan_status status, const std::string &what) { return check(status, what.c_str()); }

// ---- Arguments ----------------------------------------------------------------------------------------------------------

/// A time in s: 0.005 of type double is not one, 5ms of std::chrono is.
using Seconds = std::chrono::duration<double>;

/// What takes the place of a number that is missing: std::isnan is true for it, every comparison false.
inline constexpr double missing = std::numeric_limits<double>::quiet_NaN();

/// A zero-terminated text, not copied; NULL is empty.
class Text {
public:
  Text(const char *text) noexcept : text_(text ? text : "") {}
  Text(const std::string &text) noexcept : text_(text.c_str()) {}
  const char *c_str() const noexcept { return text_; }

private:
  const char *text_;
};

/// A velocity over ground, m/s, made with its components in the order of a frame.
class GroundVelocity {
public:
  /// For ENU.
  static constexpr GroundVelocity enu(double east, double north) noexcept { return GroundVelocity(east, north); }
  /// For NED.
  static constexpr GroundVelocity ned(double north, double east) noexcept { return GroundVelocity(east, north); }
  /// For NWU.
  static constexpr GroundVelocity nwu(double north, double west) noexcept { return GroundVelocity(-west, north); }
  /// To the east, m/s.
  constexpr double east() const noexcept { return east_; }
  /// To true north, m/s.
  constexpr double north() const noexcept { return north_; }

private:
  constexpr GroundVelocity(double east, double north) noexcept : east_(east), north_(north) {}

  double east_;
  double north_;
};

/// A copy of three numbers, or a missing reading.
class Reading {
public:
  /// A missing reading.
  Reading(std::nullptr_t = nullptr) noexcept {}
  /// Three numbers of any type: an array, a pointer to the first (NULL is a missing reading), std::array, std::vector, or a vector,
  /// map or expression of Eigen. Another number of them is CARDAN_BAD_SIZE, without exceptions a reading that filters reject.
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
        if (has_three(static_cast<std::size_t>(numbers.size()))) take([&](int i) { return numbers(i); });
      } else
#endif
      {
        if (has_three(std::size(source))) take(std::data(source));
      }
    }
  }
  /// The three numbers; NULL for a missing reading.
  const double *data() const noexcept { return is_present_ ? numbers_ : nullptr; }

private:
  bool has_three(std::size_t count) {
    if (count == 3) return true;
    fail(CARDAN_BAD_SIZE, "a reading has three numbers");
    numbers_[0] = missing; // with one NaN it is invalid, not absent
    is_present_ = true;
    return false;
  }

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

/// A view of rows of numbers: double, float, timestamps in ns (std::int64_t) or flags (std::uint32_t); `const` for input only.
template <typename Number>
class Rows {
public:
  using Element = std::remove_const_t<Number>;
  static_assert(std::is_same_v<Element, double> || std::is_same_v<Element, float> || std::is_same_v<Element, std::int64_t> ||
                    std::is_same_v<Element, std::uint32_t>,
                "rows of double, float, std::int64_t or std::uint32_t");
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
             static_cast<std::ptrdiff_t>(matrix.rowStride()) * static_cast<std::ptrdiff_t>(sizeof(Number)),
             static_cast<std::ptrdiff_t>(matrix.colStride()) * static_cast<std::ptrdiff_t>(sizeof(Number))) {}
#endif
  std::size_t count() const noexcept { return count_; }
  /// The input array of cardan.h.
  cardan_array input() const noexcept { return {data_, row_stride_, column_stride_, element}; }
  /// The output array of cardan.h.
  cardan_output_array output() const noexcept {
    static_assert(!std::is_const_v<Number>, "results need rows that are not const");
    return {data_, row_stride_, column_stride_, element};
  }

private:
  static constexpr cardan_element element = std::is_same_v<Element, double>         ? CARDAN_FLOAT64
                                            : std::is_same_v<Element, float>        ? CARDAN_FLOAT32
                                            : std::is_same_v<Element, std::int64_t> ? CARDAN_INT64
                                                                                    : CARDAN_UINT32;
  Number *data_ = nullptr;
  std::size_t count_ = 0;
  std::ptrdiff_t row_stride_ = 0;
  std::ptrdiff_t column_stride_ = 0;
};

// ---- Names and parameters -----------------------------------------------------------------------------------------------

/// The version of the library, as the text "0.1.0".
inline const char *version() noexcept { return cardan_version(); }

/// The filter with a name, as in `cardan fuse --filter`. Without exceptions an unknown name gives a kind that is refused later.
inline cardan_filter_kind filter_named(Text name) {
  cardan_filter_kind kind = CARDAN_FILTER_KIND_WIDTH;
  const cardan_status status = cardan_filter_kind_named(name.c_str(), &kind);
  if (status != CARDAN_OK) fail(status, std::string("filter '") + name.c_str() + "'");
  return kind;
}

/// The frame with a name, as in `cardan fuse --frame`. Without exceptions an unknown name gives a frame that is refused later.
inline cardan_frame frame_named(Text name) {
  cardan_frame frame = CARDAN_FRAME_WIDTH;
  const cardan_status status = cardan_frame_named(name.c_str(), &frame);
  if (status != CARDAN_OK) fail(status, std::string("frame '") + name.c_str() + "'");
  return frame;
}

/// The name of a filter; empty for an unknown kind.
inline std::string_view filter_name(cardan_filter_kind kind) noexcept {
  const char *name = cardan_filter_kind_name(kind);
  return name ? name : "";
}

/// The name of a frame; empty for an unknown frame and for CARDAN_FRAME_DEFAULT.
inline std::string_view frame_name(cardan_frame frame) noexcept {
  const char *name = cardan_frame_name(frame);
  return name ? name : "";
}

/// The name of one flag; empty unless exactly one is set.
inline std::string_view flag_name(std::uint32_t flag) noexcept {
  const char *name = cardan_flag_name(flag);
  return name ? name : "";
}

/// One doubt in words, empty unless exactly one is set; see cardan_doubt_text.
inline std::string_view doubt_text(std::uint32_t doubt) noexcept {
  const char *text = cardan_doubt_text(doubt);
  return text ? text : "";
}

/// The parameters of a filter: name, unit, summary, default and range of each.
inline std::vector<cardan_parameter_info> parameters_of(cardan_filter_kind filter) {
  std::vector<cardan_parameter_info> parameters;
  parameters.reserve(cardan_parameter_count(filter));
  cardan_parameter_info info = CARDAN_PARAMETER_INFO;
  while (cardan_describe_parameter(filter, parameters.size(), &info) == CARDAN_OK) parameters.push_back(info);
  return parameters;
}

/// An error unless the value of a filter's parameter is allowed. The message has the allowed range.
inline Checked check_parameter(cardan_filter_kind filter, Text name, double value) {
  const cardan_status status = cardan_check_parameter(filter, name.c_str(), value);
  if (status == CARDAN_OK) return static_cast<Checked>(status);
  std::string what = std::string("parameter '") + name.c_str() + "'";
  cardan_parameter_info info = CARDAN_PARAMETER_INFO;
  for (std::size_t index = 0; cardan_describe_parameter(filter, index, &info) == CARDAN_OK; ++index) {
    if (std::strcmp(name.c_str(), info.name) != 0) continue;
    char text[160];
    std::snprintf(text, sizeof text, ": expected %g to %g %s, found %g", info.minimum, info.maximum, info.unit, value);
    what += text;
  }
  return check(status, what);
}

// ---- The surroundings ---------------------------------------------------------------------------------------------------

/// The calibration of perfect sensors.
inline cardan_calibration identity_calibration() noexcept {
  cardan_calibration calibration{};
  static_cast<void>(cardan_calibration_identity(&calibration));
  return calibration;
}

/// A place on the Earth.
class Place {
public:
  /// Geodetic latitude and longitude in DEGREES, north and east positive; height above the WGS 84 ellipsoid, m.
  static constexpr Place degrees(double latitude, double longitude, double height = 0) noexcept {
    return Place(latitude, longitude, height);
  }
  /// Degrees.
  constexpr double latitude() const noexcept { return latitude_; }
  /// Degrees.
  constexpr double longitude() const noexcept { return longitude_; }
  /// m.
  constexpr double height() const noexcept { return height_; }

private:
  constexpr Place(double latitude, double longitude, double height) noexcept
      : latitude_(latitude), longitude_(longitude), height_(height) {}

  double latitude_;
  double longitude_;
  double height_;
};

/// The Earth's magnetic field at a place and date, such as 2026.5; see cardan_earth_field. Its `declination` is the parameter of a
/// filter. Without exceptions all is NaN for an invalid place.
inline cardan_geomagnetic_field earth_field(Place place, double decimal_year) {
  cardan_geomagnetic_field field = CARDAN_GEOMAGNETIC_FIELD;
  const cardan_status status = cardan_earth_field(place.latitude(), place.longitude(), place.height(), decimal_year, &field);
  if (status == CARDAN_OK) return field;
  fail(status, "earth_field");
  for (int i = 0; i < 3; ++i) field.field_in_ned[i] = field.rate_in_ned[i] = missing;
  field.declination = field.inclination = field.declination_sigma = field.inclination_sigma = missing;
  return field;
}

#ifdef CARDAN_OFFLINE_H
/// Read a file of `cardan calibrate`. Include cardan_offline.h first, and link libcardan-offline. Without exceptions a file that
/// cannot be read gives a calibration that filters refuse.
inline std::shared_ptr<const cardan_calibration> read_calibration(Text path) {
  auto calibration = std::make_shared<cardan_calibration>(identity_calibration());
  char message[200] = "";
  const cardan_status status = cardan_calibration_read(path.c_str(), calibration.get(), message, sizeof message);
  if (status != CARDAN_OK) {
    calibration->gyroscope.bias[0] = missing;
    fail(status, message);
  }
  return calibration;
}

/// Read the gyroscope's bias over temperature from a file of `cardan calibrate`, for Filter::set_temperature. Without exceptions a
/// file that cannot be read gives a model that set_temperature refuses.
inline cardan_gyroscope_temperature read_gyroscope_temperature(Text path) {
  cardan_gyroscope_temperature model = CARDAN_GYROSCOPE_TEMPERATURE;
  char message[200] = "";
  const cardan_status status = cardan_gyroscope_temperature_read(path.c_str(), &model, message, sizeof message);
  if (status != CARDAN_OK) {
    model.reference = missing;
    fail(status, message);
  }
  return model;
}
#endif

// ---- Conversions --------------------------------------------------------------------------------------------------------

/// The row-major matrix of a quaternion w, x, y, z of any nonzero length; NaN for length zero.
inline std::array<double, 9> quaternion_to_matrix(const std::array<double, 4> &quaternion) noexcept {
  std::array<double, 9> matrix;
  if (cardan_quaternion_to_matrix(quaternion.data(), matrix.data()) != CARDAN_OK) matrix.fill(missing);
  return matrix;
}

/// The Euler angles of a quaternion w, x, y, z of any nonzero length, rad: yaw, pitch, roll by default; NaN for length zero.
inline std::array<double, 3> quaternion_to_euler(
    const std::array<double, 4> &quaternion, cardan_euler_sequence sequence = CARDAN_EULER_ZYX) noexcept {
  std::array<double, 3> angles;
  if (cardan_quaternion_to_euler(quaternion.data(), sequence, angles.data()) != CARDAN_OK) angles.fill(missing);
  return angles;
}

/// The quaternion w, x, y, z of Euler angles in rad: yaw, pitch, roll by default; NaN for angles that are not finite.
inline std::array<double, 4> euler_to_quaternion(
    const std::array<double, 3> &angles, cardan_euler_sequence sequence = CARDAN_EULER_ZYX) noexcept {
  std::array<double, 4> quaternion;
  if (cardan_euler_to_quaternion(angles.data(), sequence, quaternion.data()) != CARDAN_OK) quaternion.fill(missing);
  return quaternion;
}

// ---- Filters ------------------------------------------------------------------------------------------------------------

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
  /// For fuse_many: see CARDAN_SINGLE_PRECISION.
  bool uses_single_precision = false;
};

/// Options as cardan.h takes them. They refer to the options that they were made of.
class PlainOptions {
public:
  explicit PlainOptions(const Options &options) {
    parameters_.reserve(options.parameters.size());
    for (const auto &[name, value] : options.parameters) parameters_.push_back({name.c_str(), value});
    plain_.filter = options.filter;
    plain_.frame = options.frame;
    plain_.behavior = (options.uses_magnetometer ? 0u : CARDAN_NO_MAGNETOMETER) |
                      (options.has_separate_sensors ? CARDAN_SEPARATE_SENSORS : 0u) |
                      (options.uses_single_precision ? CARDAN_SINGLE_PRECISION : 0u);
    for (std::size_t i = 0; i < 3; ++i) plain_.axes[i] = options.axes[i];
    plain_.calibration = options.calibration.get();
    plain_.parameters = parameters_.data();
    plain_.parameter_count = parameters_.size();
  }
  PlainOptions(const PlainOptions &) = delete;
  PlainOptions &operator=(const PlainOptions &) = delete;
  const cardan_options *get() const noexcept { return &plain_; }

private:
  std::vector<cardan_parameter> parameters_;
  cardan_options plain_ = CARDAN_OPTIONS;
};

/// What a filter does, wherever its memory is: Filter on the heap, InPlaceFilter in an object.
class AnyFilter {
public:
  /// Whether this is a filter: false after a constructor that failed, and after a move from it. Its results are then NaN.
  bool valid() const noexcept { return filter_ != nullptr; }
  /// Why it is not valid; CARDAN_NULL_ARGUMENT after a move.
  Status status() const noexcept { return status_; }

  /// Process one sample, `interval` seconds after the previous one, and return its flags. Allocates nothing.
  std::uint32_t update(double interval, Reading angular_rate, Reading specific_force = nullptr,
                       Reading magnetic_field = nullptr) noexcept {
    return flags_after(cardan_update(get(), interval, angular_rate.data(), specific_force.data(), magnetic_field.data()));
  }
  std::uint32_t update(Seconds interval, Reading angular_rate, Reading specific_force = nullptr,
                       Reading magnetic_field = nullptr) noexcept {
    return update(interval.count(), angular_rate, specific_force, magnetic_field);
  }

  /// Process one sample with its timestamp in ns, and return its flags. Allocates nothing.
  std::uint32_t update_at(std::int64_t timestamp, Reading angular_rate, Reading specific_force = nullptr,
                          Reading magnetic_field = nullptr) noexcept {
    return flags_after(cardan_update_at(get(), timestamp, angular_rate.data(), specific_force.data(), magnetic_field.data()));
  }
  std::uint32_t update_at(std::chrono::nanoseconds timestamp, Reading angular_rate, Reading specific_force = nullptr,
                          Reading magnetic_field = nullptr) noexcept {
    return update_at(static_cast<std::int64_t>(timestamp.count()), angular_rate, specific_force, magnetic_field);
  }

  /// Observe a velocity over ground: filter.observe_velocity(cardan::GroundVelocity::ned(north, east), 0.2, 150ms). The next samples
  /// use it; see cardan_observe_velocity.
  ///
  /// `standard_deviation` is that of each component, m/s, above 0; by default the parameter "velocity_deviation". `lag` is the time
  /// from the measurement to the last sample; by default the parameter "velocity_lag". CARDAN_UNSUPPORTED for filters that take no
  /// velocity.
  Status observe_velocity(GroundVelocity velocity, double standard_deviation = missing, Seconds lag = Seconds(missing)) noexcept {
    return cardan_observe_velocity(get(), velocity.east(), velocity.north(), standard_deviation, lag.count());
  }

  /// Observe a speed along the forward axis, m/s, negative backwards; see cardan_observe_speed. The standard deviations, m/s, are by
  /// default the parameters "speed_deviation" and "lateral_deviation".
  Status observe_speed(double speed, double standard_deviation = missing, double lateral_standard_deviation = missing) noexcept {
    return cardan_observe_speed(get(), speed, standard_deviation, lateral_standard_deviation);
  }

  /// Set the gyroscope's temperature in degrees Celsius for subsequent samples; see cardan_set_temperature.
  Status set_temperature(const cardan_gyroscope_temperature &model, double celsius) noexcept {
    return cardan_set_temperature(get(), &model, celsius);
  }

  /// Add one reading of one sensor, with its timestamp in ns. Then call `next` until it returns false.
  Checked add(cardan_sensor sensor, std::int64_t timestamp, Reading reading) {
    return check(cardan_add(get(), sensor, timestamp, reading.data()), "add");
  }
  Checked add(cardan_sensor sensor, std::chrono::nanoseconds timestamp, Reading reading) {
    return add(sensor, static_cast<std::int64_t>(timestamp.count()), reading);
  }

  /// Process the next sample of separate sensors; false if more readings are needed.
  bool next() {
    const cardan_status status = cardan_next(get());
    if (status != CARDAN_OK && status != CARDAN_NOTHING_READY) fail(status, "next");
    return status == CARDAN_OK;
  }

  /// End the readings; see cardan_finish.
  Checked finish() { return check(cardan_finish(get()), "finish"); }

  /// Run over a recording; see cardan_fuse.
  Checked fuse(const cardan_recording &recording, const cardan_results &results) {
    return check(cardan_fuse(get(), &recording, &results), "fuse");
  }

  /// The attitude, output frame from body: w, x, y, z.
  std::array<double, 4> attitude(cardan_frame frame = CARDAN_FRAME_DEFAULT) const noexcept {
    std::array<double, 4> quaternion;
    if (cardan_attitude(get(), frame, quaternion.data()) != CARDAN_OK) quaternion.fill(missing);
    return quaternion;
  }

  /// The row-major matrix that turns body coordinates into output coordinates.
  std::array<double, 9> matrix(cardan_frame frame = CARDAN_FRAME_DEFAULT) const noexcept {
    std::array<double, 9> rows;
    if (cardan_attitude_matrix(get(), frame, rows.data()) != CARDAN_OK) rows.fill(missing);
    return rows;
  }

  /// Three angles in rad: yaw, pitch, roll by default.
  std::array<double, 3> euler(cardan_euler_sequence sequence = CARDAN_EULER_ZYX,
                              cardan_frame frame = CARDAN_FRAME_DEFAULT) const noexcept {
    std::array<double, 3> angles;
    if (cardan_attitude_euler(get(), frame, sequence, angles.data()) != CARDAN_OK) angles.fill(missing);
    return angles;
  }

#ifdef EIGEN_CORE_H
  /// The attitude, output frame from body, as an Eigen quaternion.
  Eigen::Quaterniond quaternion(cardan_frame frame = CARDAN_FRAME_DEFAULT) const noexcept {
    const auto wxyz = attitude(frame);
    return Eigen::Quaterniond(wxyz[0], wxyz[1], wxyz[2], wxyz[3]);
  }
#endif

  /// The complete result of the last sample.
  cardan_motion motion() const noexcept {
    cardan_motion motion = CARDAN_MOTION;
    if (cardan_read(get(), &motion) == CARDAN_OK) return motion;
    for (double &number : motion.quaternion) number = missing;
    for (auto *numbers : {motion.gravity, motion.user_acceleration, motion.angular_rate, motion.gyroscope_bias}) {
      for (int i = 0; i < 3; ++i) numbers[i] = missing;
    }
    motion.tilt_sigma = motion.heading_sigma = missing;
    motion.flags = nothing_used;
    return motion;
  }

  /// Gravity in body axes, m/s²; it points down.
  std::array<double, 3> gravity() const noexcept { return vector(cardan_gravity); }
  /// Acceleration in body axes without gravity, m/s².
  std::array<double, 3> user_acceleration() const noexcept { return vector(cardan_user_acceleration); }
  /// The angular rate of the last sample in body axes without bias, rad/s.
  std::array<double, 3> angular_rate() const noexcept { return vector(cardan_angular_rate); }
  /// The estimated gyroscope bias in body axes, rad/s.
  std::array<double, 3> gyroscope_bias() const noexcept { return vector(cardan_gyroscope_bias); }
  /// One standard deviation of the gyroscope bias, rad/s; NaN if the filter has none.
  std::array<double, 3> gyroscope_bias_sigma() const noexcept { return vector(cardan_gyroscope_bias_sigma); }
  /// The estimated hard iron in body axes, which the filter subtracts, µT; NaN if the filter estimates none.
  std::array<double, 3> hard_iron() const noexcept { return vector(cardan_hard_iron); }
  /// One standard deviation of the tilt, rad; NaN if the filter has none.
  double tilt_sigma() const noexcept {
    double sigma = missing;
    return cardan_sigmas(get(), &sigma, nullptr) == CARDAN_OK ? sigma : missing;
  }
  /// One standard deviation of the heading, rad; of the heading since the start while CARDAN_HEADING_UNKNOWN is set; NaN if the filter has none.
  double heading_sigma() const noexcept {
    double sigma = missing;
    return cardan_sigmas(get(), nullptr, &sigma) == CARDAN_OK ? sigma : missing;
  }
  /// The outcome of the last sample: CARDAN_AT_REST etc.
  std::uint32_t flags() const noexcept { return valid() ? cardan_flags(get()) : nothing_used; }
  /// What is doubtful about the readings so far: CARDAN_DOUBT_RATE_UNIT etc.; see cardan_doubts.
  std::uint32_t doubts() const noexcept { return cardan_doubts(get()); }

  /// The kind of the filter.
  cardan_filter_kind kind() const noexcept {
    cardan_filter_kind kind = CARDAN_FILTER_KIND_WIDTH;
    return cardan_kind(get(), &kind) == CARDAN_OK ? kind : CARDAN_FILTER_KIND_WIDTH;
  }

  /// The value of a parameter; without exceptions NaN for an unknown name.
  double parameter(Text name) const {
    double value = missing;
    const cardan_status status = cardan_get_parameter(get(), name.c_str(), &value);
    if (status != CARDAN_OK) fail(status, std::string("parameter '") + name.c_str() + "'");
    return value;
  }

  /// Change a parameter between two samples; see cardan_set_parameter.
  Checked set_parameter(Text name, double value) {
    const cardan_status status = cardan_set_parameter(get(), name.c_str(), value);
    if (status == CARDAN_OK) return static_cast<Checked>(status);
    // The message of a value that is not allowed has the range.
    if (status == CARDAN_PARAMETER_OUT_OF_RANGE) return check_parameter(kind(), name, value);
    return check(status, std::string("parameter '") + name.c_str() + "'");
  }

  /// Restart the filter with its parameters.
  Checked reset() { return check(cardan_reset(get()), "reset"); }

  /// The size of a snapshot in bytes.
  std::size_t snapshot_size() const noexcept { return cardan_snapshot_size(get()); }

  /// Write the state into memory of at least snapshot_size() bytes, for this version of the library. Allocates nothing.
  Checked snapshot(void *bytes, std::size_t size) const { return check(cardan_snapshot(get(), bytes, size), "snapshot"); }

  /// The state as bytes, for this version of the library; without exceptions empty for a filter that is not valid.
  std::vector<unsigned char> snapshot() const {
    std::vector<unsigned char> bytes(snapshot_size());
    static_cast<void>(snapshot(bytes.data(), bytes.size()));
    return bytes;
  }

  /// Restore a snapshot into a filter of the same kind and behavior; see cardan_restore.
  Checked restore(const void *bytes, std::size_t size) { return check(cardan_restore(get(), bytes, size), "restore"); }
  Checked restore(const std::vector<unsigned char> &bytes) {
    // The data of an empty vector may be NULL, which is another mistake than a wrong size.
    const unsigned char nothing = 0;
    return restore(bytes.empty() ? &nothing : bytes.data(), bytes.size());
  }

  /// The handle of cardan.h, owned by this object.
  cardan_filter *get() const noexcept { return filter_; }

protected:
  AnyFilter() noexcept = default;
  ~AnyFilter() = default;
  AnyFilter(const AnyFilter &) = delete;
  AnyFilter &operator=(const AnyFilter &) = delete;

  cardan_filter *filter_ = nullptr;
  cardan_status status_ = CARDAN_NULL_ARGUMENT;

private:
  /// The flags of a sample of a filter that is not valid.
  static constexpr std::uint32_t nothing_used = CARDAN_ANGULAR_RATE_REJECTED | CARDAN_SPECIFIC_FORCE_REJECTED |
                                                CARDAN_MAGNETIC_FIELD_REJECTED | CARDAN_INTERVAL_REJECTED | CARDAN_INITIALIZING;

  std::uint32_t flags_after(cardan_status status) const noexcept { return status == CARDAN_OK ? flags() : nothing_used; }

  template <typename Function>
  std::array<double, 3> vector(Function function) const noexcept {
    std::array<double, 3> result;
    if (function(get(), result.data()) != CARDAN_OK) result.fill(missing);
    return result;
  }
};

/// A filter on the heap. It can be moved and copied, with its state, and frees itself.
class Filter : public AnyFilter {
public:
  explicit Filter(const Options &options = Options()) : Filter(options, Unchecked()) {
    if (valid()) return;
    // The message of a parameter is better than that of all options.
    for (const auto &[name, value] : options_.parameters) static_cast<void>(check_parameter(options_.filter, name, value));
    fail(status_, "a filter");
  }

  /// As the constructor, but without throwing cardan::Error: look at `valid()` and `status()`.
  static Filter make(const Options &options = Options()) { return Filter(options, Unchecked()); }

  Filter(const Filter &other) : Filter(other.options_, Unchecked()) {
    if (valid() && !(other.valid() && cardan_restore(filter_, other.snapshot().data(), other.snapshot_size()) == CARDAN_OK)) {
      cardan_destroy(std::exchange(filter_, nullptr));
      status_ = other.status_ == CARDAN_OK ? CARDAN_NO_MEMORY : other.status_;
    }
    if (!valid()) fail(status_, "a copy of a filter");
  }
  Filter &operator=(const Filter &other) {
    Filter copy(other);
    return *this = std::move(copy);
  }
  Filter(Filter &&other) noexcept : options_(std::move(other.options_)) { take(other); }
  Filter &operator=(Filter &&other) noexcept {
    if (this == &other) return *this;
    cardan_destroy(filter_);
    options_ = std::move(other.options_);
    take(other);
    return *this;
  }
  ~Filter() { cardan_destroy(filter_); }

private:
  struct Unchecked {};

  Filter(const Options &options, Unchecked) : options_(options) {
    status_ = cardan_create(PlainOptions(options_).get(), &filter_);
  }

  void take(Filter &other) noexcept {
    filter_ = std::exchange(other.filter_, nullptr);
    status_ = std::exchange(other.status_, CARDAN_NULL_ARGUMENT);
  }

  Options options_;
};

/// The size of a filter with these options in place, bytes; 0 for invalid options.
inline std::size_t filter_size(const cardan_options &options = CARDAN_OPTIONS) noexcept { return cardan_filter_size(&options); }

/// A filter in its own memory of `Size` bytes, at least filter_size(options), without a heap: for firmware. It stays where it is.
template <std::size_t Size>
class InPlaceFilter : public AnyFilter {
public:
  explicit InPlaceFilter(const cardan_options &options = CARDAN_OPTIONS) {
    status_ = cardan_init_in_place(memory_, Size, &options, &filter_);
    if (!valid()) fail(status_, "a filter in place");
  }

private:
  alignas(CARDAN_ALIGNMENT) unsigned char memory_[Size];
};

// ---- Whole recordings ---------------------------------------------------------------------------------------------------

/// Run a new filter over each of many recordings: std::vector<cardan_job> or another contiguous container. See cardan_fuse_many.
template <typename Jobs>
Checked fuse_many(const Options &options, Jobs &jobs, std::uint32_t threads) {
  return check(cardan_fuse_many(PlainOptions(options).get(), std::data(jobs), std::size(jobs), threads), "fuse_many");
}

// ---- Attitudes as known later -------------------------------------------------------------------------------------------

/// The motions of a default filter with a latency; see cardan_fixed_lag_create. It can be moved. The filter must outlive it and stay
/// where it is.
///
/// At a steady rate, and if motions are taken as they become ready, nothing is allocated after twice the latency.
class FixedLag {
public:
  /// Before the first sample of the filter. `latency` is in seconds.
  FixedLag(AnyFilter &filter, double latency) : FixedLag(filter, latency, Unchecked()) {
    if (!valid()) fail(status_, "a fixed lag");
  }
  FixedLag(AnyFilter &filter, Seconds latency) : FixedLag(filter, latency.count()) {}

  /// As the constructor, but without throwing cardan::Error: look at `valid()` and `status()`.
  static FixedLag make(AnyFilter &filter, Seconds latency) { return FixedLag(filter, latency.count(), Unchecked()); }

  FixedLag(FixedLag &&other) noexcept
      : lag_(std::move(other.lag_)), status_(std::exchange(other.status_, CARDAN_NULL_ARGUMENT)) {}
  FixedLag &operator=(FixedLag &&other) noexcept {
    if (this == &other) return *this;
    lag_ = std::move(other.lag_);
    status_ = std::exchange(other.status_, CARDAN_NULL_ARGUMENT);
    return *this;
  }

  /// False after a constructor that failed, and after a move from it; no motion becomes ready then.
  bool valid() const noexcept { return lag_ != nullptr; }
  /// Why it is not valid; CARDAN_NULL_ARGUMENT after a move.
  Status status() const noexcept { return status_; }

  /// Process one sample, `interval` seconds after the previous one.
  void update(double interval, Reading angular_rate, Reading specific_force = nullptr, Reading magnetic_field = nullptr) noexcept {
    static_cast<void>(
        cardan_fixed_lag_update(get(), interval, angular_rate.data(), specific_force.data(), magnetic_field.data()));
  }
  void update(Seconds interval, Reading angular_rate, Reading specific_force = nullptr, Reading magnetic_field = nullptr) noexcept {
    update(interval.count(), angular_rate, specific_force, magnetic_field);
  }

  /// Process one sample with its timestamp in ns.
  void update_at(std::int64_t timestamp, Reading angular_rate, Reading specific_force = nullptr,
                 Reading magnetic_field = nullptr) noexcept {
    static_cast<void>(
        cardan_fixed_lag_update_at(get(), timestamp, angular_rate.data(), specific_force.data(), magnetic_field.data()));
  }
  void update_at(std::chrono::nanoseconds timestamp, Reading angular_rate, Reading specific_force = nullptr,
                 Reading magnetic_field = nullptr) noexcept {
    update_at(static_cast<std::int64_t>(timestamp.count()), angular_rate, specific_force, magnetic_field);
  }

  /// Process all samples of a recording.
  Checked fuse(const cardan_recording &recording) { return check(cardan_fixed_lag_fuse(get(), &recording), "fuse"); }

  /// Make all motions ready, with what is known now.
  Checked finish() { return check(cardan_fixed_lag_finish(get()), "finish"); }

  /// The number of motions that are ready.
  std::size_t ready() const noexcept { return cardan_fixed_lag_ready(get()); }

  /// Take the next motion; nothing if more samples are needed.
  std::optional<cardan_motion> next() noexcept {
    cardan_motion motion = CARDAN_MOTION;
    if (cardan_fixed_lag_next(get(), &motion) != CARDAN_OK) return std::nullopt;
    return motion;
  }

  /// Take the next `count` motions into arrays: at most ready().
  Checked take(std::size_t count, const cardan_results &results) {
    return check(cardan_fixed_lag_take(get(), count, &results), "take");
  }
  /// Drop the next `count` motions: at most ready().
  Checked drop(std::size_t count) { return check(cardan_fixed_lag_take(get(), count, nullptr), "drop"); }

  /// The handle of cardan.h, owned by this object.
  cardan_fixed_lag *get() const noexcept { return lag_.get(); }

private:
  struct Unchecked {};
  struct Destroy {
    void operator()(cardan_fixed_lag *lag) const noexcept { cardan_fixed_lag_destroy(lag); }
  };

  FixedLag(AnyFilter &filter, double latency, Unchecked) noexcept {
    cardan_fixed_lag *lag = nullptr;
    status_ = cardan_fixed_lag_create(filter.get(), latency, &lag);
    lag_.reset(lag);
  }

  std::unique_ptr<cardan_fixed_lag, Destroy> lag_;
  cardan_status status_ = CARDAN_NULL_ARGUMENT;
};

// ---- Gestures -----------------------------------------------------------------------------------------------------------

/// The defaults of a detector of gestures, to be changed.
inline cardan_gesture_options gesture_options() noexcept {
  cardan_gesture_options options = {};
  static_cast<void>(cardan_gesture_defaults(&options));
  return options;
}

/// The name of an orientation; empty for an unknown value.
inline std::string_view orientation_name(cardan_orientation orientation) noexcept {
  const char *name = cardan_orientation_name(orientation);
  return name ? name : "";
}

/// The name of what happens to a shake; empty for CARDAN_SHAKE_NONE.
inline std::string_view shake_name(cardan_shake shake) noexcept {
  const char *name = cardan_shake_name(shake);
  return name ? name : "";
}

/// The rotation of a device in the plane of its screen, rad; NaN for a flat device. See cardan_tilt_angle.
inline double tilt_angle(Reading gravity) noexcept {
  double angle = missing;
  return cardan_tilt_angle(gravity.data(), &angle) == CARDAN_OK ? angle : missing;
}

/// Orientation and shakes of a device from its accelerometer; see cardan_gestures_create. It can be moved.
class Gestures {
public:
  /// What a reading changed.
  struct Changes {
    bool has_turned;
    cardan_shake shake;
  };

  explicit Gestures(const cardan_gesture_options &options = gesture_options()) {
    cardan_gestures *gestures = nullptr;
    status_ = cardan_gestures_create(&options, &gestures);
    gestures_.reset(gestures);
    if (!valid()) fail(status_, "a detector of gestures");
  }

  /// False after a constructor that failed, and after a move from it; nothing is detected then.
  bool valid() const noexcept { return gestures_ != nullptr; }
  /// Why the constructor failed.
  Status status() const noexcept { return status_; }

  /// Add a reading of the accelerometer, `interval` seconds after the last one. Allocates nothing.
  Changes update(double interval, Reading specific_force) noexcept {
    std::int32_t turned = 0;
    Changes changes = {false, CARDAN_SHAKE_NONE};
    static_cast<void>(cardan_gestures_update(get(), interval, specific_force.data(), &turned, &changes.shake));
    changes.has_turned = turned != 0;
    return changes;
  }
  Changes update(Seconds interval, Reading specific_force) noexcept { return update(interval.count(), specific_force); }

  /// The orientation after the last reading.
  cardan_orientation orientation() const noexcept { return cardan_gestures_orientation(get()); }

  /// The handle of cardan.h, owned by this object.
  cardan_gestures *get() const noexcept { return gestures_.get(); }

private:
  struct Destroy {
    void operator()(cardan_gestures *gestures) const noexcept { cardan_gestures_destroy(gestures); }
  };

  std::unique_ptr<cardan_gestures, Destroy> gestures_;
  cardan_status status_ = CARDAN_NULL_ARGUMENT;
};

#if !defined(__cpp_exceptions) && !defined(_CPPUNWIND)
} // namespace without_exceptions
#endif

} // namespace cardan

#endif
