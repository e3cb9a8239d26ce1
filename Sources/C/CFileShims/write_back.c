#define _GNU_SOURCE
#include <fcntl.h>

#include "CFileShims.h"

bool cardan_begin_write_back(int descriptor, int64_t offset, int64_t count) {
#if defined(SYNC_FILE_RANGE_WRITE)
  return sync_file_range(descriptor, offset, count, SYNC_FILE_RANGE_WRITE) == 0;
#else
  (void)descriptor;
  (void)offset;
  (void)count;
  return false;
#endif
}
