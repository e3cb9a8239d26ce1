#ifndef CARDAN_LIBFUZZER_H
#define CARDAN_LIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

/** Mutates bytes in place by the mutators of libFuzzer and returns the new size, at most `max_size`. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

#endif
