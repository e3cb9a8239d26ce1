/*
 * Cardan, offline: what can be found in a recording that is complete. Smoothed attitude, the errors and the noise of the
 * sensors, how sensors lie to each other, errors against a true attitude, and the logs themselves.
 *
 *     cardan_document *calibration;
 *     cardan_calibrate(&recording, NULL, &calibration, message, sizeof message);
 *     puts(cardan_document_text(calibration, NULL));
 *     cardan_document_free(calibration);
 *
 * All of it is in libcardan-offline, which is larger than libcardan and needs a heap. Units, frames, errors, and the structs
 * for recordings and results are those of cardan.h.
 *
 * MESSAGES. Functions with a `message` write there in words what is wrong, with a zero behind it; longer texts are cut to
 * `message_size`. It may be NULL. CARDAN_UNDETERMINED says that the recording does not tell what is sought; the message then
 * says what to record instead.
 *
 * OWNERSHIP. What the caller passes in is only read during the call. What a function makes is freed by the function that its
 * documentation names; freeing NULL does nothing.
 *
 * THREADS. There is no global state and no thread is started. Different handles may be used by different threads at the same
 * time; one handle by one thread at a time.
 */
#ifndef CARDAN_OFFLINE_H
#define CARDAN_OFFLINE_H

#include "cardan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Documents ------------------------------------------------------------------------------------------------------- */

/** A text that was made: JSON in UTF-8, the same bytes that the command `cardan` writes into a file. */
typedef struct cardan_document cardan_document;

/** The text, with a zero behind it; it lives as long as the document. NULL for NULL.
 *
 *  @param length Where the number of bytes goes, without the zero; may be NULL. */
const char *cardan_document_text(const cardan_document *document, size_t *length);

/** Frees a document. */
void cardan_document_free(cardan_document *document);

/* ---- Smoothing ------------------------------------------------------------------------------------------------------- */

/** Judges every sample by the whole recording, before and after it: more accurate than a filter, and not live.
 *
 *  Without magnetometer the heading is free, and its standard deviation not a number. It takes 100 to 300 bytes a sample.
 *
 *  @param options Frame, behavior, axes, calibration, and parameters: those of cardan_describe_smoother_parameter. The filter
 *         must be CARDAN_FILTER_DEFAULT, which the smoother takes the place of. NULL for the defaults.
 *  @param results Where they go; arrays that are not there are not written. NULL for nowhere.
 *  @param calibration Where the errors of the sensors that it found go, as a calibration; NULL for nowhere. Free it with
 *         cardan_document_free.
 *  @return What is wrong with the options or the description; CARDAN_UNDETERMINED where a sensor never gave anything. */
cardan_status cardan_smooth(
    const cardan_options *options, const cardan_recording *recording, const cardan_results *results,
    cardan_document **calibration, char *message, size_t message_size);

/** How many parameters the smoother has, those of the clock and of gravity included. */
size_t cardan_smoother_parameter_count(void);

/** Describes a parameter: 0 to cardan_smoother_parameter_count() - 1. CARDAN_BAD_ARGUMENT beyond. */
cardan_status cardan_describe_smoother_parameter(size_t index, cardan_parameter_info *info);

/* ---- Calibration ----------------------------------------------------------------------------------------------------- */

/** For `sensors` in a calibration request: the errors of the gyroscope are sought. */
#define CARDAN_CALIBRATE_GYROSCOPE 1u
/** For `sensors` in a calibration request: the errors of the accelerometer are sought. */
#define CARDAN_CALIBRATE_ACCELEROMETER 2u
/** For `sensors` in a calibration request: the errors of the magnetometer are sought. */
#define CARDAN_CALIBRATE_MAGNETOMETER 4u

/** What is fitted to a sensor. */
typedef enum cardan_calibration_shape {
  /** What the recording tells. */
  CARDAN_SHAPE_ANY = 0,
  /** The offset alone: 3 parameters. */
  CARDAN_SHAPE_OFFSET = 1,
  /** Offset, and a scale for each axis: 6 parameters. */
  CARDAN_SHAPE_SCALES = 2,
  /** Offset and a full matrix: 9 parameters. */
  CARDAN_SHAPE_FULL = 3,
  CARDAN_SHAPE_WIDTH = 0x7FFFFFFF
} cardan_calibration_shape;

