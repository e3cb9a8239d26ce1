// What Swift and the sources of the reader need of a C library in WebAssembly: memory, and functions of mathematics.

#include "CWebRuntime.h"

#if defined(__wasm__)

#include <stdbool.h>
#include <stddef.h>

extern unsigned char __heap_base;

// Blocks of 2^n bytes, each behind 16 bytes that hold n; freed blocks wait in a list for each n.
enum { headerSize = 16, classCount = 32, pageSize = 65536 };
static uintptr_t end;
static void *freed[classCount];

static void *allocate(size_t size) {
  uint32_t class = 5;
  while (((size_t)1 << class) < size + headerSize) class++;
  if (freed[class]) {
    void *block = freed[class];
    freed[class] = *(void **)block;
    return block;
  }
  if (end == 0) end = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
  const uintptr_t start = end, next = end + ((size_t)1 << class);
  const size_t present = __builtin_wasm_memory_size(0) * pageSize;
  if (next > present) {
    // In pieces of a megabyte at least: growing is slow.
    const size_t pages = (next - present + pageSize - 1) / pageSize;
    if (__builtin_wasm_memory_grow(0, pages < 16 ? 16 : pages) == (size_t)-1) __builtin_trap();
  }
  end = next;
  *(uint32_t *)start = class;
  return (void *)(start + headerSize);
}

// All blocks lie at multiples of 16.
int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment > 16) __builtin_trap();
  *block = allocate(size);
  return 0;
}

void free(void *block) {
  if (!block) return;
  const uint32_t class = *(uint32_t *)((uintptr_t)block - headerSize);
  *(void **)block = freed[class];
  freed[class] = block;
}

void *memmove(void *target, const void *source, size_t count) {
  unsigned char *to = target;
  const unsigned char *from = source;
  if (to <= from) {
    for (size_t i = 0; i < count; i++) to[i] = from[i];
  } else {
    for (size_t i = count; i > 0; i--) to[i - 1] = from[i - 1];
  }
  return target;
}

void *memcpy(void *target, const void *source, size_t count) { return memmove(target, source, count); }

void *memset(void *target, int byte, size_t count) {
  for (size_t i = 0; i < count; i++) ((unsigned char *)target)[i] = (unsigned char)byte;
  return target;
}

int memcmp(const void *left, const void *right, size_t count) {
  const unsigned char *a = left, *b = right;
  for (size_t i = 0; i < count; i++)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

void *memchr(const void *bytes, int byte, size_t count) {
  const unsigned char *at = bytes;
  for (size_t i = 0; i < count; i++)
    if (at[i] == (unsigned char)byte) return (void *)(at + i);
  return NULL;
}

// The seed of hash tables. Their order shows in no result.
void arc4random_buf(void *bytes, size_t count) { memset(bytes, 0, count); }

// To the nearest integer, halves away from zero. What is added is the double before 1/2, so that no sum rounds up to an integer.
double round(double x) { return __builtin_copysign(__builtin_floor(__builtin_fabs(x) + 0.49999999999999994), x); }

static const double ln2 = 0.693147180559945309417;

// x = m 2^n with m from 1/√2 to √2, and ln m = 2 artanh((m - 1) / (m + 1)) by its series: to two units in the last place, for positive
// normal numbers.
double log(double x) {
  uint64_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  int64_t exponent = (int64_t)(bits >> 52) - 1023;
  bits = (bits & 0x000FFFFFFFFFFFFF) | 0x3FF0000000000000;
  double m;
  __builtin_memcpy(&m, &bits, sizeof m);
  if (m > 1.4142135623730951) {
    m /= 2;
    exponent++;
  }
  const double s = (m - 1) / (m + 1), square = s * s;
  double sum = 0;
  for (int k = 23; k >= 1; k -= 2) sum = sum * square + 1.0 / k;
  return 2 * s * sum + (double)exponent * ln2;
}

double log2(double x) { return log(x) / ln2; }

// 2^n e^r with |r| up to ln 2 / 2 by its series; zero and infinity beyond normal numbers.
double exp(double x) {
  const double n = __builtin_floor(x / ln2 + 0.5);
  if (!(n > -1022)) return 0;
  if (n > 1023) return __builtin_inf();
  const double r = x - n * ln2;
  double sum = 1;
  for (int k = 16; k >= 1; k--) sum = 1 + sum * r / k;
  const uint64_t bits = (uint64_t)((int64_t)n + 1023) << 52;
  double power;
  __builtin_memcpy(&power, &bits, sizeof power);
  return sum * power;
}

double exp2(double x) { return exp(x * ln2); }

#else

// Elsewhere there is no page.
int32_t cardan_read_log(void *target, int32_t count) {
  (void)target;
  (void)count;
  return 0;
}

#endif
