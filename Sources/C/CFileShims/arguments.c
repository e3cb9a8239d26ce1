// The arguments of this program.
#include "CFileShims.h"

#include <stddef.h>

static int count_at_start;
static char **values_at_start;

#if defined(__GLIBC__)
// glibc hands them to what runs before main.
__attribute__((constructor)) static void keep(int count, char **values) {
  count_at_start = count;
  values_at_start = values;
}
#endif

char **cardan_arguments(int *count) {
  *count = count_at_start;
  return values_at_start;
}
