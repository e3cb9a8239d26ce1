// Yaw, pitch and roll in degrees, a hundred times a second. Put the readings of your sensor into `read`.
#include <cardan.h>

alignas(CARDAN_ALIGNMENT) static unsigned char memory[8192];
static cardan_filter *filter;

static void read(float rate[3], float force[3]) {
  for (int i = 0; i < 3; ++i) rate[i] = 0;  // rad/s
  force[0] = force[1] = 0;
  force[2] = 9.81f;  // m/s^2, up at rest
}

void setup() {
  Serial.begin(115200);
  const cardan_status status = cardan_init_in_place(memory, sizeof memory, NULL, &filter);
  if (status != CARDAN_OK) Serial.println(cardan_status_text(status));
}

void loop() {
  float rate[3], force[3];
  double angles[3];
  read(rate, force);
  // The fifth is the magnetic field in microtesla, or NULL.
  cardan_update_float(filter, 0.01f, rate, force, NULL);
  if (cardan_attitude_euler(filter, CARDAN_FRAME_DEFAULT, CARDAN_EULER_ZYX, angles) == CARDAN_OK) {
    for (int i = 0; i < 3; ++i) {
      Serial.print(angles[i] * 57.29578);
      Serial.print(i < 2 ? " " : "\n");
    }
  }
  delay(10);
}
