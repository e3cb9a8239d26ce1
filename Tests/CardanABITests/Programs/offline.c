// The contract of cardan_offline.h: what it gives for a log, and that what is wrong gives a status.
#define _POSIX_C_SOURCE 200809L  // mkstemp, fdopen
#include <cardan_offline.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(condition) \
  do { \
    if (!(condition)) printf("%s:%d: %s\n", __FILE__, __LINE__, #condition); \
  } while (0)

static char message[512];
#define MESSAGE message, sizeof message

/** A log in memory. */
typedef struct {
  size_t count;
  int64_t *time;
  double *rate, *force, *field, *truth;
} log_rows;

static log_rows read_log(const char *path) {
  cardan_log *log = NULL;
  EXPECT(cardan_log_open(path, NULL, &log, MESSAGE) == CARDAN_OK);
  cardan_log_info info = CARDAN_LOG_INFO;
  EXPECT(cardan_log_describe(log, &info) == CARDAN_OK);
  EXPECT(info.contents == (CARDAN_LOG_HAS_GYROSCOPE | CARDAN_LOG_HAS_ACCELEROMETER | CARDAN_LOG_HAS_MAGNETOMETER |
                           CARDAN_LOG_HAS_TRUTH));
  EXPECT(strstr(info.format, "CSV") != NULL);
  const size_t capacity = 7000;
  log_rows rows = { 0, malloc(capacity * sizeof(int64_t)), malloc(capacity * 3 * sizeof(double)),
    malloc(capacity * 3 * sizeof(double)), malloc(capacity * 3 * sizeof(double)), malloc(capacity * 4 * sizeof(double)) };
  // In pieces, of which the last is shorter.
  size_t count = 1;
  while (count > 0) {
    cardan_log_rows place = CARDAN_LOG_ROWS;
    place.time = rows.time + rows.count;
    place.angular_rate = rows.rate + 3 * rows.count;
    place.specific_force = rows.force + 3 * rows.count;
    place.magnetic_field = rows.field + 3 * rows.count;
    place.true_quaternion = rows.truth + 4 * rows.count;
    EXPECT(cardan_log_read(log, &place, 1700, &count, MESSAGE) == CARDAN_OK);
    rows.count += count;
  }
  EXPECT(rows.count == 6000);
  cardan_log_close(log);
  return rows;
}

static cardan_recording recording_of(const log_rows *rows) {
  cardan_recording recording = CARDAN_RECORDING;
  recording.count = rows->count;
  recording.time = cardan_timestamps(rows->time);
  recording.angular_rate = cardan_rows(rows->rate, 3);
  recording.specific_force = cardan_rows(rows->force, 3);
  recording.magnetic_field = cardan_rows(rows->field, 3);
  return recording;
}

static void smoothing(const log_rows *rows) {
  const cardan_recording recording = recording_of(rows);
  double *quaternions = malloc(rows->count * 4 * sizeof(double)), *errors = malloc(rows->count * 3 * sizeof(double));
  cardan_results results = CARDAN_RESULTS;
  results.quaternion = cardan_output_rows(quaternions, 4);
  cardan_document *calibration = NULL;
  EXPECT(cardan_smooth(NULL, &recording, &results, &calibration, MESSAGE) == CARDAN_OK);
  size_t length = 0;
  const char *text = cardan_document_text(calibration, &length);
  EXPECT(length == strlen(text));
  cardan_calibration models;
  EXPECT(cardan_calibration_parse(text, length, &models, NULL, 0) == CARDAN_OK);
  cardan_document_free(calibration);

  const cardan_array estimate = cardan_rows(quaternions, 4), truth = cardan_rows(rows->truth, 4);
  const cardan_output_array each = cardan_output_rows(errors, 3);
  cardan_attitude_errors found = CARDAN_ATTITUDE_ERRORS;
  EXPECT(cardan_evaluate(rows->count, &estimate, &truth, &found, &each) == CARDAN_OK);
  EXPECT(found.count == rows->count && found.total > 0.001 && found.total < 0.05 && found.inclination < found.total);
  found.size = 1;
  EXPECT(cardan_evaluate(rows->count, &estimate, &truth, &found, NULL) == CARDAN_BAD_SIZE);
  EXPECT(cardan_evaluate(rows->count, NULL, &truth, &found, NULL) == CARDAN_NULL_ARGUMENT);

  cardan_options options = CARDAN_OPTIONS;
  options.filter = CARDAN_FILTER_VQF;
  EXPECT(cardan_smooth(&options, &recording, &results, NULL, MESSAGE) == CARDAN_UNSUPPORTED);
  options.filter = CARDAN_FILTER_DEFAULT;
  const cardan_parameter unknown = { "gain", 1.0 };
  options.parameters = &unknown;
  options.parameter_count = 1;
  EXPECT(cardan_smooth(&options, &recording, &results, NULL, NULL, 0) == CARDAN_UNKNOWN_PARAMETER);
  options.size = 3;
  EXPECT(cardan_smooth(&options, &recording, &results, NULL, NULL, 0) == CARDAN_BAD_SIZE);
  EXPECT(cardan_smooth(NULL, NULL, NULL, NULL, NULL, 0) == CARDAN_NULL_ARGUMENT);
  cardan_recording dark = recording;
  dark.angular_rate.data = NULL;
  EXPECT(cardan_smooth(NULL, &dark, NULL, NULL, MESSAGE) == CARDAN_UNDETERMINED);
  EXPECT(strstr(message, "gyroscope") != NULL);
  dark.count = 0;
  EXPECT(cardan_smooth(NULL, &dark, NULL, NULL, NULL, 0) == CARDAN_OK);

  cardan_parameter_info info = CARDAN_PARAMETER_INFO;
  EXPECT(cardan_describe_smoother_parameter(0, &info) == CARDAN_OK && strcmp(info.name, "knot_interval") == 0);
  EXPECT(cardan_describe_smoother_parameter(cardan_smoother_parameter_count(), &info) == CARDAN_BAD_ARGUMENT);
  free(quaternions);
  free(errors);
}

static void calibration(const log_rows *rows) {
  cardan_recording recording = recording_of(rows);
  cardan_document *document = NULL;
  cardan_calibration_request request = CARDAN_CALIBRATION_REQUEST;
  request.sensors = CARDAN_CALIBRATE_ACCELEROMETER;
  EXPECT(cardan_calibrate(&recording, &request, &document, MESSAGE) == CARDAN_UNDETERMINED);
  EXPECT(document == NULL && strstr(message, "accelerometer: the sensor rested in") == message);
  request.sensors = CARDAN_CALIBRATE_GYROSCOPE;
  request.recording_name = "a log";
  EXPECT(cardan_calibrate(&recording, &request, &document, MESSAGE) == CARDAN_OK);
  EXPECT(strstr(cardan_document_text(document, NULL), "\"recording\" : \"a log\"") != NULL);
  cardan_document_free(document);
  request.sensors = 8;
  EXPECT(cardan_calibrate(&recording, &request, &document, NULL, 0) == CARDAN_BAD_ARGUMENT);
  request.sensors = 7;
  request.gravity = NAN;
  EXPECT(cardan_calibrate(&recording, &request, &document, NULL, 0) == CARDAN_BAD_ARGUMENT);
  request.gravity = 9.8;
  request.axes[0] = 2;
  EXPECT(cardan_calibrate(&recording, &request, &document, NULL, 0) == CARDAN_BAD_AXES);
  request.size = 0;
  EXPECT(cardan_calibrate(&recording, &request, &document, NULL, 0) == CARDAN_BAD_SIZE);
  recording.size = 0;
  EXPECT(cardan_calibrate(&recording, NULL, &document, NULL, 0) == CARDAN_BAD_SIZE);
  EXPECT(cardan_calibrate(&recording, NULL, NULL, NULL, 0) == CARDAN_NULL_ARGUMENT);
  cardan_document_free(NULL);
  EXPECT(cardan_document_text(NULL, NULL) == NULL);
}

/* A calibration in memory and in a file: parsed, or refused with a status and a message. */
static void calibration_files(void) {
  cardan_calibration calibration;
  const char *good =
      "{\"format\": \"cardan-calibration\", \"version\": 1, \"gyroscope\": {\"bias_radians_per_second\": [0.01, -0.02, 3e-2]}}";
  EXPECT(cardan_calibration_parse(good, strlen(good), &calibration, MESSAGE) == CARDAN_OK);
  EXPECT(calibration.gyroscope.bias[1] == -0.02 && calibration.gyroscope.matrix[4] == 1 && message[0] == 0);
  EXPECT(cardan_calibration_parse(good, strlen(good) - 1, &calibration, NULL, 0) == CARDAN_BAD_FORMAT);
  const char *newer = "{\"format\": \"cardan-calibration\", \"version\": 2}";
  EXPECT(cardan_calibration_parse(newer, strlen(newer), &calibration, message, 8) == CARDAN_WRONG_VERSION);
  EXPECT(strcmp(message, "version") == 0);
  const char *flat =
      "{\"format\": \"cardan-calibration\", \"version\": 1, \"magnetometer\": {\"hard_iron_microteslas\": [1, 2, 3],"
      "\"soft_iron\": [[1, 0, 0], [1, 0, 0], [0, 0, 1]]}}";
  EXPECT(cardan_calibration_parse(flat, strlen(flat), &calibration, MESSAGE) == CARDAN_BAD_CALIBRATION);
  EXPECT(strstr(message, "magnetometer") == message);
  EXPECT(cardan_calibration_read("/no/such/file", &calibration, MESSAGE) == CARDAN_UNREADABLE);
  EXPECT(strstr(message, "/no/such/file") != NULL);
  EXPECT(cardan_calibration_parse(NULL, 0, &calibration, NULL, 0) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_calibration_parse(good, strlen(good), NULL, NULL, 0) == CARDAN_NULL_ARGUMENT);

  cardan_gyroscope_temperature model = CARDAN_GYROSCOPE_TEMPERATURE;
  const char *json =
      "{\"format\": \"cardan-calibration\", \"version\": 1, \"gyroscope\": {\"bias_radians_per_second\": [0.5, 0, 0],"
      "\"bias_over_temperature\": {\"reference_degrees_celsius\": 25, \"range_degrees_celsius\": [20, 40],"
      "\"coefficients_radians_per_second_per_power_of_degree\": [[0.5, 0, 0], [0.01, 0, 0]]}}}";
  EXPECT(cardan_gyroscope_temperature_parse(json, strlen(json), &model, MESSAGE) == CARDAN_OK);
  EXPECT(model.reference == 25 && model.range[1] == 40 && model.coefficients[1][0] == 0.01 && model.coefficients[4][2] == 0);
  EXPECT(cardan_gyroscope_temperature_parse(good, strlen(good), &model, MESSAGE) == CARDAN_UNSUPPORTED);
  EXPECT(model.coefficients[1][0] == 0.01 && strstr(message, "temperature") != NULL);
  EXPECT(cardan_gyroscope_temperature_parse(json, 40, &model, NULL, 0) == CARDAN_BAD_FORMAT);
  EXPECT(cardan_gyroscope_temperature_read("/no/such/file", &model, MESSAGE) == CARDAN_UNREADABLE);
  EXPECT(cardan_gyroscope_temperature_parse(NULL, 0, &model, NULL, 0) == CARDAN_NULL_ARGUMENT);
  model.size = 1;
  EXPECT(cardan_gyroscope_temperature_parse(json, strlen(json), &model, NULL, 0) == CARDAN_BAD_SIZE);
}

static void alignment(const log_rows *rows) {
  const cardan_recording first = recording_of(rows);
  cardan_alignment found = CARDAN_ALIGNMENT_RESULT;
  const cardan_array truth = cardan_rows(rows->truth, 4);
  EXPECT(cardan_align_to_attitude(&first, rows->count, &first.time, &truth, 60, &found, MESSAGE) == CARDAN_OK);
  EXPECT(found.nearest_axes[0] == 1 && found.nearest_axes[1] == 2 && found.nearest_axes[2] == 3);
  EXPECT(fabs(found.clock_offset) < 0.01 && found.explained > 0.9);
  EXPECT(cardan_align(&first, &first, 1, &found, MESSAGE) == CARDAN_OK);
  EXPECT(fabs(fabs(found.first_from_second[0]) - 1) < 1e-9 && fabs(found.rate_ratio - 1) < 1e-9);
  cardan_recording brief = first;
  brief.count = 100;
  EXPECT(cardan_align(&first, &brief, 1, &found, MESSAGE) == CARDAN_UNDETERMINED);
  EXPECT(cardan_align(&first, &first, -1, &found, NULL, 0) == CARDAN_BAD_ARGUMENT);
  EXPECT(cardan_align(&first, NULL, 1, &found, NULL, 0) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_align(NULL, &first, 1, &found, NULL, 0) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_align_to_attitude(&first, 9, NULL, &truth, 60, &found, NULL, 0) == CARDAN_NULL_ARGUMENT);
  found.size = 2;
  EXPECT(cardan_align(&first, &first, 1, &found, NULL, 0) == CARDAN_BAD_SIZE);
  cardan_mounting mounting = CARDAN_MOUNTING_RESULT;
  EXPECT(cardan_find_mounting(&first, 3, 3, &mounting, NULL, 0) == CARDAN_BAD_AXES);
  EXPECT(cardan_find_mounting(&first, 4, 1, &mounting, NULL, 0) == CARDAN_BAD_AXES);
  EXPECT(cardan_find_mounting(&brief, 3, 1, &mounting, MESSAGE) == CARDAN_UNDETERMINED);
  EXPECT(cardan_find_mounting(&first, 3, 1, NULL, NULL, 0) == CARDAN_NULL_ARGUMENT);
}

static void noise(void) {
  double readings[4000];
  uint32_t state = 1;
  for (size_t index = 0; index < 4000; index++) {
    // Sums of evenly spread numbers are nearly normal.
    readings[index] = -6;
    for (int part = 0; part < 12; part++) {
      state = state * 1664525u + 1013904223u;
      readings[index] += (state >> 8) / 16777216.0;
    }
  }
  const cardan_array array = cardan_rows(readings, 1);
  cardan_allan *allan = NULL;
  EXPECT(cardan_allan_create(&array, 4000, 0.01, CARDAN_ALLAN_OVERLAPPING, &allan, MESSAGE) == CARDAN_OK);
  cardan_allan_point points[64];
  const size_t count = cardan_allan_count(allan);
  EXPECT(count > 20 && count <= 64);
  EXPECT(cardan_allan_points(allan, points, count - 1) == CARDAN_BAD_SIZE);
  EXPECT(cardan_allan_points(allan, points, 64) == CARDAN_OK);
  EXPECT(points[0].averaging_time == 0.01 && fabs(points[0].deviation - 1) < 0.05);
  cardan_noise_coefficient white;
  EXPECT(cardan_allan_noise(allan, CARDAN_NOISE_WHITE, &white, MESSAGE) == CARDAN_OK);
  EXPECT(fabs(white.value - 0.1) < 0.005 && white.sigma > 0 && isinf(white.correlation_time));
  EXPECT(cardan_allan_noise(allan, CARDAN_NOISE_RAMP, &white, MESSAGE) == CARDAN_UNDETERMINED);
  EXPECT(cardan_allan_noise(allan, (cardan_noise_process)99, &white, NULL, 0) == CARDAN_BAD_ARGUMENT);
  cardan_allan_free(allan);
  EXPECT(cardan_allan_create(&array, 4000, 0.01, CARDAN_ALLAN_MODIFIED, &allan, MESSAGE) == CARDAN_OK);
  EXPECT(cardan_allan_noise(allan, CARDAN_NOISE_WHITE, &white, NULL, 0) == CARDAN_UNSUPPORTED);
  cardan_allan_free(allan);
  EXPECT(cardan_allan_create(&array, 1, 0.01, CARDAN_ALLAN_OVERLAPPING, &allan, MESSAGE) == CARDAN_UNDETERMINED);
  EXPECT(cardan_allan_create(&array, 9, 0, CARDAN_ALLAN_OVERLAPPING, &allan, NULL, 0) == CARDAN_BAD_ARGUMENT);
  EXPECT(cardan_allan_create(NULL, 9, 1, CARDAN_ALLAN_OVERLAPPING, &allan, NULL, 0) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_allan_count(NULL) == 0);
  cardan_allan_free(NULL);
}

static void noise_files(const log_rows *rows) {
  cardan_recording recording = recording_of(rows);
  cardan_document *noise = NULL;
  EXPECT(cardan_measure_noise(&recording, 1, "walk", &noise, MESSAGE) == CARDAN_OK && message[0] == 0);
  size_t length = 0, count = 0;
  const char *text = cardan_document_text(noise, &length);
  EXPECT(strstr(text, "\"recording\" : \"walk\"") != NULL && text[length - 1] == '\n');
  cardan_parameter tuned[CARDAN_TUNED_PARAMETERS];
  EXPECT(cardan_tune(text, length, CARDAN_FILTER_MEKF, tuned, CARDAN_TUNED_PARAMETERS, &count, MESSAGE) == CARDAN_OK);
  EXPECT(count > 0);
  cardan_document_free(noise);
  recording.count = 20;
  EXPECT(cardan_measure_noise(&recording, 1, NULL, &noise, MESSAGE) == CARDAN_UNDETERMINED);
  EXPECT(strstr(message, "gyroscope: ") == message);
  recording.count = 0;
  EXPECT(cardan_measure_noise(&recording, 0, NULL, &noise, MESSAGE) == CARDAN_UNDETERMINED && message[0] != 0);
  recording.size = 1;
  EXPECT(cardan_measure_noise(&recording, 0, NULL, &noise, NULL, 0) == CARDAN_BAD_SIZE);
  EXPECT(cardan_measure_noise(NULL, 0, NULL, &noise, NULL, 0) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_measure_noise(&recording, 0, NULL, NULL, NULL, 0) == CARDAN_NULL_ARGUMENT);
}

static void tuning(void) {
  // A gyroscope whose white noise is 0.01 rad/s/sqrt(Hz) on every axis, and nothing else.
  const char *noise =
    "{\"format\":\"cardan-noise-1\",\"recording\":\"a\",\"rest_duration_s\":1,\"gyroscope\":{\"unit\":\"rad/s\","
    "\"white_noise_U_per_root_Hz\":[0.01,0.01,0.01],\"white_noise_sigma_U_per_root_Hz\":[null,null,null],"
    "\"bias_instability_U\":[null,null,null],\"random_walk_U_per_root_s\":[null,null,null],"
    "\"quantization_U_s\":[null,null,null],\"ramp_U_per_s\":[null,null,null],\"wandering_bias_U\":[null,null,null],"
    "\"wandering_bias_correlation_time_s\":[null,null,null],\"least_allan_deviation_U\":[null,null,null],"
    "\"least_allan_deviation_time_s\":[null,null,null]}}";
  const size_t length = strlen(noise);
  cardan_parameter tuned[CARDAN_TUNED_PARAMETERS];
  size_t count = 0;
  EXPECT(cardan_tune(noise, length, CARDAN_FILTER_DEFAULT, tuned, CARDAN_TUNED_PARAMETERS, &count, MESSAGE) == CARDAN_OK);
  EXPECT(count == 1 && strcmp(tuned[0].name, "angle_random_walk") == 0);
  // Independent errors add in their squares.
  cardan_options options = CARDAN_OPTIONS;
  cardan_filter *filter = NULL;
  double usual = 0, now = 0;
  EXPECT(cardan_create(&options, &filter) == CARDAN_OK);
  EXPECT(cardan_get_parameter(filter, "angle_random_walk", &usual) == CARDAN_OK);
  cardan_destroy(filter);
  options.parameters = tuned;
  options.parameter_count = count;
  EXPECT(cardan_create(&options, &filter) == CARDAN_OK);
  EXPECT(cardan_get_parameter(filter, "angle_random_walk", &now) == CARDAN_OK);
  cardan_destroy(filter);
  EXPECT(fabs(now * now - usual * usual - 1e-4) < 1e-12);
  EXPECT(cardan_tune(noise, length, CARDAN_FILTER_DEFAULT, tuned, 0, &count, MESSAGE) == CARDAN_BAD_SIZE);
  EXPECT(cardan_tune(noise, length, CARDAN_FILTER_VQF, tuned, 8, &count, MESSAGE) == CARDAN_UNSUPPORTED);
  EXPECT(cardan_tune(noise, length / 2, CARDAN_FILTER_MEKF, tuned, 8, &count, MESSAGE) == CARDAN_CORRUPT);
  EXPECT(cardan_tune("", 0, CARDAN_FILTER_MEKF, tuned, 8, &count, NULL, 0) == CARDAN_CORRUPT);
  EXPECT(cardan_tune(NULL, 0, CARDAN_FILTER_MEKF, tuned, 8, &count, NULL, 0) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_tune(noise, length, CARDAN_FILTER_MEKF, NULL, 8, &count, NULL, 0) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_tune(noise, length, CARDAN_FILTER_MEKF, tuned, 8, NULL, NULL, 0) == CARDAN_NULL_ARGUMENT);
}

/** A table without names whose columns are named, renamed, with a bad row, and merged with another. */
static void options_of_tables(void) {
  char path[] = "/tmp/cardan-log-XXXXXX", other[] = "/tmp/cardan-log-XXXXXX";
  FILE *file = fdopen(mkstemp(path), "w");
  fputs("0,1,2,3\n1,nonsense,2,3\n2,4,5,6\n", file);
  fclose(file);
  file = fdopen(mkstemp(other), "w");
  fputs("t [s],accel_x [g],accel_y,accel_z\n0,0,0,1\n2,0,0,1\n", file);
  fclose(file);
  cardan_log *log = NULL;
  cardan_log_options options = CARDAN_LOG_OPTIONS;
  EXPECT(cardan_log_open(path, &options, &log, MESSAGE) == CARDAN_BAD_FORMAT);
  options.header = "t [s],gx,gyro_y [deg/s],gyro_z [deg/s]";
  const char *names[] = { "gx=gyro_x [deg/s]" };
  options.column_names = names;
  options.column_name_count = 1;
  options.skips_bad_rows = 1;
  EXPECT(cardan_log_open(path, &options, &log, MESSAGE) == CARDAN_OK);
  double rates[9];
  size_t count = 0;
  cardan_log_rows rows = CARDAN_LOG_ROWS;
  rows.angular_rate = rates;
  EXPECT(cardan_log_read(log, &rows, 3, &count, MESSAGE) == CARDAN_OK && count == 2);
  EXPECT(fabs(rates[0] * 57.29577951308232 - 1) < 1e-12 && fabs(rates[3] * 57.29577951308232 - 4) < 1e-12);
  cardan_log_close(log);
  log = NULL;
  names[0] = "gx=no such";
  EXPECT(cardan_log_open(path, &options, &log, MESSAGE) == CARDAN_BAD_ARGUMENT && strstr(message, "no such") != NULL);
  options.column_name_count = 0;
  options.imus = "1";
  EXPECT(cardan_log_open(path, &options, &log, MESSAGE) == CARDAN_BAD_ARGUMENT && strstr(message, "imus") != NULL);
  options.imus = NULL;
  const char *companions[] = { other };
  options.companions = companions;
  options.companion_count = 1;
  EXPECT(cardan_log_open(path, &options, &log, MESSAGE) == CARDAN_BAD_ARGUMENT && log == NULL);

  file = fopen(path, "w");
  fputs("t [s],gyro_x [rad/s],gyro_y,gyro_z\n0,1,2,3\n2,4,5,6\n", file);
  fclose(file);
  options.header = NULL;
  EXPECT(cardan_log_open(path, &options, &log, MESSAGE) == CARDAN_OK);
  cardan_log_info info = CARDAN_LOG_INFO;
  EXPECT(cardan_log_describe(log, &info) == CARDAN_OK);
  EXPECT(info.contents == (CARDAN_LOG_HAS_GYROSCOPE | CARDAN_LOG_HAS_ACCELEROMETER));
  cardan_log_close(log);
  remove(path);
  remove(other);
}

/** Attitudes for Unity in their own memory; wrong names are named. */
static void conventions(void) {
  cardan_convention_info info = CARDAN_CONVENTION_INFO;
  size_t count = 0;
  while (cardan_describe_convention(count, &info) == CARDAN_OK) {
    EXPECT(strlen(info.reference) == 3 && strlen(info.body) == 3 && strlen(info.order) == 4 && strlen(info.summary) > 4);
    ++count;
  }
  EXPECT(count == 9 && strcmp(info.name, "core-motion") == 0);
  // Level and facing north in NWU, then turned to the west: Unity turns to the left.
  double attitudes[2][4] = { { 1, 0, 0, 0 }, { 0.70710678118654757, 0, 0, 0.70710678118654757 } };
  const cardan_array given = cardan_rows(&attitudes[0][0], 4);
  const cardan_output_array taken = cardan_output_rows(&attitudes[0][0], 4);
  EXPECT(cardan_convert_attitudes(2, &given, "nwu", "unity", &taken, MESSAGE) == CARDAN_OK);
  EXPECT(fabs(fabs(attitudes[0][3]) - 1) < 1e-12);
  EXPECT(fabs(attitudes[1][1] * attitudes[1][3] + 0.5) < 1e-12 && fabs(attitudes[1][0]) + fabs(attitudes[1][2]) < 1e-12);
  attitudes[0][3] = 0;
  EXPECT(cardan_convert_attitudes(1, &given, "unity", "nwu", &taken, MESSAGE) == CARDAN_OK && isnan(attitudes[0][0]));
  EXPECT(cardan_convert_attitudes(1, &given, "nwu", "quake", &taken, MESSAGE) == CARDAN_BAD_ARGUMENT);
  EXPECT(strstr(message, "target: unknown convention 'quake'; expected one of: enu, ") == message);
  EXPECT(cardan_convert_attitudes(1, &given, NULL, "nwu", &taken, MESSAGE) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_describe_convention(0, NULL) == CARDAN_NULL_ARGUMENT);
}

static void logs(void) {
  cardan_log *log = NULL;
  EXPECT(cardan_log_open("/nowhere.csv", NULL, &log, MESSAGE) == CARDAN_UNREADABLE);
  EXPECT(strstr(message, "/nowhere.csv") == message);
  EXPECT(cardan_log_open("/proc/self/exe", NULL, &log, MESSAGE) == CARDAN_BAD_FORMAT);
  EXPECT(cardan_log_open(NULL, NULL, &log, NULL, 0) == CARDAN_NULL_ARGUMENT);
  cardan_log_options options = CARDAN_LOG_OPTIONS;
  options.time_unit = "fortnights";
  EXPECT(cardan_log_open("/dev/null", &options, &log, MESSAGE) == CARDAN_BAD_ARGUMENT);
  EXPECT(strstr(message, "fortnights") != NULL);
  char path[] = "/tmp/cardan-log-XXXXXX";
  FILE *file = fdopen(mkstemp(path), "w");
  fputs("t [s],gyro_x,gyro_y,gyro_z\n0,1,2,3\n", file);
  fclose(file);
  EXPECT(cardan_log_open(path, NULL, &log, MESSAGE) == CARDAN_BAD_FORMAT);
  EXPECT(strstr(message, ":1:2: gyro_x: no unit for the gyroscope") != NULL && strstr(message, "--") == NULL);
  remove(path);
  options_of_tables();
  EXPECT(cardan_log_describe(NULL, NULL) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_log_read(NULL, NULL, 1, NULL, NULL, 0) == CARDAN_NULL_ARGUMENT);
  cardan_log_close(NULL);
}

/** A handle of another type is refused, by functions of both headers, and stays as it is. */
static void wrong_handles(const char *path) {
  cardan_filter *filter = NULL;
  cardan_log *log = NULL;
  cardan_document *found = NULL;
  EXPECT(cardan_create(NULL, &filter) == CARDAN_OK);
  EXPECT(cardan_log_open(path, NULL, &log, MESSAGE) == CARDAN_OK);

  cardan_log_info info = CARDAN_LOG_INFO;
  cardan_log_rows rows = CARDAN_LOG_ROWS;
  size_t count = 0;
  EXPECT(cardan_log_describe((cardan_log *)filter, &info) == CARDAN_BAD_HANDLE);
  EXPECT(cardan_log_read((cardan_log *)filter, &rows, 1, &count, MESSAGE) == CARDAN_BAD_HANDLE);
  EXPECT(cardan_log_findings((cardan_log *)filter, &found, MESSAGE) == CARDAN_BAD_HANDLE);
  EXPECT(strstr(message, "log") != NULL);
  cardan_allan_point point;
  cardan_noise_coefficient noise;
  EXPECT(cardan_allan_count((cardan_allan *)log) == 0);
  EXPECT(cardan_allan_points((cardan_allan *)log, &point, 1) == CARDAN_BAD_HANDLE);
  EXPECT(cardan_allan_noise((cardan_allan *)log, CARDAN_NOISE_WHITE, &noise, MESSAGE) == CARDAN_BAD_HANDLE);
  EXPECT(cardan_document_text((cardan_document *)log, NULL) == NULL);
  EXPECT(cardan_update((cardan_filter *)log, 0.01, NULL, NULL, NULL) == CARDAN_BAD_HANDLE);

  cardan_log_close((cardan_log *)filter);
  cardan_document_free((cardan_document *)log);
  cardan_allan_free((cardan_allan *)log);
  EXPECT(cardan_update(filter, 0.01, NULL, NULL, NULL) == CARDAN_OK);
  EXPECT(cardan_log_describe(log, &info) == CARDAN_OK);
  cardan_log_close(log);
  cardan_destroy(filter);
}

static void findings(const char *path, const log_rows *rows) {
  cardan_document *found = NULL;
  EXPECT(cardan_examine_log(path, NULL, &found, MESSAGE) == CARDAN_OK);
  EXPECT(strstr(cardan_document_text(found, NULL), "\"verdict\" : \"good\"") != NULL);
  EXPECT(strstr(cardan_document_text(found, NULL), "\"rows\" : 6000") != NULL);
  cardan_document_free(found);
  cardan_log *log = NULL;
  EXPECT(cardan_log_open(path, NULL, &log, MESSAGE) == CARDAN_OK);
  EXPECT(cardan_log_findings(log, &found, MESSAGE) == CARDAN_OK);
  EXPECT(strstr(cardan_document_text(found, NULL), "\"findings\" : [") != NULL);
  cardan_document_free(found);
  EXPECT(cardan_log_findings(NULL, &found, MESSAGE) == CARDAN_NULL_ARGUMENT);
  cardan_log_close(log);

  cardan_recording recording = recording_of(rows);
  cardan_array truth = cardan_rows(rows->truth, 4);
  EXPECT(cardan_examine_recording(&recording, &truth, "six", &found, MESSAGE) == CARDAN_OK);
  EXPECT(strstr(cardan_document_text(found, NULL), "\"log\" : \"six\"") != NULL);
  EXPECT(strstr(cardan_document_text(found, NULL), "\"verdict\" : \"good\"") != NULL);
  cardan_document_free(found);
  // Reversed: found in the rows.
  double *reversed = malloc(rows->count * 3 * sizeof(double));
  for (size_t index = 0; index < 3 * rows->count; index++) reversed[index] = -rows->force[index];
  recording.specific_force = cardan_rows(reversed, 3);
  EXPECT(cardan_examine_recording(&recording, NULL, NULL, &found, MESSAGE) == CARDAN_OK);
  EXPECT(strstr(cardan_document_text(found, NULL), "\"unusable\"") != NULL);
  // Nothing was tried on rows in memory: no option.
  EXPECT(strstr(cardan_document_text(found, NULL), "--accel-axes") == NULL);
  EXPECT(strstr(cardan_document_text(found, NULL), "cardan doctor") != NULL);
  cardan_document_free(found);
  free(reversed);

  // A conjugated truth: found in the results, and nothing with the truth as it is.
  recording = recording_of(rows);
  cardan_results results = CARDAN_RESULTS;
  double *quaternion = malloc(rows->count * 4 * sizeof(double)), *bias = malloc(rows->count * 3 * sizeof(double));
  uint32_t *flags = malloc(rows->count * sizeof(uint32_t));
  results.quaternion = cardan_output_rows(quaternion, 4);
  results.gyroscope_bias = cardan_output_rows(bias, 3);
  results.flags = cardan_output_flags(flags);
  cardan_filter *filter = NULL;
  EXPECT(cardan_create(NULL, &filter) == CARDAN_OK);
  EXPECT(cardan_fuse(filter, &recording, &results) == CARDAN_OK);
  cardan_destroy(filter);
  EXPECT(cardan_examine_results(NULL, &recording, &results, 0, &truth, NULL, &found, MESSAGE) == CARDAN_OK);
  EXPECT(strstr(cardan_document_text(found, NULL), "\"verdict\" : \"good\"") != NULL);
  cardan_document_free(found);
  double *conjugated = malloc(rows->count * 4 * sizeof(double));
  for (size_t index = 0; index < 4 * rows->count; index++) conjugated[index] = (index % 4 ? -1 : 1) * rows->truth[index];
  truth = cardan_rows(conjugated, 4);
  EXPECT(cardan_examine_results(NULL, &recording, &results, 0, &truth, NULL, &found, MESSAGE) == CARDAN_OK);
  EXPECT(strstr(cardan_document_text(found, NULL), "conjugated") != NULL);
  cardan_document_free(found);

  results.flags.data = NULL;
  EXPECT(cardan_examine_results(NULL, &recording, &results, 0, NULL, NULL, &found, MESSAGE) == CARDAN_BAD_ARGUMENT);
  EXPECT(cardan_examine_results(NULL, &recording, NULL, 0, NULL, NULL, &found, MESSAGE) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_examine_recording(NULL, NULL, NULL, &found, MESSAGE) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_examine_log("/nowhere.csv", NULL, &found, MESSAGE) == CARDAN_UNREADABLE);
  EXPECT(cardan_examine_log(path, NULL, NULL, MESSAGE) == CARDAN_NULL_ARGUMENT);
  free(quaternion);
  free(bias);
  free(flags);
  free(conjugated);
}

/* The columns of a table and their units. */
static void columns(void) {
  const char *names[] = { "time [ms]", "GyroX (deg/s)", "GyroY", "GyroZ", "depth" };
  cardan_column found[5];
  EXPECT(cardan_find_columns(names, 5, NULL, found, MESSAGE) == CARDAN_OK);
  EXPECT(found[0].content == CARDAN_CONTENT_TIME && found[0].factor == 1e-3 && found[0].has_unit == 1);
  EXPECT(found[3].content == CARDAN_CONTENT_ANGULAR_RATE && found[3].axis == 2 && found[3].factor == acos(-1.0) / 180);
  EXPECT(found[4].content == CARDAN_CONTENT_NONE);
  names[1] = "GyroX";
  EXPECT(cardan_find_columns(names, 5, NULL, found, MESSAGE) == CARDAN_BAD_FORMAT);
  EXPECT(strstr(message, "no unit for the gyroscope") != NULL && found[1].content == CARDAN_CONTENT_ANGULAR_RATE);
  EXPECT(cardan_find_columns(NULL, 1, NULL, found, MESSAGE) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_find_columns(NULL, 0, NULL, NULL, MESSAGE) == CARDAN_OK);
  double factor = 0;
  EXPECT(cardan_unit_factor(CARDAN_CONTENT_SPECIFIC_FORCE, "mg", &factor, MESSAGE) == CARDAN_OK && factor == 9.80665e-3);
  EXPECT(cardan_unit_factor(CARDAN_CONTENT_SPECIFIC_FORCE, "ft", &factor, MESSAGE) == CARDAN_BAD_ARGUMENT);
  EXPECT(strstr(message, "expected one of m/s^2, g, mg") != NULL);
  EXPECT(cardan_unit_factor(CARDAN_CONTENT_MOVEMENT, "s", &factor, MESSAGE) == CARDAN_BAD_ARGUMENT);
}

int main(int count, char **arguments) {
  if (count < 2) return 2;
  log_rows rows = read_log(arguments[1]);
  smoothing(&rows);
  findings(arguments[1], &rows);
  columns();
  calibration(&rows);
  calibration_files();
  alignment(&rows);
  noise();
  noise_files(&rows);
  tuning();
  logs();
  conventions();
  wrong_handles(arguments[1]);
  free(rows.time);
  free(rows.rate);
  free(rows.force);
  free(rows.field);
  free(rows.truth);
  return 0;
}
