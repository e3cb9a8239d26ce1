/*
 * Cardan, offline: work on complete recordings. Smoothed attitude, calibration and noise of the sensors, alignment between
 * sensors, errors against a true attitude, and readers of logs.
 *
 *     cardan_document *calibration;
 *     cardan_calibrate(&recording, NULL, &calibration, message, sizeof message);
 *     puts(cardan_document_text(calibration, NULL));
 *     cardan_document_free(calibration);
 *
 * These functions are in libcardan-offline, which is larger than libcardan and needs a heap. Units, frames, status codes, and the
 * structs for recordings and results are those of cardan.h.
 *
 * MESSAGES. Functions with a `message` describe errors there, zero-terminated and cut to `message_size`. It may be NULL.
 * CARDAN_UNDETERMINED means that the recording does not contain enough information; the message then says what to record.
 *
 * OWNERSHIP. Arguments are only read during the call. What a function creates is freed by the function that its documentation
 * names; freeing NULL does nothing.
 *
 * THREADS. No global state; no threads are started. Different handles may be used by different threads at the same time, one
 * handle by one thread at a time. A thread needs a stack of 256 KB at least.
 */
#ifndef CARDAN_OFFLINE_H
#define CARDAN_OFFLINE_H

#include "cardan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Documents ------------------------------------------------------------------------------------------------------- */

/** A JSON text in UTF-8, the same bytes that the command `cardan` writes into a file. */
typedef struct cardan_document cardan_document;

/** The zero-terminated text; it lives as long as the document. NULL for NULL.
 *
 *  @param length Receives the number of bytes without the zero; may be NULL. */
const char *cardan_document_text(const cardan_document *document, size_t *length);

/** Frees a document. */
void cardan_document_free(cardan_document *document);

/* ---- Smoothing ------------------------------------------------------------------------------------------------------- */

/** Estimates the attitude at each sample from the whole recording: more accurate than a filter, not live.
 *
 *  Without magnetometer the heading is free, and its standard deviation NaN; the filter's heading may be the better one then.
 *  Takes 100 to 300 bytes a sample. Velocities over ground that do not explain what the accelerometer felt are left out; their
 *  rows have the flag CARDAN_VELOCITY_REJECTED.
 *
 *  @param options Frame, behavior, axes, calibration, and parameters: those of cardan_describe_smoother_parameter. The filter
 *         must be CARDAN_FILTER_DEFAULT, which the smoother replaces. NULL for the defaults.
 *  @param results Receives the results, in the arrays present; may be NULL.
 *  @param calibration Receives the estimated sensor errors as a calibration; may be NULL. Free it with cardan_document_free.
 *  @return CARDAN_UNDETERMINED for a sensor without readings; a status of the options or the descriptions. */
cardan_status cardan_smooth(
    const cardan_options *options, const cardan_recording *recording, const cardan_results *results,
    cardan_document **calibration, char *message, size_t message_size);

/** The number of the smoother's parameters, including those of the clock and of gravity. */
size_t cardan_smoother_parameter_count(void);

/** Describes a parameter, 0 to cardan_smoother_parameter_count() - 1; CARDAN_BAD_ARGUMENT for others. */
cardan_status cardan_describe_smoother_parameter(size_t index, cardan_parameter_info *info);

/* ---- Calibration ----------------------------------------------------------------------------------------------------- */

/** In `sensors` of a calibration request: calibrate the gyroscope. */
#define CARDAN_CALIBRATE_GYROSCOPE 1u
/** In `sensors` of a calibration request: calibrate the accelerometer. */
#define CARDAN_CALIBRATE_ACCELEROMETER 2u
/** In `sensors` of a calibration request: calibrate the magnetometer. */
#define CARDAN_CALIBRATE_MAGNETOMETER 4u

/** The shape that is fitted to a sensor. */
typedef enum cardan_calibration_shape {
  /** The best that the recording determines. */
  CARDAN_SHAPE_ANY = 0,
  /** Offset: 3 parameters. */
  CARDAN_SHAPE_OFFSET = 1,
  /** Offset and a scale for each axis: 6 parameters. */
  CARDAN_SHAPE_SCALES = 2,
  /** Offset and a full matrix: 9 parameters. */
  CARDAN_SHAPE_FULL = 3,
  CARDAN_SHAPE_WIDTH = 0x7FFFFFFF
} cardan_calibration_shape;

