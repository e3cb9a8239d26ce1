#include "libfuzzer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*test)(const uint8_t *data, size_t size));

/* The package manager lets a program begin at the function of this name. */
int cardan_fuzz_main(int count, char **arguments) {
  return LLVMFuzzerRunDriver(&count, &arguments, LLVMFuzzerTestOneInput);
}