/** What is to be calibrated. Begin with CARDAN_CALIBRATION_REQUEST. */
typedef struct cardan_calibration_request {
  /** The size of this struct. */
  size_t size;
  /** CARDAN_CALIBRATE_MAGNETOMETER and the like, one or more. Default: all. */
  uint32_t sensors;
  /** What is fitted to accelerometer and magnetometer. Default: what the recording tells. */
  cardan_calibration_shape shape;
  /** The strength of the magnetic field at the place, µT, 10 to 100, where the scale of the magnetometer matters; 0 keeps
   *  that of the readings. Default: 0. */
  double field_strength;
  /** Gravity at the place, m/s², 9.7 to 9.9. Default: 9.80665. */
  double gravity;
  /** The sensor axes that are read for body x, y and z, as in cardan_options. */
  int32_t axes[3];
  /** Where the recording comes from, for the calibration to say; NULL for nothing. */
  const char *recording_name;
  /** The day, like 2026-11-20, for the calibration to say; NULL for nothing. */
  const char *date;
} cardan_calibration_request;

#define CARDAN_CALIBRATION_REQUEST \
  { sizeof(cardan_calibration_request), 7u, CARDAN_SHAPE_ANY, 0.0, 9.80665, { 1, 2, 3 }, NULL, NULL }

/** Finds the errors of sensors in a recording: rests on the six sides and some edges with turns in between, and slow turns
 *  through all directions away from iron. The magnetometer needs the turns, the accelerometer six rests or more, the gyroscope
 *  rests and the turns between them; its bias alone needs one rest.
 *
 *  @param request What is sought; NULL for the defaults.
 *  @param calibration Where the calibration goes: a document for cardan_calibration_parse and for `cardan fuse --calibration`.
 *         Free it with cardan_document_free.
 *  @param message Why sensors were refused, one line for each, with CARDAN_OK too where others were found.
 *  @return CARDAN_UNDETERMINED where no sensor was calibrated. */
cardan_status cardan_calibrate(
    const cardan_recording *recording, const cardan_calibration_request *request, cardan_document **calibration,
    char *message, size_t message_size);

/* ---- Alignment ------------------------------------------------------------------------------------------------------- */

/** How a second sensor lies to a first one on the same rigid body. Begin with CARDAN_ALIGNMENT_RESULT. */
typedef struct cardan_alignment {
  /** The size of this struct. */
  size_t size;
  /** Turns coordinates in the second sensor's axes into the first one's: w, x, y, z. */
  double first_from_second[4];
  /** One standard deviation of that about the first sensor's axes, rad, as far as the noise of the rates goes. */
  double rotation_sigma[3];
  /** Seconds to be added to stamps of the second recording to get the first one's clock. */
  double clock_offset;
  /** One standard deviation of it, s, as far as the noise goes. */
  double clock_offset_sigma;
  /** The bias of the first gyroscope less that of the second one turned into the first one's axes, rad/s. */
  double bias_difference[3];
  /** By which factor the first one's rates are larger. */
  double rate_ratio;
  /** The share of the first one's motion that the second one explains, up to 1. */
  double explained;
  /** The root mean square distance per axis that remains between the rates, rad/s. */
  double residual;
  /** The mounting in quarter turns that is nearest, as in cardan_options: the second one's axes that are read for the first
   *  one's. */
  int32_t nearest_axes[3];
  /** The angle that is left then, rad. */
  double nearest_axes_deviation;
  /** How many rates were compared. */
  size_t count;
} cardan_alignment;

#define CARDAN_ALIGNMENT_RESULT \
  { sizeof(cardan_alignment), { 0 }, { 0 }, 0.0, 0.0, { 0 }, 0.0, 0.0, 0.0, { 0 }, 0.0, 0 }

/** Aligns the axes and clocks of two recordings of one motion by their angular rates: at least 5 s in common, turned about all
 *  axes.
 *
 *  @param largest_offset The clocks may differ by so many seconds, 0 to 3600. */
cardan_status cardan_align(
    const cardan_recording *first, const cardan_recording *second, double largest_offset, cardan_alignment *alignment,
    char *message, size_t message_size);

