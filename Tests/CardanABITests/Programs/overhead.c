/* Updates of the cheapest filter, as many as the argument says: what a call costs is the difference between two numbers. */
#include <cardan.h>
#include <stdlib.h>

int main(int count, char **arguments) {
  cardan_options options = CARDAN_OPTIONS;
  options.filter = CARDAN_FILTER_MADGWICK;
  cardan_filter *filter;
  if (cardan_create(&options, &filter) != CARDAN_OK) return 1;
  const double rate[3] = { 0.1, 0.2, -0.1 }, force[3] = { 0.1, 0.2, 9.81 }, field[3] = { 0.0, 20.0, -40.0 };
  const long updates = count > 1 ? atol(arguments[1]) : 0;
  for (long i = 0; i < updates; ++i) cardan_update(filter, 0.01, rate, force, field);
  double attitude[4];
  cardan_attitude(filter, CARDAN_FRAME_DEFAULT, attitude);
  cardan_destroy(filter);
  return attitude[0] == 0.0;
}
