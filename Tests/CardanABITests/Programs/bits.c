/* bits LOG FILE: writes all results of a log as bytes, so that those of two processors can be compared: of every filter sample by
 * sample, and of recordings that are fused together. */
#include <cardan.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { COLUMNS = 10, MOST = 6000, RECORDINGS = 20 };
static double rows[MOST][COLUMNS];
static size_t count;

static int read_log(const char *path) {
  FILE *log = fopen(path, "r");
  char line[4096];
  while (log && count < MOST && fgets(line, sizeof line, log)) {
    if (line[0] < '0' || line[0] > '9') continue;
    char *rest;
    rows[count][0] = strtod(line, &rest);
    for (int i = 1; i < COLUMNS; ++i) rows[count][i] = *rest == ',' ? strtod(rest + 1, &rest) : NAN;
    ++count;
  }
  return log ? fclose(log) : -1;
}

static int sample_by_sample(const cardan_options *options, FILE *file) {
  cardan_filter *filter;
  if (cardan_create(options, &filter) != CARDAN_OK) return -1;
  for (size_t i = 0; i < count; ++i) {
    const int64_t time = (int64_t)(rows[i][0] * 1e9 + 0.5);
    cardan_motion motion = CARDAN_MOTION;
    if (cardan_update_at(filter, time, rows[i] + 1, rows[i] + 4, rows[i] + 7) != CARDAN_OK) return -1;
    if (cardan_read(filter, &motion) != CARDAN_OK) return -1;
    fwrite(motion.quaternion, sizeof motion.quaternion, 1, file);
    fwrite(motion.gravity, sizeof motion.gravity, 1, file);
    fwrite(motion.user_acceleration, sizeof motion.user_acceleration, 1, file);
    fwrite(motion.angular_rate, sizeof motion.angular_rate, 1, file);
    fwrite(motion.gyroscope_bias, sizeof motion.gyroscope_bias, 1, file);
    fwrite(&motion.tilt_sigma, sizeof motion.tilt_sigma, 1, file);
    fwrite(&motion.heading_sigma, sizeof motion.heading_sigma, 1, file);
    fwrite(&motion.flags, sizeof motion.flags, 1, file);
  }
  cardan_destroy(filter);
  return 0;
}

/* Recordings of different lengths, which end and begin in the lanes of a processor at different times. */
static int together(const cardan_options *options, FILE *file) {
  static double attitudes[RECORDINGS][MOST][4], biases[RECORDINGS][MOST][3];
  static cardan_recording recordings[RECORDINGS];
  static cardan_results results[RECORDINGS];
  static cardan_job jobs[RECORDINGS];
  for (size_t i = 0; i < RECORDINGS; ++i) {
    double(*const first)[COLUMNS] = rows + 211 * i;
    recordings[i] = (cardan_recording)CARDAN_RECORDING;
    recordings[i].count = count - 211 * i;
    recordings[i].interval = 0.01;
    recordings[i].angular_rate = cardan_rows(&first[0][1], COLUMNS);
    recordings[i].specific_force = cardan_rows(&first[0][4], COLUMNS);
    recordings[i].magnetic_field = cardan_rows(&first[0][7], COLUMNS);
    results[i] = (cardan_results)CARDAN_RESULTS;
    results[i].quaternion = cardan_output_rows(&attitudes[i][0][0], 4);
    results[i].gyroscope_bias = cardan_output_rows(&biases[i][0][0], 3);
    jobs[i] = (cardan_job){ &recordings[i], &results[i], CARDAN_OK };
  }
  if (cardan_fuse_many(options, jobs, RECORDINGS, 2) != CARDAN_OK) return -1;
  for (size_t i = 0; i < RECORDINGS; ++i) {
    if (jobs[i].status != CARDAN_OK) return -1;
    fwrite(attitudes[i], sizeof attitudes[i][0], recordings[i].count, file);
    fwrite(biases[i], sizeof biases[i][0], recordings[i].count, file);
  }
  return 0;
}

int main(int arguments, char **values) {
  if (arguments != 3 || read_log(values[1]) != 0 || count != MOST) return 2;
  FILE *file = fopen(values[2], "wb");
  if (!file) return 2;
  int failures = 0;
  for (uint32_t kind = 0; kind < CARDAN_FILTER_COUNT; ++kind) {
    cardan_options options = CARDAN_OPTIONS;
    options.filter = (cardan_filter_kind)kind;
    failures += sample_by_sample(&options, file) != 0;
    failures += together(&options, file) != 0;
    options.behavior |= CARDAN_SINGLE_PRECISION;
    failures += together(&options, file) != 0;
  }
  return fclose(file) != 0 || failures != 0;
}
