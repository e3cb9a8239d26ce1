// A search through text. The function of the C library compares vectors of bytes; the standard library of Swift goes byte by byte.
#ifndef CARDAN_BYTES_H
#define CARDAN_BYTES_H

#include <stddef.h>
#include <stdint.h>

// The first of `count` bytes that is `byte`; NULL without one.
static inline __attribute__((always_inline)) uint8_t *_Nullable cardan_find_byte(
    const uint8_t *_Nonnull bytes, uint8_t byte, ptrdiff_t count) {
  return (uint8_t *)__builtin_memchr(bytes, byte, (size_t)count);
}

#endif
