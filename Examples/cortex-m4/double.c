// Double precision for a processor that has none, as far as libcardan asks for it: this toolchain brings no library of such
// functions for the processor. IEEE 754, to nearest even, subnormals included. Numbers travel as their bits, which is how
// these functions pass them (Arm, "Run-time ABI for the Arm Architecture", 5.1).

#include <stdbool.h>
#include <stdint.h>

// A number is significand / 2^62 * 2^(exponent - 1023), with bit 62 of the significand set unless it is zero.
typedef struct {
  uint64_t sign, significand;
  int exponent;
} number;

static const uint64_t SIGN = 1ull << 63, INFINITE = 0x7FFull << 52, QUIET = 0x7FF8ull << 48;

static bool is_nan(uint64_t bits) { return (bits & ~SIGN) > INFINITE; }
static bool is_infinite(uint64_t bits) { return (bits & ~SIGN) == INFINITE; }

static uint64_t shift_right(uint64_t value, int count) {
  if (count > 63) return value != 0;
  // What is shifted out is remembered in the last bit.
  return count <= 0 ? value : value >> count | ((value << (64 - count)) != 0);
}

static number normalized(uint64_t sign, int exponent, uint64_t significand) {
  if (significand >> 63) return (number){sign, shift_right(significand, 1), exponent + 1};
  if (significand == 0) return (number){sign, 0, 0};
  const int shift = __builtin_clzll(significand) - 1;
  return (number){sign, significand << shift, exponent - shift};
}

static number unpacked(uint64_t bits) {
  const int exponent = bits >> 52 & 0x7FF;
  const uint64_t fraction = bits & ((1ull << 52) - 1);
  return exponent == 0 ? normalized(bits & SIGN, 1, fraction << 10)
                       : (number){bits & SIGN, (fraction | 1ull << 52) << 10, exponent};
}

// The bits without sign, rounded to so many bits of fraction; the exponent is biased, and infinite from `limit` on.
static uint64_t rounded(number value, int exponent, int fraction_bits, int limit) {
  if (value.significand == 0) return 0;
  if (exponent >= limit) return (uint64_t)limit << fraction_bits;
  const int extra = 62 - fraction_bits;
  const uint64_t whole = exponent > 0 ? value.significand : shift_right(value.significand, 1 - exponent);
  const uint64_t half = 1ull << (extra - 1), rest = whole & (2 * half - 1);
  uint64_t kept = whole >> extra;
  kept += rest > half || (rest == half && (kept & 1));
  // The leading bit and a carry go up into the exponent.
  return kept + (exponent > 0 ? (uint64_t)(exponent - 1) << fraction_bits : 0);
}

static uint64_t packed(number value) { return value.sign | rounded(value, value.exponent, 52, 0x7FF); }

uint64_t __aeabi_dadd(uint64_t first, uint64_t second) {
  if (is_nan(first) || is_nan(second)) return QUIET;
  if (is_infinite(first)) return is_infinite(second) && first != second ? QUIET : first;
  if (is_infinite(second)) return second;
  const bool is_first_larger = (first & ~SIGN) >= (second & ~SIGN);
  const number large = unpacked(is_first_larger ? first : second);
  const number small = unpacked(is_first_larger ? second : first);
  const uint64_t addend = shift_right(small.significand, large.exponent - small.exponent);
  if (large.sign == small.sign) return packed(normalized(large.sign, large.exponent, large.significand + addend));
  const uint64_t difference = large.significand - addend;
  return packed(normalized(difference == 0 ? 0 : large.sign, large.exponent, difference));
}

uint64_t __aeabi_dsub(uint64_t first, uint64_t second) { return __aeabi_dadd(first, second ^ (1ull << 63)); }