/** What to calibrate, and how. Begin with CARDAN_CALIBRATION_REQUEST. */
typedef struct cardan_calibration_request {
  /** The size of this struct. */
  size_t size;
  /** One or more of CARDAN_CALIBRATE_GYROSCOPE and so on. Default: all. */
  uint32_t sensors;
  /** The shape for accelerometer and magnetometer. Default: CARDAN_SHAPE_ANY. */
  cardan_calibration_shape shape;
  /** The local magnetic field strength, µT, 10 to 100, for the scale of the magnetometer; 0 keeps that of the readings. Default:
   *  0. */
  double field_strength;
  /** Local gravity, m/s², 9.7 to 9.9. Default: 9.80665. */
  double gravity;
  /** The sensor axes that are read for body x, y and z, as in cardan_options. */
  int32_t axes[3];
  /** The name of the recording for the calibration; may be NULL. */
  const char *recording_name;
  /** The day for the calibration, such as 2026-11-20; may be NULL. */
  const char *date;
} cardan_calibration_request;

#define CARDAN_CALIBRATION_REQUEST \
  { sizeof(cardan_calibration_request), 7u, CARDAN_SHAPE_ANY, 0.0, 9.80665, { 1, 2, 3 }, NULL, NULL }

/** Calibrates sensors from a recording: rests on the six sides and some edges with turns in between, and slow turns through all
 *  directions away from iron. The magnetometer needs the turns, the accelerometer six rests or more, the gyroscope rests and the
 *  turns between them; its bias alone needs one rest.
 *
 *  @param request NULL for the defaults.
 *  @param calibration Receives the calibration, for cardan_calibration_parse and `cardan fuse --calibration`. Free it with
 *         cardan_document_free.
 *  @param message Why sensors were refused, one line each; also with CARDAN_OK if others were calibrated.
 *  @return CARDAN_UNDETERMINED if no sensor was calibrated. */
cardan_status cardan_calibrate(
    const cardan_recording *recording, const cardan_calibration_request *request, cardan_document **calibration,
    char *message, size_t message_size);

/** Parses a calibration of cardan_calibrate or `cardan calibrate`, for cardan_options.
 *
 *  @param json The text; no terminating zero is needed.
 *  @param length The number of bytes.
 *  @param message The key and what is wrong with it.
 *  @return CARDAN_BAD_FORMAT for an invalid text, CARDAN_WRONG_VERSION for a newer version, CARDAN_BAD_CALIBRATION for a matrix
 *          without inverse. */
cardan_status cardan_calibration_parse(
    const char *json, size_t length, cardan_calibration *calibration, char *message, size_t message_size);

/** Reads a calibration from a file; see cardan_calibration_parse. CARDAN_UNREADABLE if the file cannot be read. */
cardan_status cardan_calibration_read(
    const char *path, cardan_calibration *calibration, char *message, size_t message_size);

/** Parses the gyroscope's bias over temperature from a calibration, for cardan_set_temperature; see cardan_calibration_parse.
 *
 *  @return CARDAN_UNSUPPORTED for a calibration without it; the model is then unchanged. */
cardan_status cardan_gyroscope_temperature_parse(
    const char *json, size_t length, cardan_gyroscope_temperature *model, char *message, size_t message_size);

/** Reads the gyroscope's bias over temperature from a file; CARDAN_UNREADABLE if the file cannot be read. */
cardan_status cardan_gyroscope_temperature_read(
    const char *path, cardan_gyroscope_temperature *model, char *message, size_t message_size);

/* ---- Alignment ------------------------------------------------------------------------------------------------------- */

/** The rotation and clock offset between two sensors on one rigid body. Begin with CARDAN_ALIGNMENT_RESULT. */
typedef struct cardan_alignment {
  /** The size of this struct. */
  size_t size;
  /** The rotation from the second sensor's axes to the first's: w, x, y, z. */
  double first_from_second[4];
  /** One standard deviation about the first sensor's axes due to the noise of the rates, rad. */
  double rotation_sigma[3];
  /** Seconds to add to timestamps of the second recording to get those of the first. */
  double clock_offset;
  /** One standard deviation due to noise, s. */
  double clock_offset_sigma;
  /** The bias of the first gyroscope minus that of the second, in the first's axes, rad/s. */
  double bias_difference[3];
  /** The ratio of the rates of first and second. */
  double rate_ratio;
  /** The share of the first's motion that the second explains, up to 1. */
  double explained;
  /** The root mean square difference of the rates per axis, rad/s. */
  double residual;
  /** The nearest mounting in quarter turns, as in cardan_options: the second's axes that are read for the first's. */
  int32_t nearest_axes[3];
  /** The angle between this mounting and the rotation, rad. */
  double nearest_axes_deviation;
  /** The number of rates compared. */
  size_t count;
} cardan_alignment;

