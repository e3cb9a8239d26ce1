// CCardan: the public header of libcardan.

// A C target needs a source file: this one proves that the header stands alone.
#include "cardan.h"
