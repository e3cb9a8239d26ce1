// CIIO: the part of libiio that is used.
// Only LiveSources/IIO imports it.
#ifndef CARDAN_CIIO_H
#define CARDAN_CIIO_H

#include "IIOFunctions.h"

// Loads the library, if that has not been done; NULL where it is there, else why not.
const char *_Nullable cardan_iio_missing(void);

#endif
