// What Debian's archives of HDF5 and LAPACK leave open when they are linked into a shared library: see Scripts/build-library.
#include <math.h>
#include <stdio.h>
#include <string.h>

// libhdf5.a was compiled for programs and reaches for the streams at fixed addresses: these stand in for them.
__attribute__((visibility("hidden"))) FILE *cardan_stderr;
__attribute__((visibility("hidden"))) FILE *cardan_stdout;

__attribute__((constructor)) static void find_streams(void) {
  cardan_stderr = stderr;
  cardan_stdout = stdout;
}

// Sources/C/CHDF5 loads the library when it is needed; here it is always there.
const char *cardan_hdf5_missing(void) { return NULL; }

// LAPACK calls this for an argument that is none. Its own version ends the program, which a library must not do; LAPACKE
// returns the error as well.
void xerbla_(const char *name, const int *info, size_t length) {
  (void)name;
  (void)info;
  (void)length;
}

// The one function of the Fortran runtime that LAPACK needs: two texts into one, cut or filled with blanks.
void _gfortran_concat_string(
    size_t size, char *result, size_t first_size, const char *first, size_t second_size, const char *second) {
  if (first_size > size) first_size = size;
  if (second_size > size - first_size) second_size = size - first_size;
  memcpy(result, first, first_size);
  memcpy(result + first_size, second, second_size);
  memset(result + first_size + second_size, ' ', size - first_size - second_size);
}

// glibc has a newer version of this one since 2.35, and of nothing else that is used here: without it 2.34 is new enough.
__attribute__((visibility("hidden"))) float hypotf(float x, float y) {
  return (float)sqrt((double)x * (double)x + (double)y * (double)y);
}
