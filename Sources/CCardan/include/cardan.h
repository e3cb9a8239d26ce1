/*
 * Cardan: attitude from accelerometer, gyroscope and magnetometer.
 *
 *     cardan_filter *filter;
 *     cardan_create(NULL, &filter);
 *     cardan_update(filter, 0.01, angular_rate, specific_force, magnetic_field);
 *     cardan_attitude(filter, CARDAN_FRAME_DEFAULT, quaternion);
 *     cardan_destroy(filter);
 *
 * UNITS AND FRAMES. Angular rate in rad/s; specific force in m/s², which is what an accelerometer measures: at rest it points
 * UP with 9.81; magnetic field in µT (its strength matters little, its direction does). All three in the same right-handed
 * body axes. Angles in rad, time in s or in whole nanoseconds, temperatures in degrees Celsius. Quaternions are Hamilton quaternions
 * w, x, y, z; "reference from body" turns body coordinates into coordinates of the reference frame. Matrices are row-major.
 *
 * MISSING READINGS. A NULL pointer to a reading, or a not-a-number in it, says that the sensor gave nothing. No reading can
 * crash a filter or poison its state: what was made of it is in the flags.
 *
 * ERRORS. Functions that can fail return a cardan_status and, where it is not CARDAN_OK, leave their results as they were.
 * A NULL handle is an error like any other. A handle that was destroyed, or never made, is the caller's fault.
 *
 * OWNERSHIP. What the caller passes in is only read during the call. Texts that are returned live forever. A filter from
 * cardan_create is freed by cardan_destroy; one from cardan_init_in_place lives in the caller's memory.
 *
 * THREADS. There is no global state. Different filters may be used by different threads at the same time; one filter by one
 * thread at a time, except that functions that take a const filter may run side by side. No thread is started but by
 * cardan_fuse_many, which is told how many.
 *
 * STABILITY. Structs that may grow begin with their size, which their initializer macros set; a library reads and writes no
 * more than that. Names of parameters, values of enumerations and bits of flags do not change.
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

/** What became of a call. */
typedef enum cardan_status {
  CARDAN_OK = 0,
  /** There is no sample to process yet: not an error; see cardan_next. */
  CARDAN_NOTHING_READY = 1,
  /** A pointer that must not be NULL is NULL. */
  CARDAN_NULL_ARGUMENT = 2,
  /** An argument is outside of what its documentation allows. */
  CARDAN_BAD_ARGUMENT = 3,
  /** The handle is no filter. */
  CARDAN_BAD_HANDLE = 4,
  /** A buffer or a struct is too small, or its size is not that of this version. */
  CARDAN_BAD_SIZE = 5,
  /** A buffer is not aligned; see CARDAN_ALIGNMENT. */
  CARDAN_BAD_ALIGNMENT = 6,
  /** The filter has no parameter of that name. */
  CARDAN_UNKNOWN_PARAMETER = 7,
  /** The value of a parameter is not a number or outside of its range. */
  CARDAN_PARAMETER_OUT_OF_RANGE = 8,
  /** The three axes name one twice, or are mirrored. */
  CARDAN_BAD_AXES = 9,
  /** A matrix of the calibration has no inverse, or a number in it is not finite. */
  CARDAN_BAD_CALIBRATION = 10,
  /** The snapshot is from a version of the library whose states are different. */
  CARDAN_WRONG_VERSION = 11,
  /** The snapshot is of a filter that was made with another filter kind or for separate sensors. */
  CARDAN_WRONG_FILTER = 12,
  /** The bytes are no snapshot, or were changed. */
  CARDAN_CORRUPT = 13,
  /** The filter was not made for this: separate sensors need CARDAN_SEPARATE_SENSORS. */
  CARDAN_UNSUPPORTED = 14,
  /** There is no memory. */
  CARDAN_NO_MEMORY = 15,
  /** A file cannot be read. */
  CARDAN_UNREADABLE = 16,
  /** A text is not in the format that it should have. */
  CARDAN_BAD_FORMAT = 17,
  /** The recording does not tell what is sought: cardan_offline.h. */
  CARDAN_UNDETERMINED = 18,
  CARDAN_STATUS_WIDTH = 0x7FFFFFFF
} cardan_status;

