// Compares double.c with this machine's own arithmetic, bit for bit, on numbers that are awkward: a program of the tests.

#include <stdint.h>
#include <stdio.h>
#include <string.h>

uint64_t __aeabi_dadd(uint64_t, uint64_t), __aeabi_dsub(uint64_t, uint64_t), __aeabi_dmul(uint64_t, uint64_t), __aeabi_ddiv(uint64_t, uint64_t);
int __aeabi_dcmpeq(uint64_t, uint64_t), __aeabi_dcmplt(uint64_t, uint64_t), __aeabi_dcmple(uint64_t, uint64_t);
int __aeabi_dcmpgt(uint64_t, uint64_t), __aeabi_dcmpge(uint64_t, uint64_t);
uint64_t __aeabi_f2d(uint32_t);
uint32_t __aeabi_d2f(uint64_t);
int64_t __aeabi_d2lz(uint64_t);

static uint64_t state = 1;
// Marsaglia's xorshift.
static uint64_t random_bits(void) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state;
}

// Any bits; or few of them; or near a neighbour, so that differences cancel and ties occur; or subnormal, zero, infinite.
static uint64_t awkward(uint64_t neighbour) {
  const uint64_t bits = random_bits();
  switch (random_bits() % 8) {
    case 0: return bits & 0xFFF0000000000000 & -(uint64_t)(random_bits() % 4 != 0);
    case 1: return bits & 0x800FFFFFFFFFFFFF;
    case 2: return (neighbour ^ (bits & 0x8000000000000007)) + ((bits >> 8 & 3) << 52);
    case 3: return (bits & 0x80000000FFFFFFFF) | (1023 + bits % 64) << 52;
    case 4: return (bits & 0x800FFFFFE0000000) | (1023 - 160 + (bits >> 3) % 320) << 52;
    case 5: return (bits & 0x800FFFFFFFFFFFFF) | (1023 - 60 + (bits >> 5) % 130) << 52;
    case 6: return (bits & 0x800FFFFFF0000000) | (1ull << 28) | (1023 - 160 + (bits >> 3) % 320) << 52;
    default: return bits;
  }
}

static double number(uint64_t bits) { double value; memcpy(&value, &bits, 8); return value; }
static uint64_t bits_of(double value) {
  uint64_t bits;
  memcpy(&bits, &value, 8);
  // One not-a-number is as good as another.
  return value == value ? bits : 0x7FF8000000000000;
}
static uint32_t float_bits(float value) {
  uint32_t bits;
  memcpy(&bits, &value, 4);
  return value == value ? bits : 0x7FC00000;
}

static int64_t truncated(double value) {
  if (value != value) return 0;
  return value >= 0x1p63 ? INT64_MAX : value < -0x1p63 ? INT64_MIN : (int64_t)value;
}

int main(void) {
  uint64_t b = 0;
  for (int i = 0; i < 3000000; i++) {
    const uint64_t a = awkward(b);
    b = awkward(a);
    const double x = number(a), y = number(b);
    const uint32_t single = (uint32_t)random_bits() & (i % 4 == 0 ? 0x807FFFFF : 0xFFFFFFFF);
    float narrow;
    memcpy(&narrow, &single, 4);
    const struct { const char *name; uint64_t ours, its; } checks[] = {
        {"+", __aeabi_dadd(a, b), bits_of(x + y)},
        {"-", __aeabi_dsub(a, b), bits_of(x - y)},
        {"*", __aeabi_dmul(a, b), bits_of(x * y)},
        {"/", __aeabi_ddiv(a, b), bits_of(x / y)},
        {"=", __aeabi_dcmpeq(a, b), x == y},
        {"<", __aeabi_dcmplt(a, b), x < y},
        {"<=", __aeabi_dcmple(a, b), x <= y},
        {">", __aeabi_dcmpgt(a, b), x > y},
        {">=", __aeabi_dcmpge(a, b), x >= y},
        {"to float", __aeabi_d2f(a), float_bits((float)x)},
        {"from float", __aeabi_f2d(single), bits_of((double)narrow)},
        {"to integer", (uint64_t)__aeabi_d2lz(a), (uint64_t)truncated(x)},
    };
    for (unsigned c = 0; c < sizeof checks / sizeof *checks; c++) {
      if (checks[c].ours == checks[c].its) continue;
      printf("%a %s %a (%a): %016llx, not %016llx\n", x, checks[c].name, y, (double)narrow,
             (unsigned long long)checks[c].ours, (unsigned long long)checks[c].its);
      return 1;
    }
  }
  return 0;
}
