// The version as text, for the library and the command. Not installed.
#ifndef CARDAN_VERSION_TEXT_H
#define CARDAN_VERSION_TEXT_H

#include "cardan.h"

#define CARDAN_TEXT_OF(number) #number
#define CARDAN_DOTTED(major, minor, patch) CARDAN_TEXT_OF(major) "." CARDAN_TEXT_OF(minor) "." CARDAN_TEXT_OF(patch)

static inline const char *_Nonnull cardan_version_text(void) {
  return CARDAN_DOTTED(CARDAN_VERSION_MAJOR, CARDAN_VERSION_MINOR, CARDAN_VERSION_PATCH);
}

#endif
