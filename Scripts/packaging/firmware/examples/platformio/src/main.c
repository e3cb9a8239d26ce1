/* Roll in millidegrees, a hundred times a second. Put the readings of your sensor into `rate` and `force`. */
#include <cardan.h>
#include <stdio.h>
#include "stm32f4xx_hal.h"

static _Alignas(CARDAN_ALIGNMENT) unsigned char memory[8192];

int main(void) {
  cardan_filter *filter;
  const cardan_status status = cardan_init_in_place(memory, sizeof memory, NULL, &filter);
  HAL_Init();
  if (status != CARDAN_OK) {
    printf("%s\n", cardan_status_text(status));
    return 1;
  }
  for (;;) {
    const float rate[3] = {0, 0, 0};       /* rad/s */
    const float force[3] = {0, 0, 9.81f};  /* m/s^2, up at rest */
    double angles[3];
    cardan_update_float(filter, 0.01f, rate, force, NULL); /* the last: the magnetic field in microtesla, or NULL */
    if (cardan_attitude_euler(filter, CARDAN_FRAME_DEFAULT, CARDAN_EULER_ZYX, angles) == CARDAN_OK)
      printf("%d\n", (int)(angles[2] * 57295.78));
    HAL_Delay(10);
  }
}
