// Cost of an update through cardan.h, ns: single calls or a batch.
//     call_cost FILTER single|batch UPDATES
#include <cardan.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROWS = 1000 };

int main(int count, char **arguments) {
  if (count != 4) return 2;
  cardan_options options = CARDAN_OPTIONS;
  if (cardan_filter_kind_named(arguments[1], &options.filter) != CARDAN_OK) return 2;
  const long updates = atol(arguments[3]);
  static double rows[3][ROWS][3];
  for (int row = 0; row < ROWS; ++row) {
    for (int axis = 0; axis < 3; ++axis) {
      // The same readings as in CallCost.swift.
      rows[0][row][axis] = 0.1 * (axis - 1) + 1e-3 * ((row * 7 + axis * 3) % 11);
      rows[1][row][axis] = 9.81 * (axis == 2) + 0.1 * ((row * 5 + axis) % 7);
      rows[2][row][axis] = 20.0 * (axis == 1) - 40.0 * (axis == 2) + 0.1 * ((row * 3 + axis) % 5);
    }
  }
  cardan_filter *filter;
  if (cardan_create(&options, &filter) != CARDAN_OK) return 1;
  cardan_recording recording = CARDAN_RECORDING;
  recording.count = ROWS;
  recording.interval = 0.01;
  recording.angular_rate = cardan_rows(&rows[0][0][0], 3);
  recording.specific_force = cardan_rows(&rows[1][0][0], 3);
  recording.magnetic_field = cardan_rows(&rows[2][0][0], 3);
  const int is_batch = strcmp(arguments[2], "batch") == 0;

  struct timespec start, end;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
  for (long done = 0; done < updates; done += ROWS) {
    if (is_batch) {
      cardan_fuse(filter, &recording, NULL);
    } else {
      for (int row = 0; row < ROWS; ++row) cardan_update(filter, 0.01, rows[0][row], rows[1][row], rows[2][row]);
    }
  }
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
  double attitude[4];
  cardan_attitude(filter, CARDAN_FRAME_DEFAULT, attitude);
  cardan_destroy(filter);
  const double elapsed = (end.tv_sec - start.tv_sec) * 1e9 + (end.tv_nsec - start.tv_nsec);
  printf("%.3f %.12f\n", elapsed / updates, attitude[0] < 0 ? -attitude[0] : attitude[0]);
  return 0;
}
