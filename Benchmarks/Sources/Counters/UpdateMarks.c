#include "UpdateMarks.h"

#include <time.h>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#define HAS_CALLGRIND 1
#else
#define HAS_CALLGRIND 0
#endif

static uint64_t *next_time;

void cardan_marks_begin(uint64_t *times) { next_time = times; }

static uint64_t ticks(void) {
#if defined(__x86_64__)
  // The fences keep the update's instructions from crossing the clock reading.
  __builtin_ia32_lfence();
  const uint64_t time = __builtin_ia32_rdtsc();
  __builtin_ia32_lfence();
  return time;
#elif defined(__aarch64__)
  uint64_t time;
  __asm__ volatile("isb\n\tmrs %0, cntvct_el0\n\tisb" : "=r"(time)::"memory");
  return time;
#else
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
#endif
}

void cardan_mark_time(void) { *next_time++ = ticks(); }

void cardan_mark_instructions(void) {
#if HAS_CALLGRIND
  VALGRIND_MONITOR_COMMAND("status internal");
#endif
}

void cardan_start_counting_instructions(void) {
#if HAS_CALLGRIND
  CALLGRIND_START_INSTRUMENTATION;
#endif
}

int cardan_can_count_instructions(void) { return HAS_CALLGRIND; }
