// C's own complex types do not import into Swift; structures do, and are not used here.
#define LAPACK_COMPLEX_STRUCTURE
#include <lapacke.h>
