/* What cardan.h promises about wrong calls, memory, snapshots, batches and separate sensors. It says nothing where all is well. */
#include <cardan.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

#define EXPECT(condition)                                               \
  do {                                                                  \
    if (!(condition)) {                                                 \
      ++failures;                                                       \
      fprintf(stderr, "contract.c:%d: not so: %s\n", __LINE__, #condition); \
    }                                                                   \
  } while (0)

enum { ROWS = 500 };
static const double rest_force[3] = { 0.0, 0.0, 9.81 };
static const double north[3] = { 0.0, 20.0, -40.0 };

/* Motion about all axes, the same in every run; some rows without a magnetic field. */
static void make_rows(double (*rows)[9], int64_t *time) {
  for (int i = 0; i < ROWS; ++i) {
    for (int j = 0; j < 3; ++j) {
      rows[i][j] = 0.5 * sin(0.01 * i * (j + 1));
      rows[i][3 + j] = rest_force[j] + 0.3 * cos(0.02 * i + j);
      rows[i][6 + j] = i % 3 == 0 ? north[j] : NAN;
    }
    time[i] = 1000000000000LL + i * 10000000LL + (i > 300 ? 500000000LL : 0);
  }
}

static cardan_filter *make(cardan_filter_kind kind, uint32_t behavior) {
  cardan_options options = CARDAN_OPTIONS;
  options.filter = kind;
  options.behavior = behavior;
  cardan_filter *filter = NULL;
  EXPECT(cardan_create(&options, &filter) == CARDAN_OK);
  return filter;
}

static void wrong_calls(void) {
  cardan_filter *filter = make(CARDAN_FILTER_DEFAULT, 0);
  double numbers[9];
  EXPECT(cardan_create(NULL, NULL) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_update(NULL, 0.01, numbers, numbers, numbers) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_update_at(NULL, 0, NULL, NULL, NULL) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_attitude(NULL, CARDAN_FRAME_ENU, numbers) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_attitude(filter, CARDAN_FRAME_ENU, NULL) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_attitude(filter, (cardan_frame)99, numbers) == CARDAN_BAD_ARGUMENT);
  EXPECT(cardan_attitude_matrix(filter, CARDAN_FRAME_ENU, NULL) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_attitude_euler(filter, CARDAN_FRAME_ENU, (cardan_euler_sequence)0x111, numbers) == CARDAN_BAD_ARGUMENT);
  EXPECT(cardan_gravity(filter, NULL) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_read(filter, NULL) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_reset(NULL) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_kind(filter, NULL) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_sigmas(filter, NULL, NULL) == CARDAN_OK);
  EXPECT(cardan_flags(NULL) == 0 && cardan_snapshot_size(NULL) == 0);
  EXPECT(cardan_doubts(NULL) == 0 && cardan_doubt_text(0) == NULL && cardan_doubt_text(3) == NULL && cardan_doubt_text(256) == NULL);
  EXPECT(cardan_fuse(filter, NULL, NULL) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_fuse_many(NULL, NULL, 3, 1) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_fuse_many(NULL, NULL, 0, 0) == CARDAN_BAD_ARGUMENT);
  EXPECT(cardan_get_parameter(filter, NULL, numbers) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_get_parameter(filter, "no such", numbers) == CARDAN_UNKNOWN_PARAMETER);
  EXPECT(cardan_set_parameter(NULL, "declination", 0) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_set_parameter(filter, NULL, 0) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_set_parameter(filter, "no such", 0) == CARDAN_UNKNOWN_PARAMETER);
  EXPECT(cardan_set_parameter(filter, "declination", 7) == CARDAN_PARAMETER_OUT_OF_RANGE);
  EXPECT(cardan_set_parameter(filter, "accelerometer_noise", NAN) == CARDAN_PARAMETER_OUT_OF_RANGE);
  EXPECT(cardan_set_parameter(filter, "merger_reordering_window", 0.1) == CARDAN_UNSUPPORTED);
  EXPECT(cardan_set_parameter(filter, "clock_gap_factor", 3) == CARDAN_UNSUPPORTED);
  EXPECT(cardan_add(filter, CARDAN_GYROSCOPE, 0, rest_force) == CARDAN_UNSUPPORTED);
  EXPECT(cardan_earth_field(91, 0, 0, 2026, NULL) == CARDAN_NULL_ARGUMENT);
  cardan_destroy(NULL);

  uint64_t nothing[64] = { 0 };
  EXPECT(cardan_update((cardan_filter *)nothing, 0.01, NULL, NULL, NULL) == CARDAN_BAD_HANDLE);

  cardan_motion motion = CARDAN_MOTION;
  motion.size -= 8;
  EXPECT(cardan_read(filter, &motion) == CARDAN_BAD_SIZE);
  /* Nothing at all is data of a sensor, and no error; a reading that is no number is another thing than none. */
  EXPECT(cardan_update(filter, NAN, NULL, NULL, NULL) == CARDAN_OK);
  EXPECT(cardan_flags(filter) & CARDAN_ANGULAR_RATE_ABSENT);
  EXPECT(!(cardan_flags(filter) & CARDAN_ANGULAR_RATE_REJECTED));
  EXPECT(cardan_attitude(filter, CARDAN_FRAME_NED, numbers) == CARDAN_OK && isfinite(numbers[0]));
  cardan_destroy(filter);

  for (int status = 0; status < 40; ++status) EXPECT(strlen(cardan_status_text((cardan_status)status)) > 5);
  EXPECT(cardan_filter_kind_name((cardan_filter_kind)CARDAN_FILTER_COUNT) == NULL);
  EXPECT(cardan_flag_name(3) == NULL && cardan_flag_name(0) == NULL);
}

static void wrong_options(void) {
  cardan_filter *filter = NULL;
  cardan_options options = CARDAN_OPTIONS;
  options.size = 0;
  EXPECT(cardan_create(&options, &filter) == CARDAN_BAD_SIZE && cardan_filter_size(&options) == 0);
  options = (cardan_options)CARDAN_OPTIONS;
  options.filter = (cardan_filter_kind)7;
  EXPECT(cardan_create(&options, &filter) == CARDAN_BAD_ARGUMENT);
  options = (cardan_options)CARDAN_OPTIONS;
  options.behavior = 8;
  EXPECT(cardan_create(&options, &filter) == CARDAN_BAD_ARGUMENT);
  options = (cardan_options)CARDAN_OPTIONS;
  options.axes[0] = -1;
  EXPECT(cardan_create(&options, &filter) == CARDAN_BAD_AXES);
  options = (cardan_options)CARDAN_OPTIONS;
  cardan_calibration calibration;
  EXPECT(cardan_calibration_identity(&calibration) == CARDAN_OK);
  calibration.gyroscope.matrix[8] = 0;
  options.calibration = &calibration;
  EXPECT(cardan_create(&options, &filter) == CARDAN_BAD_CALIBRATION);

  cardan_parameter parameter = { "no such", 1.0 };
  options = (cardan_options)CARDAN_OPTIONS;
  options.parameters = &parameter;
  options.parameter_count = 1;
  EXPECT(cardan_create(&options, &filter) == CARDAN_UNKNOWN_PARAMETER);
  parameter = (cardan_parameter){ "accelerometer_noise", -1.0 };
  EXPECT(cardan_create(&options, &filter) == CARDAN_PARAMETER_OUT_OF_RANGE);
  parameter.value = NAN;
  EXPECT(cardan_create(&options, &filter) == CARDAN_PARAMETER_OUT_OF_RANGE);
  parameter = (cardan_parameter){ NULL, 1.0 };
  EXPECT(cardan_create(&options, &filter) == CARDAN_NULL_ARGUMENT);
  EXPECT(filter == NULL);
}

/* An accelerometer in g is doubted after some seconds, until the reset; one in m/s² is not. */
static void doubts(void) {
  cardan_filter *filter = make(CARDAN_FILTER_MAHONY, 0);
  const double still[3] = { 0, 0, 0 }, in_g[3] = { 0, 0, 1 };
  for (int i = 0; i < 1000; ++i) EXPECT(cardan_update(filter, 0.01, still, rest_force, NULL) == CARDAN_OK);
  EXPECT(cardan_doubts(filter) == 0);
  for (int i = 0; i < 1000; ++i) EXPECT(cardan_update(filter, 0.01, still, in_g, NULL) == CARDAN_OK);
  EXPECT(cardan_doubts(filter) == CARDAN_DOUBT_FORCE_UNIT);
  EXPECT(strcmp(cardan_doubt_text(cardan_doubts(filter)), "the specific force is not in m/s^2") == 0);
  EXPECT(cardan_reset(filter) == CARDAN_OK && cardan_doubts(filter) == 0);
  cardan_destroy(filter);
}

/* A gyroscope at rest that reads a bias of 0.01 rad/s per degree above 25 about x: with its temperature told, the rate is zero. */
static void temperatures(void) {
  cardan_gyroscope_temperature model = CARDAN_GYROSCOPE_TEMPERATURE;
  model.reference = 25;
  model.range[0] = 20;
  model.range[1] = 40;
  model.coefficients[0][0] = 0.5;
  model.coefficients[1][0] = 0.01;
  cardan_calibration calibration;
  EXPECT(cardan_calibration_identity(&calibration) == CARDAN_OK);
  calibration.gyroscope.bias[0] = 0.5;
  cardan_options options = CARDAN_OPTIONS;
  options.filter = CARDAN_FILTER_MADGWICK;
  options.calibration = &calibration;
  cardan_filter *filter = NULL;
  EXPECT(cardan_create(&options, &filter) == CARDAN_OK);
  const double up[3] = { 0, 0, 9.81 };
  const double temperatures[5] = { 30, 25, NAN, 10, 100 };
  const double biases[5] = { 0.55, 0.5, 0.5, 0.45, 0.65 };
  for (int index = 0; index < 5; index += 1) {
    const double rate[3] = { biases[index], 0, 0 };
    double corrected[3];
    EXPECT(cardan_set_temperature(filter, &model, temperatures[index]) == CARDAN_OK);
    EXPECT(cardan_update(filter, 0.01, rate, up, NULL) == CARDAN_OK);
    EXPECT(cardan_angular_rate(filter, corrected) == CARDAN_OK);
    EXPECT(fabs(corrected[0]) < 1e-12);
  }
  model.range[0] = 50;
  EXPECT(cardan_set_temperature(filter, &model, 25) == CARDAN_BAD_CALIBRATION);
  model.range[0] = NAN;
  EXPECT(cardan_set_temperature(filter, &model, 25) == CARDAN_BAD_CALIBRATION);
  EXPECT(cardan_set_temperature(filter, NULL, 25) == CARDAN_NULL_ARGUMENT);
  model.range[0] = 20;
  EXPECT(cardan_set_temperature(NULL, &model, 25) == CARDAN_NULL_ARGUMENT);
  model.size = 1;
  EXPECT(cardan_set_temperature(filter, &model, 25) == CARDAN_BAD_SIZE);
  cardan_destroy(filter);
}

/* Observations of velocity: taken by the default filters only, NaN is none, and an invalid standard deviation is an error. */
static void observations(void) {
  for (int kind = 0; kind < CARDAN_FILTER_COUNT; ++kind) {
    cardan_options options = CARDAN_OPTIONS;
    options.filter = (cardan_filter_kind)kind;
    cardan_filter *filter = NULL;
    EXPECT(cardan_create(&options, &filter) == CARDAN_OK);
    const int is_aided = kind == CARDAN_FILTER_DEFAULT || kind == CARDAN_FILTER_DEFAULT14;
    const cardan_status expected = is_aided ? CARDAN_OK : CARDAN_UNSUPPORTED;
    EXPECT(cardan_observe_velocity(filter, 1, 2, 0.1, 0.15) == expected);
    EXPECT(cardan_observe_velocity(filter, NAN, NAN, NAN, NAN) == expected);
    EXPECT(cardan_observe_velocity(filter, 1, 2, 0, 0.15) == CARDAN_BAD_ARGUMENT);
    EXPECT(cardan_observe_velocity(filter, 1, 2, 0.1, -1) == CARDAN_BAD_ARGUMENT);
    EXPECT(cardan_observe_velocity(filter, 1, 2, 0.1, INFINITY) == CARDAN_BAD_ARGUMENT);
    EXPECT(cardan_observe_speed(filter, 1, 0.1, 0.2) == expected);
    EXPECT(cardan_observe_speed(filter, NAN, NAN, NAN) == expected);
    EXPECT(cardan_observe_speed(filter, 1, -1, 0.2) == CARDAN_BAD_ARGUMENT);
    EXPECT(cardan_observe_speed(filter, 1, 0.1, INFINITY) == CARDAN_BAD_ARGUMENT);
    cardan_destroy(filter);
  }
  EXPECT(cardan_observe_velocity(NULL, 1, 2, 0.1, 0.15) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_observe_speed(NULL, 1, 0.1, 0.2) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_check_parameter(CARDAN_FILTER_DEFAULT, "platform", 1) == CARDAN_OK);
  EXPECT(cardan_check_parameter(CARDAN_FILTER_DEFAULT, "platform", 2) == CARDAN_PARAMETER_OUT_OF_RANGE);
  EXPECT(cardan_check_parameter(CARDAN_FILTER_DEFAULT, "platform", 0.5) == CARDAN_PARAMETER_OUT_OF_RANGE);
}

static void memory_of_the_caller(void) {
  static _Alignas(CARDAN_ALIGNMENT) unsigned char memory[16384];
  for (int kind = 0; kind < CARDAN_FILTER_COUNT; ++kind) {
    cardan_options options = CARDAN_OPTIONS;
    options.filter = (cardan_filter_kind)kind;
    options.behavior = CARDAN_SEPARATE_SENSORS;
    const size_t size = cardan_filter_size(&options);
    EXPECT(size > 0 && size < sizeof memory && size % CARDAN_ALIGNMENT == 0);
    memset(memory, 0xA5, sizeof memory);
    cardan_filter *filter = NULL;
    EXPECT(cardan_init_in_place(memory, size - 1, &options, &filter) == CARDAN_BAD_SIZE);
    EXPECT(cardan_init_in_place(memory + 8, size, &options, &filter) == CARDAN_BAD_ALIGNMENT);
    EXPECT(cardan_init_in_place(NULL, size, &options, &filter) == CARDAN_NULL_ARGUMENT && filter == NULL);
    EXPECT(cardan_init_in_place(memory, size, &options, &filter) == CARDAN_OK);
    for (int i = 0; i < ROWS; ++i) EXPECT(cardan_update(filter, 0.01, rest_force, rest_force, north) == CARDAN_OK);
    EXPECT(memory[size] == 0xA5);
    cardan_destroy(filter);
    EXPECT(cardan_update(filter, 0.01, rest_force, rest_force, north) == CARDAN_OK);
  }
}

static void snapshots(double (*rows)[9]) {
  for (int kind = 0; kind < CARDAN_FILTER_COUNT; ++kind) {
    cardan_filter *filter = make((cardan_filter_kind)kind, 0);
    cardan_filter *other = make((cardan_filter_kind)kind, 0);
    cardan_filter *wrong = make((cardan_filter_kind)((kind + 1) % CARDAN_FILTER_COUNT), 0);
    cardan_filter *merging = make((cardan_filter_kind)kind, CARDAN_SEPARATE_SENSORS);
    for (int i = 0; i < ROWS / 2; ++i) cardan_update(filter, 0.01, rows[i], rows[i] + 3, rows[i] + 6);
    const size_t size = cardan_snapshot_size(filter);
    unsigned char *bytes = malloc(size);
    EXPECT(cardan_snapshot(filter, bytes, size - 1) == CARDAN_BAD_SIZE);
    EXPECT(cardan_snapshot(filter, NULL, size) == CARDAN_NULL_ARGUMENT);
    EXPECT(cardan_snapshot(filter, bytes, size) == CARDAN_OK);
    EXPECT(cardan_restore(wrong, bytes, size) == CARDAN_WRONG_FILTER);
    EXPECT(cardan_restore(merging, bytes, size) == CARDAN_WRONG_FILTER);
    EXPECT(cardan_restore(other, bytes, size - 1) == CARDAN_BAD_SIZE);
    EXPECT(cardan_restore(other, bytes, 3) == CARDAN_BAD_SIZE);
    bytes[size / 2] ^= 1;
    EXPECT(cardan_restore(other, bytes, size) == CARDAN_CORRUPT);
    bytes[size / 2] ^= 1;
    bytes[4] ^= 4; /* the version of snapshots */
    EXPECT(cardan_restore(other, bytes, size) == CARDAN_WRONG_VERSION);
    bytes[4] ^= 4;
    bytes[0] ^= 1;
    EXPECT(cardan_restore(other, bytes, size) == CARDAN_CORRUPT);
    bytes[0] ^= 1;
    EXPECT(cardan_restore(other, bytes, size) == CARDAN_OK);

    double here[4], there[4];
    for (int i = ROWS / 2; i < ROWS; ++i) {
      cardan_update(filter, 0.01, rows[i], rows[i] + 3, rows[i] + 6);
      cardan_update(other, 0.01, rows[i], rows[i] + 3, rows[i] + 6);
      cardan_attitude(filter, CARDAN_FRAME_DEFAULT, here);
      cardan_attitude(other, CARDAN_FRAME_DEFAULT, there);
      EXPECT(memcmp(here, there, sizeof here) == 0);
    }
    /* After a reset it is as new. */
    EXPECT(cardan_reset(filter) == CARDAN_OK);
    cardan_destroy(other);
    other = make((cardan_filter_kind)kind, 0);
    for (int i = 0; i < 50; ++i) {
      cardan_update(filter, 0.01, rows[i], rows[i] + 3, rows[i] + 6);
      cardan_update(other, 0.01, rows[i], rows[i] + 3, rows[i] + 6);
    }
    cardan_attitude(filter, CARDAN_FRAME_DEFAULT, here);
    cardan_attitude(other, CARDAN_FRAME_DEFAULT, there);
    EXPECT(memcmp(here, there, sizeof here) == 0);
    free(bytes);
    cardan_destroy(filter);
    cardan_destroy(other);
    cardan_destroy(wrong);
    cardan_destroy(merging);
  }
}

/* The rows of one half, each four of which have one stamp: the first half ends amid such four. */
enum { HALF = 250 };
static void feed(cardan_filter *filter, double (*rows)[9], const int64_t *time, int half) {
  for (int i = half * HALF; i < (half + 1) * HALF; ++i) {
    const int64_t stamp = time[i - i % 4];
    if (cardan_add(filter, CARDAN_ACCELEROMETER, stamp, rows[i] + 3) == CARDAN_UNSUPPORTED) {
      EXPECT(cardan_update_at(filter, stamp, rows[i], rows[i] + 3, rows[i] + 6) == CARDAN_OK);
      continue;
    }
    cardan_add(filter, CARDAN_MAGNETOMETER, stamp, rows[i] + 6);
    EXPECT(cardan_add(filter, CARDAN_GYROSCOPE, stamp, rows[i]) == CARDAN_OK);
    while (cardan_next(filter) == CARDAN_OK) {}
  }
}

/* Filters that were made and fed alike have snapshots alike, whatever was in their memory before; and a snapshot has what
 * the filter was made with. */
static void equal_states(double (*rows)[9], const int64_t *time) {
  static _Alignas(CARDAN_ALIGNMENT) unsigned char memory[3][24576], bytes[4][24576];
  const cardan_parameter parameters[] = { { "gravity_magnitude", 9.79 }, { "magnetic_reference_strength", 45 },
    { "accelerometer_time", 2.0 }, { "zero_gain_deviation", 0.3 }, { "clock_gap_factor", 3.5 } };
  for (int kind = 0; kind < CARDAN_FILTER_COUNT; ++kind) {
    for (uint32_t behavior = 0; behavior <= CARDAN_SEPARATE_SENSORS; behavior += CARDAN_SEPARATE_SENSORS) {
      cardan_parameter known[5];
      cardan_options options = CARDAN_OPTIONS;
      options.filter = (cardan_filter_kind)kind;
      options.behavior = behavior;
      cardan_filter *filters[3] = { NULL };
      memset(memory[2], 0x5A, sizeof memory[2]);
      EXPECT(cardan_init_in_place(memory[2], sizeof memory[2], &options, &filters[2]) == CARDAN_OK);
      options.frame = CARDAN_FRAME_X_ARBITRARY_CORRECTED_Z_VERTICAL;
      const int32_t axes[3] = { 2, -1, 3 };
      memcpy(options.axes, axes, sizeof axes);
      options.parameters = known;
      for (int i = 0; i < 5; ++i) {
        const cardan_status status = cardan_check_parameter(options.filter, parameters[i].name, parameters[i].value);
        if (status == CARDAN_OK) known[options.parameter_count++] = parameters[i];
      }
      EXPECT(options.parameter_count >= 2);
      for (int i = 0; i < 2; ++i) {
        memset(memory[i], i == 0 ? 0xA5 : 0x3C, sizeof memory[i]);
        EXPECT(cardan_init_in_place(memory[i], sizeof memory[i], &options, &filters[i]) == CARDAN_OK);
        feed(filters[i], rows, time, 0);
      }
      const size_t size = cardan_snapshot_size(filters[0]);
      EXPECT(size < sizeof bytes[0]);
      for (int i = 0; i < 2; ++i) EXPECT(cardan_snapshot(filters[i], bytes[i] + i, size) == CARDAN_OK);
      EXPECT(memcmp(bytes[0], bytes[1] + 1, size) == 0);
      /* What was restored into a filter that was made otherwise goes on like the one it came from. */
      EXPECT(cardan_restore(filters[2], bytes[1] + 1, size) == CARDAN_OK);
      EXPECT(cardan_snapshot(filters[2], bytes[2], size) == CARDAN_OK);
      EXPECT(memcmp(bytes[0], bytes[2], size) == 0);
      feed(filters[0], rows, time, 1);
      feed(filters[2], rows, time, 1);
      EXPECT(cardan_snapshot(filters[0], bytes[0], size) == CARDAN_OK);
      EXPECT(cardan_snapshot(filters[2], bytes[2], size) == CARDAN_OK);
      EXPECT(memcmp(bytes[0], bytes[2], size) == 0 && memcmp(bytes[0], bytes[1] + 1, size) != 0);
      EXPECT(cardan_reset(filters[0]) == CARDAN_OK);
      EXPECT(cardan_init_in_place(memory[1], sizeof memory[1], &options, &filters[1]) == CARDAN_OK);
      for (int i = 0; i < 2; ++i) EXPECT(cardan_snapshot(filters[i], bytes[i], size) == CARDAN_OK);
      EXPECT(memcmp(bytes[0], bytes[1], size) == 0);
    }
  }
}

/* A batch is the same as its samples one by one, whatever the strides, the order of columns and the number type. */
static void batches(double (*rows)[9], const int64_t *time) {
  static double quaternions[4][ROWS];
  static float gravity[ROWS][3];
  static uint32_t flags[ROWS];
  static double seconds[ROWS];
  for (int i = 0; i < ROWS; ++i) seconds[i] = (double)time[i] / 1e9;
  for (int kind = 0; kind < CARDAN_FILTER_COUNT; ++kind) {
    cardan_filter *one = make((cardan_filter_kind)kind, 0), *whole = make((cardan_filter_kind)kind, 0);
    cardan_recording recording = CARDAN_RECORDING;
    recording.count = ROWS;
    recording.time = cardan_timestamps(time);
    const cardan_array readings = { rows, 9 * sizeof(double), sizeof(double), CARDAN_FLOAT64 };
    recording.angular_rate = recording.specific_force = recording.magnetic_field = readings;
    recording.specific_force.data = &rows[0][3];
    recording.magnetic_field.data = &rows[0][6];
    cardan_results results = CARDAN_RESULTS;
    /* By columns, and from the last row to the first. */
    results.quaternion = (cardan_output_array){ &quaternions[0][ROWS - 1], -(ptrdiff_t)sizeof(double),
                                                ROWS * sizeof(double), CARDAN_FLOAT64 };
    results.gravity = cardan_output_float_rows(&gravity[0][0], 3);
    results.flags = cardan_output_flags(flags);
    EXPECT(cardan_fuse(whole, &recording, &results) == CARDAN_OK);
    for (int i = 0; i < ROWS; ++i) {
      cardan_motion motion = CARDAN_MOTION;
      EXPECT(cardan_update_at(one, time[i], rows[i], rows[i] + 3, rows[i] + 6) == CARDAN_OK);
      EXPECT(cardan_read(one, &motion) == CARDAN_OK);
      for (int j = 0; j < 4; ++j) EXPECT(motion.quaternion[j] == quaternions[j][ROWS - 1 - i]);
      for (int j = 0; j < 3; ++j) EXPECT((float)motion.gravity[j] == gravity[i][j]);
      EXPECT(motion.flags == flags[i] && motion.timestamp == time[i]);
    }
    EXPECT((flags[301] & CARDAN_DISCONTINUITY) != 0);
    recording.time = cardan_rows(seconds, 1);
    EXPECT(cardan_fuse(whole, &recording, NULL) == CARDAN_OK);
    recording.time.element = CARDAN_FLOAT32;
    EXPECT(cardan_fuse(whole, &recording, NULL) == CARDAN_BAD_ARGUMENT);
    recording.time.data = NULL;
    recording.interval = -1;
    EXPECT(cardan_fuse(whole, &recording, NULL) == CARDAN_BAD_ARGUMENT);
    recording.interval = 0.01;
    EXPECT(cardan_fuse(whole, &recording, NULL) == CARDAN_OK);
    results.flags.element = CARDAN_FLOAT64;
    EXPECT(cardan_fuse(whole, &recording, &results) == CARDAN_BAD_ARGUMENT);
    recording.size = 1;
    EXPECT(cardan_fuse(whole, &recording, NULL) == CARDAN_BAD_SIZE);
    cardan_destroy(one);
    cardan_destroy(whole);
  }
}

/* With a latency, samples one by one and in blocks of any size give the same motions, one for each sample. */
static void delayed(double (*rows)[9], const int64_t *time) {
  static double expected[ROWS][4], quaternions[ROWS][4];
  static uint32_t flags[ROWS];
  const size_t blocks[] = { 1, 7, 100, ROWS };
  cardan_filter *filter = make(CARDAN_FILTER_DEFAULT, 0);
  cardan_fixed_lag *lag = NULL;
  EXPECT(cardan_fixed_lag_create(filter, 1.0, &lag) == CARDAN_OK);
  int count = 0;
  cardan_motion motion = CARDAN_MOTION;
  for (int i = 0; i <= ROWS; ++i) {
    if (i < ROWS) {
      EXPECT(cardan_fixed_lag_update_at(lag, time[i], rows[i], rows[i] + 3, rows[i] + 6) == CARDAN_OK);
    } else {
      EXPECT(cardan_fixed_lag_finish(lag) == CARDAN_OK);
    }
    while (cardan_fixed_lag_next(lag, &motion) == CARDAN_OK) {
      EXPECT(motion.timestamp == time[count]);
      memcpy(expected[count++], motion.quaternion, sizeof motion.quaternion);
    }
    /* 1 s, one step more, and the samples of a gap. */
    EXPECT(i == ROWS || i - count < 111);
  }
  EXPECT(count == ROWS);
  cardan_fixed_lag_destroy(lag);
  cardan_destroy(filter);
  for (size_t block = 0; block < sizeof blocks / sizeof *blocks; ++block) {
    filter = make(CARDAN_FILTER_DEFAULT, 0);
    EXPECT(cardan_fixed_lag_create(filter, 1.0, &lag) == CARDAN_OK);
    size_t taken = 0;
    for (size_t first = 0; first < ROWS; first += blocks[block]) {
      const cardan_array readings = { rows[first], 9 * sizeof(double), sizeof(double), CARDAN_FLOAT64 };
      cardan_recording recording = CARDAN_RECORDING;
      recording.count = ROWS - first < blocks[block] ? ROWS - first : blocks[block];
      recording.time = cardan_timestamps(time + first);
      recording.angular_rate = recording.specific_force = recording.magnetic_field = readings;
      recording.specific_force.data = &rows[first][3];
      recording.magnetic_field.data = &rows[first][6];
      EXPECT(cardan_fixed_lag_fuse(lag, &recording) == CARDAN_OK);
      if (first + recording.count == ROWS) EXPECT(cardan_fixed_lag_finish(lag) == CARDAN_OK);
      const size_t ready = cardan_fixed_lag_ready(lag);
      cardan_results results = CARDAN_RESULTS;
      results.quaternion = cardan_output_rows(quaternions[taken], 4);
      results.flags = cardan_output_flags(flags + taken);
      EXPECT(cardan_fixed_lag_take(lag, ready + 1, &results) == CARDAN_BAD_ARGUMENT);
      EXPECT(cardan_fixed_lag_take(lag, ready, &results) == CARDAN_OK);
      taken += ready;
    }
    EXPECT(taken == ROWS && memcmp(expected, quaternions, sizeof expected) == 0);
    EXPECT((flags[301] & CARDAN_DISCONTINUITY) != 0);
    cardan_fixed_lag_destroy(lag);
    cardan_destroy(filter);
  }
  lag = NULL;
  filter = make(CARDAN_FILTER_VQF, 0);
  EXPECT(cardan_fixed_lag_create(filter, 1.0, &lag) == CARDAN_UNSUPPORTED && lag == NULL);
  cardan_destroy(filter);
  filter = make(CARDAN_FILTER_DEFAULT, 0);
  EXPECT(cardan_fixed_lag_create(filter, NAN, &lag) == CARDAN_BAD_ARGUMENT);
  EXPECT(cardan_fixed_lag_create(filter, 1.0, NULL) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_fixed_lag_create(NULL, 1.0, &lag) == CARDAN_NULL_ARGUMENT && lag == NULL);
  EXPECT(cardan_fixed_lag_ready(NULL) == 0 && cardan_fixed_lag_finish(NULL) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_fixed_lag_update(NULL, 0.01, NULL, NULL, NULL) == CARDAN_NULL_ARGUMENT);
  cardan_fixed_lag_destroy(NULL);
  cardan_destroy(filter);
}

/* Many recordings with threads give what one filter after the other gives; a wrong one stops no other. */
static void many(double (*rows)[9], const int64_t *time) {
  enum { JOBS = 12 };
  static double quaternions[JOBS][ROWS][4], expected[ROWS][4];
  cardan_recording recordings[JOBS];
  cardan_results results[JOBS];
  cardan_job jobs[JOBS];
  const cardan_array readings = { rows, 9 * sizeof(double), sizeof(double), CARDAN_FLOAT64 };
  for (int i = 0; i < JOBS; ++i) {
    recordings[i] = (cardan_recording)CARDAN_RECORDING;
    recordings[i].count = ROWS - 10 * (size_t)i;
    recordings[i].time = cardan_timestamps(time);
    recordings[i].angular_rate = readings;
    recordings[i].specific_force = readings;
    recordings[i].specific_force.data = &rows[0][3];
    recordings[i].magnetic_field = readings;
    recordings[i].magnetic_field.data = &rows[0][6];
    results[i] = (cardan_results)CARDAN_RESULTS;
    results[i].quaternion = cardan_output_rows(&quaternions[i][0][0], 4);
    jobs[i] = (cardan_job){ &recordings[i], &results[i], CARDAN_NO_MEMORY };
  }
  recordings[5].angular_rate.element = CARDAN_INT64;
  EXPECT(cardan_fuse_many(NULL, jobs, JOBS, 4) == CARDAN_OK);
  cardan_filter *filter = make(CARDAN_FILTER_DEFAULT, 0);
  cardan_results alone = CARDAN_RESULTS;
  alone.quaternion = cardan_output_rows(&expected[0][0], 4);
  EXPECT(cardan_fuse(filter, &recordings[0], &alone) == CARDAN_OK);
  for (int i = 0; i < JOBS; ++i) {
    EXPECT(jobs[i].status == (i == 5 ? CARDAN_BAD_ARGUMENT : CARDAN_OK));
    if (i != 5) EXPECT(memcmp(quaternions[i], expected, recordings[i].count * sizeof expected[0]) == 0);
  }
  cardan_destroy(filter);
}

/* Readings one by one, at the rate of the gyroscope, are the samples that they make. */
static void separate_sensors(double (*rows)[9], const int64_t *time) {
  cardan_filter *apart = make(CARDAN_FILTER_DEFAULT, CARDAN_SEPARATE_SENSORS), *together = make(CARDAN_FILTER_DEFAULT, 0);
  int processed = 0;
  EXPECT(cardan_next(apart) == CARDAN_NOTHING_READY);
  for (int i = 0; i < 300; ++i) {
    EXPECT(cardan_add(apart, CARDAN_ACCELEROMETER, time[i], rows[i] + 3) == CARDAN_OK);
    if (!isnan(rows[i][6])) EXPECT(cardan_add(apart, CARDAN_MAGNETOMETER, time[i], rows[i] + 6) == CARDAN_OK);
    EXPECT(cardan_add(apart, CARDAN_GYROSCOPE, time[i], rows[i]) == CARDAN_OK);
    while (cardan_next(apart) == CARDAN_OK) ++processed;
    EXPECT(cardan_update_at(together, time[i], rows[i], rows[i] + 3, rows[i] + 6) == CARDAN_OK);
  }
  EXPECT(processed < 300 && processed > 280);
  EXPECT(cardan_finish(apart) == CARDAN_OK);
  while (cardan_next(apart) == CARDAN_OK) ++processed;
  EXPECT(processed == 300);
  double here[4], there[4];
  cardan_attitude(apart, CARDAN_FRAME_DEFAULT, here);
  cardan_attitude(together, CARDAN_FRAME_DEFAULT, there);
  EXPECT(memcmp(here, there, sizeof here) == 0);
  EXPECT(cardan_add(apart, (cardan_sensor)3, 0, rest_force) == CARDAN_BAD_ARGUMENT);
  cardan_destroy(apart);
  cardan_destroy(together);
}

/* Every parameter of every filter survives its extremes, and is what it was set to. */
static void parameters(double (*rows)[9]) {
  for (int kind = 0; kind < CARDAN_FILTER_COUNT; ++kind) {
    const cardan_filter_kind filter_kind = (cardan_filter_kind)kind;
    const size_t count = cardan_parameter_count(filter_kind);
    cardan_parameter_info info = CARDAN_PARAMETER_INFO;
    EXPECT(count > 5 && cardan_describe_parameter(filter_kind, count, &info) == CARDAN_BAD_ARGUMENT);
    for (size_t i = 0; i < count; ++i) {
      EXPECT(cardan_describe_parameter(filter_kind, i, &info) == CARDAN_OK);
      const double extremes[] = { info.minimum, info.default_value, isinf(info.maximum) ? 1e6 : info.maximum };
      for (int j = 0; j < 3; ++j) {
        const cardan_parameter parameter = { info.name, extremes[j] };
        cardan_options options = CARDAN_OPTIONS;
        options.filter = filter_kind;
        options.parameters = &parameter;
        options.parameter_count = 1;
        cardan_filter *filter = NULL;
        EXPECT(cardan_check_parameter(filter_kind, info.name, extremes[j]) == CARDAN_OK);
        EXPECT(cardan_create(&options, &filter) == CARDAN_OK);
        double value = NAN, quaternion[4];
        EXPECT(cardan_get_parameter(filter, info.name, &value) == CARDAN_OK && value == extremes[j]);
        /* Changed while the filter runs, and back. */
        const int is_fixed = strncmp(info.name, "clock_", 6) == 0 || strncmp(info.name, "merger_", 7) == 0;
        const cardan_status changed = is_fixed ? CARDAN_UNSUPPORTED : CARDAN_OK;
        EXPECT(cardan_set_parameter(filter, info.name, info.default_value) == changed);
        for (int row = 0; row < 50; ++row) cardan_update(filter, 0.01, rows[row], rows[row] + 3, rows[row] + 6);
        EXPECT(cardan_set_parameter(filter, info.name, extremes[j]) == changed);
        EXPECT(cardan_get_parameter(filter, info.name, &value) == CARDAN_OK && value == extremes[j]);
        for (int row = 0; row < 100; ++row) cardan_update(filter, 0.01, rows[row], rows[row] + 3, rows[row] + 6);
        EXPECT(cardan_attitude(filter, CARDAN_FRAME_DEFAULT, quaternion) == CARDAN_OK);
        const int is_finite = isfinite(quaternion[0]) && isfinite(quaternion[1]) && isfinite(quaternion[2]);
        EXPECT(is_finite);
        if (!is_finite) fprintf(stderr, "  with %s = %g of filter %d\n", info.name, extremes[j], kind);
        cardan_destroy(filter);
      }
    }
  }
}

/* Four swings of a hand, then rest: a shake begins and ends. Wrong calls are refused. */
static void gestures(void) {
  cardan_gesture_options options;
  EXPECT(cardan_gesture_defaults(&options) == CARDAN_OK && options.size == sizeof options);
  EXPECT(options.swing_threshold == 15 && options.swings_to_begin == 4 && options.quiet_time == 0.5);
  cardan_gestures *detector = NULL;
  EXPECT(cardan_gestures_create(NULL, &detector) == CARDAN_OK);
  int began = 0, ended = 0, turns = 0;
  for (int i = 0; i < 400; ++i) {
    const double t = 0.01 * i;
    const double force[3] = { t > 0.5 && t < 1.8 ? 40 * sin(6.283185307179586 * 4 * t) : 0, 0, 9.81 };
    int32_t has_turned = -1;
    cardan_shake shake = CARDAN_SHAKE_CANCELLED;
    EXPECT(cardan_gestures_update(detector, 0.01, force, &has_turned, &shake) == CARDAN_OK);
    turns += has_turned;
    began += shake == CARDAN_SHAKE_BEGAN;
    ended += shake == CARDAN_SHAKE_ENDED && began == 1;
  }
  EXPECT(began == 1 && ended == 1 && turns >= 1 && cardan_gestures_orientation(detector) == CARDAN_FACE_UP);
  EXPECT(cardan_gestures_update(detector, 0.01, rest_force, NULL, NULL) == CARDAN_OK);
  EXPECT(cardan_gestures_update(detector, 0.01, NULL, NULL, NULL) == CARDAN_NULL_ARGUMENT);
  EXPECT(cardan_gestures_update(NULL, 0.01, rest_force, NULL, NULL) == CARDAN_NULL_ARGUMENT);
  cardan_gestures_destroy(detector);
  cardan_gestures_destroy(NULL);

  EXPECT(cardan_gesture_defaults(NULL) == CARDAN_NULL_ARGUMENT && cardan_gestures_create(NULL, NULL) == CARDAN_NULL_ARGUMENT);
  detector = NULL;
  options.quiet_time = NAN;
  EXPECT(cardan_gestures_create(&options, &detector) == CARDAN_BAD_ARGUMENT && detector == NULL);
  options.size -= 4;
  EXPECT(cardan_gestures_create(&options, &detector) == CARDAN_BAD_SIZE && detector == NULL);
  EXPECT(cardan_gestures_orientation(NULL) == CARDAN_ORIENTATION_UNKNOWN);
  EXPECT(strcmp(cardan_orientation_name(CARDAN_FACE_DOWN), "face-down") == 0);
  EXPECT(cardan_orientation_name((cardan_orientation)7) == NULL && cardan_shake_name((cardan_shake)4) == NULL);
  EXPECT(strcmp(cardan_shake_name(CARDAN_SHAKE_ENDED), "ended") == 0 && cardan_shake_name(CARDAN_SHAKE_NONE) == NULL);
  double angle = 0;
  const double left[3] = { -9.81, 0, 0 }, flat[3] = { 0, 0, -9.81 };
  EXPECT(cardan_tilt_angle(left, &angle) == CARDAN_OK && fabs(angle - 1.5707963267948966) < 1e-12);
  EXPECT(cardan_tilt_angle(flat, &angle) == CARDAN_UNDETERMINED && cardan_tilt_angle(NULL, &angle) == CARDAN_NULL_ARGUMENT);
}

int main(void) {
  static double rows[ROWS][9];
  static int64_t time[ROWS];
  make_rows(rows, time);
  wrong_calls();
  wrong_options();
  temperatures();
  doubts();
  observations();
  memory_of_the_caller();
  snapshots(rows);
  equal_states(rows, time);
  batches(rows, time);
  delayed(rows, time);
  many(rows, time);
  separate_sensors(rows, time);
  parameters(rows);
  gestures();
  return failures == 0 ? 0 : 1;
}