#define CARDAN_ALIGNMENT_RESULT \
  { sizeof(cardan_alignment), { 0 }, { 0 }, 0.0, 0.0, { 0 }, 0.0, 0.0, 0.0, { 0 }, 0.0, 0 }

/** Aligns the axes and clocks of two recordings of one motion by their angular rates: at least 5 s in common, turned about all
 *  axes.
 *
 *  @param largest_offset The largest clock offset, s, 0 to 3600. */
cardan_status cardan_align(
    const cardan_recording *first, const cardan_recording *second, double largest_offset, cardan_alignment *alignment,
    char *message, size_t message_size);

/** Aligns a recording to an attitude reference; see cardan_align.
 *
 *  @param count The number of attitudes.
 *  @param time Their timestamps, as in cardan_recording.
 *  @param quaternion Reference from body, four numbers each: w, x, y, z. */
cardan_status cardan_align_to_attitude(
    const cardan_recording *first, size_t count, const cardan_array *time, const cardan_array *quaternion,
    double largest_offset, cardan_alignment *alignment, char *message, size_t message_size);

/** The mounting of a sensor in a body. Begin with CARDAN_MOUNTING_RESULT. */
typedef struct cardan_mounting {
  /** The size of this struct. */
  size_t size;
  /** The rotation from sensor to body axes: w, x, y, z. */
  double body_from_sensor[4];
  /** The nearest mounting in quarter turns, as in cardan_options. */
  int32_t nearest_axes[3];
  /** The angle between this mounting and the rotation, rad. */
  double nearest_axes_deviation;
  /** The largest angle between a given and a measured direction, rad. */
  double largest_residual;
} cardan_mounting;

#define CARDAN_MOUNTING_RESULT \
  { sizeof(cardan_mounting), { 0 }, { 0 }, 0.0, 0.0 }

/** Determines the mounting of a sensor: lay the body still for three seconds with a known axis up, turn it once by 45 to 120 degrees
 *  about a known level axis, and lay it still again.
 *
 *  @param up The body axis that points up at rest: 1, 2, 3 for x, y, z; negative for the opposite direction.
 *  @param turn The body axis of the right-handed turn; a different axis than `up`. */
cardan_status cardan_find_mounting(
    const cardan_recording *recording, int32_t up, int32_t turn, cardan_mounting *mounting, char *message,
    size_t message_size);

/* ---- Noise ----------------------------------------------------------------------------------------------------------- */

/** The forms of the Allan deviation, all with overlapping windows (NIST SP 1065). */
typedef enum cardan_allan_form {
  /** The usual form. */
  CARDAN_ALLAN_OVERLAPPING = 0,
  /** Separates quantisation from white noise. */
  CARDAN_ALLAN_MODIFIED = 1,
  /** Insensitive to a constant drift. */
  CARDAN_ALLAN_HADAMARD = 2,
  CARDAN_ALLAN_FORM_WIDTH = 0x7FFFFFFF
} cardan_allan_form;

/** Noise processes, for readings in a unit U (IEEE Std 952). */
typedef enum cardan_noise_process {
  /** U s. */
  CARDAN_NOISE_QUANTIZATION = 0,
  /** U per root hertz: angle or velocity random walk. */
  CARDAN_NOISE_WHITE = 1,
  /** U. */
  CARDAN_NOISE_BIAS_INSTABILITY = 2,
  /** U per root second: random walk of the bias. */
  CARDAN_NOISE_RANDOM_WALK = 3,
  /** U/s: a steady drift. */
  CARDAN_NOISE_RAMP = 4,
  /** U: a first-order Gauss-Markov bias. */
  CARDAN_NOISE_GAUSS_MARKOV_BIAS = 5,
  CARDAN_NOISE_PROCESS_WIDTH = 0x7FFFFFFF
} cardan_noise_process;

/** The Allan deviation of a sensor axis. */
typedef struct cardan_allan cardan_allan;

