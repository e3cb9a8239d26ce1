// CCardanOffline: the public header of libcardan-offline.

// A C target needs a source file: this one proves that the header stands alone.
#include "cardan_offline.h"