uint64_t __aeabi_dmul(uint64_t first, uint64_t second) {
  const uint64_t sign = (first ^ second) & SIGN;
  const number a = unpacked(first), b = unpacked(second);
  if (is_nan(first) || is_nan(second)) return QUIET;
  if (is_infinite(first) || is_infinite(second)) return a.significand == 0 || b.significand == 0 ? QUIET : sign | INFINITE;
  const uint64_t a_high = a.significand >> 32, a_low = (uint32_t)a.significand;
  const uint64_t b_high = b.significand >> 32, b_low = (uint32_t)b.significand;
  const uint64_t low = a_low * b_low;
  const uint64_t middle = a_high * b_low + (low >> 32), other = a_low * b_high + (uint32_t)middle;
  const uint64_t high = a_high * b_high + (middle >> 32) + (other >> 32);
  const bool has_more = (uint32_t)low != 0 || (uint32_t)other != 0;
  return packed(normalized(sign, a.exponent + b.exponent - 1021, high | has_more));
}

uint64_t __aeabi_ddiv(uint64_t first, uint64_t second) {
  const uint64_t sign = (first ^ second) & SIGN;
  const number a = unpacked(first), b = unpacked(second);
  if (is_nan(first) || is_nan(second) || (is_infinite(first) && is_infinite(second))) return QUIET;
  if (a.significand == 0 && b.significand == 0) return QUIET;
  if (is_infinite(first) || b.significand == 0) return sign | INFINITE;
  if (is_infinite(second)) return sign;
  uint64_t quotient = 0, rest = a.significand;
  for (int bit = 0; bit < 62; bit++) {
    const bool fits = rest >= b.significand;
    quotient = quotient << 1 | fits;
    rest = (fits ? rest - b.significand : rest) << 1;
  }
  return packed(normalized(sign, a.exponent - b.exponent + 1024, quotient | (rest != 0)));
}

// Below zero the larger bits are the smaller number.
static int64_t ordered(uint64_t bits) { return bits & SIGN ? -(int64_t)(bits & ~SIGN) : (int64_t)bits; }
static bool are_numbers(uint64_t first, uint64_t second) { return !is_nan(first) && !is_nan(second); }

int __aeabi_dcmpeq(uint64_t first, uint64_t second) {
  return are_numbers(first, second) && ordered(first) == ordered(second);
}
int __aeabi_dcmplt(uint64_t first, uint64_t second) {
  return are_numbers(first, second) && ordered(first) < ordered(second);
}
int __aeabi_dcmple(uint64_t first, uint64_t second) {
  return are_numbers(first, second) && ordered(first) <= ordered(second);
}
int __aeabi_dcmpgt(uint64_t first, uint64_t second) { return __aeabi_dcmplt(second, first); }
int __aeabi_dcmpge(uint64_t first, uint64_t second) { return __aeabi_dcmple(second, first); }

uint64_t __aeabi_f2d(uint32_t bits) {
  const uint64_t sign = (uint64_t)(bits >> 31) << 63, fraction = bits & 0x7FFFFF;
  const int exponent = bits >> 23 & 0xFF;
  if (exponent == 0xFF) return fraction != 0 ? QUIET : sign | INFINITE;
  if (exponent == 0) return packed(normalized(sign, 897, fraction << 39));
  return packed((number){sign, (fraction | 0x800000) << 39, exponent + 896});
}

uint32_t __aeabi_d2f(uint64_t bits) {
  if (is_nan(bits)) return 0x7FC00000;
  const uint32_t sign = bits >> 63 << 31;
  if (is_infinite(bits)) return sign | 0x7F800000;
  const number value = unpacked(bits);
  return sign | (uint32_t)rounded(value, value.exponent - 896, 23, 0xFF);
}

// Towards zero; what does not fit becomes the nearest that does.
int64_t __aeabi_d2lz(uint64_t bits) {
  const number value = unpacked(bits);
  if (is_nan(bits) || value.exponent < 1023) return 0;
  if (value.exponent >= 1086) return value.sign ? INT64_MIN : INT64_MAX;
  const int shift = 1085 - value.exponent;
  const int64_t whole = (int64_t)(value.significand >> shift);
  return value.sign ? -whole : whole;
}