/** The deviation at one averaging time. */
typedef struct cardan_allan_point {
  /** Averaging time, s. */
  double averaging_time;
  /** The deviation, in the unit of the readings. */
  double deviation;
  /** The lower end of the confidence interval of probability 0.683. */
  double lower;
  /** Its upper end. */
  double upper;
  /** The equivalent number of independent squares. */
  double degrees_of_freedom;
  /** The number of averaged terms. */
  size_t term_count;
} cardan_allan_point;

/** The coefficient of a noise process. */
typedef struct cardan_noise_coefficient {
  /** The value, in the unit of its process. */
  double value;
  /** One standard deviation of the value. */
  double sigma;
  /** The correlation time of a Gauss-Markov bias, s; infinite for other processes. */
  double correlation_time;
} cardan_noise_coefficient;

/** The Allan deviation of readings at even intervals. NaN is a gap; gaps are not bridged.
 *
 *  @param readings One number each, CARDAN_FLOAT64 or CARDAN_FLOAT32.
 *  @param count The number of readings.
 *  @param interval The time between readings, s, above 0.
 *  @param allan Receives the handle; free it with cardan_allan_free.
 *  @return CARDAN_UNDETERMINED for too few readings. */
cardan_status cardan_allan_create(
    const cardan_array *readings, size_t count, double interval, cardan_allan_form form, cardan_allan **allan,
    char *message, size_t message_size);

/** The number of averaging times: four per octave, up to a third of the longest stretch without gaps. 0 for NULL. */
size_t cardan_allan_count(const cardan_allan *allan);

/** Writes the deviations in the order of averaging times. CARDAN_BAD_SIZE if the capacity is below cardan_allan_count. */
cardan_status cardan_allan_points(const cardan_allan *allan, cardan_allan_point *points, size_t capacity);

/** The coefficient of a noise process, fitted to an overlapping deviation of at least 10 s and 512 readings.
 *
 *  @return CARDAN_UNDETERMINED for a process that was not found, and for too short a recording; CARDAN_UNSUPPORTED for other
 *          forms. */
cardan_status cardan_allan_noise(
    const cardan_allan *allan, cardan_noise_process process, cardan_noise_coefficient *coefficient, char *message,
    size_t message_size);

/** Frees an Allan deviation. */
void cardan_allan_free(cardan_allan *allan);

/** Measures the noise of the sensors in a recording at rest, as `cardan allan -o`.
 *
 *  @param takes_movement Not 0 to use all rows, including movement: for sensors too coarse for the detection of rest.
 *  @param recording_name The name of the recording for the document; may be NULL.
 *  @param noise Receives the noise, for cardan_tune and `cardan fuse --tune-from`. Free it with cardan_document_free.
 *  @param message Why sensors are not in it, one line each; also with CARDAN_OK if others are.
 *  @return CARDAN_UNDETERMINED if no noise was identified. */
cardan_status cardan_measure_noise(
    const cardan_recording *recording, int32_t takes_movement, const char *recording_name, cardan_document **noise,
    char *message, size_t message_size);

/** A sufficient capacity for cardan_tune. */
#define CARDAN_TUNED_PARAMETERS 8

/** The parameters of a filter tuned to sensor noise, as by `cardan fuse --tune-from`: for `parameters` in cardan_options.
 *
 *  @param noise The text of cardan_measure_noise or a file of `cardan allan -o`, JSON in UTF-8.
 *  @param length The number of bytes.
 *  @param filter CARDAN_FILTER_DEFAULT, CARDAN_FILTER_DEFAULT14 or CARDAN_FILTER_MEKF; CARDAN_UNSUPPORTED for others.
 *  @param parameters Receives the parameters that differ from their defaults; their names live as long as the library.
 *  @param capacity The length of `parameters`: CARDAN_TUNED_PARAMETERS is enough.
 *  @param count Receives their number.
 *  @return CARDAN_CORRUPT for an invalid text. */
cardan_status cardan_tune(
    const char *noise, size_t length, cardan_filter_kind filter, cardan_parameter *parameters, size_t capacity,
    size_t *count, char *message, size_t message_size);

/* ---- Evaluation ------------------------------------------------------------------------------------------------------ */

