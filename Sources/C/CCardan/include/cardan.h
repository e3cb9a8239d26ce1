/*
 * Cardan: attitude from accelerometer, gyroscope and magnetometer.
 *
 *     cardan_filter *filter;
 *     cardan_create(NULL, &filter);
 *     cardan_update(filter, 0.01, angular_rate, specific_force, magnetic_field);
 *     cardan_attitude(filter, CARDAN_FRAME_DEFAULT, quaternion);
 *     cardan_destroy(filter);
 *
 * UNITS AND FRAMES. Angular rate in rad/s; specific force in m/s², as an accelerometer measures it: at rest it points UP with
 * 9.81; magnetic field in µT (its direction matters more than its strength). All three in the same right-handed body axes; a
 * sensor with z down (FRD) reads -9.81 at rest. Angles in rad, time in s or ns, temperatures in degrees Celsius. Quaternions are
 * Hamilton, w, x, y, z, and q and -q are the same attitude. An attitude turns body coordinates into coordinates of the
 * output frame. Matrices are row-major.
 *
 * MISSING READINGS. A NULL pointer to a reading, or three NaN, means that the sensor gave no reading. A reading with one NaN is
 * invalid. Neither corrupts the state of a filter; both are reported in the flags.
 *
 * ERRORS. Functions that can fail return a cardan_status. Unless it is CARDAN_OK, their results are unchanged. A NULL handle is an
 * error like any other. Using a handle that was destroyed or never created is undefined.
 *
 * OWNERSHIP. Arguments are read only during the call. Returned texts are static. A filter from cardan_create is freed by
 * cardan_destroy; one from cardan_init_in_place lives in the caller's memory.
 *
 * THREADS. The library has no global state. Different filters may be used by different threads at the same time, one filter by one
 * thread at a time; functions that take a const filter may run concurrently. Only cardan_fuse_many starts threads.
 *
 * STABILITY. Structs that may grow begin with their size, which their initializer macros set; the library reads and writes no
 * more. Parameter names, enumeration values and flag bits do not change.
 */
#ifndef CARDAN_H
#define CARDAN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CARDAN_VERSION_MAJOR 0
#define CARDAN_VERSION_MINOR 1
#define CARDAN_VERSION_PATCH 0

/* ---- Status ---------------------------------------------------------------------------------------------------------- */

/** The result of a call. */
typedef enum cardan_status {
  CARDAN_OK = 0,
  /** No sample is ready: not an error; see cardan_next. */
  CARDAN_NOTHING_READY = 1,
  /** A required pointer is NULL. */
  CARDAN_NULL_ARGUMENT = 2,
  /** An argument is outside its documented range. */
  CARDAN_BAD_ARGUMENT = 3,
  /** A handle of another type, or one that was freed (found where the memory was not used again). */
  CARDAN_BAD_HANDLE = 4,
  /** A buffer or struct is too small, or has another version's size. */
  CARDAN_BAD_SIZE = 5,
  /** A buffer is misaligned; see CARDAN_ALIGNMENT. */
  CARDAN_BAD_ALIGNMENT = 6,
  /** The filter has no parameter with this name. */
  CARDAN_UNKNOWN_PARAMETER = 7,
  /** A parameter's value is not finite or outside its range; see cardan_describe_parameter. */
  CARDAN_PARAMETER_OUT_OF_RANGE = 8,
  /** The axes repeat one or are mirrored. */
  CARDAN_BAD_AXES = 9,
  /** A calibration matrix is singular, or a number in the calibration is not finite. */
  CARDAN_BAD_CALIBRATION = 10,
  /** The snapshot or file was made by an incompatible version. */
  CARDAN_WRONG_VERSION = 11,
  /** The snapshot is from another filter kind or behavior. */
  CARDAN_WRONG_FILTER = 12,
  /** The bytes are not a snapshot, or were changed. */
  CARDAN_CORRUPT = 13,
  /** The filter does not support this: separate sensors need CARDAN_SEPARATE_SENSORS. */
  CARDAN_UNSUPPORTED = 14,
  /** Out of memory. */
  CARDAN_NO_MEMORY = 15,
  /** Unreadable file. */
  CARDAN_UNREADABLE = 16,
  /** Unexpected file format. */
  CARDAN_BAD_FORMAT = 17,
  /** The recording does not contain enough information: cardan_offline.h. */
  CARDAN_UNDETERMINED = 18,
  CARDAN_STATUS_WIDTH = 0x7FFFFFFF
} cardan_status;

/** A status in words, at most six, in English; never NULL. */
const char *cardan_status_text(cardan_status status);

/** The version of the library: "0.1.0". That of the header is in CARDAN_VERSION_MAJOR, _MINOR and _PATCH. */
const char *cardan_version(void);

/* ---- Choices --------------------------------------------------------------------------------------------------------- */

/** The filters, with their names for cardan_filter_kind_named. */
typedef enum cardan_filter_kind {
  /** "default": velocity-bounded Kalman filter with 11 states; the most accurate. Start here. */
  CARDAN_FILTER_DEFAULT = 0,
  /** "default14": the same with 14 states, for a gyroscope with misaligned axes. */
  CARDAN_FILTER_DEFAULT14 = 1,
  /** "vqf": VQF (Laidig and Seel 2023). */
  CARDAN_FILTER_VQF = 2,
  /** "madgwick": gradient descent (Madgwick 2010). */
  CARDAN_FILTER_MADGWICK = 3,
  /** "mahony": complementary filter on SO(3) (Mahony 2008). */
  CARDAN_FILTER_MAHONY = 4,
  /** "mekf": multiplicative Kalman filter of attitude and bias. */
  CARDAN_FILTER_MEKF = 5,
  /** "complementary": complementary filter (Valenti 2015). */
  CARDAN_FILTER_COMPLEMENTARY = 6,
  CARDAN_FILTER_KIND_WIDTH = 0x7FFFFFFF
} cardan_filter_kind;

/** The number of filters; their kinds are 0 to CARDAN_FILTER_COUNT - 1. */
#define CARDAN_FILTER_COUNT 7

