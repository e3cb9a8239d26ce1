// The value of sixteen digits of text, by the vector instructions that every x86-64 processor has: pairs, fours and eights
// of digits, each step one multiplication for all of them. Swift reaches the instruction that multiplies neighbours and
// adds them (PMADDWD) only through C.
#ifndef CARDAN_SIXTEEN_DIGITS_H
#define CARDAN_SIXTEEN_DIGITS_H

#include <stdint.h>

#if defined(__x86_64__)
#include <emmintrin.h>

// Which of sixteen bytes are points, the first in the lowest bit.
static inline __attribute__((always_inline)) uint32_t cardan_points(const uint8_t *bytes) {
  const __m128i points = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)bytes), _mm_set1_epi8('.'));
  return (uint32_t)_mm_movemask_epi8(points);
}

// The number that the sixteen bytes before `end`, less a point in them, say. `after` has bits for the bytes behind the
// point, which are taken as they stand; those before it are taken one byte on. Only bytes with bits in `digits` count.
// All bits are set where one of them is no digit.
static inline __attribute__((always_inline)) uint64_t cardan_sixteen_digits(
    const uint8_t *end, const void *after, const void *digits) {
  const __m128i mask = _mm_loadu_si128((const __m128i *)after);
  const __m128i behind = _mm_and_si128(mask, _mm_loadu_si128((const __m128i *)(end - 16)));
  const __m128i before = _mm_andnot_si128(mask, _mm_loadu_si128((const __m128i *)(end - 17)));
  const __m128i values = _mm_and_si128(
      _mm_xor_si128(_mm_or_si128(behind, before), _mm_set1_epi8(0x30)), _mm_loadu_si128((const __m128i *)digits));
  // From 10 on the sum has its top bit.
  if (_mm_movemask_epi8(_mm_adds_epu8(values, _mm_set1_epi8(0x76))) != 0) return UINT64_MAX;

  // Of a pair, the first digit is in the lower byte: times 10 · 256 + 1, ten of it and the second are in the upper one.
  const __m128i pairs = _mm_srli_epi16(_mm_mullo_epi16(values, _mm_set1_epi16(10 * 256 + 1)), 8);
  const __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi32(1 << 16 | 100));
  const __m128i eights = _mm_madd_epi16(_mm_packs_epi32(fours, fours), _mm_set1_epi32(1 << 16 | 10000));
  const uint64_t both = (uint64_t)_mm_cvtsi128_si64(eights);
  return (both & 0xffffffff) * 100000000 + (both >> 32);
}
#endif

#endif
