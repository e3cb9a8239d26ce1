// Marks between the updates of a filter: the time of each, or the instructions up to it.
#ifndef CARDAN_UPDATE_MARKS_H
#define CARDAN_UPDATE_MARKS_H

#include <stdint.h>

/// Where the next marks of time go: one number each, in ticks of the processor's clock. There must be room for all.
void cardan_marks_begin(uint64_t *times);

/// Stores the time, in ticks, behind the mark before.
void cardan_mark_time(void);

/// Has valgrind's callgrind write how many instructions it has counted so far into its log. Does nothing elsewhere.
void cardan_mark_instructions(void);

/// Has callgrind begin to count; until then it runs the program faster. Does nothing elsewhere.
void cardan_start_counting_instructions(void);

/// Whether valgrind's headers were there when this was compiled; without them nothing is counted.
int cardan_can_count_instructions(void);

#endif
