#include "CEmbeddedFiles.h"

// #embed is C23.
#pragma clang diagnostic ignored "-Wc23-extensions"

const char *_Nonnull cardan_peers_py(void) {
  static const unsigned char text[] = {
#embed "../../Host/FilterComparison/peers.py" suffix(, 0)
  };
  return (const char *)text;
}