/** The output frames of attitudes. */
typedef enum cardan_frame {
  /** In options: ENU. When reading: the frame of the options. */
  CARDAN_FRAME_DEFAULT = 0,
  /** "enu": x east, y north, z up. */
  CARDAN_FRAME_ENU = 1,
  /** "ned": x north, y east, z down. */
  CARDAN_FRAME_NED = 2,
  /** "nwu": x north, y west, z up. */
  CARDAN_FRAME_NWU = 3,
  /** "x-arbitrary-z-vertical": z up, x and y from the initial heading. In options it disables the magnetometer. */
  CARDAN_FRAME_X_ARBITRARY_Z_VERTICAL = 4,
  /** "x-arbitrary-corrected-z-vertical": the same, with drift corrected by the magnetometer. */
  CARDAN_FRAME_X_ARBITRARY_CORRECTED_Z_VERTICAL = 5,
  /** "x-magnetic-north-z-vertical": x to magnetic north, y west, z up. */
  CARDAN_FRAME_X_MAGNETIC_NORTH_Z_VERTICAL = 6,
  /** "x-true-north-z-vertical": x to true north, y west, z up; needs the parameter "declination". */
  CARDAN_FRAME_X_TRUE_NORTH_Z_VERTICAL = 7,
  CARDAN_FRAME_WIDTH = 0x7FFFFFFF
} cardan_frame;

/** The order of intrinsic rotations for Euler angles: one hexadecimal digit per axis, x = 0, y = 1, z = 2. */
typedef enum cardan_euler_sequence {
  CARDAN_EULER_XYZ = 0x012,
  CARDAN_EULER_XZY = 0x021,
  CARDAN_EULER_YXZ = 0x102,
  CARDAN_EULER_YZX = 0x120,
  /** Core Motion's yaw, pitch, roll. */
  CARDAN_EULER_ZXY = 0x201,
  /** Yaw, pitch, roll of aviation and ROS. */
  CARDAN_EULER_ZYX = 0x210,
  CARDAN_EULER_XYX = 0x010,
  CARDAN_EULER_XZX = 0x020,
  CARDAN_EULER_YXY = 0x101,
  CARDAN_EULER_YZY = 0x121,
  CARDAN_EULER_ZXZ = 0x202,
  CARDAN_EULER_ZYZ = 0x212,
  CARDAN_EULER_SEQUENCE_WIDTH = 0x7FFFFFFF
} cardan_euler_sequence;

/** The sensors, for cardan_add. */
typedef enum cardan_sensor {
  /** Angular rate, rad/s. */
  CARDAN_GYROSCOPE = 0,
  /** Specific force, m/s². */
  CARDAN_ACCELEROMETER = 1,
  /** Magnetic field, µT. */
  CARDAN_MAGNETOMETER = 2,
  CARDAN_SENSOR_WIDTH = 0x7FFFFFFF
} cardan_sensor;

/** The outcome of a sample: bits of the flags. */
enum {
  /** The angular rate was out of range or not finite and was not used. */
  CARDAN_ANGULAR_RATE_REJECTED = 1 << 0,
  /** The specific force was zero, out of range or not finite and was ignored. */
  CARDAN_SPECIFIC_FORCE_REJECTED = 1 << 1,
  /** The magnetic field was zero, out of range or not finite and was ignored. */
  CARDAN_MAGNETIC_FIELD_REJECTED = 1 << 2,
  /** The interval was zero, negative or NaN; the sample was not integrated. */
  CARDAN_INTERVAL_REJECTED = 1 << 3,
  /** The sample followed a gap; the uncertainty has grown and the attitude converges again. */
  CARDAN_AFTER_GAP = 1 << 4,
  /** The sensor is at rest. */
  CARDAN_AT_REST = 1 << 5,
  /** The attitude is still converging, at the start or after a reset. */
  CARDAN_INITIALIZING = 1 << 6,
  /** The magnetic field deviates from its reference; the heading comes from the gyroscope. */
  CARDAN_FIELD_DISTURBED = 1 << 7,
  /** A sensor reached the end of its range. */
  CARDAN_SATURATED = 1 << 8,
  /** The estimate contradicted the sensors and was reset: a step in the output. */
  CARDAN_CORRECTED_BY_JUMP = 1 << 9,
  /** The timestamps show missing or out-of-order samples before this one. */
  CARDAN_DISCONTINUITY = 1 << 10,
  /** The sample has no angular rate. The last one stands in for it for a while; the uncertainty grows. */
  CARDAN_ANGULAR_RATE_ABSENT = 1 << 11,
  /** The sample has no specific force. */
  CARDAN_SPECIFIC_FORCE_ABSENT = 1 << 12,
  /** The sample has no magnetic field; set for most samples if the magnetometer is slower. */
  CARDAN_MAGNETIC_FIELD_ABSENT = 1 << 13,
  /** The magnetometer has not set the heading yet: it is arbitrary and steps with the first field. Only in frames that refer to
   *  north. */
  CARDAN_HEADING_UNKNOWN = 1 << 14,
  /** A velocity or speed that was observed for the last step of the filter contradicts the motion or came too late; it was not
   *  used. */
  CARDAN_VELOCITY_REJECTED = 1 << 15
};

/** What is doubtful about the readings so far: bits of cardan_doubts. */
enum {
  /** The specific force is not in m/s²: for seconds it was as long as gravity in g, or as in counts. */
  CARDAN_DOUBT_FORCE_UNIT = 1 << 0,
  /** The angular rate is in deg/s and not in rad/s: gravity turned by a 57th of what it says. */
  CARDAN_DOUBT_RATE_UNIT = 1 << 1,
  /** The angular rate has other signs or axes than the specific force: from rest to rest, gravity turned otherwise than it says. */
  CARDAN_DOUBT_RATE_AXES = 1 << 2,
  /** An axis of the specific force hangs: it kept its value to the last bit while the others changed and the body turned. */
  CARDAN_DOUBT_FORCE_HANGS = 1 << 3,
  /** An axis of the magnetic field hangs, in the same way. */
  CARDAN_DOUBT_FIELD_HANGS = 1 << 4
};

/** The name of one flag, as in the results of `cardan fuse`: cardan_flag_name(CARDAN_AT_REST) is "at_rest". NULL unless exactly
 *  one flag is set. */
const char *cardan_flag_name(uint32_t flag);

