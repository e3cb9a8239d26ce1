// CMathShims: what Swift cannot ask of a processor or of the C library without an operating system.
// Header-only but for the choice of processor. Nothing here allocates or knows what the numbers mean.

// What Swift cannot ask of its own target: whether it has a fused multiply-add instruction.
// Without the instruction a fused multiply-add is a library call that costs tens of nanoseconds, so it is
// used only where the build promises the hardware. (`swift build -Xcc -march=native` promises it on x86-64.) Modules that
// are compiled for a processor beside others (CARDAN_ROUNDS_ALIKE) do without, so that their results are those of the others.
#ifndef CARDAN_MATH_SHIMS_H
#define CARDAN_MATH_SHIMS_H

#include <stdbool.h>

static inline __attribute__((always_inline)) bool cardan_has_fused_multiply_add(void) {
#if defined(CARDAN_ROUNDS_ALIKE)
  return false;
#elif defined(__FMA__) || defined(__aarch64__) || defined(__ARM_FEATURE_FMA)
  return true;
#else
  return false;
#endif
}

// Whether this machine's processor has what modules for AVX2 and for AVX-512 are compiled for (x86-64-v3 and x86-64-v4).
bool cardan_runs_avx2(void);
bool cardan_runs_avx512(void);

// The same number, of which the compiler does not know where it comes from: no instruction, but a single number stays in
// a register of its own. (Packing the few numbers of one stream two by two costs more shuffling than it saves.)
static inline __attribute__((always_inline)) float cardan_optimization_barrier_float(float value) {
#if defined(__x86_64__)
  __asm__("" : "+x"(value));
#endif
  return value;
}

static inline __attribute__((always_inline)) double cardan_optimization_barrier_double(double value) {
#if defined(__x86_64__)
  __asm__("" : "+x"(value));
#endif
  return value;
}

// The square root as the instruction alone: the standard library's looks for negative numbers first, to call libm for them.
// Without AVX the instruction leaves half of the register of its result as it is, and so waits for what was there before: here
// it is the register of the value, for which it waits anyway.
static inline __attribute__((always_inline)) float cardan_square_root_float(float value) {
#if defined(__SSE2__) && !defined(__AVX__)
  if (!__builtin_constant_p(value)) {
    __asm__("sqrtss %0, %0" : "+x"(value));
    return value;
  }
#endif
  return __builtin_elementwise_sqrt(value);
}

static inline __attribute__((always_inline)) double cardan_square_root_double(double value) {
#if defined(__SSE2__) && !defined(__AVX__)
  if (!__builtin_constant_p(value)) {
    __asm__("sqrtsd %0, %0" : "+x"(value));
    return value;
  }
#endif
  return __builtin_elementwise_sqrt(value);
}

// The functions of libm that statistics need, for modules that import no operating system.
static inline __attribute__((always_inline)) double cardan_log(double value) { return __builtin_log(value); }
static inline __attribute__((always_inline)) double cardan_log2(double value) { return __builtin_log2(value); }
static inline __attribute__((always_inline)) double cardan_exp(double value) { return __builtin_exp(value); }
static inline __attribute__((always_inline)) double cardan_exp2(double value) { return __builtin_exp2(value); }

#endif
