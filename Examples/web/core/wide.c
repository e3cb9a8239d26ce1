// The one function of a compiler's runtime library that the module needs: there is no such library for it here.

#include <stdint.h>

/// The product of two numbers of 128 bits, each in two halves, modulo 2^128. The compiler calls it to see whether a product of
/// 64 bits overflows, and passes the address of the result first (WebAssembly "Basic C ABI", function signatures).
void __multi3(uint64_t result[2], uint64_t aLow, uint64_t aHigh, uint64_t bLow, uint64_t bHigh) {
  const uint64_t mask = 0xFFFFFFFF;
  const uint64_t low = (aLow & mask) * (bLow & mask);
  const uint64_t middle = (aLow >> 32) * (bLow & mask) + (low >> 32);
  const uint64_t other = (aLow & mask) * (bLow >> 32) + (middle & mask);
  result[0] = (other << 32) | (low & mask);
  result[1] = (aLow >> 32) * (bLow >> 32) + (middle >> 32) + (other >> 32) + aLow * bHigh + aHigh * bLow;
}
