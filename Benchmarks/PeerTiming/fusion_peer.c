// xio Technologies' Fusion (the C of imufusion) behind one C function, with the loop of Cardan's benchmarks.
//
// Its sources are included, not linked, so that the compiler can inline its update into the loop, as for Cardan's filters.
#include <stddef.h>

#include "FusionAhrs.c"
#include "FusionBias.c"

// Runs Fusion over `count` rows of nine numbers (degrees/s, g, any unit); returns the sum of the real parts of its
// quaternions. Variants: 0 the plain filter, as it is by default; 1 with its rejection of acceleration and magnetic
// disturbance (10 degrees, 5 s, as its documentation recommends); 2 the plain one behind its estimator of the
// gyroscope's bias. `mark`, if not NULL, is called before the first update and after each.
double cardan_fusion_run(int variant, const float *rows, ptrdiff_t count, double rate, int axes, void (*mark)(void)) {
  FusionAhrs ahrs;
  FusionAhrsInitialise(&ahrs);
  FusionAhrsSettings settings = fusionAhrsDefaultSettings;
  settings.sampleRate = (float)rate;
  if (variant == 1) {
    settings.accelerationRejection = 10.0f;
    settings.magneticRejection = 10.0f;
    settings.rejectionTimeout = 5.0f;
  }
  FusionAhrsSetSettings(&ahrs, &settings);
  FusionAhrsRestart(&ahrs);
  FusionBias bias;
  FusionBiasInitialise(&bias);
  FusionBiasSettings biasSettings = fusionBiasDefaultSettings;
  biasSettings.sampleRate = (float)rate;
  FusionBiasSetSettings(&bias, &biasSettings);

  float sum = 0;
  if (mark) mark();
  for (ptrdiff_t i = 0; i < count; ++i) {
    const float *row = rows + 9 * i;
    FusionVector gyroscope = {.array = {row[0], row[1], row[2]}};
    const FusionVector accelerometer = {.array = {row[3], row[4], row[5]}};
    const FusionVector magnetometer = {.array = {row[6], row[7], row[8]}};
    if (variant == 2) gyroscope = FusionBiasUpdate(&bias, gyroscope);
    if (axes == 9) {
      FusionAhrsUpdate(&ahrs, gyroscope, accelerometer, magnetometer);
    } else {
      FusionAhrsUpdateNoMagnetometer(&ahrs, gyroscope, accelerometer);
    }
    sum += FusionAhrsGetQuaternion(&ahrs).element.w;
    if (mark) mark();
  }
  return sum;
}