/** The filter with a name, as in `cardan fuse --filter`. CARDAN_BAD_ARGUMENT for an unknown name. */
cardan_status cardan_filter_kind_named(const char *name, cardan_filter_kind *kind);

/** The name of a filter; NULL for an unknown kind. */
const char *cardan_filter_kind_name(cardan_filter_kind kind);

/** The frame with a name, as in `cardan fuse --frame`; lower case. CARDAN_BAD_ARGUMENT for an unknown name. */
cardan_status cardan_frame_named(const char *name, cardan_frame *frame);

/** The name of a frame; NULL for an unknown frame and for CARDAN_FRAME_DEFAULT. */
const char *cardan_frame_name(cardan_frame frame);

/* ---- Parameters ------------------------------------------------------------------------------------------------------ */

/** One parameter of a filter, by name. Switches are 0 or 1; a choice is the index of its value, from 0. */
typedef struct cardan_parameter {
  const char *name;
  double value;
} cardan_parameter;

/** The description of a parameter. Initialize with CARDAN_PARAMETER_INFO. */
typedef struct cardan_parameter_info {
  /** The size of this struct. */
  size_t size;
  /** The name: "accelerometer_noise". */
  const char *name;
  /** The unit: "rad/s"; "" for a plain number, a switch or a choice. */
  const char *unit;
  /** Its meaning, and the effect of its extremes. */
  const char *summary;
  /** The default. */
  double default_value;
  /** The smallest allowed value. */
  double minimum;
  /** The largest allowed value. */
  double maximum;
  /** 1 for a switch, which is 0 or 1; 0 for a number. */
  int32_t is_switch;
  /** The names of the values of a choice, from 0 on, with a space between two: "auto vehicle"; "" for numbers and switches. */
  const char *choices;
} cardan_parameter_info;

#define CARDAN_PARAMETER_INFO { sizeof(cardan_parameter_info), NULL, NULL, NULL, 0.0, 0.0, 0.0, 0, NULL }

/** The number of parameters of a filter, including those of the clock and of separate sensors; 0 for an unknown kind. */
size_t cardan_parameter_count(cardan_filter_kind kind);

/** Describe the parameter at an index from 0 to cardan_parameter_count - 1.
 *
 *  @return CARDAN_BAD_ARGUMENT for another index, CARDAN_BAD_SIZE for a wrong size. */
cardan_status cardan_describe_parameter(cardan_filter_kind kind, size_t index, cardan_parameter_info *info);

/** Check the name and value of a parameter: CARDAN_OK, CARDAN_UNKNOWN_PARAMETER or CARDAN_PARAMETER_OUT_OF_RANGE. */
cardan_status cardan_check_parameter(cardan_filter_kind kind, const char *name, double value);

/* ---- Calibration ----------------------------------------------------------------------------------------------------- */

/** The calibration of one sensor: calibrated = matrix * (raw - bias), with a row-major matrix. */
typedef struct cardan_sensor_model {
  double matrix[9];
  /** In the sensor's unit. */
  double bias[3];
} cardan_sensor_model;

/** The calibration of three sensors, in body axes. cardan_offline.h reads it from a file of `cardan calibrate`. */
typedef struct cardan_calibration {
  cardan_sensor_model gyroscope;
  cardan_sensor_model accelerometer;
  cardan_sensor_model magnetometer;
} cardan_calibration;

/** The calibration of perfect sensors. */
cardan_status cardan_calibration_identity(cardan_calibration *calibration);

/** The gyroscope's bias over temperature: the polynomial of `cardan calibrate`, for cardan_set_temperature. Initialize with
 *  CARDAN_GYROSCOPE_TEMPERATURE; cardan_offline.h reads it from a file. */
typedef struct cardan_gyroscope_temperature {
  /** The size of this struct. */
  size_t size;
  /** The temperature at which the polynomial is expanded, degrees Celsius. */
  double reference;
  /** The lowest and highest calibrated temperature, degrees Celsius; outside, the bias is that of the nearest end. */
  double range[2];
  /** For each power from 0 to 4 the coefficients of x, y and z, rad/s per power of a degree, in body axes. The first row is the
   *  bias at the reference. */
  double coefficients[5][3];
} cardan_gyroscope_temperature;

#define CARDAN_GYROSCOPE_TEMPERATURE \
  { sizeof(cardan_gyroscope_temperature), 0.0, { 0.0, 0.0 }, { { 0.0, 0.0, 0.0 } } }

/* ---- The Earth's magnetic field -------------------------------------------------------------------------------------- */

/** Warnings about a field, as bits. */
enum {
  /** The date is outside the model's years. */
  CARDAN_FIELD_OUTSIDE_VALIDITY = 1 << 0,
  /** The height is outside the model's range. */
  CARDAN_FIELD_OUTSIDE_HEIGHTS = 1 << 1,
  /** The horizontal field is weak; use compasses with caution. */
  CARDAN_FIELD_CAUTION_ZONE = 1 << 2,
  /** The horizontal field is too weak for compasses. */
  CARDAN_FIELD_BLACKOUT_ZONE = 1 << 3
};

/** The Earth's magnetic field at a place and date. Initialize with CARDAN_GEOMAGNETIC_FIELD. */
typedef struct cardan_geomagnetic_field {
  /** The size of this struct. */
  size_t size;
  /** The field north, east and down, µT. */
  double field_in_ned[3];
  /** Its change, µT per year. */
  double rate_in_ned[3];
  /** The angle from true to magnetic north, rad, positive to the east: the parameter "declination" of a filter. */
  double declination;
  /** The angle below the horizon, rad. */
  double inclination;
  /** One standard deviation of the declination, rad. */
  double declination_sigma;
  /** One standard deviation of the inclination, rad. */
  double inclination_sigma;
  /** CARDAN_FIELD_CAUTION_ZONE and the like. */
  uint32_t warnings;
} cardan_geomagnetic_field;

#define CARDAN_GEOMAGNETIC_FIELD \
  { sizeof(cardan_geomagnetic_field), { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 }, 0.0, 0.0, 0.0, 0.0, 0 }

