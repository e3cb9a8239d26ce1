/* cc quickstart.c $(pkg-config --cflags --libs cardan) -o quickstart && ./quickstart */
#include <cardan.h>
#include <stdio.h>

int main(void) {
  cardan_filter *filter;
  if (cardan_create(NULL, &filter) != CARDAN_OK) return 1;

  const double angular_rate[3] = { 0.0, 0.0, 0.5 };      /* rad/s */
  const double specific_force[3] = { 0.0, 0.0, 9.81 };   /* m/s², up at rest */
  const double magnetic_field[3] = { 0.0, 20.0, -40.0 }; /* µT; NULL without a reading */
  cardan_update(filter, 0.01, angular_rate, specific_force, magnetic_field);

  double yaw_pitch_roll[3];
  cardan_attitude_euler(filter, CARDAN_FRAME_DEFAULT, CARDAN_EULER_ZYX, yaw_pitch_roll);
  printf("yaw %f pitch %f roll %f rad\n", yaw_pitch_roll[0], yaw_pitch_roll[1], yaw_pitch_roll[2]);
  cardan_destroy(filter);
  return 0;
}