/** Errors of estimated attitudes: root mean squares, rad. Begin with CARDAN_ATTITUDE_ERRORS. */
typedef struct cardan_attitude_errors {
  /** The size of this struct. */
  size_t size;
  /** The number of pairs without NaN. */
  size_t count;
  /** The angle of the error rotation. */
  double total;
  /** Its part about the vertical. */
  double heading;
  /** The angle between estimated and true up. */
  double inclination;
  /** The best constant heading error, positive counter-clockwise seen from above. */
  double heading_offset;
  /** `total` after correction by `heading_offset`. */
  double total_without_offset;
  /** `heading` after correction by `heading_offset`. */
  double heading_without_offset;
} cardan_attitude_errors;

#define CARDAN_ATTITUDE_ERRORS \
  { sizeof(cardan_attitude_errors), 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0 }

/** Compares estimates with the truth, both from body to the same frame with a vertical z axis. Pairs with NaN are ignored.
 *
 *  @param estimate Four numbers each: w, x, y, z.
 *  @param truth Four numbers each: w, x, y, z.
 *  @param each Receives total, heading and inclination of each pair, three numbers a row, rad; may be NULL. */
cardan_status cardan_evaluate(
    size_t count, const cardan_array *estimate, const cardan_array *truth, cardan_attitude_errors *errors,
    const cardan_output_array *each);

/* ---- Logs ------------------------------------------------------------------------------------------------------------ */

/** A recording in a file: CSV with named columns, EuRoC, RepoIMU, BROAD HDF5, NumPy. */
typedef struct cardan_log cardan_log;

/** Properties that a log does not state; its header has priority. Begin with CARDAN_LOG_OPTIONS. */
typedef struct cardan_log_options {
  /** The size of this struct. */
  size_t size;
  /** "s", "ms", "us", "ns"; NULL if the log states it. */
  const char *time_unit;
  /** "rad/s", "deg/s" and so on; NULL if the log states it. */
  const char *gyroscope_unit;
  /** "m/s^2", "g", "mg"; NULL if the log states it. */
  const char *accelerometer_unit;
  /** "uT", "nT", "gauss", "mG" and so on; NULL if the log states it. */
  const char *magnetometer_unit;
  /** Rows per second, for a log without timestamps; else 0. */
  double rate;
  /** The gyroscope of a file of several; "NAME#1" is its second instance. NULL for the best. */
  const char *topic;
  /** The IMUs of one body in a file of several that are combined: "all", or numbers such as "0,2", of which the first leads. The
   *  filter's bias is not known here, which `cardan fuse --imu` uses. NULL for one IMU. */
  const char *imus;
  /** The names of the columns of a text table that has none, separated by commas: "t [s],gyro_x [rad/s],..."; else NULL. */
  const char *header;
  /** Columns of a table with other names, `column_name_count` of them: "rot_x=gyro_x [deg/s]". */
  const char *const *column_names;
  size_t column_name_count;
  /** Paths of other tables of the same recording, `companion_count` of them, to be merged by their timestamps. */
  const char *const *companions;
  size_t companion_count;
  /** Not 0 to skip and count rows of a text table that are invalid, instead of ending there with an error. */
  int32_t skips_bad_rows;
  /** Not 0 to take units that neither the log nor an option gives as the values suggest; a finding names them. */
  int32_t assumes_units;
} cardan_log_options;

#define CARDAN_LOG_OPTIONS \
  { sizeof(cardan_log_options), NULL, NULL, NULL, NULL, 0.0, NULL, NULL, NULL, NULL, 0, NULL, 0, 0, 0 }

/** The contents of a log, as bits. */
enum {
  /** Angular rate. */
  CARDAN_LOG_HAS_GYROSCOPE = 1 << 0,
  /** Specific force. */
  CARDAN_LOG_HAS_ACCELEROMETER = 1 << 1,
  /** Magnetic field. */
  CARDAN_LOG_HAS_MAGNETOMETER = 1 << 2,
  /** A true attitude. */
  CARDAN_LOG_HAS_TRUTH = 1 << 3,
  /** A velocity over ground. */
  CARDAN_LOG_HAS_VELOCITY = 1 << 4,
  /** A speed along the forward axis. */
  CARDAN_LOG_HAS_SPEED = 1 << 5
};

/** Properties of a log, known before its first row. Begin with CARDAN_LOG_INFO. */
typedef struct cardan_log_info {
  /** The size of this struct. */
  size_t size;
  /** The name of the format, for display; it lives as long as the log. */
  const char *format;
  /** The bits CARDAN_LOG_HAS_GYROSCOPE and so on. */
  uint32_t contents;
  /** The number of rows; negative if unknown. */
  int64_t row_count;
} cardan_log_info;