/** The field of the World Magnetic Model 2025.
 *
 *  @param latitude Geodetic latitude in DEGREES, -90 to 90.
 *  @param longitude Longitude in DEGREES, -360 to 360, east positive.
 *  @param height Height above the WGS 84 ellipsoid, m.
 *  @param decimal_year The date: 2026.5 is the middle of 2026.
 *  @return CARDAN_BAD_ARGUMENT for an invalid place, CARDAN_BAD_SIZE for a struct of the wrong size. */
cardan_status cardan_earth_field(
    double latitude, double longitude, double height, double decimal_year, cardan_geomagnetic_field *field);

/* ---- Making filters -------------------------------------------------------------------------------------------------- */

/** The path from raw samples to attitude: axes, calibration, clock, filter, gravity, frame. */
typedef struct cardan_filter cardan_filter;

/** For `behavior` in options: ignore the magnetometer; the heading is then relative and drifts. */
#define CARDAN_NO_MAGNETOMETER 1u
/** For `behavior` in options: accept single readings (cardan_add); the filter is some kilobytes larger. */
#define CARDAN_SEPARATE_SENSORS 2u
/** For `behavior` in options: cardan_fuse_many computes in single precision, with twice as many recordings in a vector. After the
 *  start attitudes differ by thousandths of a degree. Single filters ignore it. */
#define CARDAN_SINGLE_PRECISION 4u

/** The options of a filter. Initialize with CARDAN_OPTIONS. */
typedef struct cardan_options {
  /** The size of this struct. */
  size_t size;
  /** The filter. Default: CARDAN_FILTER_DEFAULT. */
  cardan_filter_kind filter;
  /** The frame of the attitude. Default: ENU. */
  cardan_frame frame;
  /** CARDAN_NO_MAGNETOMETER, CARDAN_SEPARATE_SENSORS, CARDAN_SINGLE_PRECISION, or a sum of them. Default: 0. */
  uint32_t behavior;
  /** The sensor axes for body x, y and z: 1, 2, 3 for x, y, z; negative for the opposite direction; three zeros for 1, 2, 3.
   *  Default: 1, 2, 3. Repeated or mirrored axes are CARDAN_BAD_AXES. */
  int32_t axes[3];
  /** The device calibration, in body axes; NULL for perfect sensors. Default: NULL. */
  const cardan_calibration *calibration;
  /** Parameters that differ from their defaults. Default: NULL. */
  const cardan_parameter *parameters;
  /** Their number. Default: 0. */
  size_t parameter_count;
} cardan_options;

#define CARDAN_OPTIONS \
  { sizeof(cardan_options), CARDAN_FILTER_DEFAULT, CARDAN_FRAME_DEFAULT, 0, { 1, 2, 3 }, NULL, NULL, 0 }

/** Make a filter on the heap.
 *
 *  @param options NULL for the defaults.
 *  @param filter The new handle, to be freed with cardan_destroy.
 *  @return CARDAN_NO_MEMORY, or the error in the options. */
cardan_status cardan_create(const cardan_options *options, cardan_filter **filter);

/** Free a filter. No effect for NULL and for a filter made in place. */
void cardan_destroy(cardan_filter *filter);

/** The alignment of memory for cardan_init_in_place, in bytes. */
#define CARDAN_ALIGNMENT 64

/** The size of a filter with these options in place, bytes; 0 for invalid options. NULL for the defaults. */
size_t cardan_filter_size(const cardan_options *options);

/** Make a filter in the caller's memory, without a heap: for firmware.
 *
 *  @param buffer Memory aligned to CARDAN_ALIGNMENT that outlives the filter. The filter needs no freeing and must not be moved.
 *  @param size At least cardan_filter_size(options).
 *  @param options NULL for the defaults.
 *  @param filter The new handle.
 *  @return CARDAN_BAD_SIZE, CARDAN_BAD_ALIGNMENT, or the error in the options. */
cardan_status cardan_init_in_place(void *buffer, size_t size, const cardan_options *options, cardan_filter **filter);

/** Restart the filter with its options and the parameters in use. */
cardan_status cardan_reset(cardan_filter *filter);

/** The kind of a filter. */
cardan_status cardan_kind(const cardan_filter *filter, cardan_filter_kind *kind);

/** The value of a parameter. CARDAN_UNKNOWN_PARAMETER for an unknown name. */
cardan_status cardan_get_parameter(const cardan_filter *filter, const char *name, double *value);

/** Change a parameter between two samples: of the filter, "declination" or "gravity_magnitude". The attitude and all that was
 *  learned stay. Parameters of the start, such as an initial deviation, act at the next cardan_reset.
 *
 *  @return CARDAN_UNKNOWN_PARAMETER, CARDAN_PARAMETER_OUT_OF_RANGE, or CARDAN_UNSUPPORTED for those of the clock and of separate
 *          sensors, which are set when the filter is made. */
cardan_status cardan_set_parameter(cardan_filter *filter, const char *name, double value);

/* ---- Samples --------------------------------------------------------------------------------------------------------- */

/** Process one sample, `interval` seconds after the previous one (0 if unknown). Readings are three numbers each, or NULL if
 *  missing. The angular rate is the mean over the interval that ends at the sample. */
cardan_status cardan_update(
    cardan_filter *filter, double interval, const double *angular_rate, const double *specific_force,
    const double *magnetic_field);

/** The same with arguments in single precision. */
cardan_status cardan_update_float(
    cardan_filter *filter, float interval, const float *angular_rate, const float *specific_force,
    const float *magnetic_field);

/** Process one sample with its timestamp in ns since any epoch. Jitter, repeated and out-of-order timestamps and gaps are handled
 *  as by `cardan fuse`. Do not mix with cardan_update. */
cardan_status cardan_update_at(
    cardan_filter *filter, int64_t timestamp, const double *angular_rate, const double *specific_force,
    const double *magnetic_field);

/** Set the gyroscope's temperature for subsequent samples: the model's bias at this temperature replaces that of the calibration.
 *  Cheap enough for every sample. With cardan_add it applies to the samples that cardan_next processes afterwards.
 *
 *  @param model Read during the call only.
 *  @param celsius Degrees Celsius; NaN for the bias at the reference.
 *  @return CARDAN_BAD_CALIBRATION if a number of the model is not finite or its range is invalid. */
