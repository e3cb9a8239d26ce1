// The memory functions that the compiler calls: there is no C library. Compiled with -fno-builtin, or a loop would become
// a call of the function that it is in. (Names and arguments: Arm, "Run-time ABI for the Arm Architecture", 5.3.4.)

#include <stddef.h>
#include <stdint.h>

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  uint8_t *target = to;
  const uint8_t *source = from;
  if ((((uintptr_t)to | (uintptr_t)from) & 3) == 0) {
    for (; count >= 4; count -= 4, target += 4, source += 4) *(uint32_t *)target = *(const uint32_t *)source;
  }
  while (count-- > 0) *target++ = *source++;
  return to;
}

void *memmove(void *to, const void *from, size_t count) {
  if ((uintptr_t)to - (uintptr_t)from >= count) return memcpy(to, from, count);
  while (count-- > 0) ((uint8_t *)to)[count] = ((const uint8_t *)from)[count];
  return to;
}

void *memset(void *to, int value, size_t count) {
  uint8_t *target = to;
  if (((uintptr_t)to & 3) == 0) {
    const uint32_t word = 0x01010101u * (uint8_t)value;
    for (; count >= 4; count -= 4, target += 4) *(uint32_t *)target = word;
  }
  while (count-- > 0) *target++ = (uint8_t)value;
  return to;
}

#define ALIAS(function) __attribute__((alias(#function)))
void __aeabi_memcpy(void *to, const void *from, size_t count) { memcpy(to, from, count); }
void __aeabi_memmove(void *to, const void *from, size_t count) { memmove(to, from, count); }
void __aeabi_memset(void *to, size_t count, int value) { memset(to, value, count); }
void __aeabi_memclr(void *to, size_t count) { memset(to, 0, count); }
void __aeabi_memcpy4(void *, const void *, size_t) ALIAS(__aeabi_memcpy);
void __aeabi_memcpy8(void *, const void *, size_t) ALIAS(__aeabi_memcpy);
void __aeabi_memmove4(void *, const void *, size_t) ALIAS(__aeabi_memmove);
void __aeabi_memmove8(void *, const void *, size_t) ALIAS(__aeabi_memmove);
void __aeabi_memset4(void *, size_t, int) ALIAS(__aeabi_memset);
void __aeabi_memset8(void *, size_t, int) ALIAS(__aeabi_memset);
void __aeabi_memclr4(void *, size_t) ALIAS(__aeabi_memclr);
void __aeabi_memclr8(void *, size_t) ALIAS(__aeabi_memclr);
