// Arithmetic on whole vectors. The operators of the standard library work lane by lane and leave it to the compiler to find
// the vector again, which it does in pieces.
#ifndef CARDAN_LANE_VECTORS_H
#define CARDAN_LANE_VECTORS_H

#include <stdbool.h>

#define CARDAN_LANE_FUNCTION static inline __attribute__((always_inline))

// Masks are 0 or -1 in each lane.
typedef double cardan_double8 __attribute__((ext_vector_type(8)));
typedef long long cardan_mask8 __attribute__((ext_vector_type(8)));
typedef float cardan_float16 __attribute__((ext_vector_type(16)));
typedef int cardan_mask16 __attribute__((ext_vector_type(16)));

#define CARDAN_LANE_ARITHMETIC(name, vector, mask_vector)                                                             \
  CARDAN_LANE_FUNCTION vector cardan_add_##name(vector left, vector right) { return left + right; }                   \
  CARDAN_LANE_FUNCTION vector cardan_subtract_##name(vector left, vector right) { return left - right; }              \
  CARDAN_LANE_FUNCTION vector cardan_multiply_##name(vector left, vector right) { return left * right; }              \
  CARDAN_LANE_FUNCTION vector cardan_divide_##name(vector left, vector right) { return left / right; }                \
  CARDAN_LANE_FUNCTION vector cardan_multiply_add_##name(vector left, vector right, vector addend) {                  \
    return __builtin_elementwise_fma(left, right, addend);                                                            \
  }                                                                                                                   \
  CARDAN_LANE_FUNCTION vector cardan_negate_##name(vector value) { return -value; }                                   \
  CARDAN_LANE_FUNCTION vector cardan_absolute_##name(vector value) { return __builtin_elementwise_abs(value); }       \
  CARDAN_LANE_FUNCTION vector cardan_square_root_##name(vector value) { return __builtin_elementwise_sqrt(value); }   \
  CARDAN_LANE_FUNCTION mask_vector cardan_less_##name(vector left, vector right) {                                    \
    return (mask_vector)(left < right);                                                                               \
  }                                                                                                                   \
  CARDAN_LANE_FUNCTION mask_vector cardan_less_or_equal_##name(vector left, vector right) {                           \
    return (mask_vector)(left <= right);                                                                              \
  }                                                                                                                   \
  CARDAN_LANE_FUNCTION mask_vector cardan_nonnegative_##name(vector value, vector limit) {                            \
    return (mask_vector)(((mask_vector)value >= 0) & ((mask_vector)value <= (mask_vector)limit));                     \
  }                                                                                                                   \
  CARDAN_LANE_FUNCTION mask_vector cardan_equal_##name(vector left, vector right) {                                   \
    return (mask_vector)(left == right);                                                                              \
  }                                                                                                                   \
  CARDAN_LANE_FUNCTION vector cardan_select_##name(mask_vector mask, vector yes, vector no) { return mask ? yes : no; } \
  CARDAN_LANE_FUNCTION mask_vector cardan_and_##name(mask_vector left, mask_vector right) { return left & right; }    \
  CARDAN_LANE_FUNCTION mask_vector cardan_or_##name(mask_vector left, mask_vector right) { return left | right; }     \
  CARDAN_LANE_FUNCTION mask_vector cardan_not_##name(mask_vector mask) { return ~mask; }                              \
  CARDAN_LANE_FUNCTION bool cardan_any_##name(mask_vector mask) { return __builtin_reduce_or(mask) != 0; }            \
  CARDAN_LANE_FUNCTION bool cardan_all_##name(mask_vector mask) { return __builtin_reduce_or(~mask) == 0; }

CARDAN_LANE_ARITHMETIC(double8, cardan_double8, cardan_mask8)
CARDAN_LANE_ARITHMETIC(float16, cardan_float16, cardan_mask16)

#endif