cardan_status cardan_set_temperature(
    cardan_filter *filter, const cardan_gyroscope_temperature *model, double celsius);

/** Observe a velocity over ground, as satellites, optical flow or visual odometry measure it. The next samples use it with its lag
 *  and the lever arm, parameters "antenna_x", "antenna_y" and "antenna_z". NaN is no observation; a velocity that contradicts
 *  the estimate, or is older than about 1.5 s, is ignored.
 *
 *  @param east To the east, m/s.
 *  @param north To true north, m/s; the parameter "declination" turns it to magnetic north.
 *  @param standard_deviation Of each component, m/s, above 0; NaN for the parameter "velocity_deviation".
 *  @param lag The time from the measurement to the last sample, s, from 0; NaN for the parameter "velocity_lag".
 *  @return CARDAN_UNSUPPORTED for filters that take no velocity: all but the default filters; CARDAN_BAD_ARGUMENT for an
 *  invalid standard deviation or lag. */
cardan_status cardan_observe_velocity(
    cardan_filter *filter, double east, double north, double standard_deviation, double lag);

/** Observe a speed along the forward axis of the body, parameter "forward_axis", as wheels or an airspeed sensor measure it.
 *  The next samples use it. NaN is no observation; a speed that contradicts the estimate is ignored.
 *
 *  @param speed m/s; negative backwards.
 *  @param standard_deviation m/s, above 0; NaN for the parameter "speed_deviation".
 *  @param lateral_standard_deviation Of the speed across, which is taken for zero, m/s, above 0; NaN for the parameter
 *  "lateral_deviation".
 *  @return As cardan_observe_velocity. */
cardan_status cardan_observe_speed(
    cardan_filter *filter, double speed, double standard_deviation, double lateral_standard_deviation);

/** Add one reading of one sensor, for sensors with separate rates. Then call cardan_next until it returns
 *  CARDAN_NOTHING_READY. Readings wait for late ones of the other sensors, 50 ms by default: the parameter
 *  "merger_reordering_window". CARDAN_UNSUPPORTED without CARDAN_SEPARATE_SENSORS. */
cardan_status cardan_add(cardan_filter *filter, cardan_sensor sensor, int64_t timestamp, const double *reading);

/** Process the next sample, one for each gyroscope reading; the other sensors' readings since the previous sample are averaged
 *  into it. CARDAN_NOTHING_READY if more readings are needed. */
cardan_status cardan_next(cardan_filter *filter);

/** End the readings: all samples become ready for cardan_next. Later readings begin a new recording. */
cardan_status cardan_finish(cardan_filter *filter);

/* ---- Results --------------------------------------------------------------------------------------------------------- */

/** The complete result of a sample. Initialize with CARDAN_MOTION. */
typedef struct cardan_motion {
  /** The size of this struct. */
  size_t size;
  /** Output frame from body, w, x, y, z, in the frame of the options. */
  double quaternion[4];
  /** Gravity in body axes, m/s²; it points down. */
  double gravity[3];
  /** Acceleration in body axes without gravity, m/s²; NaN without a specific force. */
  double user_acceleration[3];
  /** Angular rate of the last sample in body axes without bias, rad/s. */
  double angular_rate[3];
  /** The estimated gyroscope bias, rad/s; zero if the filter estimates none. */
  double gyroscope_bias[3];
  /** One standard deviation of the tilt, rad; NaN if the filter has none. */
  double tilt_sigma;
  /** One standard deviation of the heading, rad; of the heading since the start while CARDAN_HEADING_UNKNOWN is set; NaN if the filter has none. */
  double heading_sigma;
  /** The timestamp of the last sample, ns; 0 without one. */
  int64_t timestamp;
  /** The outcome of the last sample: CARDAN_AT_REST etc. */
  uint32_t flags;
} cardan_motion;

#define CARDAN_MOTION \
  { sizeof(cardan_motion), { 0 }, { 0 }, { 0 }, { 0 }, { 0 }, 0.0, 0.0, 0, 0 }

/** The complete result of the last sample. CARDAN_BAD_SIZE for a struct without CARDAN_MOTION. */
cardan_status cardan_read(const cardan_filter *filter, cardan_motion *motion);

/** The attitude in a frame: four numbers w, x, y, z. Frames with arbitrary x take it from the first attitude with a valid
 *  heading. */
cardan_status cardan_attitude(const cardan_filter *filter, cardan_frame frame, double *quaternion);

/** The attitude in a frame: nine numbers, a row-major matrix that turns body coordinates into output coordinates. */
cardan_status cardan_attitude_matrix(const cardan_filter *filter, cardan_frame frame, double *matrix);

/** The attitude in a frame: three angles in rad, in the order of the sequence; CARDAN_EULER_ZYX gives yaw, pitch, roll. */
cardan_status cardan_attitude_euler(
    const cardan_filter *filter, cardan_frame frame, cardan_euler_sequence sequence, double *angles);

/** Gravity in body axes, m/s²: three numbers, down; at rest and level (0, 0, -9.80665) with z up, (0, 0, 9.80665) in FRD. */
cardan_status cardan_gravity(const cardan_filter *filter, double *gravity);

/** Acceleration in body axes without gravity, m/s²: three numbers; NaN if the last sample had no specific force. */
cardan_status cardan_user_acceleration(const cardan_filter *filter, double *acceleration);

/** The angular rate of the last sample without bias, rad/s: three numbers in body axes. */
cardan_status cardan_angular_rate(const cardan_filter *filter, double *rate);

/** The estimated gyroscope bias, rad/s: three numbers in body axes. */
cardan_status cardan_gyroscope_bias(const cardan_filter *filter, double *bias);

/** One standard deviation of the gyroscope bias, rad/s: three numbers. CARDAN_UNSUPPORTED if the filter has none. */
cardan_status cardan_gyroscope_bias_sigma(const cardan_filter *filter, double *sigma);

/** The estimated hard iron, which the filter subtracts, µT: three numbers. CARDAN_UNSUPPORTED if the filter estimates none. */
cardan_status cardan_hard_iron(const cardan_filter *filter, double *hard_iron);