/** The same where the second one is an attitude reference.
 *
 *  @param count How many attitudes.
 *  @param time Their stamps, as in cardan_recording.
 *  @param quaternion Reference from body, four numbers each: w, x, y, z. */
cardan_status cardan_align_to_attitude(
    const cardan_recording *first, size_t count, const cardan_array *time, const cardan_array *quaternion,
    double largest_offset, cardan_alignment *alignment, char *message, size_t message_size);

/** How a sensor is mounted in a body. Begin with CARDAN_MOUNTING_RESULT. */
typedef struct cardan_mounting {
  /** The size of this struct. */
  size_t size;
  /** Turns coordinates in the sensor's axes into body axes: w, x, y, z. */
  double body_from_sensor[4];
  /** The mounting in quarter turns that is nearest, as in cardan_options. */
  int32_t nearest_axes[3];
  /** The angle that is left then, rad. */
  double nearest_axes_deviation;
  /** The largest angle that remains between a given and a measured direction, rad. */
  double largest_residual;
} cardan_mounting;

#define CARDAN_MOUNTING_RESULT \
  { sizeof(cardan_mounting), { 0 }, { 0 }, 0.0, 0.0 }

/** Tells how a sensor is mounted: lay the body still for three seconds with a known axis up, turn it once by 45 to 120 degrees
 *  about a known level axis, and lay it still again.
 *
 *  @param up The body axis that points up in the first rest: 1, 2, 3 for x, y, z; negative for the opposite direction.
 *  @param turn The body axis about which the body is turned, right-handed; not the one that points up. */
cardan_status cardan_find_mounting(
    const cardan_recording *recording, int32_t up, int32_t turn, cardan_mounting *mounting, char *message,
    size_t message_size);

/* ---- Noise ----------------------------------------------------------------------------------------------------------- */

/** The forms of the Allan deviation, all with overlapping windows (NIST SP 1065). */
typedef enum cardan_allan_form {
  /** The usual form. */
  CARDAN_ALLAN_OVERLAPPING = 0,
  /** Tells quantisation from white noise. */
  CARDAN_ALLAN_MODIFIED = 1,
  /** Blind to a constant drift. */
  CARDAN_ALLAN_HADAMARD = 2,
  CARDAN_ALLAN_FORM_WIDTH = 0x7FFFFFFF
} cardan_allan_form;

/** The processes that noise is made of, for readings in a unit U (IEEE Std 952). */
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
  /** U: a bias that wanders and comes back. */
  CARDAN_NOISE_WANDERING_BIAS = 5,
  CARDAN_NOISE_PROCESS_WIDTH = 0x7FFFFFFF
} cardan_noise_process;

/** The Allan deviation of a sensor axis. */
typedef struct cardan_allan cardan_allan;

/** The deviation at one averaging time. */
typedef struct cardan_allan_point {
  /** s. */
  double averaging_time;
  /** In the unit of the readings. */
  double deviation;
  /** The interval in which the true deviation lies with a probability of 0.683. */
  double lower;
  /** Its upper end. */
  double upper;
  /** How many independent squares the deviation is worth. */
  double degrees_of_freedom;
  /** How many terms were averaged. */
  size_t term_count;
} cardan_allan_point;

/** The coefficient of a noise process. */
typedef struct cardan_noise_coefficient {
  /** In the unit of its process. */
  double value;
  /** One standard deviation of it. */
  double sigma;
  /** The correlation time of a wandering bias, s; infinite for other processes. */
  double correlation_time;
} cardan_noise_coefficient;

/** The Allan deviation of readings that come at even intervals; one that is not a number is a gap, and is not bridged.
 *
 *  @param readings One number for each reading, CARDAN_FLOAT64 or CARDAN_FLOAT32.
 *  @param count How many.
 *  @param interval Seconds from one to the next, above 0.
 *  @param allan Where the handle goes; free it with cardan_allan_free.
 *  @return CARDAN_UNDETERMINED for too few readings. */
cardan_status cardan_allan_create(
    const cardan_array *readings, size_t count, double interval, cardan_allan_form form, cardan_allan **allan,
    char *message, size_t message_size);

