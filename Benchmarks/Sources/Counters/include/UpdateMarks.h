// Marks between the updates of a filter: the time, or the instructions so far.
#ifndef CARDAN_UPDATE_MARKS_H
#define CARDAN_UPDATE_MARKS_H

#include <stdint.h>

/// The buffer for the next time marks, one number each, in ticks of the CPU clock. It must hold them all.
void cardan_marks_begin(uint64_t *times);

/// Appends the time, in ticks.
void cardan_mark_time(void);

/// Makes callgrind write its instruction count so far to its log. No effect outside valgrind.
void cardan_mark_instructions(void);

/// Makes callgrind start counting; it runs faster until then. No effect outside valgrind.
void cardan_start_counting_instructions(void);

/// Whether this was compiled with valgrind's headers; without them nothing is counted.
int cardan_can_count_instructions(void);

#endif
