// The part of LAPACKE that is used. C's own complex types do not import into Swift; structures do, and are not used here.
#ifndef CARDAN_CLAPACKE_H
#define CARDAN_CLAPACKE_H

#define LAPACK_COMPLEX_STRUCTURE
#if __has_include(<lapacke/lapacke.h>)
#include <lapacke/lapacke.h>
#else
#include <lapacke.h>
#endif

#endif
