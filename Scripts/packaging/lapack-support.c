// Sources/C/CLAPACKE loads LAPACKE when it is needed; libcardan-offline is linked with it, so that here it is always there: see
// Scripts/build-library.
#include <stddef.h>

const char *cardan_lapacke_missing(void) { return NULL; }