/** A status in words, in English; never NULL. */
const char *cardan_status_text(cardan_status status);

/** The version of the library: "0.1.0". CARDAN_VERSION_MAJOR and so on are those of the header. */
const char *cardan_version(void);

/* ---- Choices --------------------------------------------------------------------------------------------------------- */

/** The filters, with the names that cardan_filter_kind_named knows. */
typedef enum cardan_filter_kind {
  /** "default": velocity-bounded Kalman filter with 11 states; the most accurate. Start here. */
  CARDAN_FILTER_DEFAULT = 0,
  /** "default14": the same with 14 states, for a gyroscope whose axes are not calibrated. */
  CARDAN_FILTER_DEFAULT14 = 1,
  /** "vqf": VQF (Laidig and Seel 2023). */
  CARDAN_FILTER_VQF = 2,
  /** "madgwick": gradient descent (Madgwick 2010). */
  CARDAN_FILTER_MADGWICK = 3,
  /** "mahony": complementary filter on SO(3) (Mahony 2008). */
  CARDAN_FILTER_MAHONY = 4,
  /** "mekf": multiplicative Kalman filter: attitude and bias. */
  CARDAN_FILTER_MEKF = 5,
  /** "complementary": complementary filter (Valenti 2015). */
  CARDAN_FILTER_COMPLEMENTARY = 6,
  CARDAN_FILTER_KIND_WIDTH = 0x7FFFFFFF
} cardan_filter_kind;

/** The number of filters; their kinds are 0 to CARDAN_FILTER_COUNT - 1. */
#define CARDAN_FILTER_COUNT 7

