// Rows of numbers in memory, one row per lane, to vectors with a lane per row and back. Shuffles of a whole vector are
// out of reach of Swift, which would move number by number.
#ifndef CARDAN_LANE_ROWS_H
#define CARDAN_LANE_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "LaneVectors.h"

typedef double cardan_double4 __attribute__((ext_vector_type(4)));
typedef float cardan_float4 __attribute__((ext_vector_type(4)));
typedef float cardan_float8 __attribute__((ext_vector_type(8)));
typedef uint16_t cardan_word8 __attribute__((ext_vector_type(8)));
typedef uint16_t cardan_word16 __attribute__((ext_vector_type(16)));
typedef int32_t cardan_whole8 __attribute__((ext_vector_type(8)));
typedef int32_t cardan_whole16 __attribute__((ext_vector_type(16)));

// Transposes eight vectors of eight numbers, in each half of vectors of sixteen: blocks of four, two and one are swapped
// across the diagonal.
#define CARDAN_SWAP(vectors, distance, first, second)                                   \
  for (int i = 0; i < 8; i++) {                                                         \
    if (i & distance) continue;                                                         \
    __typeof__(vectors[0]) upper = vectors[i], lower = vectors[i + distance];           \
    vectors[i] = first;                                                                 \
    vectors[i + distance] = second;                                                     \
  }

// The eight numbers from `first` on of each of eight rows, as eight vectors one after the other.
CARDAN_LANE_FUNCTION void cardan_columns_double8(
  const double *_Nonnull const *_Nonnull rows, size_t first, double *_Nonnull columns) {
  cardan_double8 v[8];
  _Pragma("unroll") for (int i = 0; i < 8; i++) __builtin_memcpy(&v[i], rows[i] + first, sizeof v[i]);
  _Pragma("unroll") CARDAN_SWAP(v, 4, __builtin_shufflevector(upper, lower, 0, 1, 2, 3, 8, 9, 10, 11),
    __builtin_shufflevector(upper, lower, 4, 5, 6, 7, 12, 13, 14, 15))
  _Pragma("unroll") CARDAN_SWAP(v, 2, __builtin_shufflevector(upper, lower, 0, 1, 8, 9, 4, 5, 12, 13),
    __builtin_shufflevector(upper, lower, 2, 3, 10, 11, 6, 7, 14, 15))
  _Pragma("unroll") CARDAN_SWAP(v, 1, __builtin_shufflevector(upper, lower, 0, 8, 2, 10, 4, 12, 6, 14),
    __builtin_shufflevector(upper, lower, 1, 9, 3, 11, 5, 13, 7, 15))
  __builtin_memcpy(columns, v, sizeof v);
}

// The same of sixteen rows.
CARDAN_LANE_FUNCTION void cardan_columns_float16(
  const float *_Nonnull const *_Nonnull rows, size_t first, float *_Nonnull columns) {
  cardan_float16 v[8];
  _Pragma("unroll") for (int i = 0; i < 8; i++) {
    __builtin_memcpy(&v[i], rows[i] + first, sizeof(cardan_float8));
    __builtin_memcpy((char *)&v[i] + sizeof(cardan_float8), rows[i + 8] + first, sizeof(cardan_float8));
  }
  _Pragma("unroll") CARDAN_SWAP(v, 4,
    __builtin_shufflevector(upper, lower, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27),
    __builtin_shufflevector(upper, lower, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31))
  _Pragma("unroll") CARDAN_SWAP(v, 2,
    __builtin_shufflevector(upper, lower, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29),
    __builtin_shufflevector(upper, lower, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31))
  _Pragma("unroll") CARDAN_SWAP(v, 1,
    __builtin_shufflevector(upper, lower, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30),
    __builtin_shufflevector(upper, lower, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31))
  __builtin_memcpy(columns, v, sizeof v);
}

// Four numbers to the start of each of eight rows.
CARDAN_LANE_FUNCTION void cardan_rows_double8(
  double *_Nonnull const *_Nonnull rows, cardan_double8 a, cardan_double8 b, cardan_double8 c, cardan_double8 d) {
  cardan_double8 ab[2] = {__builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14),
    __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15)};
  cardan_double8 cd[2] = {__builtin_shufflevector(c, d, 0, 8, 2, 10, 4, 12, 6, 14),
    __builtin_shufflevector(c, d, 1, 9, 3, 11, 5, 13, 7, 15)};
  _Pragma("unroll") for (int odd = 0; odd < 2; odd++) {
    cardan_double8 near = __builtin_shufflevector(ab[odd], cd[odd], 0, 1, 8, 9, 4, 5, 12, 13);
    cardan_double8 far = __builtin_shufflevector(ab[odd], cd[odd], 2, 3, 10, 11, 6, 7, 14, 15);
    __builtin_memcpy(rows[odd], &near, sizeof(cardan_double4));
    __builtin_memcpy(rows[odd + 2], &far, sizeof(cardan_double4));
    __builtin_memcpy(rows[odd + 4], (char *)&near + sizeof(cardan_double4), sizeof(cardan_double4));
    __builtin_memcpy(rows[odd + 6], (char *)&far + sizeof(cardan_double4), sizeof(cardan_double4));
  }
}

// Four numbers to the start of each of sixteen rows.
CARDAN_LANE_FUNCTION void cardan_rows_float16(
  float *_Nonnull const *_Nonnull rows, cardan_float16 a, cardan_float16 b, cardan_float16 c, cardan_float16 d) {
  cardan_float16 ab[2] = {
    __builtin_shufflevector(a, b, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30),
    __builtin_shufflevector(a, b, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31)};
  cardan_float16 cd[2] = {
    __builtin_shufflevector(c, d, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30),
    __builtin_shufflevector(c, d, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31)};
  _Pragma("unroll") for (int odd = 0; odd < 2; odd++) {
    cardan_float16 near = __builtin_shufflevector(
      ab[odd], cd[odd], 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
    cardan_float16 far = __builtin_shufflevector(
      ab[odd], cd[odd], 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
    _Pragma("unroll") for (int block = 0; block < 4; block++) {
      size_t offset = (size_t)block * sizeof(cardan_float4);
      __builtin_memcpy(rows[4 * block + odd], (char *)&near + offset, sizeof(cardan_float4));
      __builtin_memcpy(rows[4 * block + odd + 2], (char *)&far + offset, sizeof(cardan_float4));
    }
  }
}

// Whole numbers below 65536 as words.
CARDAN_LANE_FUNCTION void cardan_words_double8(cardan_double8 numbers, uint16_t *_Nonnull words) {
  cardan_word8 narrow = __builtin_convertvector(__builtin_convertvector(numbers, cardan_whole8), cardan_word8);
  __builtin_memcpy(words, &narrow, sizeof narrow);
}

CARDAN_LANE_FUNCTION void cardan_words_float16(cardan_float16 numbers, uint16_t *_Nonnull words) {
  cardan_word16 narrow = __builtin_convertvector(__builtin_convertvector(numbers, cardan_whole16), cardan_word16);
  __builtin_memcpy(words, &narrow, sizeof narrow);
}

// Brings memory near that will be read soon: nearer than memory, but not into the nearest cache, where it would be in the way.
CARDAN_LANE_FUNCTION void cardan_fetch(const void *_Nonnull const *_Nonnull places, size_t count) {
  for (size_t i = 0; i < count; i++) __builtin_prefetch(places[i], 0, 2);
}

#endif