/** How many averaging times there are: four per octave, up to a third of the longest stretch without gaps. 0 for NULL. */
size_t cardan_allan_count(const cardan_allan *allan);

/** Writes the deviations by increasing averaging time. CARDAN_BAD_SIZE for less room than cardan_allan_count. */
cardan_status cardan_allan_points(const cardan_allan *allan, cardan_allan_point *points, size_t capacity);

/** The coefficient of a noise process, fitted to an overlapping deviation of at least 10 s and 512 readings.
 *
 *  @return CARDAN_UNDETERMINED for a process that was not seen, and for too short a recording; CARDAN_UNSUPPORTED for other
 *          forms. */
cardan_status cardan_allan_noise(
    const cardan_allan *allan, cardan_noise_process process, cardan_noise_coefficient *coefficient, char *message,
    size_t message_size);

/** Frees an Allan deviation. */
void cardan_allan_free(cardan_allan *allan);

/** The noise of the sensors in a recording at rest, as `cardan allan -o` writes it.
 *
 *  @param takes_movement Whether every row is used, and not only those at rest: for sensors too coarse for the detection of rest.
 *  @param recording_name Where the recording comes from, for the file to say; NULL for nothing.
 *  @param noise Where the content of the file goes: a document for cardan_tune and for `cardan fuse --tune-from`. Free it with
 *         cardan_document_free.
 *  @param message What is wrong with sensors that are not in it, one line for each, with CARDAN_OK too where others are.
 *  @return CARDAN_UNDETERMINED where the noise of no sensor is told. */
cardan_status cardan_measure_noise(
    const cardan_recording *recording, int32_t takes_movement, const char *recording_name, cardan_document **noise,
    char *message, size_t message_size);

/** More parameters than cardan_tune gives for any filter. */
#define CARDAN_TUNED_PARAMETERS 8

/** The parameters that a filter is to have for sensors with a noise, as `cardan fuse --tune-from` sets them: for `parameters` in
 *  cardan_options.
 *
 *  @param noise The content of a file of `cardan allan -o` or cardan_measure_noise, JSON in UTF-8.
 *  @param length Its bytes.
 *  @param filter CARDAN_FILTER_DEFAULT, CARDAN_FILTER_DEFAULT14 or CARDAN_FILTER_MEKF; others give CARDAN_UNSUPPORTED.
 *  @param parameters Where they go; their names live as long as the library.
 *  @param capacity For how many there is room: CARDAN_TUNED_PARAMETERS is enough.
 *  @param count Where their number goes; the others keep their defaults.
 *  @return CARDAN_CORRUPT for a text that is no such file. */
cardan_status cardan_tune(
    const char *noise, size_t length, cardan_filter_kind filter, cardan_parameter *parameters, size_t capacity,
    size_t *count, char *message, size_t message_size);

/* ---- Evaluation ------------------------------------------------------------------------------------------------------ */

/** How far estimated attitudes are from true ones: root mean squares, rad. Begin with CARDAN_ATTITUDE_ERRORS. */
typedef struct cardan_attitude_errors {
  /** The size of this struct. */
  size_t size;
  /** How many pairs count: those without a not-a-number. */
  size_t count;
  /** The angle of the whole error. */
  double total;
  /** The part about the vertical. */
  double heading;
  /** The angle by which up is wrong. */
  double inclination;
  /** The constant heading error that fits best, positive counter-clockwise seen from above. */
  double heading_offset;
  /** `total` after the estimates are turned back by `heading_offset`. */
  double total_without_offset;
  /** `heading` after that. */
  double heading_without_offset;
} cardan_attitude_errors;

#define CARDAN_ATTITUDE_ERRORS \
  { sizeof(cardan_attitude_errors), 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0 }

/** Compares estimates with the truth; both from body to the same frame with a vertical z axis. Pairs of which one has a
 *  not-a-number do not count.
 *
 *  @param estimate Four numbers each: w, x, y, z.
 *  @param truth The same.
 *  @param each Where total, heading and inclination of each pair go, three numbers in a row, rad; NULL for nowhere. */
cardan_status cardan_evaluate(
    size_t count, const cardan_array *estimate, const cardan_array *truth, cardan_attitude_errors *errors,
    const cardan_output_array *each);

