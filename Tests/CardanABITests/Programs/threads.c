/* Eight threads with a filter each, and cardan_fuse_many with four: for ThreadSanitizer. All must find the same attitude. */
#include <cardan.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 8, SAMPLES = 2000 };
static double attitudes[THREADS][4];

static void *work(void *pointer) {
  double *attitude = pointer;
  cardan_filter *filter;
  if (cardan_create(NULL, &filter) != CARDAN_OK) return NULL;
  const double rate[3] = { 0.1, 0.2, -0.1 }, force[3] = { 0.0, 0.0, 9.81 }, field[3] = { 0.0, 20.0, -40.0 };
  for (int i = 0; i < SAMPLES; ++i) cardan_update(filter, 0.01, rate, force, field);
  cardan_attitude(filter, CARDAN_FRAME_DEFAULT, attitude);
  cardan_destroy(filter);
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  /* Once before the threads: the runtime builds its tables of types at the first use, under locks that the sanitizer cannot see. */
  work(attitudes[0]);
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, work, attitudes[i]);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  int failures = attitudes[0][0] == 0.0;
  for (int i = 1; i < THREADS; ++i) failures += memcmp(attitudes[i], attitudes[0], sizeof attitudes[0]) != 0;

  static double rates[SAMPLES][3];
  static double results[THREADS][SAMPLES][4];
  cardan_recording recording = CARDAN_RECORDING;
  recording.count = SAMPLES;
  recording.interval = 0.01;
  recording.angular_rate = cardan_rows(&rates[0][0], 3);
  cardan_results outputs[THREADS];
  cardan_job jobs[THREADS];
  for (int i = 0; i < THREADS; ++i) {
    outputs[i] = (cardan_results)CARDAN_RESULTS;
    outputs[i].quaternion = cardan_output_rows(&results[i][0][0], 4);
    jobs[i] = (cardan_job){ &recording, &outputs[i], CARDAN_OK };
  }
  failures += cardan_fuse_many(NULL, jobs, THREADS, 4) != CARDAN_OK;
  for (int i = 0; i < THREADS; ++i) failures += jobs[i].status != CARDAN_OK;
  return failures == 0 ? 0 : 1;
}