/** One standard deviation of tilt and of heading, rad; NaN if the filter has none. Either pointer may be NULL. */
cardan_status cardan_sigmas(const cardan_filter *filter, double *tilt, double *heading);

/** The flags of the last sample: CARDAN_AT_REST etc.; 0 before the first, and for NULL. */
uint32_t cardan_flags(const cardan_filter *filter);

/** What is doubtful about the readings since the start or cardan_reset: CARDAN_DOUBT_FORCE_UNIT etc.; 0 for sound readings, and for
 *  NULL. A doubt stays; it comes after some seconds of motion that shows it, not from motion alone. A snapshot does not keep it, and
 *  recordings in lanes (cardan_fuse_many) raise none. */
uint32_t cardan_doubts(const cardan_filter *filter);

/** One doubt in words: "the specific force is not in m/s^2". NULL unless exactly one is set. */
const char *cardan_doubt_text(uint32_t doubt);

/* ---- Conversions ----------------------------------------------------------------------------------------------------- */

/** The row-major matrix of a quaternion w, x, y, z of any nonzero length. CARDAN_BAD_ARGUMENT for length zero or NaN. */
cardan_status cardan_quaternion_to_matrix(const double *quaternion, double *matrix);

/** The Euler angles of a quaternion of any nonzero length, rad. At gimbal lock the third angle is zero. */
cardan_status cardan_quaternion_to_euler(const double *quaternion, cardan_euler_sequence sequence, double *angles);

/** The quaternion of Euler angles, rad. */
cardan_status cardan_euler_to_quaternion(const double *angles, cardan_euler_sequence sequence, double *quaternion);

/* ---- State as bytes -------------------------------------------------------------------------------------------------- */

/** The version of snapshots; other versions are refused. */
#define CARDAN_SNAPSHOT_VERSION 10

/** The size of a snapshot of this filter in bytes; 0 for NULL. */
size_t cardan_snapshot_size(const cardan_filter *filter);

/** Write the complete state, including options, for the same library version, number type and byte order. Filters with the same
 *  options and samples give the same bytes.
 *
 *  @param size At least cardan_snapshot_size(filter), else CARDAN_BAD_SIZE. */
cardan_status cardan_snapshot(const cardan_filter *filter, void *bytes, size_t size);

/** Restore a state, including options, into a filter of the same kind and behavior. Every field is validated: bytes that were
 *  changed on purpose can give wrong results, but never undefined behavior.
 *
 *  @return CARDAN_WRONG_VERSION, CARDAN_WRONG_FILTER, CARDAN_BAD_SIZE or CARDAN_CORRUPT; the filter is then unchanged. */
cardan_status cardan_restore(cardan_filter *filter, const void *bytes, size_t size);

/* ---- Whole recordings ------------------------------------------------------------------------------------------------ */

/** The type of the numbers in an array. */
typedef enum cardan_element {
  CARDAN_FLOAT64 = 0,
  CARDAN_FLOAT32 = 1,
  CARDAN_INT64 = 2,
  CARDAN_UINT32 = 3,
  CARDAN_ELEMENT_WIDTH = 0x7FFFFFFF
} cardan_element;

/** Numbers in the caller's memory, one row for each sample. Strides are in bytes, may be negative, and need no alignment. */
typedef struct cardan_array {
  /** The first number; NULL for a missing array. */
  const void *data;
  /** From one row to the next. */
  ptrdiff_t row_stride;
  /** From one number to the next in a row. */
  ptrdiff_t column_stride;
  /** Their type. */
  cardan_element element;
} cardan_array;

/** The same for results. */
typedef struct cardan_output_array {
  void *data;
  ptrdiff_t row_stride;
  ptrdiff_t column_stride;
  cardan_element element;
} cardan_output_array;

/** A recording. Initialize with CARDAN_RECORDING. */
typedef struct cardan_recording {
  /** The size of this struct. */
  size_t size;
  /** The number of samples. */
  size_t count;
  /** Timestamps, one for each sample: CARDAN_INT64 nanoseconds or CARDAN_FLOAT64 seconds. If missing: see `interval`. */
  cardan_array time;
  /** Seconds between samples without timestamps; at least 0. */
  double interval;
  /** Three numbers for each sample, CARDAN_FLOAT64 or CARDAN_FLOAT32, rad/s. Rows with a NaN are missing. */
  cardan_array angular_rate;
  /** The same, m/s². Optional. */
  cardan_array specific_force;
  /** The same, µT. Optional. */
  cardan_array magnetic_field;
  /** The velocity over ground measured beside each sample: two numbers, east and north, m/s, as for cardan_observe_velocity. Rows
   *  with a NaN have none. Optional; ignored by filters that take no velocity. */
  cardan_array velocity;
  /** The speed along the forward axis measured beside each sample: one number, m/s, as for cardan_observe_speed. NaN for none.
   *  Optional; ignored by filters that take no speed. */
  cardan_array speed;
} cardan_recording;

#define CARDAN_RECORDING                                                                          \
  {                                                                                               \
    sizeof(cardan_recording), 0, { NULL, 0, 0, CARDAN_INT64 }, 0.0, { NULL, 0, 0, CARDAN_FLOAT64 }, \
        { NULL, 0, 0, CARDAN_FLOAT64 }, { NULL, 0, 0, CARDAN_FLOAT64 }, { NULL, 0, 0, CARDAN_FLOAT64 }, \
        { NULL, 0, 0, CARDAN_FLOAT64 }                                                            \
  }

/** The result arrays of a recording; missing arrays are not computed. CARDAN_FLOAT64 or CARDAN_FLOAT32; flags are CARDAN_UINT32.
 *  cardan_motion describes the contents. Initialize with CARDAN_RESULTS. */
typedef struct cardan_results {
  /** The size of this struct. */
  size_t size;
  /** Four numbers for each sample: w, x, y, z. */
  cardan_output_array quaternion;
  /** Three numbers for each sample. */
  cardan_output_array gravity;
  /** Three numbers for each sample. */
  cardan_output_array user_acceleration;
  /** Three numbers for each sample. */
  cardan_output_array angular_rate;
  /** Three numbers for each sample. */
  cardan_output_array gyroscope_bias;
  /** One number for each sample. */
  cardan_output_array tilt_sigma;
  /** One number for each sample. */
  cardan_output_array heading_sigma;
  /** One number for each sample. */
  cardan_output_array flags;
} cardan_results;

