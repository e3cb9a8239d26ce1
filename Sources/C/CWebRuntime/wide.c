// The functions of a compiler's runtime library that the modules need: there is no such library for them here. The compiler passes
// the address of a result of 128 bits first (WebAssembly "Basic C ABI", function signatures).

#if defined(__wasm__)

#include <stdint.h>

/// The product of two numbers of 128 bits, each in two halves, modulo 2^128. The compiler calls it to see whether a product of
/// 64 bits overflows.
void __multi3(uint64_t result[2], uint64_t aLow, uint64_t aHigh, uint64_t bLow, uint64_t bHigh) {
  const uint64_t mask = 0xFFFFFFFF;
  const uint64_t low = (aLow & mask) * (bLow & mask);
  const uint64_t middle = (aLow >> 32) * (bLow & mask) + (low >> 32);
  const uint64_t other = (aLow & mask) * (bLow >> 32) + (middle & mask);
  result[0] = (other << 32) | (low & mask);
  result[1] = (aLow >> 32) * (bLow >> 32) + (middle >> 32) + (other >> 32) + aLow * bHigh + aHigh * bLow;
}

/// A number of 128 bits times 2^count, modulo 2^128; count is from 0 to 127.
void __ashlti3(uint64_t result[2], uint64_t low, uint64_t high, int32_t count) {
  const int32_t rest = count & 63;
  const uint64_t carry = rest == 0 ? 0 : low >> (64 - rest);
  result[0] = count < 64 ? low << rest : 0;
  result[1] = count < 64 ? high << rest | carry : low << rest;
}

/// A number of 128 bits without its last `count` bits; count is from 0 to 127.
void __lshrti3(uint64_t result[2], uint64_t low, uint64_t high, int32_t count) {
  const int32_t rest = count & 63;
  const uint64_t carry = rest == 0 ? 0 : high << (64 - rest);
  result[0] = count < 64 ? low >> rest | carry : high >> rest;
  result[1] = count < 64 ? high >> rest : 0;
}

#endif