#define CARDAN_LOG_INFO \
  { sizeof(cardan_log_info), NULL, 0, 0 }

/** Contiguous arrays that receive rows; NULL for unwanted ones. Begin with CARDAN_LOG_ROWS. Absent readings are NaN. */
typedef struct cardan_log_rows {
  /** The size of this struct. */
  size_t size;
  /** One per row: ns since an epoch of the log. */
  int64_t *time;
  /** Three per row: rad/s, in sensor axes. */
  double *angular_rate;
  /** Three per row: m/s². */
  double *specific_force;
  /** Three per row: µT. */
  double *magnetic_field;
  /** Four per row: the true attitude, ENU from body, w, x, y, z. */
  double *true_quaternion;
  /** One per row: 1 if the row counts in an evaluation, by the movement column of the log; 1 without that column. */
  uint8_t *is_moving;
  /** Two per row: the velocity over ground, east and north, m/s. */
  double *velocity;
  /** One per row: the speed along the forward axis, m/s. */
  double *speed;
} cardan_log_rows;

#define CARDAN_LOG_ROWS \
  { sizeof(cardan_log_rows), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL }

/** Opens a log. The format is detected from its content, not its name.
 *
 *  @param options May be NULL.
 *  @param log Receives the handle; close it with cardan_log_close.
 *  @return CARDAN_UNREADABLE or CARDAN_BAD_FORMAT with a message that names file, line and column; CARDAN_BAD_ARGUMENT for an
 *          invalid option. */
cardan_status cardan_log_open(
    const char *path, const cardan_log_options *options, cardan_log **log, char *message, size_t message_size);

/** The properties of a log. */
cardan_status cardan_log_describe(const cardan_log *log, cardan_log_info *info);

/** Reads the next rows.
 *
 *  @param capacity The largest number of rows.
 *  @param count Receives the number of rows read; 0 at the end. After an error: those before the faulty row. */
cardan_status cardan_log_read(
    cardan_log *log, const cardan_log_rows *rows, size_t capacity, size_t *count, char *message, size_t message_size);

/** Closes a log. */
void cardan_log_close(cardan_log *log);

/** The content of a column of a table. */
typedef enum cardan_content {
  /** A column that is not read. */
  CARDAN_CONTENT_NONE = 0,
  /** Timestamps, s. */
  CARDAN_CONTENT_TIME = 1,
  /** rad/s. */
  CARDAN_CONTENT_ANGULAR_RATE = 2,
  /** m/s². */
  CARDAN_CONTENT_SPECIFIC_FORCE = 3,
  /** µT. */
  CARDAN_CONTENT_MAGNETIC_FIELD = 4,
  /** The true attitude: w, x, y, z. */
  CARDAN_CONTENT_TRUE_ATTITUDE = 5,
  /** Not zero in rows that count in an evaluation. */
  CARDAN_CONTENT_MOVEMENT = 6,
  /** The velocity over ground, m/s. */
  CARDAN_CONTENT_VELOCITY = 7,
  /** The speed along the forward axis, m/s. */
  CARDAN_CONTENT_SPEED = 8,
  CARDAN_CONTENT_WIDTH = 0x7FFFFFFF
} cardan_content;

/** A column of a table. */
typedef struct cardan_column {
  cardan_content content;
  /** The coordinate: 0 to 2 for x, y, z, or east, north, up; of an attitude 0 to 3 for w, x, y, z. */
  uint32_t axis;
  /** The factor to the unit of its content. */
  double factor;
  /** 1 if the header states the unit, 0 if the options or the format do. */
  uint32_t has_unit;
} cardan_column;

/** Finds the columns of a table by the names in its header, "gyro_x [deg/s]", as cardan_log_open does for text.
 *
 *  @param options May be NULL.
 *  @param columns Receives the content of each name. After CARDAN_BAD_FORMAT: without factors.
 *  @return CARDAN_BAD_FORMAT with a message that names the column, for a table that would be refused as a log;
 *          CARDAN_BAD_ARGUMENT for an invalid option. Without names only the options are checked. */
cardan_status cardan_find_columns(
    const char *const *names, size_t count, const cardan_log_options *options, cardan_column *columns, char *message,
    size_t message_size);