#define CARDAN_RESULTS                                                                              \
  {                                                                                                 \
    sizeof(cardan_results), { NULL, 0, 0, CARDAN_FLOAT64 }, { NULL, 0, 0, CARDAN_FLOAT64 },         \
        { NULL, 0, 0, CARDAN_FLOAT64 }, { NULL, 0, 0, CARDAN_FLOAT64 }, { NULL, 0, 0, CARDAN_FLOAT64 }, \
        { NULL, 0, 0, CARDAN_FLOAT64 }, { NULL, 0, 0, CARDAN_FLOAT64 }, { NULL, 0, 0, CARDAN_UINT32 } \
  }

/** A contiguous array of rows: cardan_rows(&rates[0][0], 3). */
static inline cardan_array cardan_rows(const double *data, size_t columns) {
  cardan_array array = { data, (ptrdiff_t)(columns * sizeof(double)), (ptrdiff_t)sizeof(double), CARDAN_FLOAT64 };
  return array;
}

/** A contiguous array of rows in single precision. */
static inline cardan_array cardan_float_rows(const float *data, size_t columns) {
  cardan_array array = { data, (ptrdiff_t)(columns * sizeof(float)), (ptrdiff_t)sizeof(float), CARDAN_FLOAT32 };
  return array;
}

/** Contiguous timestamps in ns. */
static inline cardan_array cardan_timestamps(const int64_t *data) {
  cardan_array array = { data, (ptrdiff_t)sizeof(int64_t), (ptrdiff_t)sizeof(int64_t), CARDAN_INT64 };
  return array;
}

/** A contiguous array of result rows. */
static inline cardan_output_array cardan_output_rows(double *data, size_t columns) {
  cardan_output_array array = { data, (ptrdiff_t)(columns * sizeof(double)), (ptrdiff_t)sizeof(double), CARDAN_FLOAT64 };
  return array;
}

/** A contiguous array of result rows in single precision. */
static inline cardan_output_array cardan_output_float_rows(float *data, size_t columns) {
  cardan_output_array array = { data, (ptrdiff_t)(columns * sizeof(float)), (ptrdiff_t)sizeof(float), CARDAN_FLOAT32 };
  return array;
}

/** A contiguous array of result flags. */
static inline cardan_output_array cardan_output_flags(uint32_t *data) {
  cardan_output_array array = { data, (ptrdiff_t)sizeof(uint32_t), (ptrdiff_t)sizeof(uint32_t), CARDAN_UINT32 };
  return array;
}

/** Run a filter over a recording, sample by sample, from its current state; a later call continues. Results equal those of
 *  cardan_update_at (cardan_update without timestamps) and cardan_read.
 *
 *  @param results NULL for none. Arrays must not overlap.
 *  @return CARDAN_BAD_SIZE or CARDAN_BAD_ARGUMENT for an invalid description; nothing is processed then. */
cardan_status cardan_fuse(cardan_filter *filter, const cardan_recording *recording, const cardan_results *results);

/** One recording among many. */
typedef struct cardan_job {
  const cardan_recording *recording;
  const cardan_results *results;
  /** Written: its status. */
  cardan_status status;
} cardan_job;

/** Run a new filter over each of many recordings. Results are bit-identical to cardan_create and cardan_fuse for any number of
 *  threads, except with CARDAN_SINGLE_PRECISION. With AVX2, AVX-512 or NEON and at least four recordings per thread, several are
 *  processed side by side in vector lanes; in a library built for fused multiply-add these differ in the last bits. Recordings with
 *  velocities are processed one by one, in double precision.
 *
 *  @param options NULL for the defaults.
 *  @param jobs The recordings; each has its own status, and an error in one does not stop the others.
 *  @param count Their number.
 *  @param threads The number of threads, including the caller's: at least 1. At most one per recording and 1024 are started.
 *  @return CARDAN_OK, or the error in the options. */
cardan_status cardan_fuse_many(const cardan_options *options, cardan_job *jobs, size_t count, uint32_t threads);

/* ---- Attitudes as known later ----------------------------------------------------------------------------------------- */

/** The motions of a default filter with a latency: each attitude contains what the filter learned in the time after its sample, as
 *  with `cardan fuse --latency`, bit by bit. Attitude, gravity and user acceleration are those known later; all else of a motion is
 *  that of its sample. On the heap; not in builds for firmware. */
typedef struct cardan_fixed_lag cardan_fixed_lag;

/** Make the delayed motions of a filter, before its first sample. Its samples then come by the functions of this section alone; for
 *  velocities, temperatures, parameters and the results without latency use the functions of the filter.
 *
 *  A motion is ready after the latency and up to two steps of the filter more, in time of the samples: a step lasts 0.05 s, below
 *  100 Hz up to 0.1 s or one sample. Several become ready at once. Numbers do not depend on how samples are divided among calls.
 *  Memory is bounded by the latency, as long as ready motions are taken.
 *
 *  @param filter A filter of kind CARDAN_FILTER_DEFAULT without CARDAN_SEPARATE_SENSORS, otherwise CARDAN_UNSUPPORTED. It must
 *  outlive the new handle, and has one of them.
 *  @param latency From 0, for which each motion is ready at once, to 60 s, otherwise CARDAN_BAD_ARGUMENT.
 *  @param lag The new handle, to be freed with cardan_fixed_lag_destroy. */
cardan_status cardan_fixed_lag_create(cardan_filter *filter, double latency, cardan_fixed_lag **lag);

/** Free the handle, not its filter. No effect for NULL. */
void cardan_fixed_lag_destroy(cardan_fixed_lag *lag);

/** Process one sample as cardan_update does. */
cardan_status cardan_fixed_lag_update(
    cardan_fixed_lag *lag, double interval, const double *angular_rate, const double *specific_force,
    const double *magnetic_field);

/** Process one sample as cardan_update_at does. */
cardan_status cardan_fixed_lag_update_at(
    cardan_fixed_lag *lag, int64_t timestamp, const double *angular_rate, const double *specific_force,
    const double *magnetic_field);

