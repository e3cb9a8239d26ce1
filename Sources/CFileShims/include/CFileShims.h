// What Swift cannot ask of the system about files.
#ifndef CARDAN_FILE_SHIMS_H
#define CARDAN_FILE_SHIMS_H

#include <stdbool.h>
#include <stdint.h>

// Asks the system to begin to write bytes of a file from memory to the disk, and does not wait: what is then left for `fsync`
// takes less time. A hint, which may be ignored: the answer is whether the system took it.
bool cardan_begin_write_back(int descriptor, int64_t offset, int64_t count);

#endif
