/* Fuses a log into attitude. The output equals that of `cardan fuse LOG -o -` byte for byte, except for its comments.
 *
 *     cc fuse_csv.c $(pkg-config --cflags --libs cardan) -o fuse_csv && ./fuse_csv walk.csv vqf > attitude.csv
 *
 * The log needs a header line and, as first columns, t [s], gyro_x [rad/s], y, z, accel_x [m/s^2], y, z, mag_x [uT], y, z. */
#include <cardan.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect(cardan_status status, const char *what) {
  if (status == CARDAN_OK) return;
  fprintf(stderr, "fuse_csv: %s: %s\n", what, cardan_status_text(status));
  exit(1);
}

/* "12.345" in nanoseconds, without rounding to a double. */
static int64_t nanoseconds(const char *text, char **end) {
  int64_t whole = strtoll(text, end, 10), fraction = 0, scale = 1000000000;
  if (**end == '.') {
    for (++*end; **end >= '0' && **end <= '9'; ++*end)
      if (scale > 1) fraction += (**end - '0') * (scale /= 10);
  }
  return whole * 1000000000 + (text[0] == '-' ? -fraction : fraction);
}

static void write_numbers(const double *numbers, int count, int decimals, double factor) {
  for (int i = 0; i < count; ++i) {
    if (isnan(numbers[i])) printf(",nan");
    else printf(",%.*f", decimals, numbers[i] * factor);
  }
}

static void write_row(const cardan_filter *filter) {
  const double degrees = 180.0 / 3.14159265358979323846;
  cardan_motion motion = CARDAN_MOTION;
  expect(cardan_read(filter, &motion), "read");
  double yaw_pitch_roll[3];
  expect(cardan_attitude_euler(filter, CARDAN_FRAME_DEFAULT, CARDAN_EULER_ZYX, yaw_pitch_roll), "euler");
  const double roll_pitch_yaw[3] = { yaw_pitch_roll[2], yaw_pitch_roll[1], yaw_pitch_roll[0] };

  printf("%lld.%09lld", (long long)(motion.timestamp / 1000000000), (long long)(motion.timestamp % 1000000000));
  write_numbers(motion.quaternion, 4, 9, 1.0);
  write_numbers(roll_pitch_yaw, 3, 6, degrees);
  write_numbers(motion.gravity, 3, 6, 1.0);
  write_numbers(motion.user_acceleration, 3, 6, 1.0);
  write_numbers(motion.angular_rate, 3, 9, 1.0);
  write_numbers(motion.gyroscope_bias, 3, 9, 1.0);
  write_numbers(&motion.tilt_sigma, 1, 6, degrees);
  write_numbers(&motion.heading_sigma, 1, 6, degrees);
  const char *separator = ",";
  for (uint32_t bit = 1; bit != 0; bit <<= 1) {
    if (!(motion.flags & bit)) continue;
    printf("%s%s", separator, cardan_flag_name(bit));
    separator = "|";
  }
  puts(motion.flags == 0 ? "," : "");
}

int main(int count, char **arguments) {
  if (count < 2 || count > 4) {
    fprintf(stderr, "usage: fuse_csv LOG [FILTER [FRAME]]\n");
    return 2;
  }
  cardan_options options = CARDAN_OPTIONS;
  if (count > 2) expect(cardan_filter_kind_named(arguments[2], &options.filter), arguments[2]);
  if (count > 3) expect(cardan_frame_named(arguments[3], &options.frame), arguments[3]);
  cardan_filter *filter;
  expect(cardan_create(&options, &filter), "create");

  FILE *log = fopen(arguments[1], "r");
  if (log == NULL) {
    perror(arguments[1]);
    return 1;
  }
  puts("t [s],q_w,q_x,q_y,q_z,roll [deg],pitch [deg],yaw [deg],gravity_x [m/s^2],gravity_y,gravity_z,"
       "user_accel_x [m/s^2],user_accel_y,user_accel_z,rate_x [rad/s],rate_y,rate_z,"
       "gyro_bias_x [rad/s],gyro_bias_y,gyro_bias_z,tilt_sigma [deg],heading_sigma [deg],flags");
  char line[4096];
  while (fgets(line, sizeof line, log) != NULL) {
    if (line[0] != '-' && (line[0] < '0' || line[0] > '9')) continue;
    char *rest;
    const int64_t time = nanoseconds(line, &rest);
    double readings[9];
    for (int i = 0; i < 9; ++i) readings[i] = *rest == ',' ? strtod(rest + 1, &rest) : NAN;
    expect(cardan_update_at(filter, time, readings, readings + 3, readings + 6), "update");
    write_row(filter);
  }
  fclose(log);
  cardan_destroy(filter);
  return 0;
}