/** Process all samples of a recording as cardan_fuse does. */
cardan_status cardan_fixed_lag_fuse(cardan_fixed_lag *lag, const cardan_recording *recording);

/** Make all motions ready, with what is known now: at the end, or before cardan_reset or cardan_restore of the filter. Later samples
 *  continue. */
cardan_status cardan_fixed_lag_finish(cardan_fixed_lag *lag);

/** The number of motions that are ready; 0 for NULL. */
size_t cardan_fixed_lag_ready(const cardan_fixed_lag *lag);

/** Take the next motion, in the order of the samples. CARDAN_NOTHING_READY if more samples are needed. */
cardan_status cardan_fixed_lag_next(cardan_fixed_lag *lag, cardan_motion *motion);

/** Take the next `count` motions into arrays.
 *
 *  @param count At most cardan_fixed_lag_ready(lag), otherwise CARDAN_BAD_ARGUMENT.
 *  @param results NULL to drop them. */
cardan_status cardan_fixed_lag_take(cardan_fixed_lag *lag, size_t count, const cardan_results *results);

/* ---- Gestures -------------------------------------------------------------------------------------------------------- */

/** The orientation of a device to gravity. Device axes: x to the right of the screen, y to its top, z out of it. */
typedef enum cardan_orientation {
  /** Not yet known, or the device moves too fast. */
  CARDAN_ORIENTATION_UNKNOWN = 0,
  /** Upright, top up. */
  CARDAN_PORTRAIT = 1,
  /** Upright, top down. */
  CARDAN_PORTRAIT_UPSIDE_DOWN = 2,
  /** On its left side, the bottom edge to the right. */
  CARDAN_LANDSCAPE_LEFT = 3,
  /** On its right side, the bottom edge to the left. */
  CARDAN_LANDSCAPE_RIGHT = 4,
  /** Flat, screen up. */
  CARDAN_FACE_UP = 5,
  /** Flat, screen down. */
  CARDAN_FACE_DOWN = 6,
  CARDAN_ORIENTATION_WIDTH = 0x7FFFFFFF
} cardan_orientation;

/** What a reading does to a shake: fast movements of the device to and fro. */
typedef enum cardan_shake {
  /** Nothing. */
  CARDAN_SHAKE_NONE = 0,
  /** A shake has probably begun. */
  CARDAN_SHAKE_BEGAN = 1,
  /** The shake has ended. */
  CARDAN_SHAKE_ENDED = 2,
  /** Not a shake: too few swings, too long, or interrupted. */
  CARDAN_SHAKE_CANCELLED = 3,
  CARDAN_SHAKE_WIDTH = 0x7FFFFFFF
} cardan_shake;

/** When an orientation or a shake counts; cardan_gesture_defaults fills it in. */
typedef struct cardan_gesture_options {
  /** The size of this struct. */
  size_t size;
  /** The largest angle between an axis and the vertical to enter its orientation, rad, 0 to pi/4. */
  double entry_angle;
  /** The cut-off of the low-pass before the orientation, Hz, above 0. */
  double orientation_cutoff;
  /** The largest relative difference of the specific force from gravity for an orientation, above 0. */
  double force_tolerance;
  /** The time without a usable reading after which the orientation is unknown, s, at least 0. */
  double unknown_time;
  /** The cut-off of the high-pass before the shake, Hz, above 0. */
  double shake_cutoff;
  /** The acceleration of a swing, m/s², above 0: lower is more sensitive. */
  double swing_threshold;
  /** The shortest swing, s, at least 0; at 0 taps count. */
  double shortest_swing;
  /** The time without a swing after which a shake is over, s, above 0. */
  double quiet_time;
  /** The longest shake, s, above 0; a longer one is vibration and is cancelled. */
  double longest_shake;
  /** The swings after which a shake has begun, at least 1. */
  uint32_t swings_to_begin;
  /** The fewest swings of a shake, at least 1; one with fewer is cancelled. */
  uint32_t swings_to_end;
} cardan_gesture_options;

/** Fill in the defaults, and the size. */
cardan_status cardan_gesture_defaults(cardan_gesture_options *options);

/** Orientation and shakes of a device from its accelerometer; no filter is needed. On the heap; not in builds for firmware. */
typedef struct cardan_gestures cardan_gestures;

/** Make a detector before its first reading.
 *
 *  @param options NULL for the defaults; CARDAN_BAD_ARGUMENT for a value out of its range.
 *  @param gestures The new handle, to be freed with cardan_gestures_destroy. */
cardan_status cardan_gestures_create(const cardan_gesture_options *options, cardan_gestures **gestures);

/** Free the handle. No effect for NULL. */
void cardan_gestures_destroy(cardan_gestures *gestures);

/** Add a reading of the accelerometer.
 *
 *  @param interval The time since the last reading, s. One above 1 s, such as after a gap, counts as 1 s.
 *  @param specific_force m/s², in device axes: at rest it points up. A reading that is not finite is ignored.
 *  @param has_turned Receives 1 if the orientation has changed, else 0; may be NULL.
 *  @param shake Receives what the reading does to a shake; may be NULL. */
cardan_status cardan_gestures_update(
    cardan_gestures *gestures, double interval, const double *specific_force, int32_t *has_turned, cardan_shake *shake);

/** The orientation after the last reading; unknown for NULL. */
cardan_orientation cardan_gestures_orientation(const cardan_gestures *gestures);

/** The name of an orientation, as in `cardan events`: "landscape-left"; NULL for an unknown value. */
const char *cardan_orientation_name(cardan_orientation orientation);

/** The name of what happens to a shake: "began", "ended", "cancelled"; NULL for CARDAN_SHAKE_NONE and unknown values. */
const char *cardan_shake_name(cardan_shake shake);

/** The rotation of a device in the plane of its screen, as on an inclinometer: 0 in portrait, pi/2 on its left side.
 *
 *  @param gravity In device axes, any unit; it points down, as from cardan_gravity.
 *  @param angle Receives rad, from 0 up to 2 pi.
 *  @return CARDAN_UNDETERMINED if less than the sine of 5 degrees of gravity lies in the plane of the screen. */
cardan_status cardan_tilt_angle(const double *gravity, double *angle);

#ifdef __cplusplus
}
#endif

#endif
