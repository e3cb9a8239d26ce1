// CLAPACKE: the part of LAPACKE that is used.
// Only NumericalMethods imports it.
#ifndef CARDAN_CLAPACKE_H
#define CARDAN_CLAPACKE_H

#include "LAPACKEFunctions.h"

// Loads the library, if that has not been done; NULL where it is there, else why not.
const char *_Nullable cardan_lapacke_missing(void);

#endif
