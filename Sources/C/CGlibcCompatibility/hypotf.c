// Functions of the C library whose newest version, which a linker takes, is newer than the systems that the command is for:
// with these definitions in the program, it runs with glibc 2.34.
#include "CGlibcCompatibility.h"

#include <math.h>

// Swift's module of the C library refers to it; glibc 2.35 gave it a new version. Squares of floats are exact in double
// precision and their sum does not overflow.
float hypotf(float x, float y) {
  if (isinf(x) || isinf(y)) return INFINITY;
  return (float)sqrt((double)x * x + (double)y * y);
}