/* ---- Logs ------------------------------------------------------------------------------------------------------------ */

/** A recording in a file: CSV with named columns, EuRoC, RepoIMU, BROAD HDF5, NumPy. */
typedef struct cardan_log cardan_log;

/** What a log does not say of itself; what its header says counts first. Begin with CARDAN_LOG_OPTIONS. */
typedef struct cardan_log_options {
  /** The size of this struct. */
  size_t size;
  /** "s", "ms", "us", "ns"; NULL where the log says it. */
  const char *time_unit;
  /** "rad/s", "deg/s" and so on; NULL where the log says it. */
  const char *gyroscope_unit;
  /** "m/s^2", "g", "mg"; NULL where the log says it. */
  const char *accelerometer_unit;
  /** "uT", "nT", "gauss", "mG" and so on; NULL where the log says it. */
  const char *magnetometer_unit;
  /** Rows in a second, for a log without stamps; 0 where it has them. */
  double rate;
} cardan_log_options;

#define CARDAN_LOG_OPTIONS \
  { sizeof(cardan_log_options), NULL, NULL, NULL, NULL, 0.0 }

/** What a log has, as bits. */
enum {
  /** Angular rate. */
  CARDAN_LOG_HAS_GYROSCOPE = 1 << 0,
  /** Specific force. */
  CARDAN_LOG_HAS_ACCELEROMETER = 1 << 1,
  /** Magnetic field. */
  CARDAN_LOG_HAS_MAGNETOMETER = 1 << 2,
  /** A true attitude. */
  CARDAN_LOG_HAS_TRUTH = 1 << 3
};

/** What is known of a log before its first row. Begin with CARDAN_LOG_INFO. */
typedef struct cardan_log_info {
  /** The size of this struct. */
  size_t size;
  /** The name of the format, for people; it lives as long as the log. */
  const char *format;
  /** CARDAN_LOG_HAS_GYROSCOPE and the like. */
  uint32_t contents;
  /** How many rows; negative where the format does not tell. */
  int64_t row_count;
} cardan_log_info;

#define CARDAN_LOG_INFO \
  { sizeof(cardan_log_info), NULL, 0, 0 }

/** Where rows go, each array without gaps; NULL for what is not wanted. Begin with CARDAN_LOG_ROWS. Readings that a row does
 *  not have are not numbers. */
typedef struct cardan_log_rows {
  /** The size of this struct. */
  size_t size;
  /** One for each row: ns since an epoch of the log's own. */
  int64_t *time;
  /** Three for each row: rad/s, in the sensor's axes. */
  double *angular_rate;
  /** Three for each row: m/s². */
  double *specific_force;
  /** Three for each row: µT. */
  double *magnetic_field;
  /** Four for each row: the true attitude, ENU from body, w, x, y, z. */
  double *true_quaternion;
  /** One for each row: 1 where it counts in an evaluation, by the log's own mark of movement; 1 where it has none. */
  uint8_t *is_moving;
} cardan_log_rows;

#define CARDAN_LOG_ROWS \
  { sizeof(cardan_log_rows), NULL, NULL, NULL, NULL, NULL, NULL }

/** Opens a log, whatever its format: that shows in its content, not in its name.
 *
 *  @param options What the log does not say; NULL for nothing.
 *  @param log Where the handle goes; close it with cardan_log_close.
 *  @return CARDAN_UNREADABLE or CARDAN_BAD_FORMAT with a message that names file, line and column; CARDAN_BAD_ARGUMENT for
 *          an option that is none. */
cardan_status cardan_log_open(
    const char *path, const cardan_log_options *options, cardan_log **log, char *message, size_t message_size);

/** What is known of a log. */
cardan_status cardan_log_describe(const cardan_log *log, cardan_log_info *info);

/** Reads the next rows.
 *
 *  @param capacity How many at most.
 *  @param count How many were read; 0 at the end. With an error: those before the row at fault. */
cardan_status cardan_log_read(
    cardan_log *log, const cardan_log_rows *rows, size_t capacity, size_t *count, char *message, size_t message_size);

/** Closes a log. */
void cardan_log_close(cardan_log *log);

#ifdef __cplusplus
}
#endif

#endif
