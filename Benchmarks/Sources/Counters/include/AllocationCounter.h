// Counts heap allocations.
#ifndef CARDAN_ALLOCATION_COUNTER_H
#define CARDAN_ALLOCATION_COUNTER_H

#include <stdint.h>

/// The number of heap blocks allocated so far by this process; -1 if they cannot be counted (not glibc).
int64_t cardan_allocation_count(void);

#endif
