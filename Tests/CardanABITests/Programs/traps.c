/* Programs that trap floating-point errors run: no update with missing, zero or impossible readings raises "invalid", "division by
 * zero" or "overflow". Each filter, and each sensor that comes and goes. */
#define _GNU_SOURCE
#include <cardan.h>

#include <fenv.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { absent, not_a_number, zero, infinite, kinds };

static char place[100];

static void stop(int signal) {
  (void)signal;
  if (write(STDOUT_FILENO, place, sizeof place) < 0) _exit(2);
  _exit(1);
}

/* Uniform from -1 to 1. */
static double noise(void) { return 2.0 * rand() / RAND_MAX - 1; }

/* What stands for a reading in a phase: itself, or what a broken sensor gives. */
static const double *reading(double *numbers, int is_missing, int kind) {
  static const double bad[kinds][3] = {{0}, {NAN, NAN, NAN}, {0, 0, 0}, {INFINITY, 1, 1}};
  return !is_missing ? numbers : kind == absent ? NULL : bad[kind];
}

int main(void) {
  signal(SIGFPE, stop);
  for (int filter = 0; filter < CARDAN_FILTER_COUNT; ++filter) {
    for (int kind = 0; kind < kinds; ++kind) {
      cardan_options options = CARDAN_OPTIONS;
      options.filter = (cardan_filter_kind)filter;
      cardan_filter *handle = NULL;
      if (cardan_create(&options, &handle) != CARDAN_OK) return 3;
      feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
      for (int sample = 0; sample < 6000; ++sample) {
        snprintf(place, sizeof place, "filter %d, kind %d, sample %d", filter, kind, sample);
        double rate[3] = {0.3 * noise(), 0.3 * noise(), 0.3 * noise()};
        double force[3] = {0.5 * noise(), 0.5 * noise(), 9.8 + 0.5 * noise()};
        double field[3] = {20 + noise(), noise(), -40 + noise()};
        /* Every combination for a second each, at first the gyroscope alone. */
        const int missing = (sample / 100 + 6) % 8;
        cardan_motion motion = CARDAN_MOTION;
        cardan_update(
            handle, sample % 997 == 0 ? 3.0 : 0.01, reading(rate, missing & 1, kind), reading(force, missing & 2, kind),
            reading(field, missing & 4, kind));
        cardan_read(handle, &motion);
      }
      fedisableexcept(FE_ALL_EXCEPT);
      cardan_destroy(handle);
    }
  }
  return 0;
}
