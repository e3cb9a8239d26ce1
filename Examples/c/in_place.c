/* A filter without a heap, as in firmware: in a buffer of the program, with its state saved and restored as bytes. */
#include <cardan.h>
#include <stdio.h>
#include <string.h>

static _Alignas(CARDAN_ALIGNMENT) unsigned char memory[8192];
static unsigned char saved[8192];

int main(void) {
  cardan_options options = CARDAN_OPTIONS;
  options.filter = CARDAN_FILTER_MEKF;
  const cardan_parameter parameters[] = { { "gyroscope_noise_density", 0.001 }, { "gravity", 9.81 } };
  options.parameters = parameters;
  options.parameter_count = 2;
  printf("the filter takes %zu bytes\n", cardan_filter_size(&options));

  cardan_filter *filter;
  cardan_status status = cardan_init_in_place(memory, sizeof memory, &options, &filter);
  if (status != CARDAN_OK) {
    fprintf(stderr, "%s\n", cardan_status_text(status));
    return 1;
  }
  const float rate[3] = { 0.1f, 0.0f, 0.0f }, force[3] = { 0.0f, 0.0f, 9.81f };
  for (int i = 0; i < 100; ++i) cardan_update_float(filter, 0.01f, rate, force, NULL);

  double before[4], after[4];
  cardan_snapshot(filter, saved, sizeof saved);
  cardan_update_float(filter, 0.01f, rate, force, NULL);
  cardan_attitude(filter, CARDAN_FRAME_DEFAULT, before);
  cardan_restore(filter, saved, sizeof saved);
  cardan_update_float(filter, 0.01f, rate, force, NULL);
  cardan_attitude(filter, CARDAN_FRAME_DEFAULT, after);
  printf("the same after restoring: %s\n", memcmp(before, after, sizeof before) == 0 ? "yes" : "no");
  return 0;
}
