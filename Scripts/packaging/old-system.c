// What objects of this machine ask of glibc and an older one lacks, or has under its first version alone.

#define FIRST_VERSION(name, parameters, arguments)                \
  __asm__(".symver first_" #name "," #name "@GLIBC_2.2.5");       \
  double first_##name parameters;                                 \
  __attribute__((visibility("hidden"))) double __wrap_##name parameters { return first_##name arguments; }

// Since 2.29 these leave errno alone.
FIRST_VERSION(exp, (double x), (x))
FIRST_VERSION(exp2, (double x), (x))
FIRST_VERSION(log, (double x), (x))
FIRST_VERSION(log2, (double x), (x))
FIRST_VERSION(pow, (double x, double y), (x, y))

// Counts of references are atomic always.
__attribute__((visibility("hidden"))) char __libc_single_threaded = 0;
