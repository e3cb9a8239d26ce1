// Fortran complex types are not used here, and C's would not import into Swift.
#define lapack_complex_float void
#define lapack_complex_double void
#include <lapacke.h>