/** The frames in which attitudes are given. */
typedef enum cardan_frame {
  /** In options: ENU. When reading: the frame of the options. */
  CARDAN_FRAME_DEFAULT = 0,
  /** "enu": x east, y north, z up. */
  CARDAN_FRAME_ENU = 1,
  /** "ned": x north, y east, z down. */
  CARDAN_FRAME_NED = 2,
  /** "nwu": x north, y west, z up. */
  CARDAN_FRAME_NWU = 3,
  /** "x-arbitrary-z-vertical": z up, x and y from the pose at the start. In options it leaves the magnetometer out. */
  CARDAN_FRAME_X_ARBITRARY_Z_VERTICAL = 4,
  /** "x-arbitrary-corrected-z-vertical": the same, held there by the magnetometer. */
  CARDAN_FRAME_X_ARBITRARY_CORRECTED_Z_VERTICAL = 5,
  /** "x-magnetic-north-z-vertical": x to magnetic north, y west, z up. */
  CARDAN_FRAME_X_MAGNETIC_NORTH_Z_VERTICAL = 6,
  /** "x-true-north-z-vertical": x to true north, y west, z up; it needs the parameter "declination". */
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

/** The sensors, for readings that come one by one. */
typedef enum cardan_sensor {
  /** Angular rate, rad/s. */
  CARDAN_GYROSCOPE = 0,
  /** Specific force, m/s². */
  CARDAN_ACCELEROMETER = 1,
  /** Magnetic field, µT. */
  CARDAN_MAGNETOMETER = 2,
  CARDAN_SENSOR_WIDTH = 0x7FFFFFFF
} cardan_sensor;

/** What a filter made of a sample: bits of the flags. */
enum {
  /** The angular rate was absent or impossible; the last good one was used. */
  CARDAN_ANGULAR_RATE_REJECTED = 1 << 0,
  /** The specific force was absent or impossible and was left out. */
  CARDAN_SPECIFIC_FORCE_REJECTED = 1 << 1,
  /** The magnetic field was absent or impossible and was left out. */
  CARDAN_MAGNETIC_FIELD_REJECTED = 1 << 2,
  /** The interval was zero, negative or not a number; the sample was not integrated. */
  CARDAN_INTERVAL_REJECTED = 1 << 3,
  /** The sample came after a gap; uncertainty has grown and the attitude is being found anew. */
  CARDAN_AFTER_GAP = 1 << 4,
  /** The sensor is at rest. */
  CARDAN_AT_REST = 1 << 5,
  /** The filter is still finding its first attitude, or finding it again. */
  CARDAN_INITIALIZING = 1 << 6,
  /** The magnetic field does not fit its reference; the heading rests on the gyroscope. */
  CARDAN_FIELD_DISTURBED = 1 << 7,
  /** A sensor is at the end of its range. */
  CARDAN_SATURATED = 1 << 8,
  /** The estimate contradicted the sensors and was set anew: a step in the output. */
  CARDAN_CORRECTED_BY_JUMP = 1 << 9,
  /** The time stamps say that samples are missing or out of order before this one. */
  CARDAN_DISCONTINUITY = 1 << 10
};

/** The name of one flag, as in the results of `cardan fuse`: cardan_flag_name(CARDAN_AT_REST) is "at_rest". NULL for what is
 *  not exactly one flag. */
const char *cardan_flag_name(uint32_t flag);

/** The filter of a name, as in `cardan fuse --filter`: 0 to CARDAN_FILTER_COUNT - 1. CARDAN_BAD_ARGUMENT for no filter. */
cardan_status cardan_filter_kind_named(const char *name, cardan_filter_kind *kind);

/** The name of a filter; NULL for no filter. */
const char *cardan_filter_kind_name(cardan_filter_kind kind);

/** The frame of a name, as in `cardan fuse --frame`. CARDAN_BAD_ARGUMENT for no frame. */
cardan_status cardan_frame_named(const char *name, cardan_frame *frame);

/** The name of a frame; NULL for no frame and for CARDAN_FRAME_DEFAULT. */
const char *cardan_frame_name(cardan_frame frame);

/* ---- Parameters ------------------------------------------------------------------------------------------------------ */

/** One parameter of a filter, by its name. Switches are 0 or 1. */
typedef struct cardan_parameter {
  const char *name;
  double value;
} cardan_parameter;

/** What a parameter is. Begin with CARDAN_PARAMETER_INFO. */
typedef struct cardan_parameter_info {
  /** The size of this struct. */
  size_t size;
  /** The name: "velocity_density". */
  const char *name;
  /** The unit: "rad/s"; "" for a plain number or a switch. */
  const char *unit;
  /** What it means, and what its extremes do. */
  const char *summary;
  /** The value that it has when it is not set. */
  double default_value;
  /** The least value that is allowed. */
  double minimum;
  /** The largest value that is allowed; infinity where there is no end. */
  double maximum;
  /** 1 for a switch, which is 0 or 1; 0 for a number. */
  int32_t is_switch;
} cardan_parameter_info;

#define CARDAN_PARAMETER_INFO { sizeof(cardan_parameter_info), NULL, NULL, NULL, 0.0, 0.0, 0.0, 0 }

/** How many parameters a filter has, those of the clock and the merger of separate sensors included; 0 for no filter. */
size_t cardan_parameter_count(cardan_filter_kind kind);

/** Describes a parameter: 0 to cardan_parameter_count - 1. CARDAN_BAD_ARGUMENT beyond, CARDAN_BAD_SIZE for a wrong size. */
cardan_status cardan_describe_parameter(cardan_filter_kind kind, size_t index, cardan_parameter_info *info);

/** Whether a filter has a parameter and may have this value for it: CARDAN_OK, CARDAN_UNKNOWN_PARAMETER or
 *  CARDAN_PARAMETER_OUT_OF_RANGE. */
cardan_status cardan_check_parameter(cardan_filter_kind kind, const char *name, double value);

/* ---- Calibration ----------------------------------------------------------------------------------------------------- */

/** The constant errors of one sensor: calibrated = matrix * (raw - bias), with a row-major matrix. */
typedef struct cardan_sensor_model {
  double matrix[9];
  /** In the unit of the sensor. */
  double bias[3];
} cardan_sensor_model;

/** The errors of three sensors, in body axes. cardan_offline.h reads them from a file of `cardan calibrate`. */
typedef struct cardan_calibration {
  cardan_sensor_model gyroscope;
  cardan_sensor_model accelerometer;
  cardan_sensor_model magnetometer;
} cardan_calibration;

/** The sensors as perfect ones. */
cardan_status cardan_calibration_identity(cardan_calibration *calibration);

/** How the gyroscope's bias follows its temperature: the polynomial of `cardan calibrate`, for cardan_set_temperature. Begin with
 *  CARDAN_GYROSCOPE_TEMPERATURE; cardan_offline.h reads it from a file. */
typedef struct cardan_gyroscope_temperature {
  /** The size of this struct. */
  size_t size;
  /** The temperature about which the powers are taken, degrees Celsius. */
  double reference;
  /** The lowest and the highest temperature that were seen, degrees Celsius; beyond, the bias is that of the nearest end. */
  double range[2];
  /** For each power from 0 to 4 the coefficients of x, y and z, in rad/s per power of a degree, in body axes. The first are the
   *  bias at the reference. */
  double coefficients[5][3];
} cardan_gyroscope_temperature;

#define CARDAN_GYROSCOPE_TEMPERATURE \
  { sizeof(cardan_gyroscope_temperature), 0.0, { 0.0, 0.0 }, { { 0.0, 0.0, 0.0 } } }

/* ---- The Earth's magnetic field -------------------------------------------------------------------------------------- */

/** Warnings about a field, as bits. */
enum {
  /** The moment is outside of the years for which the model is made. */
  CARDAN_FIELD_OUTSIDE_VALIDITY = 1 << 0,
  /** The height is outside of the range for which the model is made. */
  CARDAN_FIELD_OUTSIDE_HEIGHTS = 1 << 1,
  /** The horizontal field is so weak that compasses are to be used with caution. */
  CARDAN_FIELD_CAUTION_ZONE = 1 << 2,
  /** The horizontal field is so weak that compasses are of no use. */
  CARDAN_FIELD_BLACKOUT_ZONE = 1 << 3
};

/** The Earth's magnetic field at a place and moment. Begin with CARDAN_GEOMAGNETIC_FIELD. */
typedef struct cardan_geomagnetic_field {
  /** The size of this struct. */
  size_t size;
  /** The field to the north, to the east and down, uT. */
  double field_in_ned[3];
  /** How it changes, uT a year. */
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
 *  @param decimal_year The moment: 2026.5 is the middle of 2026.
 *  @return CARDAN_BAD_ARGUMENT for a place that is none, CARDAN_BAD_SIZE for a struct of the wrong size. */
cardan_status cardan_earth_field(
    double latitude, double longitude, double height, double decimal_year, cardan_geomagnetic_field *field);

/* ---- Making filters -------------------------------------------------------------------------------------------------- */

/** A filter on the way from raw samples to attitude: axes, calibration, clock, filter, gravity, frame. */
typedef struct cardan_filter cardan_filter;

/** For `behavior` in options: leave the magnetometer out; the heading is then relative and drifts. */
#define CARDAN_NO_MAGNETOMETER 1u
/** For `behavior` in options: the filter can take readings one by one (cardan_add); it is some kilobytes larger. */
#define CARDAN_SEPARATE_SENSORS 2u
/** cardan_fuse_many may work in single precision, where vectors of the processor hold twice as many recordings: after the start
 *  attitudes differ by thousandths of a degree. One filter works in double precision all the same. */
#define CARDAN_SINGLE_PRECISION 4u

/** How a filter is made. Begin with CARDAN_OPTIONS and change what is to be different. */
typedef struct cardan_options {
  /** The size of this struct. */
  size_t size;
  /** The filter. Default: CARDAN_FILTER_DEFAULT. */
  cardan_filter_kind filter;
  /** The frame of the attitude. Default: ENU. */
  cardan_frame frame;
  /** CARDAN_NO_MAGNETOMETER, CARDAN_SEPARATE_SENSORS, CARDAN_SINGLE_PRECISION, or a sum of them. Default: 0. */
  uint32_t behavior;
  /** The sensor axes that are read for body x, y and z: 1, 2, 3 for x, y, z; negative for the opposite direction; three
   *  zeros for 1, 2, 3. Default: 1, 2, 3. A mirrored set is no mounting (CARDAN_BAD_AXES). */
  int32_t axes[3];
  /** The errors of the sensors, in body axes; NULL for perfect ones. Default: NULL. */
  const cardan_calibration *calibration;
  /** What is not to have its default; NULL for nothing. Default: NULL. */
  const cardan_parameter *parameters;
  /** How many. Default: 0. */
  size_t parameter_count;
} cardan_options;

#define CARDAN_OPTIONS \
  { sizeof(cardan_options), CARDAN_FILTER_DEFAULT, CARDAN_FRAME_DEFAULT, 0, { 1, 2, 3 }, NULL, NULL, 0 }

/** Makes a filter on the heap.
 *
 *  @param options How; NULL for the defaults.
 *  @param filter Where the handle goes; the caller frees it with cardan_destroy.
 *  @return What is wrong with the options, or CARDAN_NO_MEMORY. */
cardan_status cardan_create(const cardan_options *options, cardan_filter **filter);

/** Frees a filter. NULL, and one that was made in place, are left alone. */
void cardan_destroy(cardan_filter *filter);

/** The alignment of memory for cardan_init_in_place, in bytes. */
#define CARDAN_ALIGNMENT 64

/** How many bytes a filter with these options takes in place; 0 for options that are wrong. NULL for the defaults. */
size_t cardan_filter_size(const cardan_options *options);

/** Makes a filter in memory of the caller, without a heap: for firmware.
 *
 *  @param buffer Memory that is aligned to CARDAN_ALIGNMENT and outlives the filter. Nothing has to be freed; the filter must
 *         not be moved.
 *  @param size At least cardan_filter_size(options).
 *  @param options How; NULL for the defaults.
 *  @param filter Where the handle goes.
 *  @return CARDAN_BAD_SIZE, CARDAN_BAD_ALIGNMENT, or what is wrong with the options. */
cardan_status cardan_init_in_place(void *buffer, size_t size, const cardan_options *options, cardan_filter **filter);

/** Forgets everything but the options. */
cardan_status cardan_reset(cardan_filter *filter);

/** The kind that the filter was made as. */
cardan_status cardan_kind(const cardan_filter *filter, cardan_filter_kind *kind);

/** The value that a parameter has. */
cardan_status cardan_get_parameter(const cardan_filter *filter, const char *name, double *value);

/* ---- Samples --------------------------------------------------------------------------------------------------------- */

/** Takes one sample, `interval` seconds after the one before (0 where that is not known). Readings are three numbers each;
 *  NULL where there is none. A rate is the mean over the interval that ends at the sample. */
cardan_status cardan_update(
    cardan_filter *filter, double interval, const double *angular_rate, const double *specific_force,
    const double *magnetic_field);

/** The same in single precision at the boundary. */
cardan_status cardan_update_float(
    cardan_filter *filter, float interval, const float *angular_rate, const float *specific_force,
    const float *magnetic_field);

/** Takes one sample with its time stamp in nanoseconds since any epoch; stamps that lie, repeat or jump are dealt with as
 *  `cardan fuse` does. Do not mix with cardan_update. */
cardan_status cardan_update_at(
    cardan_filter *filter, int64_t timestamp, const double *angular_rate, const double *specific_force,
    const double *magnetic_field);

/** The gyroscope's temperature for the samples that follow: its bias is that of the model at this temperature, in place of that of
 *  the calibration, until it is set again. Cheap enough for every sample. With cardan_add it counts for the samples that
 *  cardan_next makes after it.
 *
 *  @param model Not kept.
 *  @param celsius Degrees Celsius; not a number for the bias at the reference.
 *  @return CARDAN_BAD_CALIBRATION where a number of the model is not finite or its range is none. */
cardan_status cardan_set_temperature(
    cardan_filter *filter, const cardan_gyroscope_temperature *model, double celsius);

/** Hands in one reading of one sensor, for sensors at rates of their own. It waits until its neighbours are there: call
 *  cardan_next after it until that says CARDAN_NOTHING_READY. CARDAN_UNSUPPORTED without CARDAN_SEPARATE_SENSORS. */
cardan_status cardan_add(cardan_filter *filter, cardan_sensor sensor, int64_t timestamp, const double *reading);

/** Processes the next sample that the readings make, one for each reading of the gyroscope; the readings of the other sensors
 *  since the one before are averaged into it. CARDAN_NOTHING_READY where more readings are needed. */
cardan_status cardan_next(cardan_filter *filter);

/** Says that no more readings come: all samples are ready for cardan_next. Readings after it begin a new recording. */
cardan_status cardan_finish(cardan_filter *filter);

/* ---- Results --------------------------------------------------------------------------------------------------------- */

/** Everything that is known after a sample. Begin with CARDAN_MOTION. */
typedef struct cardan_motion {
  /** The size of this struct. */
  size_t size;
  /** Reference from body, w, x, y, z, in the frame of the options. */
  double quaternion[4];
  /** Gravity in body axes, m/s²; it points down. */
  double gravity[3];
  /** Acceleration in body axes without gravity, m/s²; not a number where there was no specific force. */
  double user_acceleration[3];
  /** Angular rate of the last sample in body axes without bias, rad/s. */
  double angular_rate[3];
  /** The estimated bias of the gyroscope, rad/s; zero where the filter has no such estimate. */
  double gyroscope_bias[3];
  /** One standard deviation of the direction of up, rad; not a number where the filter has none. */
  double tilt_sigma;
  /** One standard deviation of the heading, rad; not a number where the filter has none. */
  double heading_sigma;
  /** The time stamp of the last sample, ns; 0 without one. */
  int64_t timestamp;
  /** What was made of the last sample. */
  uint32_t flags;
} cardan_motion;

#define CARDAN_MOTION \
  { sizeof(cardan_motion), { 0 }, { 0 }, { 0 }, { 0 }, { 0 }, 0.0, 0.0, 0, 0 }

/** Everything at once. CARDAN_BAD_SIZE for a struct without CARDAN_MOTION. */
cardan_status cardan_read(const cardan_filter *filter, cardan_motion *motion);

/** The attitude in a frame: four numbers w, x, y, z. In frames with x from the pose at the start, that of the first attitude
 *  that is good enough to have a heading. */
cardan_status cardan_attitude(const cardan_filter *filter, cardan_frame frame, double *quaternion);

/** The attitude in a frame: nine numbers, a row-major matrix that turns body coordinates into reference coordinates. */
cardan_status cardan_attitude_matrix(const cardan_filter *filter, cardan_frame frame, double *matrix);

/** The attitude in a frame: three angles in rad, in the order of the sequence; CARDAN_EULER_ZYX gives yaw, pitch, roll. */
cardan_status cardan_attitude_euler(
    const cardan_filter *filter, cardan_frame frame, cardan_euler_sequence sequence, double *angles);

/** Gravity in body axes, m/s²: three numbers; at rest and level (0, 0, -9.80665). */
cardan_status cardan_gravity(const cardan_filter *filter, double *gravity);

/** Acceleration in body axes without gravity, m/s²: three numbers, not numbers where the last sample had no specific force. */
cardan_status cardan_user_acceleration(const cardan_filter *filter, double *acceleration);

/** The angular rate of the last sample without bias, rad/s: three numbers in body axes. */
cardan_status cardan_angular_rate(const cardan_filter *filter, double *rate);

/** The estimated bias of the gyroscope, rad/s: three numbers in body axes. */
cardan_status cardan_gyroscope_bias(const cardan_filter *filter, double *bias);

/** One standard deviation of the gyroscope's bias, rad/s: three numbers. CARDAN_UNSUPPORTED for filters without. */
cardan_status cardan_gyroscope_bias_sigma(const cardan_filter *filter, double *sigma);

/** The hard iron that the filter found and takes away, µT: three numbers. CARDAN_UNSUPPORTED for filters without. */
cardan_status cardan_hard_iron(const cardan_filter *filter, double *hard_iron);

/** One standard deviation of tilt and of heading, rad; not a number where the filter has none. Either pointer may be NULL. */
cardan_status cardan_sigmas(const cardan_filter *filter, double *tilt, double *heading);

/** What was made of the last sample: CARDAN_AT_REST and the like; 0 before the first, and for NULL. */
uint32_t cardan_flags(const cardan_filter *filter);

/* ---- Conversions ----------------------------------------------------------------------------------------------------- */

/** The row-major matrix of a quaternion w, x, y, z of any length but zero. CARDAN_BAD_ARGUMENT where it has no direction. */
cardan_status cardan_quaternion_to_matrix(const double *quaternion, double *matrix);

/** The Euler angles of a quaternion of any length but zero, rad. At gimbal lock the third angle is zero. */
cardan_status cardan_quaternion_to_euler(const double *quaternion, cardan_euler_sequence sequence, double *angles);

/** The quaternion of Euler angles, rad. */
cardan_status cardan_euler_to_quaternion(const double *angles, cardan_euler_sequence sequence, double *quaternion);

/* ---- State as bytes -------------------------------------------------------------------------------------------------- */

/** The version of the bytes of snapshots; another one cannot be restored. */
#define CARDAN_SNAPSHOT_VERSION 2

/** The size of a snapshot of this filter in bytes; 0 for NULL. */
size_t cardan_snapshot_size(const cardan_filter *filter);

/** Writes the whole state, options included. The bytes are for the same version of the library on the same kind of processor.
 *  Filters that were made and fed alike give the same bytes; firmware, which has no heap, may have others between the numbers.
 *
 *  @param size At least cardan_snapshot_size(filter), else CARDAN_BAD_SIZE. */
cardan_status cardan_snapshot(const cardan_filter *filter, void *bytes, size_t size);

/** Takes a state back, options included, into a filter of the same kind and behavior.
 *
 *  @return CARDAN_WRONG_VERSION, CARDAN_WRONG_FILTER, CARDAN_BAD_SIZE or CARDAN_CORRUPT; the filter is then as it was. */
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

/** Numbers in memory of the caller, one row for each sample. Strides are in bytes, may be negative, and need no alignment. */
typedef struct cardan_array {
  /** The first number; NULL for an array that is not there. */
  const void *data;
  /** From a row to the next. */
  ptrdiff_t row_stride;
  /** From a number to the next in its row. */
  ptrdiff_t column_stride;
  /** Their type. */
  cardan_element element;
} cardan_array;

/** The same, to be written. */
typedef struct cardan_output_array {
  void *data;
  ptrdiff_t row_stride;
  ptrdiff_t column_stride;
  cardan_element element;
} cardan_output_array;

/** A recording. Begin with CARDAN_RECORDING. */
typedef struct cardan_recording {
  /** The size of this struct. */
  size_t size;
  /** How many samples. */
  size_t count;
  /** Time stamps, one for each sample: CARDAN_INT64 nanoseconds, or CARDAN_FLOAT64 seconds. Not there: see `interval`. */
  cardan_array time;
  /** Seconds between samples where there are no time stamps; at least 0. */
  double interval;
  /** Three numbers for each sample, CARDAN_FLOAT64 or CARDAN_FLOAT32, rad/s. Rows with a not-a-number are missing. */
  cardan_array angular_rate;
  /** The same, m/s². May be not there. */
  cardan_array specific_force;
  /** The same, µT. May be not there. */
  cardan_array magnetic_field;
} cardan_recording;

#define CARDAN_RECORDING                                                                          \
  {                                                                                               \
    sizeof(cardan_recording), 0, { NULL, 0, 0, CARDAN_INT64 }, 0.0, { NULL, 0, 0, CARDAN_FLOAT64 }, \
        { NULL, 0, 0, CARDAN_FLOAT64 }, { NULL, 0, 0, CARDAN_FLOAT64 }                            \
  }

/** Where the results of a recording go; arrays that are not there are not computed. CARDAN_FLOAT64 or CARDAN_FLOAT32, but for
 *  the flags, which are CARDAN_UINT32. Begin with CARDAN_RESULTS. See cardan_motion for what is in them. */
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

/** An array of rows without gaps: cardan_rows(&rates[0][0], 3). */
static inline cardan_array cardan_rows(const double *data, size_t columns) {
  cardan_array array = { data, (ptrdiff_t)(columns * sizeof(double)), (ptrdiff_t)sizeof(double), CARDAN_FLOAT64 };
  return array;
}

/** An array of rows without gaps in single precision. */
static inline cardan_array cardan_float_rows(const float *data, size_t columns) {
  cardan_array array = { data, (ptrdiff_t)(columns * sizeof(float)), (ptrdiff_t)sizeof(float), CARDAN_FLOAT32 };
  return array;
}

/** Time stamps in nanoseconds without gaps. */
static inline cardan_array cardan_timestamps(const int64_t *data) {
  cardan_array array = { data, (ptrdiff_t)sizeof(int64_t), (ptrdiff_t)sizeof(int64_t), CARDAN_INT64 };
  return array;
}

/** An array of rows without gaps to be written. */
static inline cardan_output_array cardan_output_rows(double *data, size_t columns) {
  cardan_output_array array = { data, (ptrdiff_t)(columns * sizeof(double)), (ptrdiff_t)sizeof(double), CARDAN_FLOAT64 };
  return array;
}

/** An array of rows without gaps to be written in single precision. */
static inline cardan_output_array cardan_output_float_rows(float *data, size_t columns) {
  cardan_output_array array = { data, (ptrdiff_t)(columns * sizeof(float)), (ptrdiff_t)sizeof(float), CARDAN_FLOAT32 };
  return array;
}

/** Flags without gaps to be written. */
static inline cardan_output_array cardan_output_flags(uint32_t *data) {
  cardan_output_array array = { data, (ptrdiff_t)sizeof(uint32_t), (ptrdiff_t)sizeof(uint32_t), CARDAN_UINT32 };
  return array;
}

/** Runs a filter over a recording, sample by sample, from the state that it is in, and leaves it in the last one. A later
 *  call goes on there. Results are those of cardan_update_at (or cardan_update, without time stamps) and cardan_read.
 *
 *  @param results Where they go; NULL for nowhere. Nothing may overlap.
 *  @return CARDAN_BAD_SIZE or CARDAN_BAD_ARGUMENT for a wrong description, before anything is done. */
cardan_status cardan_fuse(cardan_filter *filter, const cardan_recording *recording, const cardan_results *results);

/** One recording among many. */
typedef struct cardan_job {
  const cardan_recording *recording;
  const cardan_results *results;
  /** Written: what became of it. */
  cardan_status status;
} cardan_job;

/** Runs a new filter over each of many recordings. The results of each are those of cardan_create and cardan_fuse, to the last
 *  bit, whatever the number of threads (without CARDAN_SINGLE_PRECISION). Where the processor has AVX2 or AVX-512 and there are
 *  at least four recordings for each thread, several go side by side in the lanes of its vectors; in a library that was built
 *  for a processor with fused multiply-add they round otherwise and differ in the last bits.
 *
 *  @param options How the filters are made; NULL for the defaults.
 *  @param jobs The recordings; what is wrong with one of them is in its status and does not stop the others.
 *  @param count How many.
 *  @param threads How many threads work, that of the caller included: at least 1.
 *  @return What is wrong with the options, or CARDAN_OK. */
cardan_status cardan_fuse_many(const cardan_options *options, cardan_job *jobs, size_t count, uint32_t threads);

#ifdef __cplusplus
}
#endif

#endif