/** The factor of a unit to that of its content.
 *
 *  @return CARDAN_BAD_ARGUMENT with a message that lists the units, for another spelling. */
cardan_status cardan_unit_factor(
    cardan_content content, const char *unit, double *factor, char *message, size_t message_size);

/* ---- Conventions of attitudes ---------------------------------------------------------------------------------------- */

/** How a program writes attitudes. Begin with CARDAN_CONVENTION_INFO. */
typedef struct cardan_convention_info {
  /** The size of this struct. */
  size_t size;
  /** The name: "unity". */
  const char *name;
  /** What x, y and z of the reference frame point to: "EUN" is east, up, north. */
  const char *reference;
  /** What x, y and z of the body point to: "RUF" is right, up, forward. */
  const char *body;
  /** The order of the components: "wxyz" or "xyzw". */
  const char *order;
  /** Whose convention it is. */
  const char *summary;
} cardan_convention_info;

#define CARDAN_CONVENTION_INFO \
  { sizeof(cardan_convention_info), NULL, NULL, NULL, NULL, NULL }

/** Describes a convention, from 0 on; CARDAN_BAD_ARGUMENT beyond the last. */
cardan_status cardan_describe_convention(size_t index, cardan_convention_info *info);

/** Converts attitudes between conventions, with mirrored axes for left-handed ones: the same body, seen the same way.
 *
 *  @param count The number of attitudes.
 *  @param quaternion Reference frame from body, four numbers each in the order of the source, of any length but zero.
 *  @param source The name of their convention.
 *  @param target The name of the convention of the results.
 *  @param converted Receives them in the order of the target, NaN for invalid ones; may be the memory of `quaternion`.
 *  @return CARDAN_BAD_ARGUMENT for an unknown name or an invalid array. */
cardan_status cardan_convert_attitudes(
    size_t count, const cardan_array *quaternion, const char *source, const char *target,
    const cardan_output_array *converted, char *message, size_t message_size);

/* ---- Findings -------------------------------------------------------------------------------------------------------- */

/** What reading a log showed, up to the row that was read last: damage, and columns of a sensor that are not read.
 *
 *  @param findings Receives the JSON of cardan_examine_log without contents and name. Free it with cardan_document_free. */
cardan_status cardan_log_findings(
    const cardan_log *log, cardan_document **findings, char *message, size_t message_size);

/** Checks a log as `cardan doctor` does, in constant memory.
 *
 *  @param options May be NULL.
 *  @param findings Receives the JSON of `cardan doctor --json`: an array with one object that has the verdict, the findings and
 *         the contents of the log. Free it with cardan_document_free.
 *  @return A status of cardan_log_open. */
cardan_status cardan_examine_log(
    const char *path, const cardan_log_options *options, cardan_document **findings, char *message, size_t message_size);

/** Checks the rows of a recording as cardan_examine_log does; a recording has no damage and no units.
 *
 *  @param truth The true attitudes, ENU from body: w, x, y, z, NaN in rows without; NULL without.
 *  @param name The name of the recording for the document; may be NULL.
 *  @param findings Receives the JSON; see cardan_examine_log. */
cardan_status cardan_examine_recording(
    const cardan_recording *recording, const cardan_array *truth, const char *name, cardan_document **findings,
    char *message, size_t message_size);

/** Checks what a run showed, as `cardan fuse` does for its warnings: sensors that were silent or rejected, gaps, saturation, a
 *  disturbed field, the force at rest, the bias, the truth.
 *
 *  @param options The options of the run; NULL for the defaults.
 *  @param results The results of cardan_fuse or cardan_smooth; `flags` and `gyroscope_bias` are required.
 *  @param is_smoothed Not 0 for results of cardan_smooth.
 *  @param truth The true attitudes in body axes, as in cardan_examine_recording; needs `quaternion` in ENU. NULL without.
 *  @param name The name of the recording for the document; may be NULL.
 *  @param findings Receives the JSON, without contents; see cardan_examine_log.
 *  @return CARDAN_BAD_ARGUMENT for missing results. */
cardan_status cardan_examine_results(
    const cardan_options *options, const cardan_recording *recording, const cardan_results *results, int32_t is_smoothed,
    const cardan_array *truth, const char *name, cardan_document **findings, char *message, size_t message_size);

#ifdef __cplusplus
}
#endif

#endif
