// What Swift cannot ask of its own target: whether it has a fused multiply-add instruction.
// Without the instruction a fused multiply-add is a library call that costs tens of nanoseconds, so it is
// used only where the build promises the hardware. (`swift build -Xcc -march=native` promises it on x86-64.)
#ifndef CARDAN_MATH_SHIMS_H
#define CARDAN_MATH_SHIMS_H

#include <stdbool.h>

static inline __attribute__((always_inline)) bool cardan_has_fused_multiply_add(void) {
#if defined(__FMA__) || defined(__aarch64__) || defined(__ARM_FEATURE_FMA)
  return true;
#else
  return false;
#endif
}

#endif
