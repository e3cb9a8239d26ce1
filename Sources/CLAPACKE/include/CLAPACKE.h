// The part of LAPACKE that is used. C's own complex types do not import into Swift; structures do, and are not used here.
#ifndef CARDAN_CLAPACKE_H
#define CARDAN_CLAPACKE_H

#define LAPACK_COMPLEX_STRUCTURE
#if __has_include(<lapacke/lapacke.h>)
#include <lapacke/lapacke.h>
#else
#include <lapacke.h>
#endif

// Loads the library, if that has not been done; NULL where it is there, else why not.
const char *_Nullable cardan_lapacke_missing(void);

#endif
